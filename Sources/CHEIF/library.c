#include "library.h"

#include <dlfcn.h>

bool cheif_open_library(const char *name, const cheif_symbol *symbols, size_t count) {
  // RTLD_LOCAL: symbols of these libraries shall not come between those of the program.
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
  for (size_t i = 0; i < count; i++) {
    *symbols[i].address = dlsym(library, symbols[i].name);
    if (!*symbols[i].address) return false;
  }
  return true;
}
