#include "colors.h"

#ifdef PK_HAS_AVX2_COLORS
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 void pk_rgb_of_luma_chroma_avx2(const pk_luma_chroma *meaning, const uint8_t *y, const uint8_t *cb,
                                     const uint8_t *cr, size_t count, uint8_t *red, uint8_t *green,
                                     uint8_t *blue) {
  pk_rgb_of_luma_chroma_body(meaning, y, cb, cr, count, red, green, blue);
}

/// The shares of two stored samples of one channel.
AVX2 static inline __m256i shares_of(const int32_t *shares, uint8_t first, uint8_t second) {
  return _mm256_inserti128_si256(
      _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(shares + 4 * first))),
      _mm_loadu_si128((const __m128i *)(shares + 4 * second)), 1);
}

AVX2 void pk_convert_rgb_avx2(const int32_t *restrict shares, const uint8_t *restrict codes,
                              uint8_t *restrict red, uint8_t *restrict green, uint8_t *restrict blue,
                              size_t count) {
  const __m256i half = _mm256_set1_epi32(PK_SHARE_ONE / 2), one = _mm256_set1_epi32(PK_LIGHT_ONE);
  size_t x = 0;
  for (; x + 2 <= count; x += 2) {
    const __m256i r = shares_of(shares, red[x], red[x + 1]);
    const __m256i g = shares_of(shares + 1024, green[x], green[x + 1]);
    const __m256i b = shares_of(shares + 2048, blue[x], blue[x + 1]);
    const __m256i sum = _mm256_add_epi32(_mm256_add_epi32(r, g), _mm256_add_epi32(b, half));
    const __m256i light = _mm256_srai_epi32(sum, PK_SHARE_BITS);
    const __m256i both = _mm256_min_epi32(_mm256_max_epi32(light, _mm256_setzero_si256()), one);
    const __m128i first = _mm256_castsi256_si128(both), second = _mm256_extracti128_si256(both, 1);
    const uint64_t low = (uint64_t)_mm_cvtsi128_si64(first), next = (uint64_t)_mm_cvtsi128_si64(second);
    red[x] = codes[(uint32_t)low];
    red[x + 1] = codes[(uint32_t)next];
    green[x] = codes[low >> 32];
    green[x + 1] = codes[next >> 32];
    blue[x] = codes[_mm_extract_epi32(first, 2)];
    blue[x + 1] = codes[_mm_extract_epi32(second, 2)];
  }
  pk_convert_rgb_portable(shares, codes, red + x, green + x, blue + x, count - x);
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
