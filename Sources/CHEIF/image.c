// Whole pictures, by libheif.

#include "CHEIF.h"
#include "hevc.h"
#include "library.h"

#include <libheif/heif.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
static const char library_name[] = "libheif.1.dylib";
#else
static const char library_name[] = "libheif.so.1";
#endif

// Every function that is called, as a pointer of the type that the header gives it.
#define FUNCTIONS(F) \
  F(heif_init) \
  F(heif_register_decoder_plugin) \
  F(heif_context_alloc) \
  F(heif_context_free) \
  F(heif_context_read_from_reader) \
  F(heif_context_set_maximum_image_size_limit) \
  F(heif_context_set_max_decoding_threads) \
  F(heif_context_get_primary_image_handle) \
  F(heif_context_get_image_handle) \
  F(heif_image_handle_release) \
  F(heif_image_handle_is_premultiplied_alpha) \
  F(heif_decoding_options_alloc) \
  F(heif_decoding_options_free) \
  F(heif_decode_image) \
  F(heif_image_release) \
  F(heif_image_get_colorspace) \
  F(heif_image_get_chroma_format) \
  F(heif_image_get_width) \
  F(heif_image_get_height) \
  F(heif_image_has_channel) \
  F(heif_image_get_bits_per_pixel_range) \
  F(heif_image_get_plane_readonly) \
  F(heif_image_get_nclx_color_profile) \
  F(heif_nclx_color_profile_free)

#define POINTER(name) static __typeof__(&name) p_##name;
FUNCTIONS(POINTER)

// What a decoder of libheif calls to make a picture.
#define PICTURE_FUNCTIONS(F) \
  F(heif_image_create, create) \
  F(heif_image_release, release) \
  F(heif_image_add_plane, add_plane) \
  F(heif_image_get_plane, get_plane) \
  F(heif_image_set_nclx_color_profile, set_colors) \
  F(heif_nclx_color_profile_alloc, colors_alloc) \
  F(heif_nclx_color_profile_free, colors_free) \
  F(heif_nclx_color_profile_set_color_primaries, set_primaries) \
  F(heif_nclx_color_profile_set_transfer_characteristics, set_transfer) \
  F(heif_nclx_color_profile_set_matrix_coefficients, set_matrix)

static cheif_picture_functions picture_functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
#define SYMBOL(name) {#name, (void **)&p_##name},
#define MEMBER_SYMBOL(name, member) {#name, (void **)&picture_functions.member},
  const cheif_symbol symbols[] = {FUNCTIONS(SYMBOL) PICTURE_FUNCTIONS(MEMBER_SYMBOL)};
  is_open = cheif_open_library(library_name, symbols, sizeof symbols / sizeof symbols[0]);
  // From 1.14 on this loads decoders that are plugins; it is never undone, like the opening itself.
  if (is_open) is_open = p_heif_init(NULL).code == heif_error_Ok;
  // Without this one HEVC would be decoded unchecked.
  if (is_open)
    is_open = p_heif_register_decoder_plugin(cheif_hevc_plugin(&picture_functions)).code == heif_error_Ok;
}

struct cheif_image {
  cheif_read_function *read;
  void *read_context;
  int64_t byte_count;
  int64_t position;
  bool read_failed;
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
  char message[160];
};

static int64_t get_position(void *data) { return ((cheif_image *)data)->position; }

static int read_bytes(void *target, size_t count, void *data) {
  cheif_image *image = data;
  if (count == 0) return 0;
  ptrdiff_t done = image->read(image->read_context, image->position, target, count);
  if (done < 0) image->read_failed = true;
  if (done > 0) image->position += done;
  return done == (ptrdiff_t)count ? 0 : 1;
}

static int seek(int64_t position, void *data) {
  ((cheif_image *)data)->position = position;
  return 0;
}

static enum heif_reader_grow_status wait_for_size(int64_t size, void *data) {
  return size <= ((cheif_image *)data)->byte_count ? heif_reader_grow_status_size_reached
                                                   : heif_reader_grow_status_size_beyond_eof;
}

static const struct heif_reader reader = {1, get_position, read_bytes, seek, wait_for_size};

static cheif_status status_of(cheif_image *image, struct heif_error error) {
  if (error.code == heif_error_Ok) return CHEIF_OK;
  const char *message = error.message ? error.message : "";
  const char *own = cheif_hevc_message(message);
  snprintf(image->message, sizeof image->message, "%s", own ? own : message);
  if (image->read_failed) return CHEIF_READ_FAILED;
  switch (error.code) {
  case heif_error_Unsupported_filetype: return CHEIF_UNSUPPORTED;
  case heif_error_Unsupported_feature:
    return error.subcode == heif_suberror_Unsupported_codec ? CHEIF_ABSENT : CHEIF_UNSUPPORTED;
  case heif_error_Memory_allocation_error: return CHEIF_TOO_LARGE;
  case heif_error_Plugin_loading_error: return CHEIF_ABSENT;
  default: return CHEIF_DAMAGED;
  }
}

static cheif_status surprise(cheif_image *image, cheif_status status, const char *message) {
  snprintf(image->message, sizeof image->message, "%s", message);
  return status;
}

/// Describes one channel; returns whether it can be what the header promises.
static bool describe_plane(const struct heif_image *image, enum heif_channel channel, cheif_plane *plane) {
  int stride = 0;
  plane->samples = p_heif_image_get_plane_readonly(image, channel, &stride);
  plane->stride = stride;
  plane->width = p_heif_image_get_width(image, channel);
  plane->height = p_heif_image_get_height(image, channel);
  plane->bits = p_heif_image_get_bits_per_pixel_range(image, channel);
  return plane->samples && plane->width > 0 && plane->height > 0 && plane->bits >= 8 && plane->bits <= 16 &&
         stride >= plane->width * (plane->bits > 8 ? 2 : 1);
}

static cheif_status describe(cheif_image *image, cheif_picture *picture) {
  static const enum heif_channel luma_first[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
  // In the order that ISO/IEC 23091-2 gives to matrix 0.
  static const enum heif_channel green_first[] = {heif_channel_G, heif_channel_B, heif_channel_R};
  const enum heif_channel *channels = luma_first;
  enum heif_colorspace space = p_heif_image_get_colorspace(image->image);
  enum heif_chroma chroma = p_heif_image_get_chroma_format(image->image);
  // What libheif converted carries no numbers: it is BT.601 in full range then.
  picture->matrix = 6;
  picture->transfer = 2;
  picture->is_full_range = true;
  picture->is_settled = true;
  struct heif_color_profile_nclx *colors = NULL;
  const bool has_colors = p_heif_image_get_nclx_color_profile(image->image, &colors).code == heif_error_Ok;
  if (has_colors && colors) {
    picture->matrix = colors->matrix_coefficients;
    picture->transfer = colors->transfer_characteristics;
    picture->is_full_range = colors->full_range_flag;
  }
  // Of numbers that libheif does not know it makes a profile and an error.
  if (colors) p_heif_nclx_color_profile_free(colors);
  picture->plane_count = chroma == heif_chroma_monochrome ? 1 : 3;
  picture->chroma_shift_x = chroma == heif_chroma_420 || chroma == heif_chroma_422;
  picture->chroma_shift_y = chroma == heif_chroma_420;
  if (space == heif_colorspace_RGB) {
    if (chroma != heif_chroma_444) return surprise(image, CHEIF_UNSUPPORTED, "its pixels are interleaved");
    channels = green_first;
    picture->matrix = 0;
    picture->is_full_range = true;
  }
  for (int p = 0; p < picture->plane_count; p++) {
    if (!describe_plane(image->image, channels[p], &picture->planes[p]))
      return surprise(image, CHEIF_DAMAGED, "a plane is missing");
  }
  if (p_heif_image_has_channel(image->image, heif_channel_Alpha) &&
      !describe_plane(image->image, heif_channel_Alpha, &picture->planes[CHEIF_ALPHA]))
    return surprise(image, CHEIF_DAMAGED, "the alpha plane is missing");
  picture->width = picture->planes[0].width;
  picture->height = picture->planes[0].height;
  for (int p = 1; p < CHEIF_MAX_PLANES; p++) {
    const cheif_plane *plane = &picture->planes[p];
    int dx = p == CHEIF_ALPHA ? 0 : picture->chroma_shift_x, dy = p == CHEIF_ALPHA ? 0 : picture->chroma_shift_y;
    if (plane->samples && (plane->width < (picture->width + dx) >> dx || plane->height < (picture->height + dy) >> dy))
      return surprise(image, CHEIF_DAMAGED, "its planes do not fit each other");
  }
  picture->is_premultiplied = p_heif_image_handle_is_premultiplied_alpha(image->handle);
  return CHEIF_OK;
}

/// What libheif is asked for: what is coded. Left alone it makes RGB.
static enum heif_chroma wanted_chroma(cheif_chroma chroma) {
  switch (chroma) {
  case CHEIF_GRAY: return heif_chroma_monochrome;
  case CHEIF_420: return heif_chroma_420;
  case CHEIF_422: return heif_chroma_422;
  case CHEIF_444: return heif_chroma_444;
  default: return heif_chroma_undefined;
  }
}

static cheif_status decode(
    cheif_image *image, uint32_t item, cheif_chroma chroma, int longest_side, int threads, cheif_picture *picture) {
  image->context = p_heif_context_alloc();
  if (!image->context) return surprise(image, CHEIF_TOO_LARGE, "there is no memory for it");
  p_heif_context_set_maximum_image_size_limit(image->context, longest_side);
  p_heif_context_set_max_decoding_threads(image->context, threads);
  cheif_status status =
      status_of(image, p_heif_context_read_from_reader(image->context, &reader, image, NULL));
  if (status) return status;
  status = status_of(
      image, item ? p_heif_context_get_image_handle(image->context, item, &image->handle)
                  : p_heif_context_get_primary_image_handle(image->context, &image->handle));
  if (status) return status;
  struct heif_decoding_options *options = p_heif_decoding_options_alloc();
  if (!options) return surprise(image, CHEIF_TOO_LARGE, "there is no memory for it");
  options->ignore_transformations = 1;
  if (options->version >= 3) options->strict_decoding = 1;
  enum heif_colorspace space = chroma == CHEIF_GRAY            ? heif_colorspace_monochrome
                               : chroma == CHEIF_UNKNOWN_CHROMA ? heif_colorspace_undefined
                                                                : heif_colorspace_YCbCr;
  status = status_of(
      image, p_heif_decode_image(image->handle, &image->image, space, wanted_chroma(chroma), options));
  p_heif_decoding_options_free(options);
  return status ? status : describe(image, picture);
}

cheif_status cheif_image_decode(
    cheif_read_function *read, void *context, int64_t byte_count, uint32_t item, cheif_chroma chroma,
    int longest_side, int threads, cheif_image **image, cheif_picture *picture) {
  memset(picture, 0, sizeof *picture);
  *image = calloc(1, sizeof **image);
  if (!*image) return CHEIF_TOO_LARGE;
  pthread_once(&once, open_library);
  if (!is_open) return CHEIF_ABSENT;
  (*image)->read = read;
  (*image)->read_context = context;
  (*image)->byte_count = byte_count;
  return decode(*image, item, chroma, longest_side, threads, picture);
}

void cheif_image_destroy(cheif_image *image) {
  if (!image) return;
  if (image->image) p_heif_image_release(image->image);
  if (image->handle) p_heif_image_handle_release(image->handle);
  if (image->context) p_heif_context_free(image->context);
  free(image);
}

const char *cheif_image_message(const cheif_image *image) { return image->message; }
