// Single coded pictures, by libavcodec.

#include "CHEIF.h"
#include "library.h"
#include "marks.h"

#include <libavcodec/avcodec.h>
#include <libavutil/pixdesc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The structures of libavcodec may change with its major version, so it must be the one of the headers.
#ifdef __APPLE__
#define LIBRARY(name, version) "lib" name "." AV_STRINGIFY(version) ".dylib"
#else
#define LIBRARY(name, version) "lib" name ".so." AV_STRINGIFY(version)
#endif

#define UTIL_FUNCTIONS(F) \
  F(av_frame_alloc) \
  F(av_frame_apply_cropping) \
  F(av_frame_free) \
  F(av_log_set_level) \
  F(av_mallocz) \
  F(av_pix_fmt_desc_get)

#define CODEC_FUNCTIONS(F) \
  F(av_packet_alloc) \
  F(av_packet_free) \
  F(avcodec_alloc_context3) \
  F(avcodec_default_get_buffer2) \
  F(avcodec_find_decoder_by_name) \
  F(avcodec_flush_buffers) \
  F(avcodec_free_context) \
  F(avcodec_open2) \
  F(avcodec_receive_frame) \
  F(avcodec_send_packet)

#define POINTER(name) static __typeof__(&name) p_##name;
UTIL_FUNCTIONS(POINTER)
CODEC_FUNCTIONS(POINTER)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_libraries(void) {
#define SYMBOL(name) {#name, (void **)&p_##name},
  const cheif_symbol util[] = {UTIL_FUNCTIONS(SYMBOL)};
  const cheif_symbol codec[] = {CODEC_FUNCTIONS(SYMBOL)};
  is_open = cheif_open_library(LIBRARY("avutil", LIBAVUTIL_VERSION_MAJOR), util, sizeof util / sizeof util[0]) &&
            cheif_open_library(LIBRARY("avcodec", LIBAVCODEC_VERSION_MAJOR), codec, sizeof codec / sizeof codec[0]);
  // What libavcodec has to say about damaged files goes to standard error otherwise.
  if (is_open) p_av_log_set_level(AV_LOG_QUIET);
}

struct cheif_tile_decoder {
  AVCodecContext *context;
  AVPacket *packet;
  bool is_marking;
  /// How many pictures the one that is being decoded took memory for.
  int buffer_count;
};

struct cheif_tile {
  AVFrame *frame;
};

/// The planes of a frame of HEVC as they lie in memory; returns how many there are.
static int planes_of(const AVFrame *frame, cheif_memory planes[3]) {
  const AVPixFmtDescriptor *format = p_av_pix_fmt_desc_get(frame->format);
  if (!format || (format->nb_components != 1 && format->nb_components != 3)) return 0;
  const int count = format->nb_components;
  if (count > 1 && !(format->flags & AV_PIX_FMT_FLAG_PLANAR)) return 0;
  for (int p = 0; p < count; p++) {
    const AVComponentDescriptor *component = &format->comp[p];
    if (component->step != (component->depth > 8 ? 2 : 1) || component->depth < 8 || !frame->data[p]) return 0;
    int dx = p ? format->log2_chroma_w : 0, dy = p ? format->log2_chroma_h : 0;
    planes[p] = (cheif_memory){
        .samples = frame->data[p],
        .stride = frame->linesize[p],
        .width = (frame->width + dx) >> dx,
        .height = (frame->height + dy) >> dy,
        .bits = component->depth,
    };
  }
  return count;
}

/// libavcodec takes memory from a pool: without marks, a block that is missing shows what an earlier tile had there.
static int get_marked_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  int result = p_avcodec_default_get_buffer2(context, frame, flags);
  if (result < 0) return result;
  cheif_tile_decoder *decoder = context->opaque;
  decoder->buffer_count++;
  cheif_memory planes[3];
  int count = planes_of(frame, planes);
  for (int p = 0; p < count; p++) cheif_mark(&planes[p]);
  return result;
}

static bool open_decoder(
    cheif_tile_decoder *decoder, const AVCodec *codec, const uint8_t *configuration, size_t count, int64_t pixels) {
  AVCodecContext *context = decoder->context = p_avcodec_alloc_context3(codec);
  decoder->packet = p_av_packet_alloc();
  if (!context || !decoder->packet || count > 1 << 20) return false;
  if (count > 0) {
    context->extradata = p_av_mallocz(count + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!context->extradata) return false;
    memcpy(context->extradata, configuration, count);
    context->extradata_size = (int)count;
  }
  context->thread_count = 1;
  context->max_pixels = pixels;
  context->err_recognition = AV_EF_EXPLODE;
  if (decoder->is_marking) {
    context->opaque = decoder;
    context->get_buffer2 = get_marked_buffer;
    // What is cut off is looked at as well; grain would be added in memory of its own.
    context->apply_cropping = 0;
    context->export_side_data |= AV_CODEC_EXPORT_DATA_FILM_GRAIN;
  }
  return p_avcodec_open2(context, codec, NULL) == 0;
}

cheif_tile_decoder *cheif_tile_decoder_create(
    cheif_codec codec, const uint8_t *configuration, size_t count, int64_t pixels) {
  _Static_assert(CHEIF_PADDING >= AV_INPUT_BUFFER_PADDING_SIZE, "libavcodec reads that far");
  pthread_once(&once, open_libraries);
  if (!is_open) return NULL;
  const AVCodec *found = p_avcodec_find_decoder_by_name(codec == CHEIF_HEVC ? "hevc" : "libdav1d");
  if (!found) return NULL;
  cheif_tile_decoder *decoder = calloc(1, sizeof *decoder);
  // dav1d brings its own memory, and takes a picture with a missing part for an error.
  if (decoder) decoder->is_marking = codec == CHEIF_HEVC;
  if (decoder && !open_decoder(decoder, found, configuration, count, pixels)) {
    cheif_tile_decoder_destroy(decoder);
    return NULL;
  }
  return decoder;
}

void cheif_tile_decoder_destroy(cheif_tile_decoder *decoder) {
  if (!decoder) return;
  p_avcodec_free_context(&decoder->context);
  p_av_packet_free(&decoder->packet);
  free(decoder);
}

/// Fills in `picture` from `frame`; returns whether it is of a kind that is known here.
static bool describe(const AVFrame *frame, cheif_picture *picture) {
  const AVPixFmtDescriptor *format = p_av_pix_fmt_desc_get(frame->format);
  if (!format || (format->nb_components != 1 && format->nb_components != 3)) return false;
  const uint64_t known = AV_PIX_FMT_FLAG_PLANAR | AV_PIX_FMT_FLAG_RGB;
  if (format->flags & ~known) return false;
  picture->width = frame->width;
  picture->height = frame->height;
  picture->plane_count = format->nb_components;
  picture->chroma_shift_x = format->log2_chroma_w;
  picture->chroma_shift_y = format->log2_chroma_h;
  if (picture->chroma_shift_x > 1 || picture->chroma_shift_y > picture->chroma_shift_x) return false;
  for (int p = 0; p < picture->plane_count; p++) {
    const AVComponentDescriptor *component = &format->comp[p];
    // GBR is described in the order R, G, B; its planes are in that of the matrix, as they should be.
    bool is_wide = component->depth > 8;
    if (component->shift != 0 || component->offset != 0 || component->step != (is_wide ? 2 : 1) ||
        component->depth < 8 || component->depth > 16)
      return false;
    int dx = p ? picture->chroma_shift_x : 0, dy = p ? picture->chroma_shift_y : 0;
    picture->planes[p] = (cheif_plane){
        .samples = frame->data[p],
        .stride = frame->linesize[p],
        .width = (frame->width + dx) >> dx,
        .height = (frame->height + dy) >> dy,
        .bits = component->depth,
    };
    if (!frame->data[p]) return false;
  }
  picture->matrix = format->flags & AV_PIX_FMT_FLAG_RGB ? 0 : frame->colorspace;
  picture->transfer = frame->color_trc;
  picture->is_full_range = frame->color_range == AVCOL_RANGE_JPEG;
  return true;
}

/// Whether libavcodec wrote all of a picture, which it does not say: blocks that no slice has are no error to it.
/// Cuts the picture to its size.
static bool is_whole(const cheif_tile_decoder *decoder, AVFrame *frame) {
  if (!decoder->is_marking) return true;
  // Another picture that took memory stands for one that this one refers to and that is not there.
  if (decoder->buffer_count != 1) return false;
  cheif_memory planes[3];
  if (planes_of(frame, planes) == 0 || cheif_has_marks(&planes[0])) return false;
  return p_av_frame_apply_cropping(frame, AV_FRAME_CROP_UNALIGNED) == 0;
}

/// Gives one picture to the decoder and takes it back decoded.
static bool decode(cheif_tile_decoder *decoder, AVFrame *frame) {
  decoder->buffer_count = 0;
  if (p_avcodec_send_packet(decoder->context, decoder->packet) != 0) return false;
  int result = p_avcodec_receive_frame(decoder->context, frame);
  if (result == AVERROR(EAGAIN)) {
    // A decoder may wait for pictures that are shown before this one; it must be told that none come.
    if (p_avcodec_send_packet(decoder->context, NULL) != 0) return false;
    result = p_avcodec_receive_frame(decoder->context, frame);
  }
  return result == 0 && !(frame->flags & AV_FRAME_FLAG_CORRUPT) && frame->decode_error_flags == 0 &&
         is_whole(decoder, frame);
}

cheif_status cheif_tile_decode(
    cheif_tile_decoder *decoder, const uint8_t *bytes, size_t count, cheif_tile **tile, cheif_picture *picture) {
  memset(picture, 0, sizeof *picture);
  *tile = NULL;
  if (count == 0 || count > INT32_MAX - CHEIF_PADDING) return CHEIF_DAMAGED;
  AVFrame *frame = p_av_frame_alloc();
  if (!frame) return CHEIF_TOO_LARGE;
  // Without a buffer of its own libavcodec copies the packet.
  decoder->packet->data = (uint8_t *)bytes;
  decoder->packet->size = (int)count;
  decoder->packet->flags = AV_PKT_FLAG_KEY;
  bool decoded = decode(decoder, frame);
  decoder->packet->data = NULL;
  decoder->packet->size = 0;
  p_avcodec_flush_buffers(decoder->context);
  if (decoded && describe(frame, picture)) *tile = calloc(1, sizeof **tile);
  if (!*tile) {
    p_av_frame_free(&frame);
    return CHEIF_DAMAGED;
  }
  (*tile)->frame = frame;
  return CHEIF_OK;
}

void cheif_tile_destroy(cheif_tile *tile) {
  if (!tile) return;
  p_av_frame_free(&tile->frame);
  free(tile);
}
