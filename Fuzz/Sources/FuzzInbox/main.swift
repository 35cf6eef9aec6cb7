// Fuzzes what the inbox reads of a drop.

import FuzzDriver
import FuzzProperties
import Glibc

exit(Fuzzing.run(DropProperty.check))
