#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#include "errors.h"

#define BUFFER_SIZE (128 * 1024)

/// libjpeg's fast Huffman decoder only runs while all blocks of an MCU are sure to lie in the buffer.
/// The buffer is filled up between groups of rows when it holds less than this.
#define LOW_WATER (48 * 1024)

struct cjpeg_decoder {
  // First, so that libjpeg's pointer is one to the whole.
  struct jpeg_decompress_struct base;
  cjpeg_errors errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  cjpeg_read_function *read;
  void *context;
  bool at_end;
  int maximum_scans;
  /// Bit i: a scan of component i has begun.
  unsigned scanned_components;
  uint8_t buffer[BUFFER_SIZE];
};

static void do_nothing(j_decompress_ptr cinfo) { (void)cinfo; }

static boolean fill_input_buffer(j_decompress_ptr cinfo) {
  cjpeg_decoder *decoder = (cjpeg_decoder *)cinfo;
  const ptrdiff_t count = decoder->at_end ? 0 : decoder->read(decoder->context, decoder->buffer, BUFFER_SIZE);
  if (count < 0) cjpeg_fail((j_common_ptr)cinfo, CJPEG_READ_FAILED, "the file cannot be read");
  decoder->source.next_input_byte = decoder->buffer;
  if (count > 0) {
    decoder->source.bytes_in_buffer = (size_t)count;
    return TRUE;
  }
  // An end marker in place of the missing bytes: if all pixels were there it is all that was missing,
  // and otherwise the entropy decoder says that it met a marker too early.
  decoder->at_end = true;
  decoder->buffer[0] = 0xFF;
  decoder->buffer[1] = JPEG_EOI;
  decoder->source.bytes_in_buffer = 2;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr cinfo, long count) {
  cjpeg_decoder *decoder = (cjpeg_decoder *)cinfo;
  while (count > 0 && (size_t)count > decoder->source.bytes_in_buffer) {
    count -= (long)decoder->source.bytes_in_buffer;
    fill_input_buffer(cinfo);
    if (decoder->at_end) return;
  }
  if (count <= 0) return;
  decoder->source.next_input_byte += count;
  decoder->source.bytes_in_buffer -= (size_t)count;
}

/// Moves what is left in the buffer to its front and reads more behind it.
static void fill_up(cjpeg_decoder *decoder) {
  struct jpeg_source_mgr *source = &decoder->source;
  if (decoder->at_end || source->bytes_in_buffer >= LOW_WATER) return;
  memmove(decoder->buffer, source->next_input_byte, source->bytes_in_buffer);
  source->next_input_byte = decoder->buffer;
  const ptrdiff_t count = decoder->read(decoder->context, decoder->buffer + source->bytes_in_buffer,
                                        BUFFER_SIZE - source->bytes_in_buffer);
  if (count < 0) cjpeg_fail((j_common_ptr)&decoder->base, CJPEG_READ_FAILED, "the file cannot be read");
  source->bytes_in_buffer += (size_t)count;
}

/// Called by libjpeg before each row of blocks of each scan of a file that does not stream.
static void check_scan(j_common_ptr cinfo) {
  cjpeg_decoder *decoder = (cjpeg_decoder *)cinfo;
  for (int i = 0; i < decoder->base.comps_in_scan; i++)
    decoder->scanned_components |= 1u << decoder->base.cur_comp_info[i]->component_index;
  if (decoder->base.input_scan_number <= decoder->maximum_scans) return;
  cjpeg_fail(cinfo, CJPEG_TOO_LARGE, "it has more scans than any camera or editor writes");
}

cjpeg_decoder *cjpeg_decoder_create(cjpeg_read_function *read, void *context) {
  // calloc: libjpeg's destroy must see zeros if create fails half-way.
  cjpeg_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->read = read;
  decoder->context = context;
  decoder->base.err = cjpeg_errors_prepare(&decoder->errors);
  if (setjmp(decoder->errors.landing)) {
    cjpeg_decoder_destroy(decoder);
    return NULL;
  }
  jpeg_create_decompress(&decoder->base);
  decoder->source.init_source = do_nothing;
  decoder->source.fill_input_buffer = fill_input_buffer;
  decoder->source.skip_input_data = skip_input_data;
  decoder->source.resync_to_restart = jpeg_resync_to_restart;
  decoder->source.term_source = do_nothing;
  decoder->base.src = &decoder->source;
  decoder->progress.progress_monitor = check_scan;
  decoder->base.progress = &decoder->progress;
  return decoder;
}

void cjpeg_decoder_destroy(cjpeg_decoder *decoder) {
  if (!decoder) return;
  jpeg_destroy_decompress(&decoder->base);
  free(decoder);
}

const char *cjpeg_decoder_message(const cjpeg_decoder *decoder) { return decoder->errors.message; }

static size_t round_up(size_t value, size_t multiple) { return (value + multiple - 1) / multiple * multiple; }

static cjpeg_plane describe_plane(const struct jpeg_decompress_struct *cinfo, const jpeg_component_info *component) {
  cjpeg_plane plane = {0};
  plane.horizontal_factor = cinfo->max_h_samp_factor;
  plane.horizontal_divisor = component->h_samp_factor;
  plane.vertical_factor = cinfo->max_v_samp_factor;
  plane.vertical_divisor = component->v_samp_factor;
  plane.width = (int)component->downsampled_width;
  plane.height = (int)component->downsampled_height;
  plane.group_width = (int)(component->width_in_blocks * DCTSIZE);
  plane.group_height = component->v_samp_factor * DCTSIZE;
  return plane;
}

static size_t coefficient_bytes(const struct jpeg_decompress_struct *cinfo) {
  size_t sum = 0;
  for (int i = 0; i < cinfo->num_components; i++) {
    const jpeg_component_info *component = &cinfo->comp_info[i];
    sum += round_up(component->width_in_blocks, (size_t)component->h_samp_factor) *
           round_up(component->height_in_blocks, (size_t)component->v_samp_factor) * sizeof(JBLOCK);
  }
  return sum;
}

static cjpeg_color color_of(J_COLOR_SPACE space) {
  switch (space) {
    case JCS_GRAYSCALE: return CJPEG_GRAY;
    case JCS_YCbCr: return CJPEG_YCBCR;
    case JCS_RGB: return CJPEG_RGB;
    case JCS_CMYK: return CJPEG_CMYK;
    case JCS_YCCK: return CJPEG_YCCK;
    default: return CJPEG_OTHER_COLOR;
  }
}

cjpeg_status cjpeg_decoder_read_header(cjpeg_decoder *decoder, cjpeg_picture *picture) {
  j_decompress_ptr cinfo = &decoder->base;
  memset(picture, 0, sizeof *picture);
  if (setjmp(decoder->errors.landing)) return decoder->errors.status;
  jpeg_read_header(cinfo, TRUE);
  if (cinfo->arith_code)
    cjpeg_fail((j_common_ptr)cinfo, CJPEG_UNSUPPORTED, "arithmetic coding");
  picture->width = (int)cinfo->image_width;
  picture->height = (int)cinfo->image_height;
  picture->color = color_of(cinfo->jpeg_color_space);
  if (picture->color == CJPEG_OTHER_COLOR)
    cjpeg_fail((j_common_ptr)cinfo, CJPEG_UNSUPPORTED, "a color space other than gray, YCbCr, RGB, CMYK and YCCK");
  if (cinfo->num_components > CJPEG_MAX_PLANES)
    cjpeg_fail((j_common_ptr)cinfo, CJPEG_UNSUPPORTED, "more than four color components");
  cinfo->out_color_space = cinfo->jpeg_color_space;
  cinfo->raw_data_out = TRUE;
  cinfo->dct_method = JDCT_ISLOW;
  cinfo->do_fancy_upsampling = FALSE;
  cinfo->do_block_smoothing = FALSE;
  jpeg_calc_output_dimensions(cinfo);
  picture->plane_count = cinfo->num_components;
  for (int i = 0; i < cinfo->num_components; i++)
    picture->planes[i] = describe_plane(cinfo, &cinfo->comp_info[i]);
  picture->group_rows = cinfo->max_v_samp_factor * DCTSIZE;
  picture->group_count = (picture->height + picture->group_rows - 1) / picture->group_rows;
  picture->streams = !jpeg_has_multiple_scans(cinfo);
  picture->coefficient_bytes = picture->streams ? 0 : coefficient_bytes(cinfo);
  return CJPEG_OK;
}

bool cjpeg_decoder_describe_scan(const cjpeg_decoder *decoder, cjpeg_scan *scan) {
  const struct jpeg_decompress_struct *cinfo = &decoder->base;
  memset(scan, 0, sizeof *scan);
  if (cinfo->progressive_mode || cinfo->arith_code || cinfo->data_precision != 8 ||
      cinfo->comps_in_scan != cinfo->num_components || cinfo->Ss != 0 || cinfo->Se != DCTSIZE2 - 1 ||
      cinfo->Ah != 0 || cinfo->Al != 0)
    return false;
  scan->component_count = cinfo->num_components;
  for (int i = 0; i < cinfo->num_components; i++) {
    const jpeg_component_info *component = cinfo->cur_comp_info[i];
    const int dc = component->dc_tbl_no, ac = component->ac_tbl_no, number = component->quant_tbl_no;
    // A scan may name its components in another order than the frame.
    if (component != &cinfo->comp_info[i] || dc < 0 || dc >= NUM_HUFF_TBLS || ac < 0 || ac >= NUM_HUFF_TBLS ||
        number < 0 || number >= NUM_QUANT_TBLS || !cinfo->dc_huff_tbl_ptrs[dc] || !cinfo->ac_huff_tbl_ptrs[ac] ||
        !cinfo->quant_tbl_ptrs[number])
      return false;
    scan->components[i] = (cjpeg_scan_component){
        .across = component->h_samp_factor,
        .down = component->v_samp_factor,
        .quantization = cinfo->quant_tbl_ptrs[number]->quantval,
        .dc_counts = cinfo->dc_huff_tbl_ptrs[dc]->bits + 1,
        .dc_symbols = cinfo->dc_huff_tbl_ptrs[dc]->huffval,
        .ac_counts = cinfo->ac_huff_tbl_ptrs[ac]->bits + 1,
        .ac_symbols = cinfo->ac_huff_tbl_ptrs[ac]->huffval,
    };
  }
  // The MCU of a single component is one block, whatever its sampling factors are (T.81 §A.2.2).
  if (scan->component_count == 1 && (scan->components[0].across != 1 || scan->components[0].down != 1)) return false;
  scan->restart_interval = (int)cinfo->restart_interval;
  scan->unread_count = decoder->source.bytes_in_buffer;
  return true;
}

/// Fails if the file ended between two scans, before each coefficient had all its bits: the picture
/// would be coarse, colourless or black without any other sign.
static void require_all_coefficients(cjpeg_decoder *decoder) {
  j_decompress_ptr cinfo = &decoder->base;
  if (!jpeg_has_multiple_scans(cinfo)) return;
  if (decoder->scanned_components != (1u << cinfo->num_components) - 1)
    cjpeg_fail((j_common_ptr)cinfo, CJPEG_DAMAGED, "the scan of a color component is missing");
  if (!cinfo->progressive_mode) return;
  for (int i = 0; i < cinfo->num_components; i++)
    for (int k = 0; k < DCTSIZE2; k++)
      if (cinfo->coef_bits[i][k] != 0)
        cjpeg_fail((j_common_ptr)cinfo, CJPEG_DAMAGED, "scans are missing at the end");
}

cjpeg_status cjpeg_decoder_start(cjpeg_decoder *decoder, int maximum_scans) {
  if (setjmp(decoder->errors.landing)) return decoder->errors.status;
  decoder->maximum_scans = maximum_scans;
  decoder->errors.in_picture = true;
  jpeg_start_decompress(&decoder->base);
  require_all_coefficients(decoder);
  return CJPEG_OK;
}

cjpeg_status cjpeg_decoder_read_group(cjpeg_decoder *decoder, uint8_t *const *planes, const size_t *strides) {
  j_decompress_ptr cinfo = &decoder->base;
  JSAMPROW rows[CJPEG_MAX_PLANES][MAX_SAMP_FACTOR * DCTSIZE];
  JSAMPARRAY image[CJPEG_MAX_PLANES] = {rows[0], rows[1], rows[2], rows[3]};
  for (int i = 0; i < cinfo->num_components; i++)
    for (int r = 0; r < cinfo->comp_info[i].v_samp_factor * DCTSIZE; r++)
      rows[i][r] = planes[i] + (size_t)r * strides[i];
  if (setjmp(decoder->errors.landing)) return decoder->errors.status;
  fill_up(decoder);
  jpeg_read_raw_data(cinfo, image, (JDIMENSION)(cinfo->max_v_samp_factor * DCTSIZE));
  return CJPEG_OK;
}

cjpeg_status cjpeg_decoder_finish(cjpeg_decoder *decoder) {
  // All blocks are there; that no end marker follows, or a broken one, is nobody's damage.
  if (setjmp(decoder->errors.landing)) return decoder->errors.has_surplus ? CJPEG_DAMAGED : CJPEG_OK;
  jpeg_finish_decompress(&decoder->base);
  return CJPEG_OK;
}
