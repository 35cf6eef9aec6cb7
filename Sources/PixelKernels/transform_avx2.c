#include "transform.h"

#ifdef PK_HAS_AVX2
#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

// Two blocks at a time, one in each half of 128 bits. No instruction below carries anything from one half to
// the other but where samples are stored.

AVX2 static inline __m256i pair(int16_t first, int16_t second) {
  return _mm256_set1_epi32((int32_t)((uint32_t)(uint16_t)second << 16 | (uint16_t)first));
}

AVX2 static inline __m256i add(__m256i a, __m256i b) { return _mm256_add_epi32(a, b); }

/// e0 to e3 of four of eight columns, rounded by `half`, from pairs of x0 and x4, x2 and x6.
AVX2 static inline void even_sums(__m256i x04, __m256i x26, __m256i half, __m256i *e) {
  const __m256i sum = add(_mm256_madd_epi16(x04, pair(PK_TRANSFORM_ONE, PK_TRANSFORM_ONE)), half);
  const __m256i difference = add(_mm256_madd_epi16(x04, pair(PK_TRANSFORM_ONE, -PK_TRANSFORM_ONE)), half);
  const __m256i outer = _mm256_madd_epi16(x26, pair(PK_E0_2, PK_E0_6));
  const __m256i inner = _mm256_madd_epi16(x26, pair(PK_E1_2, PK_E1_6));
  e[0] = add(sum, outer);
  e[1] = add(difference, inner);
  e[2] = _mm256_sub_epi32(difference, inner);
  e[3] = _mm256_sub_epi32(sum, outer);
}

/// One of o0 to o3, given by its row of the matrix, from pairs of x1 and x3, x5 and x7.
AVX2 static inline __m256i odd_sum(__m256i x13, __m256i x57, int16_t c1, int16_t c3, int16_t c5, int16_t c7) {
  return add(_mm256_madd_epi16(x13, pair(c1, c3)), _mm256_madd_epi16(x57, pair(c5, c7)));
}

/// Sums of the low and of the high four columns, shifted, as eight values.
AVX2 static inline __m256i narrow(__m256i low, __m256i high, int shift) {
  return _mm256_packs_epi32(_mm256_srai_epi32(low, shift), _mm256_srai_epi32(high, shift));
}

/// One direction on eight vectors of eight values.
AVX2 static inline void transform_8(__m256i *x, int shift) {
  const __m256i half = _mm256_set1_epi32(1 << (shift - 1));
  __m256i low[4], high[4];
  even_sums(_mm256_unpacklo_epi16(x[0], x[4]), _mm256_unpacklo_epi16(x[2], x[6]), half, low);
  even_sums(_mm256_unpackhi_epi16(x[0], x[4]), _mm256_unpackhi_epi16(x[2], x[6]), half, high);
  const __m256i low13 = _mm256_unpacklo_epi16(x[1], x[3]), low57 = _mm256_unpacklo_epi16(x[5], x[7]);
  const __m256i high13 = _mm256_unpackhi_epi16(x[1], x[3]), high57 = _mm256_unpackhi_epi16(x[5], x[7]);
  // Pair by pair, so that there are registers enough.
#define RESULTS(i, ...)                                                                           \
  do {                                                                                            \
    const __m256i l = odd_sum(low13, low57, __VA_ARGS__), h = odd_sum(high13, high57, __VA_ARGS__); \
    x[i] = narrow(add(low[i], l), add(high[i], h), shift);                                        \
    x[7 - i] = narrow(_mm256_sub_epi32(low[i], l), _mm256_sub_epi32(high[i], h), shift);          \
  } while (0)
  RESULTS(0, PK_O0);
  RESULTS(1, PK_O1);
  RESULTS(2, PK_O2);
  RESULTS(3, PK_O3);
#undef RESULTS
}

/// Exchanges rows and columns of 8x8 values of 16 bits.
AVX2 static inline void transpose(__m256i *x) {
  __m256i a[8], b[8];
  for (int i = 0; i < 4; i++) {
    a[2 * i] = _mm256_unpacklo_epi16(x[i], x[i + 4]);
    a[2 * i + 1] = _mm256_unpackhi_epi16(x[i], x[i + 4]);
  }
  for (int i = 0; i < 4; i++) {
    b[2 * i] = _mm256_unpacklo_epi16(a[i], a[i + 4]);
    b[2 * i + 1] = _mm256_unpackhi_epi16(a[i], a[i + 4]);
  }
  for (int i = 0; i < 4; i++) {
    x[2 * i] = _mm256_unpacklo_epi16(b[i], b[i + 4]);
    x[2 * i + 1] = _mm256_unpackhi_epi16(b[i], b[i + 4]);
  }
}

/// Stores columns 0 to 7 of each block, given as vectors of one column each, as rows of both blocks.
AVX2 static inline void store(const __m256i *x, uint8_t *out, size_t stride, bool both) {
  // Bytes of columns 0 and 2, 1 and 3, 4 and 6, 5 and 7, then woven to pairs, fours and eights.
  const __m256i middle = _mm256_set1_epi8((char)128);
  const __m256i c02 = _mm256_packs_epi16(x[0], x[2]), c13 = _mm256_packs_epi16(x[1], x[3]);
  const __m256i c46 = _mm256_packs_epi16(x[4], x[6]), c57 = _mm256_packs_epi16(x[5], x[7]);
  const __m256i c01 = _mm256_unpacklo_epi8(c02, c13), c23 = _mm256_unpackhi_epi8(c02, c13);
  const __m256i c45 = _mm256_unpacklo_epi8(c46, c57), c67 = _mm256_unpackhi_epi8(c46, c57);
  const __m256i left[2] = {_mm256_unpacklo_epi16(c01, c23), _mm256_unpackhi_epi16(c01, c23)};
  const __m256i right[2] = {_mm256_unpacklo_epi16(c45, c67), _mm256_unpackhi_epi16(c45, c67)};
  for (int i = 0; i < 2; i++) {
    const __m256i rows[2] = {_mm256_unpacklo_epi32(left[i], right[i]), _mm256_unpackhi_epi32(left[i], right[i])};
    for (int j = 0; j < 2; j++, out += 2 * stride) {
      // Two rows of the first block, then two of the second; after this each row of both.
      const __m256i samples = _mm256_permute4x64_epi64(_mm256_xor_si256(rows[j], middle), 0xD8);
      const __m128i upper = _mm256_castsi256_si128(samples), lower = _mm256_extracti128_si256(samples, 1);
      if (both) {
        _mm_storeu_si128((__m128i *)out, upper);
        _mm_storeu_si128((__m128i *)(out + stride), lower);
      } else {
        _mm_storel_epi64((__m128i *)out, upper);
        _mm_storel_epi64((__m128i *)(out + stride), lower);
      }
    }
  }
}

AVX2 static inline __m256i load(const int16_t *first, const int16_t *second) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)first)),
                                 _mm_loadu_si128((const __m128i *)second), 1);
}

/// The larger of magnitudes and those of eight vectors.
AVX2 static inline __m256i larger(__m256i magnitudes, const __m256i *x) {
  for (int i = 0; i < 8; i++) magnitudes = _mm256_max_epu16(magnitudes, _mm256_abs_epi16(x[i]));
  return magnitudes;
}

/// The two blocks at `first` and `second`; only the first is stored unless `both`. Returns the larger of
/// magnitudes and those of the coefficients and of what lies between columns and rows.
AVX2 static __m256i transform_blocks(const int16_t *first, const int16_t *second, uint8_t *out, size_t stride,
                                     bool both, __m256i magnitudes) {
  __m256i x[8];
  for (int i = 0; i < 8; i++) x[i] = load(first + 8 * i, second + 8 * i);
  magnitudes = larger(magnitudes, x);
  transform_8(x, PK_COLUMN_SHIFT);
  magnitudes = larger(magnitudes, x);
  transpose(x);
  transform_8(x, PK_ROW_SHIFT);
  store(x, out, stride, both);
  return magnitudes;
}

AVX2 bool pk_inverse_transform_avx2(const int16_t *blocks, const uint8_t *last, size_t count, uint8_t *out,
                                    size_t stride) {
  __m256i magnitudes = _mm256_setzero_si256();
  bool is_flat_in_range = true;
  size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    const int16_t *first = blocks + PK_BLOCK * i, *second = first + PK_BLOCK;
    uint8_t *place = out + 8 * i;
    if ((last[i] | last[i + 1]) != 0) {
      magnitudes = transform_blocks(first, second, place, stride, true, magnitudes);
      continue;
    }
    is_flat_in_range &= pk_flat_is_in_range(first[0]) & pk_flat_is_in_range(second[0]);
    const __m128i row = _mm_unpacklo_epi64(_mm_set1_epi8((char)pk_flat_sample(first[0])),
                                           _mm_set1_epi8((char)pk_flat_sample(second[0])));
    for (size_t y = 0; y < 8; y++) _mm_storeu_si128((__m128i *)(place + y * stride), row);
  }
  if (i < count) {
    const int16_t *block = blocks + PK_BLOCK * i;
    magnitudes = transform_blocks(block, block, out + 8 * i, stride, false, magnitudes);
  }
  const __m256i excess = _mm256_subs_epu16(magnitudes, _mm256_set1_epi16(PK_TRANSFORM_LIMIT));
  return _mm256_testz_si256(excess, excess) && is_flat_in_range;
}
#endif
