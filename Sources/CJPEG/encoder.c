#include <stdlib.h>
#include <string.h>

#include "errors.h"

struct cjpeg_encoder {
  // First, so that libjpeg's pointer is one to the whole.
  struct jpeg_compress_struct base;
  cjpeg_errors errors;
  struct jpeg_destination_mgr destination;
  uint8_t *bytes;
  size_t capacity;
};

#define FIRST_CAPACITY (256 * 1024)

static void init_destination(j_compress_ptr cinfo) {
  cjpeg_encoder *encoder = (cjpeg_encoder *)cinfo;
  encoder->bytes = malloc(FIRST_CAPACITY);
  if (!encoder->bytes) cjpeg_fail((j_common_ptr)cinfo, CJPEG_TOO_LARGE, "memory is out");
  encoder->capacity = FIRST_CAPACITY;
  encoder->destination.next_output_byte = encoder->bytes;
  encoder->destination.free_in_buffer = FIRST_CAPACITY;
}

/// libjpeg asks when all of the buffer is used; what its own pointers say then does not count.
static boolean empty_output_buffer(j_compress_ptr cinfo) {
  cjpeg_encoder *encoder = (cjpeg_encoder *)cinfo;
  uint8_t *bytes = realloc(encoder->bytes, encoder->capacity * 2);
  if (!bytes) cjpeg_fail((j_common_ptr)cinfo, CJPEG_TOO_LARGE, "memory is out");
  encoder->bytes = bytes;
  encoder->destination.next_output_byte = bytes + encoder->capacity;
  encoder->destination.free_in_buffer = encoder->capacity;
  encoder->capacity *= 2;
  return TRUE;
}

static void term_destination(j_compress_ptr cinfo) { (void)cinfo; }

cjpeg_encoder *cjpeg_encoder_create(int width, int height, bool is_gray, int quality, bool optimize) {
  // calloc: libjpeg's destroy must see zeros if create fails half-way.
  cjpeg_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return NULL;
  j_compress_ptr cinfo = &encoder->base;
  cinfo->err = cjpeg_errors_prepare(&encoder->errors);
  if (setjmp(encoder->errors.landing)) {
    cjpeg_encoder_destroy(encoder);
    return NULL;
  }
  jpeg_create_compress(cinfo);
  encoder->destination.init_destination = init_destination;
  encoder->destination.empty_output_buffer = empty_output_buffer;
  encoder->destination.term_destination = term_destination;
  cinfo->dest = &encoder->destination;
  cinfo->image_width = (JDIMENSION)width;
  cinfo->image_height = (JDIMENSION)height;
  cinfo->input_components = is_gray ? 1 : 3;
  cinfo->in_color_space = is_gray ? JCS_GRAYSCALE : JCS_YCbCr;
  jpeg_set_defaults(cinfo);
  // Baseline: quantization steps above 255 need a newer kind of file.
  jpeg_set_quality(cinfo, quality, TRUE);
  cinfo->dct_method = JDCT_ISLOW;
  cinfo->optimize_coding = optimize;
  cinfo->raw_data_in = TRUE;
  jpeg_start_compress(cinfo, TRUE);
  return encoder;
}

void cjpeg_encoder_destroy(cjpeg_encoder *encoder) {
  if (!encoder) return;
  jpeg_destroy_compress(&encoder->base);
  free(encoder->bytes);
  free(encoder);
}

const char *cjpeg_encoder_message(const cjpeg_encoder *encoder) { return encoder->errors.message; }

cjpeg_status cjpeg_encoder_write_group(cjpeg_encoder *encoder, const uint8_t *const *planes, const size_t *strides) {
  j_compress_ptr cinfo = &encoder->base;
  JSAMPROW rows[3][2 * DCTSIZE];
  JSAMPARRAY image[3] = {rows[0], rows[1], rows[2]};
  // libjpeg's rows are not const, but its compressor only reads them.
  for (int i = 0; i < cinfo->num_components; i++)
    for (int r = 0; r < (i == 0 ? 2 : 1) * DCTSIZE; r++)
      rows[i][r] = (JSAMPROW)planes[i] + (size_t)r * strides[i];
  if (setjmp(encoder->errors.landing)) return encoder->errors.status;
  const JDIMENSION group_rows = (JDIMENSION)(cinfo->max_v_samp_factor * DCTSIZE);
  // A gray picture takes 8 rows at a time.
  for (JDIMENSION done = 0; done < 2 * DCTSIZE && cinfo->next_scanline < cinfo->image_height; done += group_rows) {
    image[0] = rows[0] + done;
    jpeg_write_raw_data(cinfo, image, group_rows);
  }
  return CJPEG_OK;
}

cjpeg_status cjpeg_encoder_finish(cjpeg_encoder *encoder, uint8_t **bytes, size_t *count) {
  if (setjmp(encoder->errors.landing)) return encoder->errors.status;
  jpeg_finish_compress(&encoder->base);
  *bytes = encoder->bytes;
  *count = encoder->capacity - encoder->destination.free_in_buffer;
  encoder->bytes = NULL;
  return CJPEG_OK;
}
