/// The hot loops of the pixel road: one-dimensional filters over rows of samples, and the turning of
/// small planes.
///
/// Every filter exists in a portable form and, where the processor allows, in a vector form. All
/// forms give the same bits for the same input.
///
/// Ownership: nothing here allocates, frees or keeps a pointer. Bounds: each function says how many
/// elements it reads and writes; it reads and writes no others.
#ifndef PIXEL_KERNELS_H
#define PIXEL_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "jpeg_scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A coefficient of 1.0. Coefficients are signed, with 14 bits behind the binary point.
#define PK_COEFFICIENT_ONE 16384

/// An intermediate sample is the 8-bit sample times this: 6 bits behind the binary point, and room
/// for the overshoot of a filter with negative lobes (-512 to 511 code values).
#define PK_INTERMEDIATE_ONE 64

/// The number of coefficients of one output sample of the horizontal filter is a multiple of this.
#define PK_HORIZONTAL_BLOCK 16

/// Filters down the columns of `taps` rows of 8-bit samples into one row of intermediate samples.
///
///     out[x] = saturate16((sum over k of rows[k][x] * coefficients[k] + 128) >> 8)
///
/// Reads `width` samples of each of `taps` rows, and `taps` coefficients; writes `width` samples.
/// `taps` is even and at least 2: a filter of odd length ends with a coefficient of 0 on any row.
/// The sum of the absolute coefficients must stay below 4 * PK_COEFFICIENT_ONE.
typedef void pk_vertical_filter(const uint8_t *const *rows, const int16_t *coefficients, size_t taps,
                                size_t width, int16_t *out);

/// Filters along one row of intermediate samples into one row of 8-bit samples.
///
///     out[i] = saturate8((sum over k < taps of in[starts[i] + k] * coefficients[i * taps + k] + 2^19) >> 20)
///
/// `taps` is a multiple of PK_HORIZONTAL_BLOCK; short filters end with coefficients of 0. Reads
/// in[starts[i]] to in[starts[i] + taps - 1] for each i, so `in` must be readable (and initialized)
/// that far; writes `count` samples. The sum of the absolute coefficients of one output sample must
/// stay below 4 * PK_COEFFICIENT_ONE.
typedef void pk_horizontal_filter(const int16_t *in, const int32_t *starts, const int16_t *coefficients,
                                  size_t taps, size_t count, uint8_t *out);

/// Turns `count` blocks of 8x8 dequantized coefficients, in natural order and behind each other, into
/// samples: block i becomes columns 8 * i to 8 * i + 7 of 8 rows of `out` that are `stride` bytes apart.
///
/// `last[i]` is the index in zigzag order behind which all coefficients of block i are zero. The inverse
/// transform is the accurate one in integers of Loeffler, Ligtenberg and Moschytz (ICASSP 1989) with 13
/// bits behind the binary point and, between columns and rows, 2; libjpeg gives the same bits.
typedef void pk_inverse_transform(const int16_t *blocks, const uint8_t *last, size_t count, uint8_t *out,
                                  size_t stride);

/// One implementation of the hot loops.
typedef struct pk_filters {
  /// "portable", "avx2" or "neon".
  const char *name;
  pk_vertical_filter *vertical;
  pk_horizontal_filter *horizontal;
  pk_inverse_transform *inverse_transform;
  pk_mcu_decoder *decode_mcus;
} pk_filters;

/// The implementations that this processor can run, the portable one first and the fastest last.
/// Writes the number of them to `count`. The array lives as long as the process.
const pk_filters *pk_available_filters(size_t *count);

/// The fastest implementation that this processor can run.
pk_filters pk_best_filters(void);

/// Writes the transpose of a block: out[y * out_stride + x] = in[x * in_stride + y].
///
/// The block of `in` is `width` samples wide and `height` rows high; the one of `out` is `height`
/// wide and `width` high. Strides are in bytes and may be negative, which flips the picture.
/// The two must not overlap.
void pk_transpose(const uint8_t *in, ptrdiff_t in_stride, size_t width, size_t height, uint8_t *out,
                  ptrdiff_t out_stride);

/// Reverses the order of `width` samples of `in` into `out`. The two must not overlap.
void pk_mirror(const uint8_t *in, size_t width, uint8_t *out);

/// Interleaves three planes into `width` RGB pixels of 3 bytes.
void pk_interleave(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t width,
                   uint8_t *out);

#ifdef __cplusplus
}
#endif

#endif
