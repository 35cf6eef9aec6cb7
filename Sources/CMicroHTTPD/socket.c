// What Swift cannot say about sockets on every system.

#include "CMicroHTTPD.h"

int cmhd_peek(int descriptor) {
  char byte;
  return (int)recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
}
