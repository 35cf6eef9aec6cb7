// Libraries that are opened when they are first needed.
#ifndef CHEIF_LIBRARY_H
#define CHEIF_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/// A function to look up and the place for its address.
typedef struct cheif_symbol {
  const char *name;
  void **address;
} cheif_symbol;

/// Opens the library `name` and looks up all `count` symbols. Returns whether everything was there. The library
/// stays open: neither of the two can be closed safely while another part of a program may use it.
bool cheif_open_library(const char *name, const cheif_symbol *symbols, size_t count);

#endif
