// Fuzzes the boxes, the decoder and the whole road of a HEIC, another HEIF or an AVIF.

import FuzzDriver
import FuzzProperties
import Glibc
import PhotoPipeline

exit(Fuzzing.run { FormatProperty.check($0, [.heic, .heif, .avif]) })
