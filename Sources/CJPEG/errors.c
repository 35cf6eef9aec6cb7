#include "errors.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

static cjpeg_status status_of(int code) {
  switch (code) {
    case JERR_NO_SOI:
      return CJPEG_NOT_JPEG;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    // A height of 0: it follows the first scan, in a DNL segment.
    case JERR_EMPTY_IMAGE:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
      return CJPEG_UNSUPPORTED;
    case JERR_IMAGE_TOO_BIG:
    case JERR_OUT_OF_MEMORY:
    case JERR_WIDTH_OVERFLOW:
      return CJPEG_TOO_LARGE;
    default:
      return CJPEG_DAMAGED;
  }
}

static void error_exit(j_common_ptr cinfo) {
  cjpeg_errors *errors = (cjpeg_errors *)cinfo->err;
  errors->status = status_of(cinfo->err->msg_code);
  cinfo->err->format_message(cinfo, errors->message);
  longjmp(errors->landing, 1);
}

_Noreturn void cjpeg_fail(j_common_ptr cinfo, cjpeg_status status, const char *message) {
  cjpeg_errors *errors = (cjpeg_errors *)cinfo->err;
  errors->status = status;
  snprintf(errors->message, sizeof errors->message, "%s", message);
  longjmp(errors->landing, 1);
}

/// Warnings tell damage from noise. What says that samples of the picture are missing or were made up
/// ends the decoding; stray bytes between segments and unknown colour hints do not.
static void emit_message(j_common_ptr cinfo, int level) {
  if (level >= 0) return;
  cinfo->err->num_warnings++;
  switch (cinfo->err->msg_code) {
    // A progressive scan refines what no scan before it began: one is lost.
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_NOT_SEQUENTIAL:
      error_exit(cinfo);
    case JWRN_EXTRANEOUS_DATA: {
      // Codes that were overwritten or doubled are read as other ones, and when all blocks are full some
      // are left over. A few bytes are no sign of it: some encoders pad the data.
      cjpeg_errors *errors = (cjpeg_errors *)cinfo->err;
      errors->has_surplus = errors->in_picture && cinfo->err->msg_parm.i[0] > CJPEG_MAX_SURPLUS;
      if (errors->has_surplus) error_exit(cinfo);
      break;
    }
    default:
      break;
  }
}

static void output_message(j_common_ptr cinfo) { (void)cinfo; }

struct jpeg_error_mgr *cjpeg_errors_prepare(cjpeg_errors *errors) {
  struct jpeg_error_mgr *base = jpeg_std_error(&errors->base);
  base->error_exit = error_exit;
  base->emit_message = emit_message;
  base->output_message = output_message;
  errors->status = CJPEG_OK;
  errors->message[0] = 0;
  errors->in_picture = false;
  errors->has_surplus = false;
  return base;
}
