// HEIC files, by libheif and the encoder that it was built with.

#include "CHEIF.h"
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

#define FUNCTIONS(F) \
  F(heif_init) \
  F(heif_context_alloc) \
  F(heif_context_free) \
  F(heif_context_get_encoder_for_format) \
  F(heif_encoder_release) \
  F(heif_encoder_set_lossy_quality) \
  F(heif_encoder_set_parameter_string) \
  F(heif_encoding_options_alloc) \
  F(heif_encoding_options_free) \
  F(heif_context_encode_image) \
  F(heif_context_add_exif_metadata) \
  F(heif_context_add_XMP_metadata) \
  F(heif_context_write) \
  F(heif_image_create) \
  F(heif_image_release) \
  F(heif_image_add_plane) \
  F(heif_image_get_plane) \
  F(heif_image_handle_release) \
  F(heif_image_set_raw_color_profile) \
  F(heif_image_set_nclx_color_profile) \
  F(heif_nclx_color_profile_alloc) \
  F(heif_nclx_color_profile_free) \
  F(heif_nclx_color_profile_set_color_primaries) \
  F(heif_nclx_color_profile_set_transfer_characteristics) \
  F(heif_nclx_color_profile_set_matrix_coefficients)

#define POINTER(name) static __typeof__(&name) p_##name;
FUNCTIONS(POINTER)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
#define SYMBOL(name) {#name, (void **)&p_##name},
  const cheif_symbol symbols[] = {FUNCTIONS(SYMBOL)};
  is_open = cheif_open_library(library_name, symbols, sizeof symbols / sizeof symbols[0]);
  // From 1.14 on this loads encoders that are plugins; it is never undone, like the opening itself.
  if (is_open) is_open = p_heif_init(NULL).code == heif_error_Ok;
}

struct cheif_file {
  struct heif_context *context;
  struct heif_encoder *encoder;
  struct heif_image *image;
  struct heif_image_handle *handle;
  struct heif_color_profile_nclx *colors;
  struct heif_encoding_options *options;
  uint8_t *bytes;
  size_t count;
  char message[160];
};

static cheif_status surprise(cheif_file *file, cheif_status status, const char *message) {
  snprintf(file->message, sizeof file->message, "%s", message);
  return status;
}

static cheif_status status_of(cheif_file *file, struct heif_error error) {
  if (error.code == heif_error_Ok) return CHEIF_OK;
  snprintf(file->message, sizeof file->message, "%s", error.message ? error.message : "");
  return error.code == heif_error_Memory_allocation_error ? CHEIF_TOO_LARGE : CHEIF_UNSUPPORTED;
}

/// Appends what libheif has to write; it calls this once for a file, but does not promise to.
static struct heif_error append(struct heif_context *context, const void *data, size_t count, void *user) {
  (void)context;
  cheif_file *file = user;
  uint8_t *grown = count <= SIZE_MAX - file->count ? realloc(file->bytes, file->count + count + !count) : NULL;
  if (!grown) return (struct heif_error){heif_error_Memory_allocation_error, heif_suberror_Unspecified, "no memory"};
  memcpy(grown + file->count, data, count);
  file->bytes = grown;
  file->count += count;
  return (struct heif_error){heif_error_Ok, heif_suberror_Unspecified, ""};
}

/// Copies the planes into an image of libheif.
static cheif_status copy_planes(cheif_file *file, const cheif_picture *picture) {
  static const enum heif_channel channels[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
  const bool is_420 = picture->chroma_shift_x == 1 && picture->chroma_shift_y == 1;
  if (picture->plane_count != 3 || (!is_420 && picture->chroma_shift_x + picture->chroma_shift_y != 0))
    return surprise(file, CHEIF_UNSUPPORTED, "its chroma is of a density that is not encoded");
  cheif_status status = status_of(
      file, p_heif_image_create(
                picture->width, picture->height, heif_colorspace_YCbCr, is_420 ? heif_chroma_420 : heif_chroma_444,
                &file->image));
  for (int p = 0; !status && p < picture->plane_count; p++) {
    const cheif_plane *plane = &picture->planes[p];
    status = status_of(file, p_heif_image_add_plane(file->image, channels[p], plane->width, plane->height, 8));
    if (status) break;
    int stride = 0;
    uint8_t *target = p_heif_image_get_plane(file->image, channels[p], &stride);
    if (!target || stride < plane->width) return surprise(file, CHEIF_TOO_LARGE, "there is no memory for it");
    for (int y = 0; y < plane->height; y++)
      memcpy(target + (size_t)y * stride, plane->samples + y * plane->stride, plane->width);
  }
  return status;
}

/// Says what the numbers mean: in the coded picture always, and in boxes.
static cheif_status set_colors(cheif_file *file, const cheif_picture *picture, cheif_bytes profile) {
  file->colors = p_heif_nclx_color_profile_alloc();
  if (!file->colors) return surprise(file, CHEIF_TOO_LARGE, "there is no memory for it");
  // With a profile that says what the colors are, the numbers tell only how they are coded.
  cheif_status status = status_of(
      file, p_heif_nclx_color_profile_set_color_primaries(file->colors, profile.count ? 2 : 1));
  if (!status)
    status = status_of(
        file, p_heif_nclx_color_profile_set_transfer_characteristics(file->colors, picture->transfer));
  if (!status)
    status = status_of(file, p_heif_nclx_color_profile_set_matrix_coefficients(file->colors, picture->matrix));
  file->colors->full_range_flag = picture->is_full_range;
  if (!status) status = status_of(file, p_heif_image_set_nclx_color_profile(file->image, file->colors));
  if (!status && profile.count)
    status = status_of(file, p_heif_image_set_raw_color_profile(file->image, "prof", profile.start, profile.count));
  return status;
}

static cheif_status encode(cheif_file *file, const cheif_picture *picture, int quality, cheif_bytes profile) {
  file->context = p_heif_context_alloc();
  if (!file->context) return surprise(file, CHEIF_TOO_LARGE, "there is no memory for it");
  struct heif_error error =
      p_heif_context_get_encoder_for_format(file->context, heif_compression_HEVC, &file->encoder);
  if (error.code != heif_error_Ok || !file->encoder)
    return surprise(file, CHEIF_ABSENT, "libheif has no encoder for HEVC");
  cheif_status status = copy_planes(file, picture);
  if (!status) status = set_colors(file, picture, profile);
  if (!status) status = status_of(file, p_heif_encoder_set_lossy_quality(file->encoder, quality));
  if (status) return status;
  // These are x265's own. Another encoder may know none of them, which only costs time or bytes.
  p_heif_encoder_set_parameter_string(file->encoder, "preset", "superfast");
  p_heif_encoder_set_parameter_string(file->encoder, "tune", "psnr");
  error = p_heif_encoder_set_parameter_string(file->encoder, "chroma", picture->chroma_shift_x ? "420" : "444");
  if (error.code != heif_error_Ok && !picture->chroma_shift_x) return status_of(file, error);
  file->options = p_heif_encoding_options_alloc();
  if (!file->options) return surprise(file, CHEIF_TOO_LARGE, "there is no memory for it");
  if (file->options->version >= 3) file->options->save_two_colr_boxes_when_ICC_and_nclx_available = 1;
  if (file->options->version >= 4) {
    file->options->output_nclx_profile = file->colors;
    file->options->macOS_compatibility_workaround_no_nclx_profile = 0;
  }
  return status_of(
      file,
      p_heif_context_encode_image(file->context, file->image, file->encoder, file->options, &file->handle));
}

static cheif_status add_metadata(cheif_file *file, cheif_bytes exif, cheif_bytes xmp) {
  if (exif.count > INT32_MAX || xmp.count > INT32_MAX)
    return surprise(file, CHEIF_TOO_LARGE, "its metadata are too long");
  cheif_status status = CHEIF_OK;
  if (exif.count)
    status = status_of(
        file, p_heif_context_add_exif_metadata(file->context, file->handle, exif.start, (int)exif.count));
  if (!status && xmp.count)
    status =
        status_of(file, p_heif_context_add_XMP_metadata(file->context, file->handle, xmp.start, (int)xmp.count));
  return status;
}

cheif_status cheif_file_encode(
    const cheif_picture *picture, int quality, cheif_bytes profile, cheif_bytes exif, cheif_bytes xmp,
    cheif_file **result) {
  cheif_file *file = *result = calloc(1, sizeof **result);
  if (!file) return CHEIF_TOO_LARGE;
  pthread_once(&once, open_library);
  if (!is_open) return surprise(file, CHEIF_ABSENT, "libheif is not installed");
  cheif_status status = encode(file, picture, quality, profile);
  if (!status) status = add_metadata(file, exif, xmp);
  if (status) return status;
  struct heif_writer writer = {1, append};
  return status_of(file, p_heif_context_write(file->context, &writer, file));
}

void cheif_file_destroy(cheif_file *file) {
  if (!file) return;
  if (file->options) p_heif_encoding_options_free(file->options);
  if (file->colors) p_heif_nclx_color_profile_free(file->colors);
  if (file->handle) p_heif_image_handle_release(file->handle);
  if (file->image) p_heif_image_release(file->image);
  if (file->encoder) p_heif_encoder_release(file->encoder);
  if (file->context) p_heif_context_free(file->context);
  free(file->bytes);
  free(file);
}

cheif_bytes cheif_file_bytes(const cheif_file *file) { return (cheif_bytes){file->bytes, file->count}; }

const char *cheif_file_message(const cheif_file *file) { return file->message; }
