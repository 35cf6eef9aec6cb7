// Marks in the memory of a picture, by which rows are known that a decoder never wrote.
#ifndef CHEIF_MARKS_H
#define CHEIF_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One plane of memory. The caller keeps it as large as it says.
typedef struct cheif_memory {
  uint8_t *samples;
  /// Distance of two rows in bytes.
  ptrdiff_t stride;
  /// In samples.
  int width, height;
  /// Bits of a sample, 8 to 16; more than 8 are stored in two bytes.
  int bits;
} cheif_memory;

/// Writes marks to the whole of `plane`.
void cheif_mark(const cheif_memory *plane);

/// Whether there is a block in `plane` that still looks as cheif_mark left it. HEVC leaves out whole blocks of at
/// least 16x16 luma samples, and a row of each of them is looked at. Samples that were written hardly ever look so.
bool cheif_has_marks(const cheif_memory *plane);

#endif
