#include "transform.h"

#ifdef PK_HAS_NEON
#include <arm_neon.h>

static const int16_t odd[4][4] = {{PK_O0}, {PK_O1}, {PK_O2}, {PK_O3}};

/// Four of eight columns: from x0 to x7 to the eight sums, rounded by `half`.
static inline void sums_4(const int16x4_t *x, int32x4_t half, int32x4_t *out) {
  const int32x4_t sum = vmlal_n_s16(vmlal_n_s16(half, x[0], PK_TRANSFORM_ONE), x[4], PK_TRANSFORM_ONE);
  const int32x4_t difference = vmlsl_n_s16(vmlal_n_s16(half, x[0], PK_TRANSFORM_ONE), x[4], PK_TRANSFORM_ONE);
  const int32x4_t outer = vmlal_n_s16(vmull_n_s16(x[2], PK_E0_2), x[6], PK_E0_6);
  const int32x4_t inner = vmlal_n_s16(vmull_n_s16(x[2], PK_E1_2), x[6], PK_E1_6);
  const int32x4_t even[4] = {vaddq_s32(sum, outer), vaddq_s32(difference, inner),
                             vsubq_s32(difference, inner), vsubq_s32(sum, outer)};
  for (int i = 0; i < 4; i++) {
    int32x4_t o = vmull_n_s16(x[1], odd[i][0]);
    o = vmlal_n_s16(o, x[3], odd[i][1]);
    o = vmlal_n_s16(o, x[5], odd[i][2]);
    o = vmlal_n_s16(o, x[7], odd[i][3]);
    out[i] = vaddq_s32(even[i], o);
    out[7 - i] = vsubq_s32(even[i], o);
  }
}

/// One direction on eight vectors of eight values. The shift is a macro's argument because the instruction
/// holds it.
#define TRANSFORM_8(x, shift)                                                                          \
  do {                                                                                                 \
    const int32x4_t half = vdupq_n_s32(1 << ((shift) - 1));                                            \
    int16x4_t low[8], high[8];                                                                         \
    int32x4_t low_sums[8], high_sums[8];                                                               \
    for (int i = 0; i < 8; i++) low[i] = vget_low_s16((x)[i]), high[i] = vget_high_s16((x)[i]);        \
    sums_4(low, half, low_sums);                                                                       \
    sums_4(high, half, high_sums);                                                                     \
    for (int i = 0; i < 8; i++)                                                                        \
      (x)[i] = vqmovn_high_s32(vqmovn_s32(vshrq_n_s32(low_sums[i], shift)), vshrq_n_s32(high_sums[i], shift)); \
  } while (0)

/// Exchanges rows and columns of 8x8 values of 16 bits.
static inline void transpose(int16x8_t *x) {
  int16x8_t a[8], b[8];
  for (int i = 0; i < 4; i++) {
    a[2 * i] = vzip1q_s16(x[i], x[i + 4]);
    a[2 * i + 1] = vzip2q_s16(x[i], x[i + 4]);
  }
  for (int i = 0; i < 4; i++) {
    b[2 * i] = vzip1q_s16(a[i], a[i + 4]);
    b[2 * i + 1] = vzip2q_s16(a[i], a[i + 4]);
  }
  for (int i = 0; i < 4; i++) {
    x[2 * i] = vzip1q_s16(b[i], b[i + 4]);
    x[2 * i + 1] = vzip2q_s16(b[i], b[i + 4]);
  }
}

/// The larger of magnitudes and those of eight vectors.
static inline uint16x8_t larger(uint16x8_t magnitudes, const int16x8_t *x) {
  for (int i = 0; i < 8; i++) magnitudes = vmaxq_u16(magnitudes, vreinterpretq_u16_s16(vabsq_s16(x[i])));
  return magnitudes;
}

bool pk_inverse_transform_neon(const int16_t *blocks, const uint8_t *last, size_t count, uint8_t *out,
                               size_t stride) {
  uint16x8_t magnitudes = vdupq_n_u16(0);
  bool is_flat_in_range = true;
  for (size_t i = 0; i < count; i++, blocks += PK_BLOCK, out += 8) {
    if (last[i] == 0) {
      is_flat_in_range &= pk_flat_is_in_range(blocks[0]);
      const uint8x8_t row = vdup_n_u8(pk_flat_sample(blocks[0]));
      for (size_t y = 0; y < 8; y++) vst1_u8(out + y * stride, row);
      continue;
    }
    int16x8_t x[8];
    for (int y = 0; y < 8; y++) x[y] = vld1q_s16(blocks + 8 * y);
    magnitudes = larger(magnitudes, x);
    TRANSFORM_8(x, PK_COLUMN_SHIFT);
    magnitudes = larger(magnitudes, x);
    transpose(x);
    TRANSFORM_8(x, PK_ROW_SHIFT);
    transpose(x);
    for (size_t y = 0; y < 8; y++) {
      const int8x8_t samples = vqmovn_s16(x[y]);
      vst1_u8(out + y * stride, veor_u8(vreinterpret_u8_s8(samples), vdup_n_u8(128)));
    }
  }
  return vmaxvq_u16(magnitudes) <= PK_TRANSFORM_LIMIT && is_flat_in_range;
}
#endif
