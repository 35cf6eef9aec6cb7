// Fuzzes the boxes, the decoder and the whole road of a HEIC, another HEIF or an AVIF.

import FuzzDriver
import FuzzProperties
import Glibc
import PhotoPipeline

exit(
  Fuzzing.run { bytes in
    guard FormatProperty.check(bytes, [.heic, .heif, .avif]) else { return false }
    WholePictureProperty.check(bytes)
    return true
  })
