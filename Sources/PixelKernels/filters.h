/// What the implementations share; not for callers.
#ifndef PK_FILTERS_H
#define PK_FILTERS_H

#include "PixelKernels.h"

#if defined(__x86_64__)
#define PK_HAS_AVX2 1
#endif
#if defined(__aarch64__)
#define PK_HAS_NEON 1
#endif

/// Intermediate = 8-bit sample * coefficient >> 8: 14 fractional bits become 6.
#define PK_VERTICAL_SHIFT 8
/// 8-bit sample = intermediate * coefficient >> 20: 6 + 14 fractional bits become none.
#define PK_HORIZONTAL_SHIFT 20

pk_vertical_filter pk_vertical_portable;
pk_horizontal_filter pk_horizontal_portable;
pk_inverse_transform pk_inverse_transform_portable;
pk_mcu_decoder pk_decode_mcus_portable;

/// One output sample of the vertical filter at column `x`.
static inline int16_t pk_vertical_sample(const uint8_t *const *rows, const int16_t *coefficients,
                                         size_t taps, size_t x) {
  int32_t sum = 1 << (PK_VERTICAL_SHIFT - 1);
  for (size_t k = 0; k < taps; k++) sum += (int32_t)rows[k][x] * coefficients[k];
  sum >>= PK_VERTICAL_SHIFT;
  if (sum < INT16_MIN) return INT16_MIN;
  if (sum > INT16_MAX) return INT16_MAX;
  return (int16_t)sum;
}

/// The sample that a horizontal sum stands for.
static inline uint8_t pk_horizontal_sample(int32_t sum) {
  sum >>= PK_HORIZONTAL_SHIFT;
  if (sum < 0) return 0;
  if (sum > UINT8_MAX) return UINT8_MAX;
  return (uint8_t)sum;
}

#ifdef PK_HAS_AVX2
pk_vertical_filter pk_vertical_avx2;
pk_horizontal_filter pk_horizontal_avx2;
pk_inverse_transform pk_inverse_transform_avx2;
pk_mcu_decoder pk_decode_mcus_bmi2;
#endif
#ifdef PK_HAS_NEON
pk_vertical_filter pk_vertical_neon;
pk_horizontal_filter pk_horizontal_neon;
pk_inverse_transform pk_inverse_transform_neon;
#endif

#endif
