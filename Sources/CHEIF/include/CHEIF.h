/// libheif, libde265 and libavcodec for a program that is linked with none of them.
///
/// They are opened with dlopen(3) when a HEIF file first needs them: loading libavcodec with all that hangs on
/// it takes longer than preparing a small JPEG. Their headers give types and constants alone. A library
/// that is absent is told by a status, and is asked for only once in a process.
///
/// Ownership: what a `create` returned belongs to the caller until `destroy`, and is used by one thread at a
/// time. Samples belong to what they were decoded by, as each function says.
#ifndef CHEIF_H
#define CHEIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cheif_status {
  CHEIF_OK = 0,
  /// The library, or its decoder for this kind of picture, is not installed.
  CHEIF_ABSENT,
  /// A picture of a kind that is not decoded.
  CHEIF_UNSUPPORTED,
  /// Pixels are missing or cannot be trusted.
  CHEIF_DAMAGED,
  /// Larger than the library or the memory can take.
  CHEIF_TOO_LARGE,
  /// The read function failed; the caller knows why.
  CHEIF_READ_FAILED,
} cheif_status;

/// The first three planes are Y, Cb, Cr (or G, B, R, by ISO/IEC 23091-2 matrix 0); the last is alpha.
#define CHEIF_MAX_PLANES 4
#define CHEIF_ALPHA 3

typedef struct cheif_plane {
  /// `NULL` if the picture has no such plane.
  const uint8_t *samples;
  /// Distance of two rows in bytes.
  ptrdiff_t stride;
  /// In samples.
  int width, height;
  /// Bits of a sample, 8 to 16. More than 8 are stored in two bytes of the processor's order.
  int bits;
} cheif_plane;

/// Planes as a decoder left them.
typedef struct cheif_picture {
  /// In pixels.
  int width, height;
  /// 1 where chroma has half the samples along a row, else 0.
  int chroma_shift_x;
  /// 1 where chroma has half the rows, else 0.
  int chroma_shift_y;
  /// 1 (gray) or 3; alpha is not counted.
  int plane_count;
  cheif_plane planes[CHEIF_MAX_PLANES];
  /// How the planes became of red, green and blue, and what their numbers mean, as in ISO/IEC 23091-2; 2 means
  /// that nothing says so.
  int matrix, transfer;
  bool is_full_range;
  /// Whether that counts over what the boxes of the file say, because it was made of that.
  bool is_settled;
  bool is_premultiplied;
} cheif_picture;

// libheif: whole pictures of any kind.

/// Copies up to `capacity` bytes from `offset` on into `buffer`. Returns their number, 0 at the end of the file,
/// and a negative number on failure. It may be called by several threads, one at a time.
typedef ptrdiff_t cheif_read_function(void *context, int64_t offset, uint8_t *buffer, size_t capacity);

typedef struct cheif_image cheif_image;

/// How dense chroma is in the coded picture.
typedef enum cheif_chroma { CHEIF_UNKNOWN_CHROMA, CHEIF_GRAY, CHEIF_420, CHEIF_422, CHEIF_444 } cheif_chroma;

/// Decodes a picture of a file as coded, without its transforms. Where chroma is not known, libheif makes RGB.
///
/// Before 1.16 libheif takes every picture to RGB and back, so where colors lie beyond RGB some samples
/// change; from then on samples stay as they were coded. What they mean is told with them.
///
/// `item` is the picture's item, or 0 for the primary one. Sides longer than `longest_side` pixels are
/// refused. HEVC is decoded by libde265, and pixels that it did not write are damage; so is what it warns of. Of a
/// composed picture it is the caller's to know that its parts cover it. `image` gets the picture's owner, also when decoding failed, then for its message alone;
/// `NULL` when memory is out. `picture` points into it.
cheif_status cheif_image_decode(
    cheif_read_function *read, void *context, int64_t byte_count, uint32_t item, cheif_chroma chroma,
    int longest_side, int threads, cheif_image **image, cheif_picture *picture);
void cheif_image_destroy(cheif_image *image);

/// What went wrong, in libheif's words; valid as long as `image`.
const char *cheif_image_message(const cheif_image *image);

// libavcodec: single coded pictures.

typedef enum cheif_codec { CHEIF_HEVC, CHEIF_AV1 } cheif_codec;

typedef struct cheif_tile_decoder cheif_tile_decoder;

/// A decoder for pictures of one configuration: the content of an `hvcC` box, for AV1 nothing.
///
/// Pictures of more than `pixels` are refused. It has no threads of its own: what those meet in a damaged
/// picture is not told, or told another way than without them. Returns `NULL` where libavcodec or its decoder
/// is absent, or refuses the configuration.
cheif_tile_decoder *cheif_tile_decoder_create(
    cheif_codec codec, const uint8_t *configuration, size_t count, int64_t pixels);
void cheif_tile_decoder_destroy(cheif_tile_decoder *decoder);

/// The bytes behind a coded picture that libavcodec may read; they should be 0.
#define CHEIF_PADDING 64

/// A decoded tile; it outlives its decoder.
typedef struct cheif_tile cheif_tile;

/// Decodes one picture of `count` bytes, followed by CHEIF_PADDING readable ones. Anything that is not exactly
/// as it should be is an error, and so are pixels that nobody wrote: libheif has the last word then. `picture` points into `tile`.
cheif_status cheif_tile_decode(
    cheif_tile_decoder *decoder, const uint8_t *bytes, size_t count, cheif_tile **tile, cheif_picture *picture);
void cheif_tile_destroy(cheif_tile *tile);

// libheif: new HEIC files.

/// Bytes of somebody else; of none, `start` may be `NULL`.
typedef struct cheif_bytes {
  const uint8_t *start;
  size_t count;
} cheif_bytes;

typedef struct cheif_file cheif_file;

/// Makes a HEIC of one picture, in memory.
///
/// `picture` has three planes of 8 bits, luma and chroma, with chroma of full or of half density both ways; its
/// matrix, transfer and range are written into the coded picture and, beside `profile`, into the file. `quality` is
/// 0 to 100. `exif` is a TIFF structure, `xmp` a packet, `profile` an ICC profile; each may be empty. All is copied.
/// The encoder runs threads of its own. CHEIF_ABSENT means that libheif, or its encoder for HEVC, is not
/// installed. `file` gets what must be destroyed, also when encoding failed, then for its message alone;
/// `NULL` when memory is out.
cheif_status cheif_file_encode(
    const cheif_picture *picture, int quality, cheif_bytes profile, cheif_bytes exif, cheif_bytes xmp,
    cheif_file **file);
void cheif_file_destroy(cheif_file *file);

/// The file; valid as long as `file`.
cheif_bytes cheif_file_bytes(const cheif_file *file);

/// What went wrong, in libheif's words; valid as long as `file`.
const char *cheif_file_message(const cheif_file *file);

#ifdef __cplusplus
}
#endif

#endif
