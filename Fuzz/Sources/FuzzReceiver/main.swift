// Fuzzes what the receiver reads of requests: methods, paths, headers, metadata and bodies.

import FuzzDriver
import FuzzProperties
import Glibc

exit(Fuzzing.run(ReceiverProperty.check))
