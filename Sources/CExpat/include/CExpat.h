// XML by libexpat, which is opened when it is first needed.
#ifndef CEXPAT_H
#define CEXPAT_H

#include <stdbool.h>
#include <stddef.h>

typedef enum cexpat_result {
  CEXPAT_OK,
  /// Not well-formed, or with a document type declaration, which is where entities come from.
  CEXPAT_MALFORMED,
  /// A handler returned false.
  CEXPAT_STOPPED,
  /// libexpat is not installed.
  CEXPAT_UNAVAILABLE,
  CEXPAT_NO_MEMORY
} cexpat_result;

/// What is told of a document. Strings are UTF-8 and belong to the parser: they are valid during the call alone.
/// Each handler returns whether to go on.
typedef struct cexpat_handlers {
  /// An element begins; `name` ends with a zero and still has its prefix.
  bool (*start)(void *context, const char *name);
  /// The element that began last, and has not ended, ends.
  bool (*end)(void *context);
  /// `count` bytes of text without a zero at the end; one text may come in several parts.
  bool (*text)(void *context, const char *bytes, size_t count);
} cexpat_handlers;

/// Parses the `count` bytes of a whole document. `bytes` are read during the call alone.
cexpat_result cexpat_parse(const char *bytes, size_t count, const cexpat_handlers *handlers, void *context);

#endif
