#include "filters.h"

#ifdef PK_HAS_AVX2
#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

/// Two neighbouring coefficients in each 32-bit lane, as VPMADDWD wants them.
AVX2 static inline __m256i coefficient_pair(const int16_t *coefficients) {
  int32_t pair;
  memcpy(&pair, coefficients, sizeof pair);
  return _mm256_set1_epi32(pair);
}

AVX2 static inline __m256i multiply_add(__m256i sum, __m256i samples, __m256i weights) {
  return _mm256_add_epi32(sum, _mm256_madd_epi16(samples, weights));
}

/// Columns x to x + 31.
AVX2 static inline void vertical_32(const uint8_t *const *rows, const int16_t *coefficients, size_t taps,
                                    size_t x, int16_t *out) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i half = _mm256_set1_epi32(1 << (PK_VERTICAL_SHIFT - 1));
  __m256i sum0 = half, sum1 = half, sum2 = half, sum3 = half;
  for (size_t k = 0; k < taps; k += 2) {
    const __m256i weights = coefficient_pair(coefficients + k);
    const __m256i upper = _mm256_loadu_si256((const __m256i *)(rows[k] + x));
    const __m256i lower = _mm256_loadu_si256((const __m256i *)(rows[k + 1] + x));
    const __m256i low = _mm256_unpacklo_epi8(upper, lower);
    const __m256i high = _mm256_unpackhi_epi8(upper, lower);
    sum0 = multiply_add(sum0, _mm256_unpacklo_epi8(low, zero), weights);
    sum1 = multiply_add(sum1, _mm256_unpackhi_epi8(low, zero), weights);
    sum2 = multiply_add(sum2, _mm256_unpacklo_epi8(high, zero), weights);
    sum3 = multiply_add(sum3, _mm256_unpackhi_epi8(high, zero), weights);
  }
  // Unpacking worked inside each half of 128 bits; packing does too, so only halves are to be exchanged.
  const __m256i first = _mm256_packs_epi32(_mm256_srai_epi32(sum0, PK_VERTICAL_SHIFT),
                                           _mm256_srai_epi32(sum1, PK_VERTICAL_SHIFT));
  const __m256i second = _mm256_packs_epi32(_mm256_srai_epi32(sum2, PK_VERTICAL_SHIFT),
                                            _mm256_srai_epi32(sum3, PK_VERTICAL_SHIFT));
  _mm256_storeu_si256((__m256i *)(out + x), _mm256_permute2x128_si256(first, second, 0x20));
  _mm256_storeu_si256((__m256i *)(out + x + 16), _mm256_permute2x128_si256(first, second, 0x31));
}

AVX2 void pk_vertical_avx2(const uint8_t *const *rows, const int16_t *coefficients, size_t taps,
                           size_t width, int16_t *out) {
  if (width < 32) {
    pk_vertical_portable(rows, coefficients, taps, width, out);
    return;
  }
  size_t x = 0;
  for (; x + 32 <= width; x += 32) vertical_32(rows, coefficients, taps, x, out);
  // The last columns are computed once more together with their neighbours.
  if (x < width) vertical_32(rows, coefficients, taps, width - 32, out);
}

AVX2 static inline __m128i load_8(const int16_t *in) { return _mm_loadu_si128((const __m128i *)in); }

AVX2 static inline __m256i load_16(const int16_t *in) { return _mm256_loadu_si256((const __m256i *)in); }

/// Inlined, so that the number of taps is known where it is one that is common.
#define AVX2_INLINE __attribute__((target("avx2"), always_inline)) static inline

/// The eight partial sums of one output sample of at least 16 taps.
AVX2_INLINE __m256i partial_sums(const int16_t *samples, const int16_t *weights, size_t taps) {
  __m256i sum = _mm256_madd_epi16(load_16(samples), load_16(weights));
  size_t k = 16;
  for (; k + 16 <= taps; k += 16) sum = multiply_add(sum, load_16(samples + k), load_16(weights + k));
  if (k < taps) {
    const __m128i rest = _mm_madd_epi16(load_8(samples + k), load_8(weights + k));
    sum = _mm256_add_epi32(sum, _mm256_zextsi128_si256(rest));
  }
  return sum;
}

/// Output samples i to i + 7 as sums.
AVX2_INLINE __m256i long_sums_8(const int16_t *in, const int32_t *starts, const int16_t *coefficients,
                                size_t taps) {
#define PARTIAL(n) partial_sums(in + starts[n], coefficients + (n) * taps, taps)
  const __m256i a = _mm256_hadd_epi32(PARTIAL(0), PARTIAL(1));
  const __m256i b = _mm256_hadd_epi32(PARTIAL(2), PARTIAL(3));
  const __m256i c = _mm256_hadd_epi32(PARTIAL(4), PARTIAL(5));
  const __m256i d = _mm256_hadd_epi32(PARTIAL(6), PARTIAL(7));
#undef PARTIAL
  const __m256i ab = _mm256_hadd_epi32(a, b);
  const __m256i cd = _mm256_hadd_epi32(c, d);
  return _mm256_add_epi32(_mm256_permute2x128_si256(ab, cd, 0x20), _mm256_permute2x128_si256(ab, cd, 0x31));
}

/// The four partial sums of each of two output samples of 8 taps.
AVX2_INLINE __m256i short_sums(const int16_t *in, const int32_t *starts, const int16_t *coefficients) {
  const __m256i samples =
      _mm256_inserti128_si256(_mm256_castsi128_si256(load_8(in + starts[0])), load_8(in + starts[1]), 1);
  return _mm256_madd_epi16(samples, load_16(coefficients));
}

/// Output samples i to i + 7 of 8 taps as sums.
AVX2_INLINE __m256i short_sums_8(const int16_t *in, const int32_t *starts, const int16_t *coefficients) {
#define PAIR(n) short_sums(in, starts + (n), coefficients + 8 * (n))
  const __m256i first = _mm256_hadd_epi32(PAIR(0), PAIR(2)), last = _mm256_hadd_epi32(PAIR(4), PAIR(6));
#undef PAIR
  // The even ones, then the odd ones.
  const __m256i sums = _mm256_hadd_epi32(first, last);
  return _mm256_permutevar8x32_epi32(sums, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

AVX2_INLINE void horizontal(const int16_t *in, const int32_t *starts, const int16_t *coefficients, size_t taps,
                            size_t count, uint8_t *out) {
  const __m256i half = _mm256_set1_epi32(1 << (PK_HORIZONTAL_SHIFT - 1));
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const int16_t *weights = coefficients + i * taps;
    const __m256i sums =
        taps == 8 ? short_sums_8(in, starts + i, weights) : long_sums_8(in, starts + i, weights, taps);
    const __m256i wide = _mm256_srai_epi32(_mm256_add_epi32(sums, half), PK_HORIZONTAL_SHIFT);
    const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256(wide, 1));
    _mm_storel_epi64((__m128i *)(out + i), _mm_packus_epi16(words, words));
  }
  pk_horizontal_portable(in, starts + i, coefficients + i * taps, taps, count - i, out + i);
}

AVX2 void pk_horizontal_avx2(const int16_t *in, const int32_t *starts, const int16_t *coefficients,
                             size_t taps, size_t count, uint8_t *out) {
  switch (taps) {
  case 8: return horizontal(in, starts, coefficients, 8, count, out);
  case 16: return horizontal(in, starts, coefficients, 16, count, out);
  case 24: return horizontal(in, starts, coefficients, 24, count, out);
  default: return horizontal(in, starts, coefficients, taps, count, out);
  }
}
#endif
