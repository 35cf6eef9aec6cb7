// HEVC for libheif, by libde265, without its faults.
#ifndef CHEIF_HEVC_H
#define CHEIF_HEVC_H

#include <stdbool.h>
#include <libheif/heif_plugin.h>

/// The functions of libheif by which a plugin makes a picture.
typedef struct cheif_picture_functions {
  __typeof__(&heif_image_create) create;
  __typeof__(&heif_image_release) release;
  __typeof__(&heif_image_add_plane) add_plane;
  __typeof__(&heif_image_get_plane) get_plane;
  __typeof__(&heif_image_set_nclx_color_profile) set_colors;
  __typeof__(&heif_nclx_color_profile_alloc) colors_alloc;
  __typeof__(&heif_nclx_color_profile_free) colors_free;
  __typeof__(&heif_nclx_color_profile_set_color_primaries) set_primaries;
  __typeof__(&heif_nclx_color_profile_set_transfer_characteristics) set_transfer;
  __typeof__(&heif_nclx_color_profile_set_matrix_coefficients) set_matrix;
} cheif_picture_functions;

/// A decoder that goes before the one that libheif has for HEVC, for the whole process.
///
/// libde265 hands out memory that it never wrote where a coded picture has no slice, and calls that no error;
/// libheif does not ask for the warnings. This decoder makes each picture twice. The first time it is not filtered,
/// so that what was in its memory before tells where nothing was written. That, and what libde265 warns of, is
/// damage. Where libde265 is absent it refuses all pictures, so that no other decoder of libheif takes them.
///
/// `functions` must stay what they are. To be called once.
const struct heif_decoder_plugin *cheif_hevc_plugin(const cheif_picture_functions *functions);

/// The part of an error's message that is this decoder's own, without what libheif put before it, or `NULL`.
const char *cheif_hevc_message(const char *message);

#endif
