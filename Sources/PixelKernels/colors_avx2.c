#include "colors.h"

#ifdef PK_HAS_AVX2_COLORS
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

/// A vector of 16-bit numbers, `even` and `odd` in turn, as VPMADDWD wants its factors.
AVX2 static inline __m256i factors(int even, int odd) {
  return _mm256_set1_epi32((int32_t)((uint32_t)odd << 16 | (uint16_t)even));
}

/// A factor of up to 19 bits as that of sixteen times a sample and, for the lowest 4 bits, of the sample.
AVX2 static inline __m256i split(int32_t factor) { return factors(factor >> 4, factor & 15); }

/// Products of 32 bits: of the lower and of the upper four samples of each half of the vectors.
typedef struct wide {
  __m256i low, high;
} wide;

/// even * (first factor) + odd * (second factor).
AVX2 static inline wide products(__m256i even, __m256i odd, __m256i weights) {
  return (wide){_mm256_madd_epi16(_mm256_unpacklo_epi16(even, odd), weights),
                _mm256_madd_epi16(_mm256_unpackhi_epi16(even, odd), weights)};
}

AVX2 static inline wide sum(wide a, wide b) {
  return (wide){_mm256_add_epi32(a.low, b.low), _mm256_add_epi32(a.high, b.high)};
}

AVX2 static inline wide plus(wide a, __m256i constant) { return sum(a, (wide){constant, constant}); }

/// Sixteen samples that are not clamped yet.
AVX2 static inline __m256i shifted(wide a, int bits) {
  return _mm256_packs_epi32(_mm256_srai_epi32(a.low, bits), _mm256_srai_epi32(a.high, bits));
}

AVX2 static inline __m256i load_16(const uint8_t *in) {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)in));
}

AVX2 static inline void store_16(__m256i samples, uint8_t *out) {
  const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packus_epi16(samples, samples), 0x08);
  _mm_storeu_si128((__m128i *)out, _mm256_castsi256_si128(bytes));
}

/// A sample times a factor that was split.
AVX2 static inline wide scaled(__m256i samples, __m256i weights) {
  return products(_mm256_slli_epi16(samples, 4), samples, weights);
}

AVX2 void pk_rgb_of_luma_chroma_avx2(const pk_luma_chroma *meaning, const uint8_t *y, const uint8_t *cb,
                                     const uint8_t *cr, size_t count, uint8_t *red, uint8_t *green,
                                     uint8_t *blue) {
  const __m256i black = _mm256_set1_epi16((int16_t)meaning->luma_black), middle = _mm256_set1_epi16(128);
  const __m256i half = _mm256_set1_epi32(PK_HALF), luma_scale = split(meaning->luma_scale);
  const __m256i red_of_cr = split(meaning->red_of_cr), blue_of_cb = split(meaning->blue_of_cb);
  const __m256i green_of_cb = split(meaning->green_of_cb), green_of_cr = split(meaning->green_of_cr);
  size_t x = 0;
  for (; x + 16 <= count; x += 16) {
    const wide luma = plus(scaled(_mm256_sub_epi16(load_16(y + x), black), luma_scale), half);
    const __m256i b = _mm256_sub_epi16(load_16(cb + x), middle), r = _mm256_sub_epi16(load_16(cr + x), middle);
    const wide of_both = sum(scaled(b, green_of_cb), scaled(r, green_of_cr));
    store_16(shifted(sum(luma, scaled(r, red_of_cr)), PK_FRACTION_BITS), red + x);
    store_16(shifted(sum(luma, of_both), PK_FRACTION_BITS), green + x);
    store_16(shifted(sum(luma, scaled(b, blue_of_cb)), PK_FRACTION_BITS), blue + x);
  }
  pk_rgb_of_luma_chroma_body(meaning, y + x, cb + x, cr + x, count - x, red + x, green + x, blue + x);
}

AVX2 void pk_luma_of_rgb_avx2(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count,
                              uint8_t *y) {
  // Green's weight has too many bits: it is given in halves.
  const __m256i red_green = factors(PK_LUMA_OF_RED, PK_LUMA_OF_GREEN / 2);
  const __m256i green_blue = factors(PK_LUMA_OF_GREEN / 2, PK_LUMA_OF_BLUE);
  const __m256i half = _mm256_set1_epi32(PK_HALF);
  size_t x = 0;
  for (; x + 16 <= count; x += 16) {
    const __m256i g = load_16(green + x);
    const wide luma = sum(products(load_16(red + x), g, red_green), products(g, load_16(blue + x), green_blue));
    store_16(shifted(plus(luma, half), PK_FRACTION_BITS), y + x);
  }
  pk_luma_of_rgb_body(red + x, green + x, blue + x, count - x, y + x);
}

/// The sums of 2 x 2 samples of two rows.
AVX2 static inline __m256i sums_of_4(const uint8_t *const rows[2], size_t x) {
  const __m256i ones = _mm256_set1_epi8(1);
  return _mm256_add_epi16(_mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)(rows[0] + x)), ones),
                          _mm256_maddubs_epi16(_mm256_loadu_si256((const __m256i *)(rows[1] + x)), ones));
}

AVX2 void pk_chroma_of_rgb_avx2(const uint8_t *const red[2], const uint8_t *const green[2],
                                const uint8_t *const blue[2], size_t width, uint8_t *cb, uint8_t *cr) {
  const __m256i bias = _mm256_set1_epi32(PK_CHROMA_BIAS);
  // What a half is does not fit into 16 bits: it is given in two quarters.
  const __m256i quarters = factors(PK_CHROMA_HALF / 2, PK_CHROMA_HALF / 2);
  const __m256i cb_of_red_green = factors(PK_CB_OF_RED, PK_CB_OF_GREEN);
  const __m256i cr_of_green_blue = factors(PK_CR_OF_GREEN, PK_CR_OF_BLUE);
  size_t x = 0;
  for (; x + 32 <= width; x += 32) {
    const __m256i r = sums_of_4(red, x), g = sums_of_4(green, x), b = sums_of_4(blue, x);
    const wide of_cb = sum(products(r, g, cb_of_red_green), products(b, b, quarters));
    const wide of_cr = sum(products(g, b, cr_of_green_blue), products(r, r, quarters));
    store_16(shifted(plus(of_cb, bias), PK_CHROMA_SHIFT), cb + x / 2);
    store_16(shifted(plus(of_cr, bias), PK_CHROMA_SHIFT), cr + x / 2);
  }
  const uint8_t *const rest_of_red[2] = {red[0] + x, red[1] + x};
  const uint8_t *const rest_of_green[2] = {green[0] + x, green[1] + x};
  const uint8_t *const rest_of_blue[2] = {blue[0] + x, blue[1] + x};
  pk_chroma_of_rgb_body(rest_of_red, rest_of_green, rest_of_blue, width - x, cb + x / 2, cr + x / 2);
}
#endif
