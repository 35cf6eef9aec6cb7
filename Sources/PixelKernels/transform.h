/// What the implementations of the inverse transform share; not for callers.
///
/// One direction, on eight values x0 to x7, is a matrix: the even ones (x0, x4, x2, x6) and the odd ones
/// (x1, x3, x5, x7) give four sums each, e0 to e3 and o0 to o3, and the results are
/// e0 + o0, e1 + o1, e2 + o2, e3 + o3, e3 - o3, e2 - o2, e1 - o1, e0 - o0.
///
/// The entries of the matrix are sums of the constants of the fast algorithm, each rounded to 13 bits
/// behind the binary point, so that the bits are those of the fast algorithm. The absolute entries of a row
/// sum up to 61214, so no sum of 16-bit values leaves 32 bits, whatever the coefficients are.
#ifndef PK_TRANSFORM_H
#define PK_TRANSFORM_H

#include "filters.h"

#define PK_TRANSFORM_ONE 8192
/// Columns keep 2 of the 13 bits, rows drop those too and the factor 8 of the transform.
#define PK_COLUMN_SHIFT 11
#define PK_ROW_SHIFT 18

/// e0 and e3 from x2 and x6; e1 and e2.
#define PK_E0_2 10703
#define PK_E0_6 4433
#define PK_E1_2 4433
#define PK_E1_6 (-10704)

/// o0 to o3 from x1, x3, x5 and x7.
#define PK_O0 11363, 9633, 6437, 2260
#define PK_O1 9633, -2259, -11362, -6436
#define PK_O2 6437, -11362, 2261, 9633
#define PK_O3 2260, -6436, 9633, -11363

/// The sample of a block that has no coefficient but `dc`: what the whole transform gives.
static inline uint8_t pk_flat_sample(int16_t dc) {
  const int32_t sample = ((dc + 4) >> 3) + 128;
  return (uint8_t)(sample < 0 ? 0 : sample > 255 ? 255 : sample);
}

/// Whether 4 * dc, which lies between columns and rows of such a block, is within the limit.
static inline bool pk_flat_is_in_range(int16_t dc) {
  return dc >= -(PK_TRANSFORM_LIMIT / 4) && dc <= PK_TRANSFORM_LIMIT / 4;
}

#endif
