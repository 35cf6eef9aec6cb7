// Fuzzes the readers of EXIF and of XMP.

import FuzzDriver
import FuzzProperties
import Glibc

exit(Fuzzing.run(MetadataProperty.check))
