#include "transform.h"

#include <string.h>

static const int32_t odd[4][4] = {{PK_O0}, {PK_O1}, {PK_O2}, {PK_O3}};

static int32_t clamp(int32_t value, int32_t low, int32_t high) {
  return value < low ? low : value > high ? high : value;
}

/// The larger of a magnitude and that of `value`.
static int32_t larger(int32_t magnitude, int32_t value) {
  const int32_t other = value < 0 ? -value : value;
  return magnitude > other ? magnitude : other;
}

/// One direction on eight values that are `step` apart; the results are rounded and shifted, not clamped.
static void transform_8(const int16_t *in, size_t step, int shift, int32_t *out) {
  const int32_t x0 = in[0], x1 = in[step], x2 = in[2 * step], x3 = in[3 * step];
  const int32_t x4 = in[4 * step], x5 = in[5 * step], x6 = in[6 * step], x7 = in[7 * step];
  const int32_t half = 1 << (shift - 1);
  const int32_t sum = (x0 + x4) * PK_TRANSFORM_ONE + half, difference = (x0 - x4) * PK_TRANSFORM_ONE + half;
  const int32_t outer = x2 * PK_E0_2 + x6 * PK_E0_6, inner = x2 * PK_E1_2 + x6 * PK_E1_6;
  const int32_t even[4] = {sum + outer, difference + inner, difference - inner, sum - outer};
  for (int i = 0; i < 4; i++) {
    const int32_t o = x1 * odd[i][0] + x3 * odd[i][1] + x5 * odd[i][2] + x7 * odd[i][3];
    out[i] = (even[i] + o) >> shift;
    out[7 - i] = (even[i] - o) >> shift;
  }
}

bool pk_inverse_transform_portable(const int16_t *blocks, const uint8_t *last, size_t count, uint8_t *out,
                                   size_t stride) {
  int32_t most = 0;
  for (size_t i = 0; i < count; i++, blocks += PK_BLOCK, out += 8) {
    if (last[i] == 0) {
      most = larger(most, 4 * blocks[0]);
      for (size_t y = 0; y < 8; y++) memset(out + y * stride, pk_flat_sample(blocks[0]), 8);
      continue;
    }
    int16_t columns[PK_BLOCK];
    int32_t results[8];
    for (size_t k = 0; k < PK_BLOCK; k++) most = larger(most, blocks[k]);
    for (size_t x = 0; x < 8; x++) {
      transform_8(blocks + x, 8, PK_COLUMN_SHIFT, results);
      for (size_t y = 0; y < 8; y++) columns[8 * y + x] = (int16_t)clamp(results[y], INT16_MIN, INT16_MAX);
      for (size_t y = 0; y < 8; y++) most = larger(most, results[y]);
    }
    for (size_t y = 0; y < 8; y++) {
      transform_8(columns + 8 * y, 1, PK_ROW_SHIFT, results);
      for (size_t x = 0; x < 8; x++) out[y * stride + x] = (uint8_t)(clamp(results[x], -128, 127) + 128);
    }
  }
  return most <= PK_TRANSFORM_LIMIT;
}
