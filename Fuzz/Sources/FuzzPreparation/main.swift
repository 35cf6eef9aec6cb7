// Fuzzes the whole road of a photo.

import FuzzDriver
import Glibc

exit(Fuzzing.run { PreparationProperty(options: .init(chosenBy: $0)).check($0) })
