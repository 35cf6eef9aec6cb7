// Fuzzes the reader, both decoders and the whole road of a JPEG.

import FuzzDriver
import FuzzProperties
import Glibc
import PhotoPipeline

exit(Fuzzing.run { FormatProperty.check($0, [.jpeg]) })
