#include "heap_fill.h"

#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

/// Of the interface of the sanitizers (sanitizer/allocator_interface.h).
int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void *, size_t), void (*free_hook)(const volatile void *));

/// The sanitizer does not clear larger pieces for calloc, because those come from the kernel as zeros.
enum { most = 64 << 10 };

static atomic_uchar fill;

static void take(const volatile void *memory, size_t count) {
  if (memory && count <= most) memset((void *)memory, atomic_load_explicit(&fill, memory_order_relaxed), count);
}

static void give_back(const volatile void *memory) { (void)memory; }

bool heap_fill_start(void) { return __sanitizer_install_malloc_and_free_hooks(take, give_back) != 0; }

void heap_fill_with(unsigned char byte) { atomic_store(&fill, byte); }
