// Fuzzes the boxes of a movie.

import FuzzDriver
import FuzzProperties
import Glibc
import PhotoPipeline

exit(Fuzzing.run { FormatProperty.check($0, [.mp4, .quickTime]) })
