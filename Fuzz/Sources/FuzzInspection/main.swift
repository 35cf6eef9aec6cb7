// Fuzzes what tells formats apart and all that reads a file without decoding it, on any bytes.

import FuzzDriver
import FuzzProperties
import Glibc

exit(
  Fuzzing.run { bytes in
    InspectionProperty.check(bytes)
    WindowProperty.check(bytes)
    return true
  })
