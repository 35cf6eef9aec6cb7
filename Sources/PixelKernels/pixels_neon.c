#include "pixels.h"

#ifdef PK_HAS_NEON
#include <arm_neon.h>

void pk_split_rgb_neon(const uint8_t *in, size_t width, uint8_t *red, uint8_t *green, uint8_t *blue) {
  size_t x = 0;
  for (; x + 16 <= width; x += 16) {
    const uint8x16x3_t pixels = vld3q_u8(in + 3 * x);
    vst1q_u8(red + x, pixels.val[0]);
    vst1q_u8(green + x, pixels.val[1]);
    vst1q_u8(blue + x, pixels.val[2]);
  }
  pk_split_rgb_portable(in + 3 * x, width - x, red + x, green + x, blue + x);
}

/// Eight products divided by 255: (p + ((p + 128) >> 8) + 128) >> 8, the nearest integer.
static inline uint8x8_t scaled(uint8x8_t samples, uint8x8_t alpha) {
  const uint16x8_t product = vmull_u8(samples, alpha);
  return vraddhn_u16(product, vrshrq_n_u16(product, 8));
}

static inline uint8x16_t on_white(uint8x16_t samples, uint8x16_t alpha) {
  const uint8x16_t part = vcombine_u8(scaled(vget_low_u8(samples), vget_low_u8(alpha)),
                                      scaled(vget_high_u8(samples), vget_high_u8(alpha)));
  return vaddq_u8(part, vmvnq_u8(alpha));
}

void pk_flatten_rgba_neon(const uint8_t *in, size_t width, uint8_t *red, uint8_t *green, uint8_t *blue) {
  size_t x = 0;
  for (; x + 16 <= width; x += 16) {
    uint8x16x4_t pixels = vld4q_u8(in + 4 * x);
    if (vminvq_u8(pixels.val[3]) != 255)
      for (int i = 0; i < 3; i++) pixels.val[i] = on_white(pixels.val[i], pixels.val[3]);
    vst1q_u8(red + x, pixels.val[0]);
    vst1q_u8(green + x, pixels.val[1]);
    vst1q_u8(blue + x, pixels.val[2]);
  }
  pk_flatten_rgba_portable(in + 4 * x, width - x, red + x, green + x, blue + x);
}

void pk_flatten_gray_alpha_neon(const uint8_t *in, size_t width, uint8_t *out) {
  size_t x = 0;
  for (; x + 16 <= width; x += 16) {
    const uint8x16x2_t pixels = vld2q_u8(in + 2 * x);
    vst1q_u8(out + x, on_white(pixels.val[0], pixels.val[1]));
  }
  pk_flatten_gray_alpha_portable(in + 2 * x, width - x, out + x);
}
#endif
