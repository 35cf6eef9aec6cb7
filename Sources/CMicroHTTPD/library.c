#include "library.h"

#include <dlfcn.h>

bool cmhd_open_library(const char *const *names, size_t name_count, const cmhd_symbol *symbols, size_t count) {
  void *library = NULL;
  // RTLD_LOCAL: symbols of these libraries shall not come between those of the program.
  for (size_t i = 0; i < name_count && !library; i++) library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
  for (size_t i = 0; i < count; i++) {
    *symbols[i].address = dlsym(library, symbols[i].name);
    if (!*symbols[i].address) return false;
  }
  return true;
}
