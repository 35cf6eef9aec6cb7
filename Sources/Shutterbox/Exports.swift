// What an app that imports this module gets to hold in its hands.
@_exported public import CaptureStorage
@_exported public import Connectivity
@_exported public import Inbox
@_exported public import PhotoPipeline
@_exported public import Transport
@_exported public import UploadOutbox

#if !os(Linux) || !canImport(TransportLibcurl)
  @_exported public import TransportURLSession
#endif
