/// Fills what a program takes from the heap, so that what depends on memory that nobody wrote is seen: two runs over
/// one input, each with its own byte, differ then.
#ifndef SHUTTERBOX_HEAP_FILL_H
#define SHUTTERBOX_HEAP_FILL_H

#include <stdbool.h>

/// From now on each piece of memory is filled when it is taken. To be called once, before there are threads.
/// Returns whether the address sanitizer can do it.
bool heap_fill_start(void);

/// From now on memory is filled with `byte`.
void heap_fill_with(unsigned char byte);

#endif
