/// The color loops, written once and compiled for each kind of processor; not for callers.
///
/// All arithmetic is of integers, so every compilation gives the same bits.
#ifndef PK_COLORS_H
#define PK_COLORS_H

#include "PixelKernels.h"

#define PK_INLINE static inline __attribute__((always_inline))

#define PK_FRACTION_BITS 16
#define PK_HALF (1 << (PK_FRACTION_BITS - 1))

PK_INLINE uint8_t pk_saturate(int32_t value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

PK_INLINE void pk_rgb_of_luma_chroma_body(const pk_luma_chroma *meaning, const uint8_t *restrict y,
                                          const uint8_t *restrict cb, const uint8_t *restrict cr, size_t count,
                                          uint8_t *restrict red, uint8_t *restrict green,
                                          uint8_t *restrict blue) {
  const pk_luma_chroma m = *meaning;
  for (size_t x = 0; x < count; x++) {
    const int32_t luma = m.luma_scale * (y[x] - m.luma_black) + PK_HALF;
    const int32_t b = cb[x] - 128, r = cr[x] - 128;
    red[x] = pk_saturate((luma + m.red_of_cr * r) >> PK_FRACTION_BITS);
    green[x] = pk_saturate((luma + m.green_of_cb * b + m.green_of_cr * r) >> PK_FRACTION_BITS);
    blue[x] = pk_saturate((luma + m.blue_of_cb * b) >> PK_FRACTION_BITS);
  }
}

/// 0.299, 0.587 and 0.114 of 2^16, with a sum of exactly 2^16.
#define PK_LUMA_OF_RED 19595
#define PK_LUMA_OF_GREEN 38470
#define PK_LUMA_OF_BLUE 7471

PK_INLINE void pk_luma_of_rgb_body(const uint8_t *restrict red, const uint8_t *restrict green,
                                   const uint8_t *restrict blue, size_t count, uint8_t *restrict y) {
  for (size_t x = 0; x < count; x++)
    y[x] = (uint8_t)((PK_LUMA_OF_RED * red[x] + PK_LUMA_OF_GREEN * green[x] + PK_LUMA_OF_BLUE * blue[x] + PK_HALF) >>
                     PK_FRACTION_BITS);
}

/// 0.168736, 0.331264, 0.5; 0.5, 0.418688, 0.081312 of 2^16.
#define PK_CHROMA_HALF 32768
#define PK_CB_OF_RED -11059
#define PK_CB_OF_GREEN -21709
#define PK_CR_OF_GREEN -27439
#define PK_CR_OF_BLUE -5329

/// The shift behind a sum of four pixels.
#define PK_CHROMA_SHIFT (PK_FRACTION_BITS + 2)
/// The middle, and a half that is rounded up and is one too small, so that the purest blue and red, 255.5, do
/// not become 256.
#define PK_CHROMA_BIAS ((128 << PK_CHROMA_SHIFT) + (1 << (PK_CHROMA_SHIFT - 1)) - 1)

/// Chroma of the sums of four pixels.
PK_INLINE void pk_chroma_sample(int32_t red, int32_t green, int32_t blue, uint8_t *cb, uint8_t *cr) {
  *cb = (uint8_t)((PK_CB_OF_RED * red + PK_CB_OF_GREEN * green + PK_CHROMA_HALF * blue + PK_CHROMA_BIAS) >>
                  PK_CHROMA_SHIFT);
  *cr = (uint8_t)((PK_CHROMA_HALF * red + PK_CR_OF_GREEN * green + PK_CR_OF_BLUE * blue + PK_CHROMA_BIAS) >>
                  PK_CHROMA_SHIFT);
}

PK_INLINE void pk_chroma_of_rgb_body(const uint8_t *const red[2], const uint8_t *const green[2],
                                     const uint8_t *const blue[2], size_t width, uint8_t *restrict cb,
                                     uint8_t *restrict cr) {
  const uint8_t *restrict r0 = red[0], *restrict r1 = red[1];
  const uint8_t *restrict g0 = green[0], *restrict g1 = green[1];
  const uint8_t *restrict b0 = blue[0], *restrict b1 = blue[1];
  for (size_t x = 0; x < width / 2; x++)
    pk_chroma_sample(r0[2 * x] + r0[2 * x + 1] + r1[2 * x] + r1[2 * x + 1],
                     g0[2 * x] + g0[2 * x + 1] + g1[2 * x] + g1[2 * x + 1],
                     b0[2 * x] + b0[2 * x + 1] + b1[2 * x] + b1[2 * x + 1], &cb[x], &cr[x]);
  if (width & 1) {
    const size_t last = width - 1;
    pk_chroma_sample(2 * (r0[last] + r1[last]), 2 * (g0[last] + g1[last]), 2 * (b0[last] + b1[last]),
                     &cb[width / 2], &cr[width / 2]);
  }
}

pk_rgb_of_luma_chroma pk_rgb_of_luma_chroma_portable;
pk_luma_of_rgb pk_luma_of_rgb_portable;
pk_chroma_of_rgb pk_chroma_of_rgb_portable;

#if defined(__x86_64__)
#define PK_HAS_AVX2_COLORS 1
pk_rgb_of_luma_chroma pk_rgb_of_luma_chroma_avx2;
pk_luma_of_rgb pk_luma_of_rgb_avx2;
pk_chroma_of_rgb pk_chroma_of_rgb_avx2;
#endif

#endif
