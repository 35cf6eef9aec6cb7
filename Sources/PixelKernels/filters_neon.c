#include "filters.h"

#ifdef PK_HAS_NEON
#include <arm_neon.h>

/// Columns x to x + 15.
static inline void vertical_16(const uint8_t *const *rows, const int16_t *coefficients, size_t taps,
                               size_t x, int16_t *out) {
  const int32x4_t half = vdupq_n_s32(1 << (PK_VERTICAL_SHIFT - 1));
  int32x4_t sum0 = half, sum1 = half, sum2 = half, sum3 = half;
  for (size_t k = 0; k < taps; k++) {
    const uint8x16_t samples = vld1q_u8(rows[k] + x);
    const int16x8_t low = vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(samples)));
    const int16x8_t high = vreinterpretq_s16_u16(vmovl_high_u8(samples));
    const int16_t weight = coefficients[k];
    sum0 = vmlal_n_s16(sum0, vget_low_s16(low), weight);
    sum1 = vmlal_high_n_s16(sum1, low, weight);
    sum2 = vmlal_n_s16(sum2, vget_low_s16(high), weight);
    sum3 = vmlal_high_n_s16(sum3, high, weight);
  }
  vst1q_s16(out + x, vqmovn_high_s32(vqmovn_s32(vshrq_n_s32(sum0, PK_VERTICAL_SHIFT)),
                                     vshrq_n_s32(sum1, PK_VERTICAL_SHIFT)));
  vst1q_s16(out + x + 8, vqmovn_high_s32(vqmovn_s32(vshrq_n_s32(sum2, PK_VERTICAL_SHIFT)),
                                         vshrq_n_s32(sum3, PK_VERTICAL_SHIFT)));
}

void pk_vertical_neon(const uint8_t *const *rows, const int16_t *coefficients, size_t taps, size_t width,
                      int16_t *out) {
  if (width < 16) {
    pk_vertical_portable(rows, coefficients, taps, width, out);
    return;
  }
  size_t x = 0;
  for (; x + 16 <= width; x += 16) vertical_16(rows, coefficients, taps, x, out);
  // The last columns are computed once more together with their neighbours.
  if (x < width) vertical_16(rows, coefficients, taps, width - 16, out);
}

/// The four partial sums of one output sample.
static inline int32x4_t partial_sums(const int16_t *samples, const int16_t *weights, size_t taps) {
  int32x4_t even = vdupq_n_s32(0), odd = even;
  for (size_t k = 0; k < taps; k += 8) {
    const int16x8_t s = vld1q_s16(samples + k), w = vld1q_s16(weights + k);
    even = vmlal_s16(even, vget_low_s16(s), vget_low_s16(w));
    odd = vmlal_high_s16(odd, s, w);
  }
  return vaddq_s32(even, odd);
}

void pk_horizontal_neon(const int16_t *in, const int32_t *starts, const int16_t *coefficients, size_t taps,
                        size_t count, uint8_t *out) {
  const int32x4_t half = vdupq_n_s32(1 << (PK_HORIZONTAL_SHIFT - 1));
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
#define PARTIAL(n) partial_sums(in + starts[i + (n)], coefficients + (i + (n)) * taps, taps)
    const int32x4_t a = vpaddq_s32(vpaddq_s32(PARTIAL(0), PARTIAL(1)), vpaddq_s32(PARTIAL(2), PARTIAL(3)));
    const int32x4_t b = vpaddq_s32(vpaddq_s32(PARTIAL(4), PARTIAL(5)), vpaddq_s32(PARTIAL(6), PARTIAL(7)));
#undef PARTIAL
    const int16x8_t words =
        vqmovn_high_s32(vqmovn_s32(vshrq_n_s32(vaddq_s32(a, half), PK_HORIZONTAL_SHIFT)),
                        vshrq_n_s32(vaddq_s32(b, half), PK_HORIZONTAL_SHIFT));
    vst1_u8(out + i, vqmovun_s16(words));
  }
  pk_horizontal_portable(in, starts + i, coefficients + i * taps, taps, count - i, out + i);
}
#endif
