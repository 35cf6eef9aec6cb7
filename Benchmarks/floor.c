/* The floor under preparing a photo: what libjpeg-turbo alone costs.
 *
 * Each picture is decoded whole, as raw planes: no upsampling, no colour conversion. A window of the
 * target size is copied out of the middle of those planes and encoded as a raw 4:2:0 picture at
 * quality 85. Nothing is resampled, so no program that does resample through the same library can
 * be expected to be faster. The window is cut from the photo itself, because the time of entropy
 * coding depends on the content.
 *
 *   floor [--optimize] INPUT OUTPUT WIDTH HEIGHT [INPUT OUTPUT WIDTH HEIGHT]...
 *   floor --version
 *
 * --optimize has the encoder compute Huffman tables for the picture in place of the standard ones.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

enum { quality = 85, max_rows = MAX_SAMP_FACTOR * DCTSIZE };

/* A plane of the output, filled from the input's rows as they are decoded. */
struct plane {
  unsigned char *samples;
  int width, height; /* whole blocks, as raw encoding needs */
  int source_width;
  int first_row; /* of the window, in the input's plane */
  int filled;
};

static void fail(const char *what) {
  fprintf(stderr, "floor: %s\n", what);
  exit(1);
}

static void *allocate(size_t bytes) {
  void *memory = malloc(bytes);
  if (!memory) fail("out of memory");
  return memory;
}

static int rounded_up(int value, int step) { return (value + step - 1) / step * step; }

static void take_row(struct plane *plane, const unsigned char *row, int source_row) {
  if (source_row < plane->first_row || plane->filled == plane->height) return;
  unsigned char *target = plane->samples + (size_t)plane->filled++ * plane->width;
  int offset = plane->source_width > plane->width ? (plane->source_width - plane->width) / 2 : 0;
  int available = plane->source_width - offset;
  /* A turned picture can be wider than what is stored: the row is then repeated. */
  for (int x = 0; x < plane->width; x += available) {
    int count = plane->width - x < available ? plane->width - x : available;
    memcpy(target + x, row + offset, count);
  }
}

static void decode(const char *path, struct plane planes[3]) {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  FILE *file = fopen(path, "rb");
  if (!file) fail("the input cannot be opened");
  info.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&info);
  jpeg_stdio_src(&info, file);
  jpeg_read_header(&info, TRUE);
  if (info.num_components != 1 && info.num_components != 3) fail("neither grey nor YCbCr");
  info.raw_data_out = TRUE;
  info.do_fancy_upsampling = FALSE;
  jpeg_start_decompress(&info);

  JSAMPROW rows[3][max_rows];
  JSAMPARRAY components[3] = {rows[0], rows[1], rows[2]};
  int decoded[3] = {0, 0, 0};
  for (int c = 0; c < info.num_components; c++) {
    jpeg_component_info *component = &info.comp_info[c];
    int stride = rounded_up(component->width_in_blocks, component->h_samp_factor) * DCTSIZE;
    unsigned char *block = allocate((size_t)stride * max_rows);
    for (int r = 0; r < max_rows; r++) rows[c][r] = block + (size_t)r * stride;
    int height = component->downsampled_height;
    planes[c].source_width = component->downsampled_width;
    planes[c].first_row = height > planes[c].height ? (height - planes[c].height) / 2 : 0;
    planes[c].filled = 0;
  }
  while (info.output_scanline < info.output_height) {
    jpeg_read_raw_data(&info, components, info.max_v_samp_factor * DCTSIZE);
    for (int c = 0; c < info.num_components; c++) {
      int count = info.comp_info[c].v_samp_factor * DCTSIZE;
      int left = (int)info.comp_info[c].downsampled_height - decoded[c];
      for (int r = 0; r < count && r < left; r++) take_row(&planes[c], rows[c][r], decoded[c] + r);
      decoded[c] += count;
    }
  }
  for (int c = 0; c < 3; c++) {
    struct plane *plane = &planes[c];
    if (c >= info.num_components) {
      memset(plane->samples, 128, (size_t)plane->width * plane->height);
      continue;
    }
    /* Taller than what is stored: the rows are repeated from the top. */
    for (int y = plane->filled, from = 0; y < plane->height; y++, from++)
      memcpy(plane->samples + (size_t)y * plane->width,
             plane->samples + (size_t)from * plane->width, plane->width);
    free(rows[c][0]);
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  fclose(file);
}

static void encode(const char *path, struct plane planes[3], int width, int height, int optimize) {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr errors;
  FILE *file = fopen(path, "wb");
  if (!file) fail("the output cannot be opened");
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  jpeg_stdio_dest(&info, file);
  info.image_width = width;
  info.image_height = height;
  info.input_components = 3;
  info.in_color_space = JCS_YCbCr;
  jpeg_set_defaults(&info); /* 4:2:0 */
  jpeg_set_quality(&info, quality, TRUE);
  info.raw_data_in = TRUE;
  info.optimize_coding = optimize;
  jpeg_start_compress(&info, TRUE);

  JSAMPROW rows[3][2 * DCTSIZE];
  JSAMPARRAY components[3] = {rows[0], rows[1], rows[2]};
  while (info.next_scanline < info.image_height) {
    for (int c = 0; c < 3; c++) {
      int count = c == 0 ? 2 * DCTSIZE : DCTSIZE;
      int first = c == 0 ? info.next_scanline : info.next_scanline / 2;
      for (int r = 0; r < count; r++)
        rows[c][r] = planes[c].samples + (size_t)(first + r) * planes[c].width;
    }
    jpeg_write_raw_data(&info, components, 2 * DCTSIZE);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  if (fclose(file) != 0) fail("the output cannot be written");
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)
    puts("libjpeg-turbo " TEXT(LIBJPEG_TURBO_VERSION));
    return 0;
  }
  int first = 1, optimize = 0;
  if (argc > 1 && strcmp(argv[1], "--optimize") == 0) {
    optimize = 1;
    first = 2;
  }
  if (argc <= first || (argc - first) % 4 != 0)
    fail("usage: floor [--optimize] INPUT OUTPUT WIDTH HEIGHT ...");

  for (int i = first; i < argc; i += 4) {
    int width = atoi(argv[i + 2]), height = atoi(argv[i + 3]);
    if (width < 1 || height < 1 || width > 65500 || height > 65500) fail("not a picture size");
    struct plane planes[3];
    memset(planes, 0, sizeof planes);
    for (int c = 0; c < 3; c++) {
      planes[c].width = rounded_up(width, 2 * DCTSIZE) / (c == 0 ? 1 : 2);
      planes[c].height = rounded_up(height, 2 * DCTSIZE) / (c == 0 ? 1 : 2);
      planes[c].samples = allocate((size_t)planes[c].width * planes[c].height);
    }
    decode(argv[i], planes);
    encode(argv[i + 1], planes, width, height, optimize);
    for (int c = 0; c < 3; c++) free(planes[c].samples);
  }
  return 0;
}
