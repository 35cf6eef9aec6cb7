// Servers, by libmicrohttpd.

#include "CMicroHTTPD.h"
#include "library.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<microhttpd.h>)

#include <microhttpd.h>

#define FUNCTIONS(F) \
  F(MHD_add_connection) \
  F(MHD_add_response_header) \
  F(MHD_create_response_from_buffer) \
  F(MHD_destroy_response) \
  F(MHD_get_connection_info) \
  F(MHD_get_connection_values_n) \
  F(MHD_get_version) \
  F(MHD_is_feature_supported) \
  F(MHD_queue_response) \
  F(MHD_start_daemon) \
  F(MHD_stop_daemon)

#define POINTER(name) static __typeof__(&name) p_##name;
FUNCTIONS(POINTER)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;
/// Whether the library refuses every irregular head when it is told to be strict.
static bool is_strict;

static bool is_at_least(const char *version, int major, int minor, int patch) {
  int parts[3] = {0};
  for (int i = 0; i < 3; i++) {
    char *end = NULL;
    parts[i] = (int)strtol(version, &end, 10);
    if (*end != '.') break;
    version = end + 1;
  }
  if (parts[0] != major) return parts[0] > major;
  if (parts[1] != minor) return parts[1] > minor;
  return parts[2] >= patch;
}

static void open_libraries(void) {
#ifdef __APPLE__
  const char *const names[] = {"libmicrohttpd.12.dylib", "/opt/homebrew/lib/libmicrohttpd.12.dylib",
                               "/usr/local/lib/libmicrohttpd.12.dylib"};
#else
  const char *const names[] = {"libmicrohttpd.so.12"};
#endif
#define SYMBOL(name) {#name, (void **)&p_##name},
  const cmhd_symbol symbols[] = {FUNCTIONS(SYMBOL)};
  is_open = cmhd_open_library(names, sizeof names / sizeof names[0], symbols, sizeof symbols / sizeof symbols[0]);
  is_strict = is_open && is_at_least(p_MHD_get_version(), 0, 9, 76);
}

struct cmhd_server {
  struct MHD_Daemon *daemon;
  cmhd_callbacks callbacks;
};

int cmhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = p_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

size_t cmhd_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      p_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

static void notify(void *context, struct MHD_Connection *connection, void **socket_context,
                   enum MHD_ConnectionNotificationCode code) {
  (void)socket_context;
  const cmhd_callbacks *callbacks = &((cmhd_server *)context)->callbacks;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) callbacks->closed(callbacks->context, cmhd_descriptor(connection));
}

static void *began(void *context, const char *target, struct MHD_Connection *connection) {
  const cmhd_callbacks *callbacks = &((cmhd_server *)context)->callbacks;
  return callbacks->began(callbacks->context, connection, target);
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **request) {
  (void)url;
  const cmhd_callbacks *callbacks = &((cmhd_server *)context)->callbacks;
  return callbacks->handle(callbacks->context, connection, method, version, data, size, request) ? MHD_YES : MHD_NO;
}

static void ended(void *context, struct MHD_Connection *connection, void **request,
                  enum MHD_RequestTerminationCode code) {
  const cmhd_callbacks *callbacks = &((cmhd_server *)context)->callbacks;
  callbacks->ended(callbacks->context, connection, request, code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
}

/// Leaves percent-encoding as it is: the caller is given the target as it was sent.
static size_t leave(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

cmhd_status cmhd_start(const cmhd_options *options, const cmhd_callbacks *callbacks, cmhd_server **result) {
  pthread_once(&once, open_libraries);
  if (!is_open) return CMHD_ABSENT;
  bool has_tls = options->certificates != NULL;
  if (has_tls && p_MHD_is_feature_supported(MHD_FEATURE_TLS) != MHD_YES) return CMHD_WITHOUT_TLS;
  cmhd_server *server = calloc(1, sizeof *server);
  if (!server) return CMHD_FAILED;
  server->callbacks = *callbacks;

  unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET;
  flags |= p_MHD_is_feature_supported(MHD_FEATURE_EPOLL) == MHD_YES ? MHD_USE_EPOLL : MHD_USE_POLL;
  if (has_tls) flags |= MHD_USE_TLS;
  struct MHD_OptionItem items[16];
  size_t count = 0;
#define ITEM(option, number, pointer) \
  items[count++] = (struct MHD_OptionItem) { option, (intptr_t)(number), (void *)(pointer) }
  ITEM(MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)notify, server);
  ITEM(MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)ended, server);
  ITEM(MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)began, server);
  ITEM(MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)leave, NULL);
  ITEM(MHD_OPTION_THREAD_POOL_SIZE, options->threads, NULL);
  ITEM(MHD_OPTION_CONNECTION_LIMIT, options->connections, NULL);
  ITEM(MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->memory, NULL);
  // The old versions would close the connection without an answer; see cmhd_head_is_exact.
  ITEM(MHD_OPTION_STRICT_FOR_CLIENT, is_strict ? 1 : 0, NULL);
  if (has_tls) {
    ITEM(MHD_OPTION_HTTPS_MEM_CERT, 0, options->certificates);
    ITEM(MHD_OPTION_HTTPS_MEM_KEY, 0, options->key);
    ITEM(MHD_OPTION_HTTPS_PRIORITIES, 0, "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2");
  }
  ITEM(MHD_OPTION_END, 0, NULL);
  server->daemon =
      p_MHD_start_daemon(flags, 0, NULL, NULL, handle, server, MHD_OPTION_ARRAY, items, MHD_OPTION_END);
  if (!server->daemon) {
    free(server);
    return CMHD_FAILED;
  }
  *result = server;
  return CMHD_OK;
}

void cmhd_stop(cmhd_server *server) {
  if (!server) return;
  p_MHD_stop_daemon(server->daemon);
  free(server);
}

bool cmhd_add_connection(cmhd_server *server, int descriptor, const struct sockaddr *address, socklen_t length) {
  return p_MHD_add_connection(server->daemon, descriptor, address, length) == MHD_YES;
}

typedef struct header_visit {
  void *context;
  bool (*visit)(void *, const char *, size_t, const char *, size_t);
} header_visit;

static enum MHD_Result visit_header(void *data, enum MHD_ValueKind kind, const char *name, size_t name_size,
                                    const char *value, size_t value_size) {
  (void)kind;
  const header_visit *visit = data;
  return visit->visit(visit->context, name, name_size, value ? value : "", value ? value_size : 0) ? MHD_YES : MHD_NO;
}

void cmhd_headers(struct MHD_Connection *connection, void *context,
                  bool (*visit)(void *, const char *, size_t, const char *, size_t)) {
  header_visit data = {context, visit};
  p_MHD_get_connection_values_n(connection, MHD_HEADER_KIND, visit_header, &data);
}

typedef struct layout {
  /// Where the next line has to begin.
  uintptr_t next;
  bool is_exact;
} layout;

static bool follow_header(void *data, const char *name, size_t name_size, const char *value, size_t value_size) {
  layout *layout = data;
  uintptr_t start = (uintptr_t)name;
  uintptr_t text = (uintptr_t)value;
  // Spaces may stand between the colon and the value, and they cannot be told from a zero there; the value would
  // be empty then, and the next line not where it has to be.
  layout->is_exact = start == layout->next && text >= start + name_size + 1;
  layout->next = text + value_size + 2;
  return layout->is_exact;
}

bool cmhd_head_is_exact(struct MHD_Connection *connection, const char *method, const char *target, size_t target_size,
                        const char *version) {
  if (is_strict) return true;
  uintptr_t start = (uintptr_t)method;
  if ((uintptr_t)target != start + strlen(method) + 1) return false;
  if ((uintptr_t)version != (uintptr_t)target + target_size + 1) return false;
  layout layout = {(uintptr_t)version + strlen(version) + 2, true};
  cmhd_headers(connection, &layout, follow_header);
  return layout.is_exact && layout.next + 2 == start + cmhd_head_size(connection);
}

struct MHD_Response *cmhd_make_response(const void *bytes, size_t size) {
  return p_MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

bool cmhd_add_header(struct MHD_Response *response, const char *name, const char *value) {
  return p_MHD_add_response_header(response, name, value) == MHD_YES;
}

bool cmhd_send_response(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  bool is_queued = p_MHD_queue_response(connection, status, response) == MHD_YES;
  p_MHD_destroy_response(response);
  return is_queued;
}

bool cmhd_send_now(struct MHD_Connection *connection, const void *bytes, size_t size) {
  const union MHD_ConnectionInfo *info = p_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  if (info && info->tls_session) return cmhd_tls_send(info->tls_session, bytes, size) == (long)size;
#ifdef MSG_NOSIGNAL
  int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
#else
  int flags = MSG_DONTWAIT;
#endif
  return send(cmhd_descriptor(connection), bytes, size, flags) == (ssize_t)size;
}

#else

// Built without the headers.
cmhd_status cmhd_start(const cmhd_options *options, const cmhd_callbacks *callbacks, cmhd_server **server) {
  (void)options, (void)callbacks, (void)server;
  return CMHD_ABSENT;
}
void cmhd_stop(cmhd_server *server) { (void)server; }
bool cmhd_add_connection(cmhd_server *server, int descriptor, const struct sockaddr *address, socklen_t length) {
  (void)server, (void)descriptor, (void)address, (void)length;
  return false;
}
int cmhd_descriptor(struct MHD_Connection *connection) {
  (void)connection;
  return -1;
}
size_t cmhd_head_size(struct MHD_Connection *connection) {
  (void)connection;
  return 0;
}
void cmhd_headers(struct MHD_Connection *connection, void *context,
                  bool (*visit)(void *, const char *, size_t, const char *, size_t)) {
  (void)connection, (void)context, (void)visit;
}
bool cmhd_head_is_exact(struct MHD_Connection *connection, const char *method, const char *target, size_t target_size,
                        const char *version) {
  (void)connection, (void)method, (void)target, (void)target_size, (void)version;
  return false;
}
struct MHD_Response *cmhd_make_response(const void *bytes, size_t size) {
  (void)bytes, (void)size;
  return NULL;
}
bool cmhd_add_header(struct MHD_Response *response, const char *name, const char *value) {
  (void)response, (void)name, (void)value;
  return false;
}
bool cmhd_send_response(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  (void)connection, (void)status, (void)response;
  return false;
}
bool cmhd_send_now(struct MHD_Connection *connection, const void *bytes, size_t size) {
  (void)connection, (void)bytes, (void)size;
  return false;
}

#endif
