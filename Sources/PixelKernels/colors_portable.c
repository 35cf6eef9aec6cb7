#include "colors.h"

void pk_rgb_of_luma_chroma_portable(const pk_luma_chroma *meaning, const uint8_t *y, const uint8_t *cb,
                                    const uint8_t *cr, size_t count, uint8_t *red, uint8_t *green,
                                    uint8_t *blue) {
  pk_rgb_of_luma_chroma_body(meaning, y, cb, cr, count, red, green, blue);
}

void pk_convert_rgb_portable(const int32_t *shares, const uint8_t *codes, uint8_t *red, uint8_t *green,
                             uint8_t *blue, size_t count) {
  for (size_t x = 0; x < count; x++) {
    const int32_t *r = shares + 4 * red[x], *g = shares + 1024 + 4 * green[x], *b = shares + 2048 + 4 * blue[x];
    red[x] = codes[pk_light(r[0] + g[0] + b[0])];
    green[x] = codes[pk_light(r[1] + g[1] + b[1])];
    blue[x] = codes[pk_light(r[2] + g[2] + b[2])];
  }
}

void pk_luma_of_rgb_portable(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count,
                             uint8_t *y) {
  pk_luma_of_rgb_body(red, green, blue, count, y);
}

void pk_chroma_of_rgb_portable(const uint8_t *const red[2], const uint8_t *const green[2],
                               const uint8_t *const blue[2], size_t width, uint8_t *cb, uint8_t *cr) {
  pk_chroma_of_rgb_body(red, green, blue, width, cb, cr);
}

void pk_complement(uint8_t *samples, size_t count) {
  for (size_t x = 0; x < count; x++) samples[x] = 255 - samples[x];
}

void pk_multiply(uint8_t *samples, const uint8_t *factor, size_t count) {
  for (size_t x = 0; x < count; x++) samples[x] = (uint8_t)((samples[x] * factor[x] + 127) / 255);
}
