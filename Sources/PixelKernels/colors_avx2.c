#include "colors.h"

#ifdef PK_HAS_AVX2_COLORS
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 void pk_rgb_of_luma_chroma_avx2(const pk_luma_chroma *meaning, const uint8_t *y, const uint8_t *cb,
                                     const uint8_t *cr, size_t count, uint8_t *red, uint8_t *green,
                                     uint8_t *blue) {
  pk_rgb_of_luma_chroma_body(meaning, y, cb, cr, count, red, green, blue);
}

/// The light of one pixel in 32-bit lanes, clamped.
AVX2 static inline __m128i light(const int32_t *shares, uint8_t red, uint8_t green, uint8_t blue) {
  const __m128i r = _mm_loadu_si128((const __m128i *)(shares + 4 * red));
  const __m128i g = _mm_loadu_si128((const __m128i *)(shares + 1024 + 4 * green));
  const __m128i b = _mm_loadu_si128((const __m128i *)(shares + 2048 + 4 * blue));
  const __m128i sum = _mm_add_epi32(_mm_add_epi32(r, g), _mm_add_epi32(b, _mm_set1_epi32(PK_SHARE_ONE / 2)));
  const __m128i shifted = _mm_srai_epi32(sum, PK_SHARE_BITS);
  return _mm_min_epi32(_mm_max_epi32(shifted, _mm_setzero_si128()), _mm_set1_epi32(PK_LIGHT_ONE));
}

AVX2 void pk_convert_rgb_avx2(const int32_t *shares, const uint8_t *codes, uint8_t *red, uint8_t *green,
                              uint8_t *blue, size_t count) {
  for (size_t x = 0; x < count; x++) {
    const __m128i pixel = light(shares, red[x], green[x], blue[x]);
    const uint64_t low = (uint64_t)_mm_cvtsi128_si64(pixel);
    red[x] = codes[(uint32_t)low];
    green[x] = codes[low >> 32];
    blue[x] = codes[_mm_extract_epi32(pixel, 2)];
  }
}

AVX2 void pk_luma_of_rgb_avx2(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count,
                              uint8_t *y) {
  pk_luma_of_rgb_body(red, green, blue, count, y);
}

AVX2 void pk_chroma_of_rgb_avx2(const uint8_t *const red[2], const uint8_t *const green[2],
                                const uint8_t *const blue[2], size_t width, uint8_t *cb, uint8_t *cr) {
  pk_chroma_of_rgb_body(red, green, blue, width, cb, cr);
}
#endif
