#include "colors.h"

void pk_rgb_of_luma_chroma_portable(const pk_luma_chroma *meaning, const uint8_t *y, const uint8_t *cb,
                                    const uint8_t *cr, size_t count, uint8_t *red, uint8_t *green,
                                    uint8_t *blue) {
  pk_rgb_of_luma_chroma_body(meaning, y, cb, cr, count, red, green, blue);
}

PK_INLINE uint32_t four_samples(const uint8_t *in) {
  return (uint32_t)in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
}

PK_INLINE void store_codes(uint64_t sum, const uint8_t *codes, uint8_t *red, uint8_t *green, uint8_t *blue) {
  *red = codes[(uint16_t)sum];
  *green = codes[(uint16_t)(sum >> 16)];
  *blue = codes[sum >> 48];
}

// Look-ups are all of the work, and vectors do not make them faster; four samples are read at once, because
// reading is what processors run out of.
void pk_convert_rgb(const uint64_t *restrict shares, const uint8_t *restrict codes, uint8_t *restrict red,
                    uint8_t *restrict green, uint8_t *restrict blue, size_t count) {
  const uint64_t *restrict of_green = shares + 256, *restrict of_blue = shares + 512;
  size_t x = 0;
  for (; x + 4 <= count; x += 4) {
    const uint32_t r = four_samples(red + x), g = four_samples(green + x), b = four_samples(blue + x);
    uint64_t sums[4];
    for (int i = 0; i < 4; i++)
      sums[i] = shares[(uint8_t)(r >> 8 * i)] + of_green[(uint8_t)(g >> 8 * i)] + of_blue[(uint8_t)(b >> 8 * i)];
    for (size_t i = 0; i < 4; i++) store_codes(sums[i], codes, red + x + i, green + x + i, blue + x + i);
  }
  for (; x < count; x++)
    store_codes(shares[red[x]] + of_green[green[x]] + of_blue[blue[x]], codes, red + x, green + x, blue + x);
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
