#include "colors.h"
#include "filters.h"

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

const pk_filters *pk_available_filters(size_t *count) {
  *count = sizeof filters / sizeof filters[0];
#ifdef PK_HAS_AVX2
  // The compiler's runtime asks CPUID, and XGETBV for whether the system saves the wide registers.
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) *count -= 1;
#endif
  return filters;
}

pk_filters pk_best_filters(void) {
  size_t count;
  const pk_filters *available = pk_available_filters(&count);
  return available[count - 1];
}

static const pk_colors colors[] = {
    {"portable", pk_rgb_of_luma_chroma_portable, pk_convert_rgb_portable, pk_luma_of_rgb_portable,
     pk_chroma_of_rgb_portable},
#ifdef PK_HAS_AVX2_COLORS
    {"avx2", pk_rgb_of_luma_chroma_avx2, pk_convert_rgb_avx2, pk_luma_of_rgb_avx2, pk_chroma_of_rgb_avx2},
#endif
};

const pk_colors *pk_available_colors(size_t *count) {
  *count = sizeof colors / sizeof colors[0];
#ifdef PK_HAS_AVX2_COLORS
  if (!__builtin_cpu_supports("avx2")) *count -= 1;
#endif
  return colors;
}

pk_colors pk_best_colors(void) {
  size_t count;
  const pk_colors *available = pk_available_colors(&count);
  return available[count - 1];
}
