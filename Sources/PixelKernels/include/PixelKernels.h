/// The hot loops of the pixel road: coded data and coefficients of JPEG scans, one-dimensional filters over
/// rows of samples, the turning of small planes, the reading of interleaved pixels into planes, and the
/// conversion of colors.
///
/// Every filter and most color loops exist in a portable form and, where the processor allows, in a
/// vector form. All forms give the same bits for the same input.
///
/// Ownership: nothing here allocates, frees or keeps a pointer. Bounds: each function says how many
/// elements it reads and writes; it reads and writes no others.
#ifndef PIXEL_KERNELS_H
#define PIXEL_KERNELS_H

#include <stdbool.h>
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
#define PK_HORIZONTAL_BLOCK 8

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

#define PK_TRANSFORM_LIMIT 16383

/// Turns `count` blocks of 8x8 dequantized coefficients, in natural order and behind each other, into
/// samples: block i becomes columns 8 * i to 8 * i + 7 of 8 rows of `out` that are `stride` bytes apart.
///
/// `last[i]` is the index in zigzag order behind which all coefficients of block i are zero. The inverse
/// transform is the accurate one in integers of Loeffler, Ligtenberg and Moschytz (ICASSP 1989) with 13
/// bits behind the binary point and, between columns and rows, 2; libjpeg gives the same bits.
///
/// Returns false if a coefficient, or a value between columns and rows, is beyond PK_TRANSFORM_LIMIT. No
/// picture has such: of samples of 8 bits, coefficients stay below 2048 and the values between below 8192.
/// Sums are clamped then, where other implementations may wrap around.
typedef bool pk_inverse_transform(const int16_t *blocks, const uint8_t *last, size_t count, uint8_t *out,
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

/// What luma and chroma of a picture mean: fractions of 2^16, from the matrix of ITU-T H.273 and the
/// range of the samples.
///
///     red   = saturate8((luma_scale * (y - luma_black) + red_of_cr * (cr - 128) + 2^15) >> 16)
///     green = the same with green_of_cb * (cb - 128) + green_of_cr * (cr - 128)
///     blue  = the same with blue_of_cb * (cb - 128)
///
/// Each factor lies within -4 * 2^16 and 4 * 2^16, `luma_black` within 0 and 255.
typedef struct pk_luma_chroma {
  int32_t luma_black, luma_scale;
  int32_t red_of_cr, green_of_cb, green_of_cr, blue_of_cb;
} pk_luma_chroma;

/// Converts `count` samples of three planes to red, green and blue. The planes must not overlap.
typedef void pk_rgb_of_luma_chroma(const pk_luma_chroma *meaning, const uint8_t *y, const uint8_t *cb,
                                   const uint8_t *cr, size_t count, uint8_t *red, uint8_t *green,
                                   uint8_t *blue);

/// The numbers in the three tables of shares: 3 * 256.
#define PK_SHARE_COUNT 768
/// The lights that there are codes for.
#define PK_LIGHT_COUNT 65536

/// Converts `count` pixels between two RGB spaces, each a matrix and curves, in place:
///
///     sum = shares[red] + shares[256 + green] + shares[512 + blue]
///     red = codes[sum & 0xFFFF], green = codes[(sum >> 16) & 0xFFFF], blue = codes[sum >> 48]
///
/// `shares` are three tables, one for each stored channel: how much linear red, green and blue of the new
/// space a sample gives, in steps and from a least light that the caller chooses. The three lie in
/// one number, red from bit 0 on, green from 16 and blue from 48, and are added at once. A share may be
/// negative, but a sum of three is from 0 to 65535. `codes` are PK_LIGHT_COUNT: what the new space stores for a light. The planes must not overlap.
void pk_convert_rgb(const uint64_t *shares, const uint8_t *codes, uint8_t *red, uint8_t *green,
                    uint8_t *blue, size_t count);

/// Writes the luma of `count` pixels (JFIF 1.02: 0.299, 0.587, 0.114). The planes must not overlap.
typedef void pk_luma_of_rgb(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count,
                            uint8_t *y);

/// Writes the chroma of two rows of `width` pixels, one sample for the mean of 2 x 2 pixels, (width + 1) / 2
/// samples in each plane. The last column counts twice where the width is odd. Of each plane
/// rows[0] and rows[1] are read; they may be the same row. What is written must not overlap.
typedef void pk_chroma_of_rgb(const uint8_t *const red[2], const uint8_t *const green[2],
                              const uint8_t *const blue[2], size_t width, uint8_t *cb, uint8_t *cr);

/// One implementation of the color loops.
typedef struct pk_colors {
  /// "portable" or "avx2". The compiler makes vector code of the portable one where every processor has it.
  const char *name;
  pk_rgb_of_luma_chroma *rgb_of_luma_chroma;
  pk_luma_of_rgb *luma_of_rgb;
  pk_chroma_of_rgb *chroma_of_rgb;
} pk_colors;

/// The implementations that this processor can run, the portable one first and the fastest last.
/// Writes the number of them to `count`. The array lives as long as the process.
const pk_colors *pk_available_colors(size_t *count);

/// The fastest implementation that this processor can run.
pk_colors pk_best_colors(void);

/// Replaces `count` samples by their complements to 255, in place.
void pk_complement(uint8_t *samples, size_t count);

/// Multiplies `count` samples by those of `factor`, 255 being one, in place: round(a * b / 255).
void pk_multiply(uint8_t *samples, const uint8_t *factor, size_t count);

/// Reads `width` pixels of 3 or 4 bytes into three rows of `width` samples.
typedef void pk_rgb_reader(const uint8_t *in, size_t width, uint8_t *red, uint8_t *green, uint8_t *blue);

/// Reads `width` pixels of 2 bytes into a row of `width` samples.
typedef void pk_gray_reader(const uint8_t *in, size_t width, uint8_t *out);

/// One implementation of reading interleaved pixels into planes.
///
/// Flattening on white is exact: out = (sample * alpha + 255 * (255 - alpha)) / 255 to the nearest integer,
/// where alpha 255 is opaque and samples are not premultiplied. Input and output must not overlap.
typedef struct pk_pixel_reader {
  /// "portable", "avx2" or "neon".
  const char *name;
  /// Red, green, blue.
  pk_rgb_reader *split_rgb;
  /// Red, green, blue, alpha.
  pk_rgb_reader *flatten_rgba;
  /// Gray, alpha.
  pk_gray_reader *flatten_gray_alpha;
} pk_pixel_reader;

/// The implementations that this processor can run, as pk_available_filters gives them.
const pk_pixel_reader *pk_available_pixel_readers(size_t *count);

/// The fastest implementation that this processor can run.
pk_pixel_reader pk_best_pixel_reader(void);

/// out[x] = table[in[x]] for `width` samples; `table` has 256 entries.
void pk_look_up(const uint8_t *in, size_t width, const uint8_t *table, uint8_t *out);

/// Unpacks `width` samples of `depth` bits (1, 2 or 4), the first in the uppermost bits of a byte.
/// Reads (width * depth + 7) / 8 bytes.
void pk_unpack_bits(const uint8_t *in, size_t width, unsigned depth, uint8_t *out);

/// Rounds `width` samples of 16 bits to 8: (sample * 255 + 32767) / 65535.
void pk_narrow_gray_16(const uint16_t *in, size_t width, uint8_t *out);

/// Splits `width` pixels of three 16-bit samples, each rounded as pk_narrow_gray_16 does.
void pk_split_rgb_16(const uint16_t *in, size_t width, uint8_t *red, uint8_t *green, uint8_t *blue);

/// Flattens `width` pixels of red, green, blue and alpha on white at 16 bits,
/// (sample * alpha + 65535 * (65535 - alpha) + 32767) / 65535, and then rounds to 8.
void pk_flatten_rgba_16(const uint16_t *in, size_t width, uint8_t *red, uint8_t *green, uint8_t *blue);

/// The same for `width` pixels of gray and alpha.
void pk_flatten_gray_alpha_16(const uint16_t *in, size_t width, uint8_t *out);

/// Stretches `width` samples of limited range (ITU-R BT.601: luma 16 to 235, chroma 16 to 240 around 128) to
/// full range, to the nearest integer and clamped:
///
///     luma: (in - 16) * 255 / 219        chroma: (in - 128) * 255 / 224 + 128
void pk_widen_range(const uint8_t *in, size_t width, int is_chroma, uint8_t *out);

#ifdef __cplusplus
}
#endif

#endif
