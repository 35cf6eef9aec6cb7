// Fuzzes the reader, the decoder and the whole road of a PNG. PNGMutation makes the inputs.

import FuzzDriver
import FuzzProperties
import Glibc
import PhotoPipeline

exit(Fuzzing.run { FormatProperty.check($0, [.png]) })
