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
