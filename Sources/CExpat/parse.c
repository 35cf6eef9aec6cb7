#include "CExpat.h"

#include <dlfcn.h>
#include <expat.h>
#include <limits.h>
#include <pthread.h>

#ifdef __APPLE__
static const char library_name[] = "libexpat.1.dylib";
#else
static const char library_name[] = "libexpat.so.1";
#endif

// Every function that is called, as a pointer of the type that the header gives it.
#define FUNCTIONS(F) \
  F(XML_ParserCreate) \
  F(XML_ParserFree) \
  F(XML_SetUserData) \
  F(XML_SetElementHandler) \
  F(XML_SetCharacterDataHandler) \
  F(XML_SetStartDoctypeDeclHandler) \
  F(XML_StopParser) \
  F(XML_Parse) \
  F(XML_GetErrorCode)

#define POINTER(name) static __typeof__(&name) p_##name;
FUNCTIONS(POINTER)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
  // RTLD_LOCAL: symbols of the library shall not come between those of the program. It stays open: it cannot be
  // closed safely while another part of a program may use it.
  void *library = dlopen(library_name, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
#define LOOK_UP(name) \
  if (!(*(void **)&p_##name = dlsym(library, #name))) return;
  FUNCTIONS(LOOK_UP)
  is_open = true;
}

typedef struct parse {
  XML_Parser parser;
  const cexpat_handlers *handlers;
  void *context;
  cexpat_result stopped;
} parse;

static void stop(parse *p, cexpat_result why) {
  if (p->stopped == CEXPAT_OK) p->stopped = why;
  p_XML_StopParser(p->parser, XML_FALSE);
}

// "It is possible that some handlers are called after XML_StopParser": those say nothing.
static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
  (void)attributes;
  parse *p = data;
  if (p->stopped == CEXPAT_OK && !p->handlers->start(p->context, name)) stop(p, CEXPAT_STOPPED);
}

static void XMLCALL on_end(void *data, const XML_Char *name) {
  (void)name;
  parse *p = data;
  if (p->stopped == CEXPAT_OK && !p->handlers->end(p->context)) stop(p, CEXPAT_STOPPED);
}

static void XMLCALL on_text(void *data, const XML_Char *bytes, int count) {
  parse *p = data;
  if (p->stopped == CEXPAT_OK && !p->handlers->text(p->context, bytes, (size_t)count)) stop(p, CEXPAT_STOPPED);
}

// Without a document type declaration there are no entities but the five of XML, so nothing can grow.
static void XMLCALL on_doctype(
    void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public, int has_subset) {
  (void)name, (void)system, (void)public, (void)has_subset;
  stop(data, CEXPAT_MALFORMED);
}

cexpat_result cexpat_parse(const char *bytes, size_t count, const cexpat_handlers *handlers, void *context) {
  pthread_once(&once, open_library);
  if (!is_open) return CEXPAT_UNAVAILABLE;
  if (count > INT_MAX) return CEXPAT_MALFORMED;
  // The encoding is given, so that a document cannot choose one: what this is for is in UTF-8 always.
  XML_Parser parser = p_XML_ParserCreate("UTF-8");
  if (!parser) return CEXPAT_NO_MEMORY;
  parse p = {parser, handlers, context, CEXPAT_OK};
  p_XML_SetUserData(parser, &p);
  p_XML_SetElementHandler(parser, on_start, on_end);
  p_XML_SetCharacterDataHandler(parser, on_text);
  p_XML_SetStartDoctypeDeclHandler(parser, on_doctype);
  enum XML_Status status = p_XML_Parse(parser, bytes, (int)count, XML_TRUE);
  cexpat_result result = CEXPAT_OK;
  if (p.stopped != CEXPAT_OK) {
    result = p.stopped;
  } else if (status != XML_STATUS_OK) {
    result = p_XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY ? CEXPAT_NO_MEMORY : CEXPAT_MALFORMED;
  }
  p_XML_ParserFree(parser);
  return result;
}
