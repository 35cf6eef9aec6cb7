/// What the implementations of pk_pixel_reader share; not for callers.
#ifndef PK_PIXELS_H
#define PK_PIXELS_H

#include "filters.h"

/// The nearest integer to product / 255, for products up to 255 * 255.
static inline uint8_t pk_divided_by_255(unsigned product) {
  const unsigned sum = product + 128;
  return (uint8_t)((sum + (sum >> 8)) >> 8);
}

/// (sample * alpha + 255 * (255 - alpha)) / 255: 255 * (255 - alpha) is divided without a rest.
static inline uint8_t pk_on_white(uint8_t sample, uint8_t alpha) {
  return (uint8_t)(pk_divided_by_255((unsigned)sample * alpha) + (255 - alpha));
}

pk_rgb_reader pk_split_rgb_portable;
pk_rgb_reader pk_flatten_rgba_portable;
pk_gray_reader pk_flatten_gray_alpha_portable;

#ifdef PK_HAS_AVX2
pk_rgb_reader pk_split_rgb_avx2;
pk_rgb_reader pk_flatten_rgba_avx2;
pk_gray_reader pk_flatten_gray_alpha_avx2;
#endif
#ifdef PK_HAS_NEON
pk_rgb_reader pk_split_rgb_neon;
pk_rgb_reader pk_flatten_rgba_neon;
pk_gray_reader pk_flatten_gray_alpha_neon;
#endif

#endif
