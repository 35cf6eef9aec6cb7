/// libjpeg-turbo for callers that cannot be jumped over.
///
/// libjpeg reports an error by a function that must not return, in practice by longjmp. Each function
/// here sets its own landing place, so a jump never crosses a frame of the caller, and reports by a
/// status instead. The functions that the caller passes in are called by libjpeg and must return.
///
/// Ownership: a decoder or encoder belongs to the caller from create to destroy and is used by one
/// thread at a time. Bounds are given with each function.
#ifndef CJPEG_H
#define CJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cjpeg_status {
  CJPEG_OK = 0,
  /// Not a JPEG at all.
  CJPEG_NOT_JPEG,
  /// A JPEG of a kind that is not decoded: arithmetic, lossless, 12 bits...
  CJPEG_UNSUPPORTED,
  /// Pixels are missing or cannot be trusted.
  CJPEG_DAMAGED,
  /// Larger than libjpeg or the memory can take, or made to keep the decoder busy.
  CJPEG_TOO_LARGE,
  /// The read function failed; the caller knows why.
  CJPEG_READ_FAILED,
} cjpeg_status;

/// How the samples of the components are to be understood.
typedef enum cjpeg_color {
  CJPEG_GRAY,
  CJPEG_YCBCR,
  CJPEG_RGB,
  /// Cyan, magenta, yellow and black.
  CJPEG_CMYK,
  /// YCbCr of cyan, magenta and yellow, and black (Adobe Technical Note 5116).
  CJPEG_YCCK,
  /// Anything else.
  CJPEG_OTHER_COLOR,
} cjpeg_color;

#define CJPEG_MAX_PLANES 4

/// One component of a picture.
typedef struct cjpeg_plane {
  /// Its real size in samples.
  int width, height;
  /// Samples of the widest component for one of this, as a fraction: 2 / 1 for chroma in 4:2:0.
  int horizontal_factor, horizontal_divisor;
  int vertical_factor, vertical_divisor;
  /// The size in samples that is written for it by cjpeg_decoder_read_group: whole blocks.
  int group_width, group_height;
} cjpeg_plane;

typedef struct cjpeg_picture {
  /// In pixels, as stored.
  int width, height;
  cjpeg_color color;
  int plane_count;
  cjpeg_plane planes[CJPEG_MAX_PLANES];
  /// Groups of rows in the picture: calls of cjpeg_decoder_read_group until the end.
  int group_count;
  /// Rows of the picture in one group.
  int group_rows;
  /// Whether the file can be decoded group by group without holding the whole picture.
  bool streams;
  /// Bytes of coefficients that decoding holds if it does not stream, else 0.
  size_t coefficient_bytes;
} cjpeg_picture;

/// Copies up to `capacity` bytes that follow in the file into `buffer`. Returns their number, 0 at the
/// end of the file, and a negative number on failure.
typedef ptrdiff_t cjpeg_read_function(void *context, uint8_t *buffer, size_t capacity);

typedef struct cjpeg_decoder cjpeg_decoder;

/// One component of a scan. The tables are libjpeg's own and live as long as the decoder.
typedef struct cjpeg_scan_component {
  /// Blocks of one MCU.
  int across, down;
  /// 64 numbers in natural order.
  const uint16_t *quantization;
  /// Huffman tables: 16 numbers of codes by length, and 256 symbols.
  const uint8_t *dc_counts, *dc_symbols, *ac_counts, *ac_symbols;
} cjpeg_scan_component;

/// The only scan of a picture that is coded sequentially.
typedef struct cjpeg_scan {
  int component_count;
  cjpeg_scan_component components[CJPEG_MAX_PLANES];
  /// MCUs between restart markers, 0 for none.
  int restart_interval;
  /// Bytes that were read from the file but not used: the coded data begin so far before its position.
  size_t unread_count;
} cjpeg_scan;

/// Returns NULL when memory is out.
cjpeg_decoder *cjpeg_decoder_create(cjpeg_read_function *read, void *context);
void cjpeg_decoder_destroy(cjpeg_decoder *decoder);

/// What went wrong, in libjpeg's words; valid until the decoder is used again.
const char *cjpeg_decoder_message(const cjpeg_decoder *decoder);

/// Reads the file up to its first scan. Pictures with other than 1, 3 or 4 components are
/// CJPEG_UNSUPPORTED.
cjpeg_status cjpeg_decoder_read_header(cjpeg_decoder *decoder, cjpeg_picture *picture);

/// Describes the scan that the header ends with, for decoders of their own. Returns false if the picture is
/// not one interleaved scan of 8 bits in Huffman codes with all its tables.
bool cjpeg_decoder_describe_scan(const cjpeg_decoder *decoder, cjpeg_scan *scan);

/// Prepares for reading groups. A file that does not stream is read to its end here; more than
/// `maximum_scans` scans are CJPEG_TOO_LARGE.
cjpeg_status cjpeg_decoder_start(cjpeg_decoder *decoder, int maximum_scans);

/// Decodes the next group of rows. For each plane p, row r is written to planes[p] + r * strides[p];
/// at most group_width * group_height samples of it. In the last group fewer rows may be written.
cjpeg_status cjpeg_decoder_read_group(cjpeg_decoder *decoder, uint8_t *const *planes, const size_t *strides);

/// Ends a picture of which every group has been read. Coded data that are left over mean that the
/// blocks were not what they should have been: CJPEG_DAMAGED. What else follows does not matter.
cjpeg_status cjpeg_decoder_finish(cjpeg_decoder *decoder);

typedef struct cjpeg_encoder cjpeg_encoder;

/// A picture that will be encoded as baseline JPEG with a JFIF header and no other application
/// segment: gray or 4:2:0 YCbCr, from planes.
///
/// `width` and `height` are 1 to 65500 pixels, `quality` is 1 to 100. `optimize` computes Huffman tables for
/// the picture, which holds all its coefficients in memory. Returns NULL when memory is out.
cjpeg_encoder *cjpeg_encoder_create(int width, int height, bool is_gray, int quality, bool optimize);
void cjpeg_encoder_destroy(cjpeg_encoder *encoder);

const char *cjpeg_encoder_message(const cjpeg_encoder *encoder);

/// Encodes the next 16 rows of a gray or YCbCr picture (8 rows of each chroma plane). Each row is
/// readable up to the next multiple of 16 samples (8 for chroma), padding included; all 16 (8) rows are
/// readable, also where the picture ends earlier.
cjpeg_status cjpeg_encoder_write_group(cjpeg_encoder *encoder, const uint8_t *const *planes, const size_t *strides);

/// Ends the picture. `bytes` becomes the caller's, to be released with free(3).
cjpeg_status cjpeg_encoder_finish(cjpeg_encoder *encoder, uint8_t **bytes, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
