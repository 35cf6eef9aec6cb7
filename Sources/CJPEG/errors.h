/// How libjpeg's errors become a status; shared by decoder and encoder.
#ifndef CJPEG_ERRORS_H
#define CJPEG_ERRORS_H

#include <setjmp.h>
#include <stdio.h>
// jpeglib.h needs the two above.
#include <jpeglib.h>

#include "CJPEG.h"

/// Bytes that may be left over behind the last block: a choice, large enough for encoders that pad their
/// data, and less than most spoiled pictures leave.
#define CJPEG_MAX_SURPLUS 64

typedef struct cjpeg_errors {
  // First, so that a pointer to it is one to the whole.
  struct jpeg_error_mgr base;
  jmp_buf landing;
  cjpeg_status status;
  char message[JMSG_LENGTH_MAX];
  /// Whether coded data are being read: what is left over of them counts from here on.
  bool in_picture;
  /// Whether more than CJPEG_MAX_SURPLUS bytes were left over.
  bool has_surplus;
} cjpeg_errors;

/// Prepares `errors` and returns what belongs into `cinfo->err`.
struct jpeg_error_mgr *cjpeg_errors_prepare(cjpeg_errors *errors);

/// Leaves libjpeg with `status` and a message of our own. Does not return.
_Noreturn void cjpeg_fail(j_common_ptr cinfo, cjpeg_status status, const char *message);

#endif
