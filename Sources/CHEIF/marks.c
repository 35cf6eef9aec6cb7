#include "marks.h"

#include <string.h>

/// The side of the smallest block that HEVC can leave out (H.265 §7.4.3.2.1: CtbLog2SizeY is 4 at least).
enum { side = 16 };

/// The mark of a column. The filter that runs over blocks, written or not, is SAO (H.265 §8.7.3). It leaves samples
/// alone that rise steadily, and moves those of four neighboring bands of 32 at most: two of the marks.
static unsigned mark(int column, int bits) { return (8u + 16u * (unsigned)(column % side)) << (bits - 8); }

void cheif_mark(const cheif_memory *plane) {
  if (plane->height <= 0) return;
  if (plane->bits == 8) {
    for (int x = 0; x < plane->width; x++) plane->samples[x] = (uint8_t)mark(x, 8);
  } else {
    for (int x = 0; x < plane->width; x++) {
      const uint16_t sample = (uint16_t)mark(x, plane->bits);
      memcpy(plane->samples + 2 * x, &sample, sizeof sample);
    }
  }
  const size_t count = (size_t)plane->width * (plane->bits == 8 ? 1 : 2);
  for (int y = 1; y < plane->height; y++) memcpy(plane->samples + y * plane->stride, plane->samples, count);
}

/// Whether most of the samples from `x` to `end` in a row are marks.
static bool has_mark(const cheif_memory *plane, const uint8_t *row, int x, int end) {
  int count = 0;
  for (int column = x; column < end; column++) {
    uint16_t sample = row[column];
    if (plane->bits > 8) memcpy(&sample, row + 2 * column, sizeof sample);
    count += sample == mark(column, plane->bits);
  }
  return count * 8 >= (end - x) * 5;
}

bool cheif_has_marks(const cheif_memory *plane) {
  for (int y = 0; y < plane->height; y += side) {
    const int rows = plane->height - y < side ? plane->height - y : side;
    const uint8_t *row = plane->samples + (y + rows / 2) * plane->stride;
    for (int x = 0; x < plane->width; x += side) {
      const int end = plane->width - x < side ? plane->width : x + side;
      if (has_mark(plane, row, x, end)) return true;
    }
  }
  return false;
}
