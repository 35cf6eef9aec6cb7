#include <string.h>

#include "PixelKernels.h"

static inline uint64_t load_row(const uint8_t *in) {
  uint64_t row;
  memcpy(&row, in, sizeof row);
  return row;
}

/// Exchanges the bits of `a` under `mask << shift` with those of `b` under `mask`.
static inline void exchange(uint64_t *a, uint64_t *b, uint64_t mask, int shift) {
  const uint64_t difference = ((*a >> shift) ^ *b) & mask;
  *b ^= difference;
  *a ^= difference << shift;
}

/// Transposes 8 x 8 samples in eight 64-bit words: quarters of 4 x 4 first, then 2 x 2, then single
/// samples. Sample x of a row lies in bits 8x to 8x + 7.
static void transpose_8x8(const uint8_t *in, ptrdiff_t in_stride, uint8_t *out, ptrdiff_t out_stride) {
  uint64_t rows[8];
  for (int y = 0; y < 8; y++) rows[y] = load_row(in + y * in_stride);
  for (int y = 0; y < 4; y++) exchange(&rows[y], &rows[y + 4], 0x00000000FFFFFFFF, 32);
  for (int y = 0; y < 8; y += (y & 1) ? 3 : 1)
    exchange(&rows[y], &rows[y + 2], 0x0000FFFF0000FFFF, 16);
  for (int y = 0; y < 8; y += 2) exchange(&rows[y], &rows[y + 1], 0x00FF00FF00FF00FF, 8);
  for (int y = 0; y < 8; y++) memcpy(out + y * out_stride, &rows[y], sizeof rows[y]);
}

void pk_transpose(const uint8_t *in, ptrdiff_t in_stride, size_t width, size_t height, uint8_t *out,
                  ptrdiff_t out_stride) {
  const size_t whole_width = width & ~(size_t)7, whole_height = height & ~(size_t)7;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  for (size_t y = 0; y < whole_height; y += 8)
    for (size_t x = 0; x < whole_width; x += 8)
      transpose_8x8(in + (ptrdiff_t)y * in_stride + x, in_stride, out + (ptrdiff_t)x * out_stride + y,
                    out_stride);
#endif
  for (size_t y = 0; y < height; y++) {
    size_t x = y < whole_height ? whole_width : 0;
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    x = 0;
#endif
    for (; x < width; x++) out[(ptrdiff_t)x * out_stride + (ptrdiff_t)y] = in[(ptrdiff_t)y * in_stride + (ptrdiff_t)x];
  }
}

void pk_mirror(const uint8_t *in, size_t width, uint8_t *out) {
  for (size_t x = 0; x < width; x++) out[x] = in[width - 1 - x];
}

void pk_interleave(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t width,
                   uint8_t *out) {
  for (size_t x = 0; x < width; x++) {
    out[3 * x] = red[x];
    out[3 * x + 1] = green[x];
    out[3 * x + 2] = blue[x];
  }
}
