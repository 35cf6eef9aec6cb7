// Fuzzes color profiles: the verdict on one, and the conversion that it asks for.

import FuzzDriver
import FuzzProperties
import Glibc

exit(Fuzzing.run(ProfileProperty.check))
