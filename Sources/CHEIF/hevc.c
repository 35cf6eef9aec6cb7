#include "hevc.h"

#include "library.h"

#include <libde265/de265.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
static const char library_name[] = "libde265.0.dylib";
#else
static const char library_name[] = "libde265.so.0";
#endif

#define FUNCTIONS(F) \
  F(de265_new_decoder) \
  F(de265_free_decoder) \
  F(de265_push_NAL) \
  F(de265_flush_data) \
  F(de265_decode) \
  F(de265_get_next_picture) \
  F(de265_get_warning) \
  F(de265_set_image_allocation_functions) \
  F(de265_set_image_plane) \
  F(de265_get_image_plane_user_data) \
  F(de265_set_parameter_bool) \
  F(de265_get_chroma_format) \
  F(de265_get_image_width) \
  F(de265_get_image_height) \
  F(de265_get_bits_per_pixel) \
  F(de265_get_image_plane) \
  F(de265_get_image_full_range_flag) \
  F(de265_get_image_colour_primaries) \
  F(de265_get_image_transfer_characteristics) \
  F(de265_get_image_matrix_coefficients)

#define POINTER(name) static __typeof__(&name) p_##name;
FUNCTIONS(POINTER)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;
static const cheif_picture_functions *heif;

static void open_library(void) {
#define SYMBOL(name) {#name, (void **)&p_##name},
  const cheif_symbol symbols[] = {FUNCTIONS(SYMBOL)};
  is_open = cheif_open_library(library_name, symbols, sizeof symbols / sizeof symbols[0]);
}

// MARK: - Errors

#define ABSENT "HEVC needs libde265"
#define CUT_OFF "Its picture is cut off"
#define DAMAGED "Its coded picture is damaged"
#define MISSING "Pixels of its picture are missing"
#define NO_MEMORY "There is no memory for it"
#define UNKNOWN "Its picture uses what libde265 does not know"

static const char *const messages[] = {ABSENT, CUT_OFF, DAMAGED, MISSING, NO_MEMORY, UNKNOWN};

static const struct heif_error success = {heif_error_Ok, heif_suberror_Unspecified, "Success"};

static struct heif_error damage(const char *message) {
  return (struct heif_error){heif_error_Decoder_plugin_error, heif_suberror_Unspecified, message};
}

static struct heif_error no_memory(void) {
  return (struct heif_error){heif_error_Memory_allocation_error, heif_suberror_Unspecified, NO_MEMORY};
}

static struct heif_error error_of(de265_error error) {
  switch (error) {
  case DE265_ERROR_OUT_OF_MEMORY: return no_memory();
  case DE265_ERROR_NOT_IMPLEMENTED_YET:
    return (struct heif_error){heif_error_Unsupported_feature, heif_suberror_Unspecified, UNKNOWN};
  default: return damage(DAMAGED);
  }
}

const char *cheif_hevc_message(const char *message) {
  for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++) {
    if (strstr(message, messages[i])) return messages[i];
  }
  return NULL;
}

/// Whether a warning says nothing about the pixels.
static bool is_harmless(de265_error warning) {
  return warning == DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING ||
         warning == DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM ||
         warning == DE265_WARNING_SPS_MISSING_CANNOT_DECODE_SEI;
}

// MARK: - Memory of known content

/// What memory is filled with before a decoder writes to it: no picture has this in all samples of a block.
static unsigned noise(int x, int y) { return ((unsigned)x * 0x9E3779B1u + (unsigned)y * 0x85EBCA77u) * 0xC2B2AE3Du; }

static uint8_t narrow_noise(int x, int y) { return (uint8_t)(noise(x, y) >> 24); }
static uint16_t wide_noise(int x, int y, int bits) { return (uint16_t)(noise(x, y) >> (32 - bits)); }

/// One plane of a picture as it lies in memory.
typedef struct memory {
  uint8_t *samples;
  /// In bytes.
  size_t stride;
  /// In samples.
  int width, height, bits;
} memory;

static void fill(const memory *plane) {
  for (int y = 0; y < plane->height; y++) {
    uint8_t *row = plane->samples + (size_t)y * plane->stride;
    for (int x = 0; x < plane->width; x++) {
      const uint16_t wide = wide_noise(x, y, plane->bits);
      if (plane->bits == 8)
        row[x] = narrow_noise(x, y);
      else
        memcpy(row + 2 * x, &wide, sizeof wide);
    }
  }
}

/// Whether the block of 4x4 samples at `left` and `top` is as it was filled, as far as it is in the plane.
static bool is_untouched(const memory *plane, int left, int top) {
  for (int y = top; y < top + 4 && y < plane->height; y++) {
    const uint8_t *row = plane->samples + (size_t)y * plane->stride;
    for (int x = left; x < left + 4 && x < plane->width; x++) {
      uint16_t wide = 0;
      if (plane->bits > 8) memcpy(&wide, row + 2 * x, sizeof wide);
      if (plane->bits == 8 ? row[x] != narrow_noise(x, y) : wide != wide_noise(x, y, plane->bits)) return false;
    }
  }
  return true;
}

/// Whether a decoder that filters nothing left something out: it writes blocks of 4x4 samples at least.
static bool has_untouched(const memory *plane) {
  for (int y = 0; y < plane->height; y += 4) {
    for (int x = 0; x < plane->width; x += 4) {
      if (is_untouched(plane, x, y)) return true;
    }
  }
  return false;
}

static void free_planes(struct de265_image *image) {
  for (int p = 0; p < 3; p++) {
    memory *plane = p_de265_get_image_plane_user_data(image, p);
    p_de265_set_image_plane(image, p, NULL, 0, NULL);
    if (plane) free(plane->samples);
    free(plane);
  }
}

static memory *alloc_plane(const struct de265_image_spec *spec, const struct de265_image *image, int index) {
  const enum de265_chroma chroma = p_de265_get_chroma_format(image);
  const bool is_narrow = index > 0 && (chroma == de265_chroma_420 || chroma == de265_chroma_422);
  memory *plane = calloc(1, sizeof *plane);
  if (!plane) return NULL;
  plane->width = is_narrow ? spec->width / 2 : spec->width;
  plane->height = index > 0 && chroma == de265_chroma_420 ? spec->height / 2 : spec->height;
  plane->bits = p_de265_get_bits_per_pixel(image, index);
  const size_t alignment = spec->alignment > 64 ? (size_t)spec->alignment : 64;
  plane->stride = ((size_t)plane->width * (plane->bits > 8 ? 2 : 1) + alignment - 1) / alignment * alignment;
  // libde265 reads some bytes behind the last row.
  void *samples = NULL;
  if (posix_memalign(&samples, 64, plane->stride * (size_t)plane->height + 64) != 0) {
    free(plane);
    return NULL;
  }
  plane->samples = samples;
  memset(samples, 0, plane->stride * (size_t)plane->height + 64);
  fill(plane);
  return plane;
}

static int get_filled_buffer(
    de265_decoder_context *context, struct de265_image_spec *spec, struct de265_image *image, void *unused) {
  (void)context, (void)unused;
  const int count = p_de265_get_chroma_format(image) == de265_chroma_mono ? 1 : 3;
  for (int p = 0; p < 3; p++) p_de265_set_image_plane(image, p, NULL, 0, NULL);
  for (int p = 0; p < count; p++) {
    memory *plane = alloc_plane(spec, image, p);
    if (!plane) {
      free_planes(image);
      return 0;
    }
    p_de265_set_image_plane(image, p, plane->samples, (int)plane->stride, plane);
    int stride = 0;
    p_de265_get_image_plane(image, p, &stride);
    // A libde265 that took the stride for something else would write elsewhere.
    if (stride != (int)plane->stride) {
      free_planes(image);
      return 0;
    }
  }
  return 1;
}

static void release_buffer(de265_decoder_context *context, struct de265_image *image, void *unused) {
  (void)context, (void)unused;
  free_planes(image);
}

// MARK: - Planes

static const enum heif_channel channels[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};

typedef struct plane {
  const uint8_t *samples;
  int stride, width, height, bits;
} plane;

static plane plane_of(const struct de265_image *decoded, int index) {
  plane result = {
      .width = p_de265_get_image_width(decoded, index),
      .height = p_de265_get_image_height(decoded, index),
      .bits = p_de265_get_bits_per_pixel(decoded, index),
  };
  result.samples = p_de265_get_image_plane(decoded, index, &result.stride);
  return result;
}

static int plane_count(const struct de265_image *decoded) {
  return p_de265_get_chroma_format(decoded) == de265_chroma_mono ? 1 : 3;
}

static struct heif_error copy_planes(const struct de265_image *decoded, struct heif_image *image) {
  const int bits = p_de265_get_bits_per_pixel(decoded, 0);
  for (int p = 0; p < plane_count(decoded); p++) {
    const plane from = plane_of(decoded, p);
    if (from.bits != bits)
      return (struct heif_error){heif_error_Unsupported_feature, heif_suberror_Unspecified, UNKNOWN};
    if (!from.samples || from.width <= 0 || from.height <= 0) return damage(DAMAGED);
    struct heif_error error = heif->add_plane(image, channels[p], from.width, from.height, bits);
    if (error.code) return no_memory();
    int stride = 0;
    uint8_t *to = heif->get_plane(image, channels[p], &stride);
    if (!to) return no_memory();
    const size_t count = (size_t)from.width * (bits > 8 ? 2 : 1);
    for (int y = 0; y < from.height; y++)
      memcpy(to + (ptrdiff_t)y * stride, from.samples + (ptrdiff_t)y * from.stride, count);
  }
  return success;
}

/// Whether each sample of a picture that was not filtered was written.
static struct heif_error check_planes(const struct de265_image *decoded) {
  for (int p = 0; p < plane_count(decoded); p++) {
    const memory *plane = p_de265_get_image_plane_user_data(decoded, p);
    // Without this it is not a picture over memory that was filled.
    if (!plane || has_untouched(plane)) return damage(MISSING);
  }
  return success;
}

static struct heif_error copy_colors(const struct de265_image *decoded, struct heif_image *image) {
  struct heif_color_profile_nclx *colors = heif->colors_alloc();
  if (!colors) return no_memory();
  struct heif_error error =
      heif->set_primaries(colors, (uint16_t)p_de265_get_image_colour_primaries(decoded));
  if (!error.code)
    error = heif->set_transfer(colors, (uint16_t)p_de265_get_image_transfer_characteristics(decoded));
  if (!error.code) error = heif->set_matrix(colors, (uint16_t)p_de265_get_image_matrix_coefficients(decoded));
  colors->full_range_flag = p_de265_get_image_full_range_flag(decoded) != 0;
  if (!error.code) error = heif->set_colors(image, colors);
  heif->colors_free(colors);
  return error;
}

static struct heif_error make_image(const struct de265_image *decoded, struct heif_image **image) {
  const enum de265_chroma chroma = p_de265_get_chroma_format(decoded);
  struct heif_error error = heif->create(
      p_de265_get_image_width(decoded, 0), p_de265_get_image_height(decoded, 0),
      chroma == de265_chroma_mono ? heif_colorspace_monochrome : heif_colorspace_YCbCr,
      // The numbers of both libraries are those of H.265 §6.2.
      (enum heif_chroma)chroma, image);
  if (error.code) return error;
  error = copy_planes(decoded, *image);
  return error.code ? error : copy_colors(decoded, *image);
}

// MARK: - Decoding

typedef struct hevc_decoder {
  /// Units, each behind its length in four bytes.
  uint8_t *bytes;
  size_t count;
} hevc_decoder;

/// The length of the unit at `position`, or -1 if it is not all there.
static ptrdiff_t unit_length(const hevc_decoder *decoder, size_t position) {
  if (decoder->count - position < 4) return -1;
  const uint8_t *bytes = decoder->bytes + position;
  const size_t length =
      (size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | (size_t)bytes[3];
  return length <= decoder->count - position - 4 ? (ptrdiff_t)length : -1;
}

static struct heif_error push_units(const hevc_decoder *decoder, de265_decoder_context *context) {
  for (size_t position = 0; position < decoder->count;) {
    const ptrdiff_t length = unit_length(decoder, position);
    if (length < 0) return damage(CUT_OFF);
    de265_error error =
        p_de265_push_NAL(context, decoder->bytes + position + 4, (int)length, 0, NULL);
    if (error != DE265_OK) return error_of(error);
    position += 4 + (size_t)length;
  }
  const de265_error error = p_de265_flush_data(context);
  return error == DE265_OK ? success : error_of(error);
}

/// The first picture, which belongs to `context`.
static struct heif_error next_picture(de265_decoder_context *context, const struct de265_image **decoded) {
  for (int more = 1; more && !*decoded;) {
    more = 0;
    const de265_error error = p_de265_decode(context, &more);
    if (error != DE265_OK) return error_of(error);
    *decoded = p_de265_get_next_picture(context);
  }
  if (!*decoded) return damage(MISSING);
  for (de265_error warning; (warning = p_de265_get_warning(context)) != DE265_OK;) {
    if (!is_harmless(warning)) return damage(DAMAGED);
  }
  return success;
}

/// Decodes and checks that all pixels are written, or makes `image` of the picture where that is asked for.
static struct heif_error decode(const hevc_decoder *decoder, struct heif_image **image) {
  de265_decoder_context *context = p_de265_new_decoder();
  if (!context) return no_memory();
  struct de265_image_allocation allocation = {get_filled_buffer, release_buffer};
  p_de265_set_image_allocation_functions(context, &allocation, NULL);
  if (!image) {
    p_de265_set_parameter_bool(context, DE265_DECODER_PARAM_DISABLE_DEBLOCKING, 1);
    // With this filter libde265 takes memory of its own first.
    p_de265_set_parameter_bool(context, DE265_DECODER_PARAM_DISABLE_SAO, 1);
  }
  const struct de265_image *decoded = NULL;
  struct heif_error error = push_units(decoder, context);
  if (!error.code) error = next_picture(context, &decoded);
  if (!error.code) error = image ? make_image(decoded, image) : check_planes(decoded);
  // This gives the pictures back, by the functions of this frame.
  p_de265_free_decoder(context);
  return error;
}

// MARK: - What libheif calls

static const char *get_name(void) { return "HEVC by libde265, checked"; }

static int does_support(enum heif_compression_format format) {
  // Decoders of libheif have about 100.
  return format == heif_compression_HEVC ? 1000 : 0;
}

static struct heif_error new_decoder(void **result) {
  pthread_once(&once, open_library);
  *result = NULL;
  if (!is_open)
    return (struct heif_error){
        heif_error_Unsupported_feature, heif_suberror_Unsupported_codec, ABSENT};
  *result = calloc(1, sizeof(hevc_decoder));
  return *result ? success : no_memory();
}

static void free_decoder(void *data) {
  hevc_decoder *decoder = data;
  if (!decoder) return;
  free(decoder->bytes);
  free(decoder);
}

static struct heif_error push_data(void *data, const void *bytes, size_t count) {
  hevc_decoder *decoder = data;
  if (count > (size_t)INT32_MAX - decoder->count) return damage(DAMAGED);
  if (count == 0) return success;
  // libheif brings the set-up and the data: two pieces.
  uint8_t *larger = realloc(decoder->bytes, decoder->count + count);
  if (!larger) return no_memory();
  decoder->bytes = larger;
  memcpy(decoder->bytes + decoder->count, bytes, count);
  decoder->count += count;
  return success;
}

static struct heif_error decode_image(void *data, struct heif_image **result) {
  struct heif_image *image = NULL;
  *result = NULL;
  struct heif_error error = decode(data, NULL);
  if (!error.code) error = decode(data, &image);
  if (error.code) {
    if (image) heif->release(image);
    return error;
  }
  *result = image;
  return success;
}

const struct heif_decoder_plugin *cheif_hevc_plugin(const cheif_picture_functions *functions) {
  // Version 1 is what every libheif takes.
  static const struct heif_decoder_plugin plugin = {
      .plugin_api_version = 1,
      .get_plugin_name = get_name,
      .does_support_format = does_support,
      .new_decoder = new_decoder,
      .free_decoder = free_decoder,
      .push_data = push_data,
      .decode_image = decode_image,
  };
  heif = functions;
  return &plugin;
}
