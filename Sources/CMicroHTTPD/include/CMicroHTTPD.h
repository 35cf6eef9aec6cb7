/// GNU libmicrohttpd and GnuTLS for a program that is linked with neither.
///
/// Both are opened with dlopen(3) when a server is first started: most runs of the program serve nothing. Their
/// headers give types and constants alone; where they were missing when this was built, every function answers
/// as if the library were absent.
///
/// What is here is what Swift cannot call (functions with variable arguments) and the table of functions that
/// dlsym(3) fills; no policy.
#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#ifdef __cplusplus
extern "C" {
#endif

struct MHD_Daemon;
struct MHD_Connection;
struct MHD_Response;

typedef enum cmhd_status {
  CMHD_OK = 0,
  /// The library is not installed.
  CMHD_ABSENT,
  /// The library is there and cannot do TLS.
  CMHD_WITHOUT_TLS,
  /// The library refused; for a server with TLS most likely because of the certificate or key.
  CMHD_FAILED,
} cmhd_status;

/// What is called from the threads of the server; `context` is that of `cmhd_start`. All calls for a
/// connection come from one thread.
typedef struct cmhd_callbacks {
  void *context;
  /// The last call for a connection: its descriptor is still open and is closed behind this.
  void (*closed)(void *context, int descriptor);
  /// The first line of a request was read. `target` is as it was sent, and `NULL` if there is none; it stays where
  /// it is until the request ends. What is returned is handed to the other two as `*request`.
  void *(*began)(void *context, struct MHD_Connection *connection, const char *target);
  /// First with `*size` 0 when the head is there, then with each piece of the body, of which `*size` becomes
  /// what is left of it, and at last with 0 again. Returns false to close the connection.
  bool (*handle)(void *context, struct MHD_Connection *connection, const char *method, const char *version,
                 const void *data, size_t *size, void **request);
  /// Exactly once for each request that began.
  void (*ended)(void *context, struct MHD_Connection *connection, void **request, bool is_complete);
} cmhd_callbacks;

typedef struct cmhd_options {
  /// Threads that serve connections, at least 2.
  unsigned int threads;
  /// Connections, of which each thread takes its share.
  unsigned int connections;
  /// Bytes for each connection, half of them to read into.
  size_t memory;
  /// The certificate chain and the key as PEM; `NULL` for a server without TLS. They are copied.
  const char *certificates;
  const char *key;
} cmhd_options;

typedef struct cmhd_server cmhd_server;

/// Starts a server that has no listening socket: connections are added to it.
cmhd_status cmhd_start(const cmhd_options *options, const cmhd_callbacks *callbacks, cmhd_server **server);

/// Ends every connection and thread of the server, and frees it.
void cmhd_stop(cmhd_server *server);

/// Hands the connected socket `descriptor` over; it is closed also where this fails.
bool cmhd_add_connection(cmhd_server *server, int descriptor, const struct sockaddr *address, socklen_t length);

/// The socket of a connection.
int cmhd_descriptor(struct MHD_Connection *connection);

/// The bytes of the head, up to and with the empty line; 0 if that is not known.
size_t cmhd_head_size(struct MHD_Connection *connection);

/// Calls `visit` for each header field in order, until it returns false.
void cmhd_headers(struct MHD_Connection *connection, void *context,
                  bool (*visit)(void *context, const char *name, size_t name_size, const char *value, size_t value_size));

/// Whether the head is, byte for byte, what RFC 9112 has a sender write: lines that end with CR LF, single spaces
/// in the first one, no line folding, and no zero.
///
/// libmicrohttpd before 0.9.76 forgives all of them silently. It splits the head where it lies, so what it
/// skipped is seen from where the parts lie; nothing but their addresses is looked at. Later versions refuse
/// such heads themselves, and for them this is true.
bool cmhd_head_is_exact(struct MHD_Connection *connection, const char *method, const char *target,
                        size_t target_size, const char *version);

/// A response with a copy of `size` bytes; `NULL` without memory.
struct MHD_Response *cmhd_make_response(const void *bytes, size_t size);
/// Returns false for what cannot be a header field.
bool cmhd_add_header(struct MHD_Response *response, const char *name, const char *value);
/// Has the response sent and frees it, also where this fails.
bool cmhd_send_response(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);

/// Writes bytes at once, past libmicrohttpd, which takes no response in the middle of a body. To be called from
/// `handle` alone, which then closes the connection. Returns whether the system took them all.
bool cmhd_send_now(struct MHD_Connection *connection, const void *bytes, size_t size);

// Sockets.

/// Looks at what came on a socket without taking it: 1 if something is there, 0 if the other side has ended, and -1 if
/// nothing came yet or the socket is broken. The flags of recv(2) are macros or not, by system.
int cmhd_peek(int descriptor);

// Certificates.

/// Makes a key and a certificate for it, signed with that key, as PEM.
///
/// `names` are `count` host names and numeric addresses. `serial` are 16 random bytes. Each of `key` and
/// `certificate` must be freed with free(3).
cmhd_status cmhd_make_certificate(const char *const *names, size_t count, const uint8_t serial[16], int64_t from,
                                  int64_t until, char **key, char **certificate);

/// When the first certificate of `pem` ends, in seconds since 1970.
cmhd_status cmhd_certificate_end(const char *pem, int64_t *end);

#ifdef __cplusplus
}
#endif

#endif
