// Fuzzes all that reads a file without decoding it.

import FuzzDriver
import Glibc

exit(
  Fuzzing.run { bytes in
    InspectionProperty.check(bytes)
    WindowProperty.check(bytes)
  })
