#include "pixels.h"

#ifdef PK_HAS_AVX2
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

/// 16 bytes from `in` in the lower half and 16 from `in + distance` in the upper.
///
/// Shuffling and packing work inside each half, so each half takes 16 pixels of its own.
AVX2 static inline __m256i load_halves(const uint8_t *in, size_t distance) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)in)),
                                 _mm_loadu_si128((const __m128i *)(in + distance)), 1);
}

AVX2 static inline void store(uint8_t *out, __m256i samples) {
  _mm256_storeu_si256((__m256i *)out, samples);
}

/// The samples of one channel out of the three vectors that hold 16 RGB pixels in each half.
AVX2 static inline __m256i gather(const __m256i in[3], const int8_t places[3][16]) {
  __m256i sum = _mm256_setzero_si256();
  for (int i = 0; i < 3; i++) {
    // A negative place gives 0.
    const __m256i places_i = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)places[i]));
    sum = _mm256_or_si256(sum, _mm256_shuffle_epi8(in[i], places_i));
  }
  return sum;
}

static const int8_t red_places[3][16] = {
    {0, 3, 6, 9, 12, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
    {-1, -1, -1, -1, -1, -1, 2, 5, 8, 11, 14, -1, -1, -1, -1, -1},
    {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 4, 7, 10, 13}};
static const int8_t green_places[3][16] = {
    {1, 4, 7, 10, 13, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
    {-1, -1, -1, -1, -1, 0, 3, 6, 9, 12, 15, -1, -1, -1, -1, -1},
    {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 2, 5, 8, 11, 14}};
static const int8_t blue_places[3][16] = {
    {2, 5, 8, 11, 14, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
    {-1, -1, -1, -1, -1, 1, 4, 7, 10, 13, -1, -1, -1, -1, -1, -1},
    {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 3, 6, 9, 12, 15}};

AVX2 static inline void split_rgb_32(const uint8_t *in, uint8_t *red, uint8_t *green, uint8_t *blue) {
  const __m256i pixels[3] = {load_halves(in, 48), load_halves(in + 16, 48), load_halves(in + 32, 48)};
  store(red, gather(pixels, red_places));
  store(green, gather(pixels, green_places));
  store(blue, gather(pixels, blue_places));
}

AVX2 void pk_split_rgb_avx2(const uint8_t *in, size_t width, uint8_t *red, uint8_t *green, uint8_t *blue) {
  if (width < 32) {
    pk_split_rgb_portable(in, width, red, green, blue);
    return;
  }
  size_t x = 0;
  for (; x + 32 <= width; x += 32) split_rgb_32(in + 3 * x, red + x, green + x, blue + x);
  // The last pixels are written once more together with their neighbours.
  if (x < width) {
    x = width - 32;
    split_rgb_32(in + 3 * x, red + x, green + x, blue + x);
  }
}

/// Eight products of a half, divided by 255 and rounded as pk_divided_by_255 does.
AVX2 static inline __m256i scaled(__m256i samples, __m256i alpha) {
  const __m256i sum = _mm256_add_epi16(_mm256_mullo_epi16(samples, alpha), _mm256_set1_epi16(128));
  return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_srli_epi16(sum, 8)), 8);
}

AVX2 static inline __m256i on_white(__m256i samples, __m256i alpha) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i low = scaled(_mm256_unpacklo_epi8(samples, zero), _mm256_unpacklo_epi8(alpha, zero));
  const __m256i high = scaled(_mm256_unpackhi_epi8(samples, zero), _mm256_unpackhi_epi8(alpha, zero));
  // 255 - alpha is the complement of its bits.
  const __m256i white = _mm256_xor_si256(alpha, _mm256_set1_epi8(-1));
  return _mm256_add_epi8(_mm256_packus_epi16(low, high), white);
}

AVX2 static inline int is_opaque(__m256i alpha) {
  return _mm256_movemask_epi8(_mm256_cmpeq_epi8(alpha, _mm256_set1_epi8(-1))) == -1;
}

AVX2 static inline void flatten_rgba_32(const uint8_t *in, uint8_t *red, uint8_t *green, uint8_t *blue) {
  const __m256i channels = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
  __m256i four[4];
  for (int i = 0; i < 4; i++) four[i] = _mm256_shuffle_epi8(load_halves(in + 16 * i, 64), channels);
  const __m256i rg0 = _mm256_unpacklo_epi32(four[0], four[1]), ba0 = _mm256_unpackhi_epi32(four[0], four[1]);
  const __m256i rg1 = _mm256_unpacklo_epi32(four[2], four[3]), ba1 = _mm256_unpackhi_epi32(four[2], four[3]);
  __m256i r = _mm256_unpacklo_epi64(rg0, rg1), g = _mm256_unpackhi_epi64(rg0, rg1);
  __m256i b = _mm256_unpacklo_epi64(ba0, ba1);
  const __m256i alpha = _mm256_unpackhi_epi64(ba0, ba1);
  if (!is_opaque(alpha)) {
    r = on_white(r, alpha);
    g = on_white(g, alpha);
    b = on_white(b, alpha);
  }
  store(red, r);
  store(green, g);
  store(blue, b);
}

AVX2 void pk_flatten_rgba_avx2(const uint8_t *in, size_t width, uint8_t *red, uint8_t *green, uint8_t *blue) {
  if (width < 32) {
    pk_flatten_rgba_portable(in, width, red, green, blue);
    return;
  }
  size_t x = 0;
  for (; x + 32 <= width; x += 32) flatten_rgba_32(in + 4 * x, red + x, green + x, blue + x);
  if (x < width) {
    x = width - 32;
    flatten_rgba_32(in + 4 * x, red + x, green + x, blue + x);
  }
}

AVX2 static inline void flatten_gray_alpha_32(const uint8_t *in, uint8_t *out) {
  const __m256i first = load_halves(in, 32), second = load_halves(in + 16, 32);
  const __m256i low_bytes = _mm256_set1_epi16(0xFF);
  const __m256i gray = _mm256_packus_epi16(_mm256_and_si256(first, low_bytes), _mm256_and_si256(second, low_bytes));
  const __m256i alpha = _mm256_packus_epi16(_mm256_srli_epi16(first, 8), _mm256_srli_epi16(second, 8));
  store(out, is_opaque(alpha) ? gray : on_white(gray, alpha));
}

AVX2 void pk_flatten_gray_alpha_avx2(const uint8_t *in, size_t width, uint8_t *out) {
  if (width < 32) {
    pk_flatten_gray_alpha_portable(in, width, out);
    return;
  }
  size_t x = 0;
  for (; x + 32 <= width; x += 32) flatten_gray_alpha_32(in + 2 * x, out + x);
  if (x < width) flatten_gray_alpha_32(in + 2 * (width - 32), out + width - 32);
}
#endif
