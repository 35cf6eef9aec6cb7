/// Checks every kernel that this processor can run: filters, transforms and color loops against the portable
/// ones bit by bit and against sums in double precision, the reading of pixels against integers. Prints a
/// digest of all results, so that runs on different processors can
/// be compared. Every buffer is as large as the header says and no larger, for the address sanitizer.
///
///     kernel_check SEED ROUNDS

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "PixelKernels.h"

static uint64_t state;

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every processor.
static uint64_t next(void) {
  uint64_t z = (state += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

static size_t between(size_t low, size_t high) { return low + next() % (high - low + 1); }

static uint64_t digest = 0xCBF29CE484222325;

static void add_to_digest(const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) digest = (digest ^ ((const uint8_t *)bytes)[i]) * 0x100000001B3;
}

static void *exactly(size_t count) {
  void *memory = malloc(count ? count : 1);
  if (!memory) exit(3);
  return memory;
}

static void fail(const char *what, const char *name, size_t index) {
  printf("FAILED: %s of %s at %zu\n", what, name, index);
  exit(1);
}

/// Coefficients that sum up to one, with negative lobes; rarely the largest that the header allows.
static void fill_coefficients(int16_t *coefficients, size_t real, size_t taps) {
  const int extreme = next() % 8 == 0;
  const int most = extreme ? 65535 / (int)real : 20000 / (int)real;
  int sum = 0;
  for (size_t k = 0; k < taps; k++) {
    const int value = k < real ? (int)(next() % (2 * (uint64_t)most + 1)) - most : 0;
    coefficients[k] = (int16_t)(value > 32767 ? 32767 : value < -32768 ? -32768 : value);
    sum += coefficients[k];
  }
  if (!extreme) {
    const int rest = PK_COEFFICIENT_ONE - sum + coefficients[0];
    coefficients[0] = (int16_t)(rest > 32767 ? 32767 : rest < -32768 ? -32768 : rest);
  }
}

static void check_vertical(const pk_filters *filters, size_t count) {
  const size_t width = between(1, 200), taps = 2 * between(1, 20);
  uint8_t *samples = exactly(width * taps);
  const uint8_t *rows[64];
  int16_t coefficients[64];
  const int solid = next() % 4 == 0;
  for (size_t i = 0; i < width * taps; i++) samples[i] = solid ? 255 : (uint8_t)next();
  for (size_t k = 0; k < taps; k++) rows[k] = samples + k * width;
  fill_coefficients(coefficients, taps, taps);
  int16_t *expected = exactly(width * sizeof *expected), *out = exactly(width * sizeof *out);
  filters[0].vertical(rows, coefficients, taps, width, expected);
  for (size_t x = 0; x < width; x++) {
    double sum = 0;
    for (size_t k = 0; k < taps; k++) sum += (double)rows[k][x] * coefficients[k] / PK_COEFFICIENT_ONE;
    double exact = sum * PK_INTERMEDIATE_ONE;
    exact = exact < -32768 ? -32768 : exact > 32767 ? 32767 : exact;
    if (fabs(exact - expected[x]) > 0.5) fail("precision of the vertical filter", filters[0].name, x);
  }
  add_to_digest(expected, width * sizeof *expected);
  for (size_t f = 1; f < count; f++) {
    memset(out, 0xA5, width * sizeof *out);
    filters[f].vertical(rows, coefficients, taps, width, out);
    for (size_t x = 0; x < width; x++)
      if (out[x] != expected[x]) fail("vertical filter", filters[f].name, x);
  }
  free(samples);
  free(expected);
  free(out);
}

static void check_horizontal(const pk_filters *filters, size_t count) {
  const size_t width = between(1, 100), taps = PK_HORIZONTAL_BLOCK * between(1, 6);
  const size_t input = between(taps, 400);
  int16_t *in = exactly(input * sizeof *in);
  int32_t *starts = exactly(width * sizeof *starts);
  int16_t *coefficients = exactly(width * taps * sizeof *coefficients);
  for (size_t i = 0; i < input; i++) in[i] = (int16_t)((int)(next() % 24001) - 5000);
  if (next() % 8 == 0) for (size_t i = 0; i < input; i++) in[i] = next() % 2 ? INT16_MAX : INT16_MIN;
  for (size_t i = 0; i < width; i++) {
    starts[i] = (int32_t)between(0, input - taps);
    fill_coefficients(coefficients + i * taps, between(1, taps), taps);
  }
  uint8_t *expected = exactly(width), *out = exactly(width);
  filters[0].horizontal(in, starts, coefficients, taps, width, expected);
  for (size_t i = 0; i < width; i++) {
    double sum = 0;
    for (size_t k = 0; k < taps; k++)
      sum += (double)in[starts[i] + (int)k] / PK_INTERMEDIATE_ONE * coefficients[i * taps + k] / PK_COEFFICIENT_ONE;
    sum = sum < 0 ? 0 : sum > 255 ? 255 : sum;
    if (fabs(sum - expected[i]) > 0.5) fail("precision of the horizontal filter", filters[0].name, i);
  }
  add_to_digest(expected, width);
  for (size_t f = 1; f < count; f++) {
    memset(out, 0xA5, width);
    filters[f].horizontal(in, starts, coefficients, taps, width, out);
    for (size_t i = 0; i < width; i++)
      if (out[i] != expected[i]) fail("horizontal filter", filters[f].name, i);
  }
  free(in);
  free(starts);
  free(coefficients);
  free(expected);
  free(out);
}

/// T.81 figure A.6, by its rule: diagonals from the top left corner, up and down in turn.
static void fill_zigzag(int *order) {
  for (int sum = 0, k = 0; sum < 15; sum++)
    for (int i = 0; i <= sum; i++) {
      const int y = sum % 2 ? i : sum - i, x = sum - y;
      if (x < 8 && y < 8) order[k++] = 8 * y + x;
    }
}

/// Sample (x, y) of a block by the formula of T.81 §A.3.3.
static double exact_sample(const int16_t *block, int x, int y) {
  double sum = 0;
  for (int v = 0; v < 8; v++)
    for (int u = 0; u < 8; u++)
      if (block[8 * v + u])
        sum += block[8 * v + u] * (u ? 1 : sqrt(0.5)) * (v ? 1 : sqrt(0.5)) *
               cos((2 * x + 1) * u * acos(-1) / 16) * cos((2 * y + 1) * v * acos(-1) / 16);
  const double sample = sum / 4 + 128;
  return sample < 0 ? 0 : sample > 255 ? 255 : sample;
}

static void check_inverse_transform(const pk_filters *filters, size_t count) {
  int zigzag[PK_BLOCK];
  fill_zigzag(zigzag);
  const size_t blocks = between(1, 7), stride = 8 * blocks + between(0, 9), size = 7 * stride + 8 * blocks;
  int16_t *coefficients = exactly(blocks * PK_BLOCK * sizeof *coefficients);
  uint8_t *last = exactly(blocks), *expected = exactly(size), *out = exactly(size);
  const int extreme = next() % 4 == 0;
  for (size_t i = 0; i < blocks; i++) {
    int16_t *block = coefficients + PK_BLOCK * i;
    memset(block, 0, PK_BLOCK * sizeof *block);
    last[i] = (uint8_t)(next() % 3 == 0 ? 0 : between(0, PK_BLOCK - 1));
    for (int k = 0; k <= last[i]; k++)
      block[zigzag[k]] = (int16_t)(!extreme ? (int)(next() % 401) - 200
                                   : next() % 3 == 0 ? (int)(next() & 0xFFFF)
                                   : next() % 2 ? INT16_MAX : INT16_MIN);
  }
  memset(expected, 0xA5, size);
  const bool in_range = filters[0].inverse_transform(coefficients, last, blocks, expected, stride);
  if (!in_range && !extreme) fail("range of the inverse transform", filters[0].name, blocks);
  for (size_t i = 0; !extreme && i < blocks; i++)
    for (int y = 0; y < 8; y++)
      for (int x = 0; x < 8; x++)
        if (fabs(exact_sample(coefficients + PK_BLOCK * i, x, y) - expected[(size_t)y * stride + 8 * i + (size_t)x]) > 1)
          fail("precision of the inverse transform", filters[0].name, i);
  add_to_digest(expected, size);
  add_to_digest(&in_range, sizeof in_range);
  for (size_t f = 1; f < count; f++) {
    memset(out, 0xA5, size);
    const bool other = filters[f].inverse_transform(coefficients, last, blocks, out, stride);
    if (other != in_range || memcmp(out, expected, size) != 0) fail("inverse transform", filters[f].name, 0);
  }
  free(coefficients);
  free(last);
  free(expected);
  free(out);
}

/// A Huffman table of random codes that leaves few of them unused.
static void fill_table(pk_huffman *table, int is_dc) {
  uint8_t counts[16] = {0}, symbols[256];
  size_t total = 0;
  for (int length = 1, room = 1; length <= 16; length++) {
    room *= 2;
    const int most = room - 1 < 256 - (int)total ? room - 1 : 256 - (int)total;
    const int taken = length == 16 ? most : most < 1 ? 0 : (int)between(0, (size_t)most / 2 < 9 ? (size_t)most / 2 : 9);
    counts[length - 1] = (uint8_t)taken;
    total += (size_t)taken;
    room -= taken;
  }
  for (size_t i = 0; i < sizeof symbols; i++)
    symbols[i] = (uint8_t)(is_dc ? next() % 12 : (next() % 8 == 0 ? next() % 16 : next() % 3) << 4 | next() % 11);
  if (!pk_huffman_make(table, counts, symbols, is_dc)) fail("table", "portable", total);
}

/// Decodes noise, for which every bit is a code or part of one, until there is no more or it is broken.
static void check_scan(const pk_filters *filters, size_t count) {
  pk_huffman *tables = exactly(2 * sizeof *tables);
  fill_table(&tables[0], 1);
  fill_table(&tables[1], 0);
  uint16_t quantization[PK_BLOCK];
  for (int i = 0; i < PK_BLOCK; i++) quantization[i] = (uint16_t)between(1, 300);
  const size_t size = between(0, 3000), mcus = between(1, 20), across = between(1, 2), down = between(1, 2);
  const size_t blocks = mcus * across * down;
  uint8_t *data = exactly(size + PK_MCU_BYTES);
  for (size_t i = 0; i < size; i++) data[i] = (uint8_t)next();
  memset(data + size, 0, PK_MCU_BYTES);
  uint64_t first = 0;
  for (size_t f = 0; f < count; f++) {
    int16_t *coefficients = exactly(blocks * PK_BLOCK * sizeof *coefficients);
    uint8_t *last = exactly(blocks);
    memset(last, 0, blocks);
    pk_scan_component component = {&tables[0], &tables[1], quantization, (int32_t)across, (int32_t)down,
                                   coefficients, last, mcus * across, 0};
    pk_bits bits = {data, data + size, 0, 0};
    const uint64_t before = digest;
    size_t decoded = 0;
    pk_scan_status status;
    do {
      memset(coefficients, 0x55, blocks * PK_BLOCK * sizeof *coefficients);
      status = filters[f].decode_mcus(&bits, &component, 1, mcus, &decoded);
      add_to_digest(&status, sizeof status);
      add_to_digest(&decoded, sizeof decoded);
      if (status != PK_SCAN_BROKEN) add_to_digest(coefficients, blocks * PK_BLOCK * sizeof *coefficients);
      if (decoded > mcus) fail("number of MCUs", filters[f].name, decoded);
    } while (status == PK_SCAN_DONE);
    const uint64_t after = digest;
    if (f == 0) first = after;
    if (after != first) fail("coded data", filters[f].name, 0);
    digest = f + 1 < count ? before : first;
    free(coefficients);
    free(last);
  }
  free(tables);
  free(data);
}

static void check_unstuffing(void) {
  const size_t size = between(0, 400);
  uint8_t *in = exactly(size), *out = exactly(size), *expected = exactly(size);
  for (size_t i = 0; i < size; i++) in[i] = next() % 3 == 0 ? 0xFF : next() % 3 ? 0 : (uint8_t)next();
  size_t position = 0, length = 0;
  uint8_t code = 0;
  while (position < size && !code) {
    size_t after = position;
    while (after < size && in[after] == 0xFF) after++;
    if (after == size) break;
    if (after == position) {
      expected[length++] = in[position++];
    } else if (in[after] == 0 && after > position + 1) {
      code = 0xFF;
      position = after + 1;
    } else if (in[after] == 0) {
      expected[length++] = 0xFF;
      position = after + 1;
    } else {
      code = in[after];
      position = after + 1;
    }
  }
  size_t consumed;
  uint8_t marker;
  const size_t written = pk_unstuff(in, size, out, &consumed, &marker);
  if (written != length || consumed != position || marker != code || memcmp(out, expected, length) != 0)
    fail("unstuffing", "portable", position);
  add_to_digest(out, written);
  free(in);
  free(out);
  free(expected);
}

static void check_turning(void) {
  const size_t width = between(1, 40), height = between(1, 40);
  uint8_t *in = exactly(width * height), *out = exactly(width * height);
  for (size_t i = 0; i < width * height; i++) in[i] = (uint8_t)next();
  for (int flips = 0; flips < 4; flips++) {
    const int up = flips & 1, back = flips & 2;
    pk_transpose(up ? in + (height - 1) * width : in, up ? -(ptrdiff_t)width : (ptrdiff_t)width, width, height,
                 back ? out + (width - 1) * height : out, back ? -(ptrdiff_t)height : (ptrdiff_t)height);
    for (size_t y = 0; y < width; y++)
      for (size_t x = 0; x < height; x++)
        if (out[(back ? width - 1 - y : y) * height + x] != in[(up ? height - 1 - x : x) * width + y])
          fail("transposition", "portable", y * height + x);
    add_to_digest(out, width * height);
  }
  pk_mirror(in, width, out);
  for (size_t x = 0; x < width; x++)
    if (out[x] != in[width - 1 - x]) fail("mirroring", "portable", x);
  uint8_t *pixels = exactly(3 * width);
  pk_interleave(in, in, out, width, pixels);
  for (size_t x = 0; x < width; x++)
    if (pixels[3 * x] != in[x] || pixels[3 * x + 1] != in[x] || pixels[3 * x + 2] != out[x])
      fail("interleaving", "portable", x);
  free(in);
  free(out);
  free(pixels);
}

/// The nearest integer to numerator / denominator; no quotient here lies half-way between two.
static uint8_t quotient(uint64_t numerator, uint64_t denominator) {
  return (uint8_t)((2 * numerator + denominator) / (2 * denominator));
}

/// Random bytes, or with alpha (every `step`-th byte) that is often opaque or gone.
static void fill_pixels(uint8_t *pixels, size_t count, size_t step) {
  const uint64_t kind = next() % 4;
  for (size_t i = 0; i < count; i++) {
    pixels[i] = (uint8_t)next();
    if (step && i % step == step - 1)
      pixels[i] = kind == 0 ? 255 : kind == 1 ? 0 : kind == 2 && next() % 2 ? 255 : pixels[i];
  }
}

static void check_pixel_readers(const pk_pixel_reader *readers, size_t count) {
  const size_t width = between(1, 150);
  uint8_t *rgb = exactly(3 * width), *rgba = exactly(4 * width), *gray = exactly(2 * width);
  uint8_t *planes[3] = {exactly(width), exactly(width), exactly(width)};
  fill_pixels(rgb, 3 * width, 0);
  fill_pixels(rgba, 4 * width, 4);
  fill_pixels(gray, 2 * width, 2);
  for (size_t r = 0; r < count; r++) {
    readers[r].split_rgb(rgb, width, planes[0], planes[1], planes[2]);
    for (size_t x = 0; x < 3 * width; x++)
      if (planes[x % 3][x / 3] != rgb[x]) fail("splitting", readers[r].name, x);
    readers[r].flatten_rgba(rgba, width, planes[0], planes[1], planes[2]);
    for (size_t x = 0; x < width; x++)
      for (int c = 0; c < 3; c++) {
        const unsigned alpha = rgba[4 * x + 3];
        if (planes[c][x] != quotient(rgba[4 * x + (size_t)c] * alpha + 255 * (255 - alpha), 255))
          fail("flattening", readers[r].name, x);
      }
    readers[r].flatten_gray_alpha(gray, width, planes[0]);
    for (size_t x = 0; x < width; x++)
      if (planes[0][x] != quotient(gray[2 * x] * gray[2 * x + 1] + 255u * (255u - gray[2 * x + 1]), 255))
        fail("flattening of gray", readers[r].name, x);
  }
  for (int c = 0; c < 3; c++) add_to_digest(planes[c], width);
  free(rgb);
  free(rgba);
  free(gray);
  for (int c = 0; c < 3; c++) free(planes[c]);
}

/// The nearest 16-bit sample on white.
static uint64_t on_white_16(uint64_t sample, uint64_t alpha) {
  return (2 * (sample * alpha + 65535 * (65535 - alpha)) + 65535) / (2 * 65535);
}

static void check_deep_pixels(void) {
  const size_t width = between(1, 60);
  uint16_t *in = exactly(4 * width * sizeof *in);
  uint8_t *planes[3] = {exactly(width), exactly(width), exactly(width)};
  for (size_t i = 0; i < 4 * width; i++) in[i] = next() % 8 ? (uint16_t)next() : next() % 2 ? 65535 : 0;
  pk_narrow_gray_16(in, width, planes[0]);
  for (size_t x = 0; x < width; x++)
    if (planes[0][x] != quotient(in[x] * 255ull, 65535)) fail("narrowing", "portable", x);
  pk_split_rgb_16(in, width, planes[0], planes[1], planes[2]);
  for (size_t x = 0; x < 3 * width; x++)
    if (planes[x % 3][x / 3] != quotient(in[x] * 255ull, 65535)) fail("splitting of 16 bits", "portable", x);
  pk_flatten_rgba_16(in, width, planes[0], planes[1], planes[2]);
  for (size_t x = 0; x < width; x++)
    for (size_t c = 0; c < 3; c++)
      if (planes[c][x] != quotient(on_white_16(in[4 * x + c], in[4 * x + 3]) * 255, 65535))
        fail("flattening of 16 bits", "portable", x);
  for (int c = 0; c < 3; c++) add_to_digest(planes[c], width);
  pk_flatten_gray_alpha_16(in, width, planes[0]);
  for (size_t x = 0; x < width; x++)
    if (planes[0][x] != quotient(on_white_16(in[2 * x], in[2 * x + 1]) * 255, 65535))
      fail("flattening of gray of 16 bits", "portable", x);
  free(in);
  for (int c = 0; c < 3; c++) free(planes[c]);
}

static void check_tables(void) {
  const size_t width = between(1, 60);
  const unsigned depth = 1u << between(0, 2);
  uint8_t *packed = exactly((width * depth + 7) / 8), *samples = exactly(width), *out = exactly(width);
  uint8_t table[256];
  fill_pixels(packed, (width * depth + 7) / 8, 0);
  fill_pixels(table, sizeof table, 0);
  pk_unpack_bits(packed, width, depth, samples);
  for (size_t x = 0; x < width; x++) {
    unsigned value = 0;
    for (size_t bit = x * depth; bit < (x + 1) * depth; bit++)
      value = value << 1 | (packed[bit / 8] >> (7 - bit % 8) & 1);
    if (samples[x] != value) fail("unpacking", "portable", x);
  }
  pk_look_up(samples, width, table, out);
  for (size_t x = 0; x < width; x++)
    if (out[x] != table[samples[x]]) fail("looking up", "portable", x);
  free(packed);
  free(samples);
  free(out);
}

/// Every sample there is.
static void check_ranges(void) {
  for (int is_chroma = 0; is_chroma < 2; is_chroma++)
    for (int i = 0; i < 256; i++) {
      const uint8_t in = (uint8_t)i;
      uint8_t out;
      pk_widen_range(&in, 1, is_chroma, &out);
      double exact = is_chroma ? (i - 128) * 255.0 / 224 + 128 : (i - 16) * 255.0 / 219;
      exact = exact < 0 ? 0 : exact > 255 ? 255 : exact;
      if (fabs(out - exact) > 0.5)
        fail("widening", is_chroma ? "chroma" : "luma", (size_t)i);
    }
}

static int clamped(double value) { return value < 0 ? 0 : value > 255 ? 255 : (int)floor(value + 0.5); }

static double fraction(int32_t fixed) { return fixed / 65536.0; }

static int32_t factor(double most) { return (int32_t)((next() % 2000001 / 1e6 - 1) * most * 65536); }

/// Whether `found` is `exact` rounded, which may go either way near the middle: factors have 16 bits.
static int is_rounded(double exact, int found) {
  return found == clamped(exact - 0.01) || found == clamped(exact + 0.01);
}

static void check_luma_chroma(const pk_colors *colors, size_t count) {
  const size_t width = between(1, 100);
  uint8_t *in = exactly(3 * width), *expected = exactly(3 * width), *out = exactly(3 * width);
  for (size_t i = 0; i < 3 * width; i++) in[i] = (uint8_t)next();
  const pk_luma_chroma jfif = {0, 65536, 91881, -22554, -46802, 116130};
  const pk_luma_chroma other = {(int32_t)between(0, 255), factor(4), factor(4), factor(4), factor(4), factor(4)};
  const pk_luma_chroma *m = next() % 2 ? &jfif : &other;
  const uint8_t *y = in, *cb = in + width, *cr = in + 2 * width;
  uint8_t *r = expected, *g = expected + width, *b = expected + 2 * width;
  colors[0].rgb_of_luma_chroma(m, y, cb, cr, width, r, g, b);
  for (size_t x = 0; x < width; x++) {
    const double luma = fraction(m->luma_scale) * (y[x] - m->luma_black), blue = cb[x] - 128, red = cr[x] - 128;
    if (!is_rounded(luma + fraction(m->red_of_cr) * red, r[x]) ||
        !is_rounded(luma + fraction(m->green_of_cb) * blue + fraction(m->green_of_cr) * red, g[x]) ||
        !is_rounded(luma + fraction(m->blue_of_cb) * blue, b[x]))
      fail("precision of RGB", colors[0].name, x);
  }
  add_to_digest(expected, 3 * width);
  for (size_t c = 1; c < count; c++) {
    colors[c].rgb_of_luma_chroma(m, y, cb, cr, width, out, out + width, out + 2 * width);
    if (memcmp(out, expected, 3 * width)) fail("RGB", colors[c].name, 0);
  }
  colors[0].luma_of_rgb(y, cb, cr, width, expected);
  for (size_t x = 0; x < width; x++)
    if (!is_rounded(0.299 * y[x] + 0.587 * cb[x] + 0.114 * cr[x], expected[x]))
      fail("precision of luma", colors[0].name, x);
  add_to_digest(expected, width);
  for (size_t c = 1; c < count; c++) {
    colors[c].luma_of_rgb(y, cb, cr, width, out);
    if (memcmp(out, expected, width)) fail("luma", colors[c].name, 0);
  }
  free(in);
  free(expected);
  free(out);
}

static void check_chroma(const pk_colors *colors, size_t count) {
  const size_t width = between(1, 100), half = (width + 1) / 2, is_one_row = next() % 4 == 0;
  uint8_t *in = exactly(6 * width), *expected = exactly(2 * half), *out = exactly(2 * half);
  const int solid = next() % 4 == 0;
  for (size_t i = 0; i < 6 * width; i++) in[i] = solid ? (i / (2 * width) == 2) * 255 : (uint8_t)next();
  const uint8_t *planes[3][2];
  for (size_t p = 0; p < 3; p++)
    for (size_t r = 0; r < 2; r++) planes[p][r] = in + (2 * p + (is_one_row ? 0 : r)) * width;
  colors[0].chroma_of_rgb(planes[0], planes[1], planes[2], width, expected, expected + half);
  for (size_t x = 0; x < half; x++) {
    const size_t a = 2 * x, b = a + 1 < width ? a + 1 : a;
    double mean[3];
    for (int p = 0; p < 3; p++)
      mean[p] = (planes[p][0][a] + planes[p][0][b] + planes[p][1][a] + planes[p][1][b]) / 4.0;
    if (!is_rounded(128 - 0.168736 * mean[0] - 0.331264 * mean[1] + 0.5 * mean[2], expected[x]) ||
        !is_rounded(128 + 0.5 * mean[0] - 0.418688 * mean[1] - 0.081312 * mean[2], expected[half + x]))
      fail("precision of chroma", colors[0].name, x);
  }
  add_to_digest(expected, 2 * half);
  for (size_t c = 1; c < count; c++) {
    colors[c].chroma_of_rgb(planes[0], planes[1], planes[2], width, out, out + half);
    if (memcmp(out, expected, 2 * half)) fail("chroma", colors[c].name, 0);
  }
  free(in);
  free(expected);
  free(out);
}

static void check_conversion(void) {
  const size_t width = between(1, 100);
  uint64_t *shares = exactly(PK_SHARE_COUNT * sizeof *shares);
  int32_t(*lights)[3] = exactly(PK_SHARE_COUNT * sizeof *lights);
  uint8_t *codes = exactly(PK_LIGHT_COUNT);
  uint8_t *in = exactly(3 * width), *out = exactly(3 * width);
  // Three shares of at least 0 and at most 21845 less or more: sums from 0 to 65535, also of negative shares.
  const int32_t shift = (int32_t)between(0, 60000);
  for (size_t i = 0; i < PK_SHARE_COUNT; i++) {
    shares[i] = 0;
    for (size_t k = 0; k < 3; k++) {
      lights[i][k] = (int32_t)between(0, 21845) + (i < 256 ? 2 * shift : -shift);
      if (next() % 16 == 0) lights[i][k] = (next() % 2 ? 21845 : 0) + (i < 256 ? 2 * shift : -shift);
      shares[i] += (uint64_t)(int64_t)lights[i][k] << (k == 2 ? 48 : 16 * k);
    }
  }
  for (size_t i = 0; i < PK_LIGHT_COUNT; i++) codes[i] = (uint8_t)next();
  for (size_t i = 0; i < 3 * width; i++) in[i] = (uint8_t)next();
  memcpy(out, in, 3 * width);
  pk_convert_rgb(shares, codes, out, out + width, out + 2 * width, width);
  for (size_t x = 0; x < width; x++)
    for (size_t k = 0; k < 3; k++) {
      const int32_t light =
          lights[in[x]][k] + lights[256 + in[width + x]][k] + lights[512 + in[2 * width + x]][k];
      if (out[k * width + x] != codes[light]) fail("conversion", "portable", x);
    }
  add_to_digest(out, 3 * width);
  free(shares);
  free(lights);
  free(codes);
  free(in);
  free(out);
}

/// Every value that there is.
static void check_samples(void) {
  for (uint32_t v = 0; v <= UINT16_MAX; v++) {
    const uint16_t in = (uint16_t)v;
    uint8_t out;
    pk_narrow_gray_16(&in, 1, &out);
    if (out != floor(v * 255.0 / 65535 + 0.5)) fail("narrowing", "portable", v);
  }
  uint8_t table[256], samples[256], factors[256];
  for (int a = 0; a < 256; a++) {
    for (int b = 0; b < 256; b++) samples[b] = (uint8_t)a, factors[b] = (uint8_t)b;
    pk_multiply(samples, factors, 256);
    for (int b = 0; b < 256; b++)
      if (samples[b] != floor(a * b / 255.0 + 0.5)) fail("product", "portable", (size_t)a);
  }
  for (int v = 0; v < 256; v++) table[v] = (uint8_t)next(), samples[v] = (uint8_t)v;
  pk_look_up(samples, 256, table, samples);
  if (memcmp(table, samples, 256)) fail("look-up", "portable", 0);
  pk_complement(samples, 256);
  for (int v = 0; v < 256; v++)
    if (samples[v] + table[v] != 255) fail("complement", "portable", (size_t)v);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  state = strtoull(argv[1], NULL, 10);
  const int rounds = atoi(argv[2]);
  size_t count;
  const pk_filters *filters = pk_available_filters(&count);
  size_t reader_count;
  const pk_pixel_reader *readers = pk_available_pixel_readers(&reader_count);
  if (reader_count != count) fail("the number of pixel readers", readers[0].name, reader_count);
  check_ranges();
  size_t color_count;
  const pk_colors *colors = pk_available_colors(&color_count);
  check_samples();
  for (int round = 0; round < rounds; round++) {
    check_vertical(filters, count);
    check_horizontal(filters, count);
    check_turning();
    check_inverse_transform(filters, count);
    check_scan(filters, count);
    check_unstuffing();
    check_pixel_readers(readers, reader_count);
    check_deep_pixels();
    check_tables();
    check_luma_chroma(colors, color_count);
    check_chroma(colors, color_count);
    check_conversion();
  }
  for (size_t f = 0; f < count; f++) printf("%s ", filters[f].name);
  printf("%016llx\n", (unsigned long long)digest);
  return 0;
}
