// Libraries that are opened when they are first needed.
#ifndef CMICROHTTPD_LIBRARY_H
#define CMICROHTTPD_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/// A function to look up and the place for its address.
typedef struct cmhd_symbol {
  const char *name;
  void **address;
} cmhd_symbol;

/// Opens the first of `count` libraries that is there and looks up all symbols. Returns whether everything was
/// there. The library stays open.
bool cmhd_open_library(const char *const *names, size_t name_count, const cmhd_symbol *symbols, size_t count);

/// Sends over TLS; returns what gnutls_record_send(3) does, and -1 without the library.
long cmhd_tls_send(void *session, const void *bytes, size_t size);

#endif
