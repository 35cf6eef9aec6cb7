#include "pixels.h"

void pk_split_rgb_portable(const uint8_t *in, size_t width, uint8_t *red, uint8_t *green, uint8_t *blue) {
  for (size_t x = 0; x < width; x++) {
    red[x] = in[3 * x];
    green[x] = in[3 * x + 1];
    blue[x] = in[3 * x + 2];
  }
}

void pk_flatten_rgba_portable(const uint8_t *in, size_t width, uint8_t *red, uint8_t *green, uint8_t *blue) {
  for (size_t x = 0; x < width; x++) {
    const uint8_t alpha = in[4 * x + 3];
    red[x] = pk_on_white(in[4 * x], alpha);
    green[x] = pk_on_white(in[4 * x + 1], alpha);
    blue[x] = pk_on_white(in[4 * x + 2], alpha);
  }
}

void pk_flatten_gray_alpha_portable(const uint8_t *in, size_t width, uint8_t *out) {
  for (size_t x = 0; x < width; x++) out[x] = pk_on_white(in[2 * x], in[2 * x + 1]);
}

void pk_look_up(const uint8_t *in, size_t width, const uint8_t *table, uint8_t *out) {
  for (size_t x = 0; x < width; x++) out[x] = table[in[x]];
}

void pk_unpack_bits(const uint8_t *in, size_t width, unsigned depth, uint8_t *out) {
  const unsigned mask = (1u << depth) - 1;
  for (size_t x = 0; x < width; x++) {
    const size_t bit = x * depth;
    out[x] = (uint8_t)(in[bit >> 3] >> (8 - depth - (bit & 7)) & mask);
  }
}

/// The nearest integer to sample * 255 / 65535.
static inline uint8_t narrow(uint32_t sample) { return (uint8_t)((sample * 255 + 32895) >> 16); }

/// The nearest integer to (sample * alpha + 65535 * (65535 - alpha)) / 65535. No sum exceeds 32 bits.
static inline uint32_t on_white_16(uint32_t sample, uint32_t alpha) {
  return (sample * alpha + 65535 * (65535 - alpha) + 32767) / 65535;
}

void pk_narrow_gray_16(const uint16_t *in, size_t width, uint8_t *out) {
  for (size_t x = 0; x < width; x++) out[x] = narrow(in[x]);
}

void pk_split_rgb_16(const uint16_t *in, size_t width, uint8_t *red, uint8_t *green, uint8_t *blue) {
  for (size_t x = 0; x < width; x++) {
    red[x] = narrow(in[3 * x]);
    green[x] = narrow(in[3 * x + 1]);
    blue[x] = narrow(in[3 * x + 2]);
  }
}

void pk_flatten_rgba_16(const uint16_t *in, size_t width, uint8_t *red, uint8_t *green, uint8_t *blue) {
  for (size_t x = 0; x < width; x++) {
    const uint32_t alpha = in[4 * x + 3];
    red[x] = narrow(on_white_16(in[4 * x], alpha));
    green[x] = narrow(on_white_16(in[4 * x + 1], alpha));
    blue[x] = narrow(on_white_16(in[4 * x + 2], alpha));
  }
}

void pk_flatten_gray_alpha_16(const uint16_t *in, size_t width, uint8_t *out) {
  for (size_t x = 0; x < width; x++) out[x] = narrow(on_white_16(in[2 * x], in[2 * x + 1]));
}

void pk_widen_range(const uint8_t *in, size_t width, int is_chroma, uint8_t *out) {
  // 255 / 219 and 255 / 224, with 16 bits behind the binary point.
  const int32_t scale = is_chroma ? 74606 : 76309;
  const int32_t offset = is_chroma ? (128 << 16) + 32768 - 128 * scale : 32768 - 16 * scale;
  for (size_t x = 0; x < width; x++) {
    const int32_t value = (in[x] * scale + offset) >> 16;
    out[x] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
  }
}
