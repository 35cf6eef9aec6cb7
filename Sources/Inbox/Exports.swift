// Errors of the disk are what this module throws, so whoever imports it can name them.
@_exported public import DurableFiles
