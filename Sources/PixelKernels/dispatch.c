#include "colors.h"
#include "filters.h"
#include "pixels.h"

static const pk_filters filters[] = {
    {"portable", pk_vertical_portable, pk_horizontal_portable, pk_inverse_transform_portable,
     pk_decode_mcus_portable},
#ifdef PK_HAS_AVX2
    {"avx2", pk_vertical_avx2, pk_horizontal_avx2, pk_inverse_transform_avx2, pk_decode_mcus_bmi2},
#endif
#ifdef PK_HAS_NEON
    // Advanced SIMD is part of every AArch64 processor that runs an operating system.
    {"neon", pk_vertical_neon, pk_horizontal_neon, pk_inverse_transform_neon,
     pk_decode_mcus_portable},
#endif
};

static const pk_pixel_reader pixel_readers[] = {
    {"portable", pk_split_rgb_portable, pk_flatten_rgba_portable, pk_flatten_gray_alpha_portable},
#ifdef PK_HAS_AVX2
    {"avx2", pk_split_rgb_avx2, pk_flatten_rgba_avx2, pk_flatten_gray_alpha_avx2},
#endif
#ifdef PK_HAS_NEON
    {"neon", pk_split_rgb_neon, pk_flatten_rgba_neon, pk_flatten_gray_alpha_neon},
#endif
};

/// How many of `count` implementations, the vector form last, this processor can run.
static size_t runnable(size_t count) {
#ifdef PK_HAS_AVX2
  // The compiler's runtime asks CPUID, and XGETBV for whether the system saves the wide registers.
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) return count - 1;
#endif
  return count;
}

const pk_filters *pk_available_filters(size_t *count) {
  *count = runnable(sizeof filters / sizeof filters[0]);
  return filters;
}

pk_filters pk_best_filters(void) {
  size_t count;
  const pk_filters *available = pk_available_filters(&count);
  return available[count - 1];
}

static const pk_colors colors[] = {
    {"portable", pk_rgb_of_luma_chroma_portable, pk_luma_of_rgb_portable, pk_chroma_of_rgb_portable},
#ifdef PK_HAS_AVX2_COLORS
    {"avx2", pk_rgb_of_luma_chroma_avx2, pk_luma_of_rgb_avx2, pk_chroma_of_rgb_avx2},
#endif
};

const pk_colors *pk_available_colors(size_t *count) {
  *count = sizeof colors / sizeof colors[0];
#ifdef PK_HAS_AVX2_COLORS
  *count = runnable(*count);
#endif
  return colors;
}

pk_colors pk_best_colors(void) {
  size_t count;
  const pk_colors *available = pk_available_colors(&count);
  return available[count - 1];
}

const pk_pixel_reader *pk_available_pixel_readers(size_t *count) {
  *count = runnable(sizeof pixel_readers / sizeof pixel_readers[0]);
  return pixel_readers;
}

pk_pixel_reader pk_best_pixel_reader(void) {
  size_t count;
  const pk_pixel_reader *available = pk_available_pixel_readers(&count);
  return available[count - 1];
}
