#include "filters.h"

void pk_vertical_portable(const uint8_t *const *rows, const int16_t *coefficients, size_t taps,
                          size_t width, int16_t *out) {
  for (size_t x = 0; x < width; x++) out[x] = pk_vertical_sample(rows, coefficients, taps, x);
}

void pk_horizontal_portable(const int16_t *in, const int32_t *starts, const int16_t *coefficients,
                            size_t taps, size_t count, uint8_t *out) {
  for (size_t i = 0; i < count; i++) {
    const int16_t *samples = in + starts[i];
    const int16_t *weights = coefficients + i * taps;
    int32_t sum = 1 << (PK_HORIZONTAL_SHIFT - 1);
    for (size_t k = 0; k < taps; k++) sum += (int32_t)samples[k] * weights[k];
    out[i] = pk_horizontal_sample(sum);
  }
}
