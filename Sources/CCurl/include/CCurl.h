/// libcurl for a program that is not linked with it.
///
/// It is opened with dlopen(3) when it is first needed. Its header gives types and constants alone. The functions here
/// call those of the same name in libcurl; the ones with a variable argument list, which Swift cannot call, have one
/// form for each type of argument.
///
/// Nothing but `ccurl_open` may be called before that returned `true`. A multi handle, its easy handles and all that is
/// done with them belong to one thread; only `ccurl_multi_wakeup` may be called from any.
#ifndef CCURL_H
#define CCURL_H

#ifdef __linux__

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Opens libcurl, once in a process. Returns whether it is there, with all that is needed (7.68 or newer).
bool ccurl_open(void);

// Easy handles.

/// A handle with the options that all requests share; `NULL` when memory is out or an option that matters for safety is
/// refused. It speaks HTTP/1.1, over http and https only, and follows, stores and answers nothing by itself.
void *ccurl_easy_create(void);
void ccurl_easy_cleanup(void *easy);

CURLcode ccurl_set_long(void *easy, CURLoption option, long value);
CURLcode ccurl_set_size(void *easy, CURLoption option, curl_off_t value);
/// libcurl copies the string.
CURLcode ccurl_set_string(void *easy, CURLoption option, const char *value);
/// What `value` points to must live as long as the handle.
CURLcode ccurl_set_pointer(void *easy, CURLoption option, void *value);

typedef size_t ccurl_bytes_function(char *bytes, size_t size, size_t count, void *context);
typedef int ccurl_seek_function(void *context, curl_off_t offset, int origin);
typedef int ccurl_progress_function(
    void *context, curl_off_t download_total, curl_off_t downloaded, curl_off_t upload_total, curl_off_t uploaded);

/// For reading, writing and header fields, which have one type of function.
CURLcode ccurl_set_bytes_function(void *easy, CURLoption option, ccurl_bytes_function *function);
CURLcode ccurl_set_seek_function(void *easy, ccurl_seek_function *function);
CURLcode ccurl_set_progress_function(void *easy, ccurl_progress_function *function);
CURLcode ccurl_set_open_function(void *easy, curl_opensocket_callback function);
CURLcode ccurl_set_close_function(void *easy, curl_closesocket_callback function);

CURLcode ccurl_get_long(void *easy, CURLINFO info, long *value);
CURLcode ccurl_get_size(void *easy, CURLINFO info, curl_off_t *value);
/// Lets a paused transfer go on.
CURLcode ccurl_easy_continue(void *easy);

/// Returns `false`, with the list as it was, when memory is out. The string is copied.
bool ccurl_list_append(struct curl_slist **list, const char *string);
void ccurl_list_free(struct curl_slist *list);

// Multi handles.

/// `NULL` when memory is out. It keeps up to `connections` open.
void *ccurl_multi_create(long connections);
CURLMcode ccurl_multi_cleanup(void *multi);
CURLMcode ccurl_multi_add(void *multi, void *easy);
CURLMcode ccurl_multi_remove(void *multi, void *easy);
CURLMcode ccurl_multi_perform(void *multi);
/// Waits for something to do, a call of `ccurl_multi_wakeup`, or the time to pass.
CURLMcode ccurl_multi_poll(void *multi, int milliseconds);
CURLMcode ccurl_multi_wakeup(void *multi);
/// The next easy handle that is done and how it ended. Returns `false` when there is none.
bool ccurl_multi_next_done(void *multi, void **easy, CURLcode *result);

// Sockets, since libcurl does not tell which one a transfer uses.

/// The open sockets of the handles of a multi handle.
typedef struct ccurl_sockets ccurl_sockets;

/// `NULL` when memory is out. It must outlive the multi handle.
ccurl_sockets *ccurl_sockets_create(void);
void ccurl_sockets_destroy(ccurl_sockets *sockets);
/// Lets the handle open its sockets, and close them, by way of `sockets`. No child of the program inherits them.
CURLcode ccurl_set_sockets(void *easy, ccurl_sockets *sockets);
/// The socket that a transfer uses, or -1 where that cannot be told.
int ccurl_get_socket(void *easy, const ccurl_sockets *sockets);
/// Bytes that the socket has taken and the other side has not acknowledged, or -1 where that cannot be told.
int ccurl_unacknowledged(int socket);

#ifdef __cplusplus
}
#endif

#endif

#endif
