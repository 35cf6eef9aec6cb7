#include "CCurl.h"

#ifdef __linux__

#include <dlfcn.h>
#include <pthread.h>

#define FUNCTIONS(F) \
  F(curl_global_init) \
  F(curl_easy_init) \
  F(curl_easy_cleanup) \
  F(curl_easy_setopt) \
  F(curl_easy_getinfo) \
  F(curl_easy_pause) \
  F(curl_slist_append) \
  F(curl_slist_free_all) \
  F(curl_multi_init) \
  F(curl_multi_cleanup) \
  F(curl_multi_setopt) \
  F(curl_multi_add_handle) \
  F(curl_multi_remove_handle) \
  F(curl_multi_perform) \
  F(curl_multi_poll) \
  F(curl_multi_wakeup) \
  F(curl_multi_info_read)

// The header checks the arguments of these by macros, which would come between.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define DECLARE(name) static __typeof__(name) *name##_;
FUNCTIONS(DECLARE)

static bool open_library(const char *name) {
  // RTLD_LOCAL: its symbols shall not come between those of the program.
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
#define FIND(name) \
  *(void **)&name##_ = dlsym(library, #name); \
  if (!name##_) return false;
  FUNCTIONS(FIND)
  return curl_global_init_(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static bool is_open;

static void open_once(void) { is_open = open_library("libcurl.so.4") || open_library("libcurl-gnutls.so.4"); }

bool ccurl_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_once);
  return is_open;
}

// Options that the header may be too old for have their numbers here; a library that is too old refuses them.
enum { PROTOCOLS = 181, PROTOCOLS_STRING = 10318, QUICK_EXIT = 322 };

static bool restrict_protocols(void *easy) {
  if (curl_easy_setopt_(easy, (CURLoption)PROTOCOLS_STRING, "http,https") == CURLE_OK) return true;
  return curl_easy_setopt_(easy, (CURLoption)PROTOCOLS, 3L) == CURLE_OK;  // CURLPROTO_HTTP | CURLPROTO_HTTPS
}

void *ccurl_easy_create(void) {
  CURL *easy = curl_easy_init_();
  if (!easy) return NULL;
  bool is_safe = restrict_protocols(easy);
#define MUST(option, value) is_safe = is_safe && curl_easy_setopt_(easy, option, value) == CURLE_OK
  MUST(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  MUST(CURLOPT_FOLLOWLOCATION, 0L);
  MUST(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  MUST(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  MUST(CURLOPT_SSL_VERIFYPEER, 1L);
  MUST(CURLOPT_SSL_VERIFYHOST, 2L);
  MUST(CURLOPT_HTTP09_ALLOWED, 0L);
  MUST(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  MUST(CURLOPT_PATH_AS_IS, 1L);
  MUST(CURLOPT_NOSIGNAL, 1L);
  MUST(CURLOPT_NOPROGRESS, 0L);
  MUST(CURLOPT_TCP_KEEPALIVE, 1L);
  MUST(CURLOPT_TCP_KEEPIDLE, 30L);
  MUST(CURLOPT_TCP_KEEPINTVL, 15L);
  if (!is_safe) {
    curl_easy_cleanup_(easy);
    return NULL;
  }
  // A name whose look-up hangs shall not hold up the other requests when its own is given up. Since 7.87.
  (void)curl_easy_setopt_(easy, (CURLoption)QUICK_EXIT, 1L);
  return easy;
}

void ccurl_easy_cleanup(void *easy) { curl_easy_cleanup_(easy); }

CURLcode ccurl_set_long(void *easy, CURLoption option, long value) {
  return curl_easy_setopt_(easy, option, value);
}

CURLcode ccurl_set_size(void *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt_(easy, option, value);
}

CURLcode ccurl_set_string(void *easy, CURLoption option, const char *value) {
  return curl_easy_setopt_(easy, option, value);
}

CURLcode ccurl_set_pointer(void *easy, CURLoption option, void *value) {
  return curl_easy_setopt_(easy, option, value);
}

CURLcode ccurl_set_bytes_function(void *easy, CURLoption option, ccurl_bytes_function *function) {
  return curl_easy_setopt_(easy, option, function);
}

CURLcode ccurl_set_seek_function(void *easy, ccurl_seek_function *function) {
  return curl_easy_setopt_(easy, CURLOPT_SEEKFUNCTION, function);
}

CURLcode ccurl_set_progress_function(void *easy, ccurl_progress_function *function) {
  return curl_easy_setopt_(easy, CURLOPT_XFERINFOFUNCTION, function);
}

CURLcode ccurl_set_open_function(void *easy, curl_opensocket_callback function) {
  return curl_easy_setopt_(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

CURLcode ccurl_set_close_function(void *easy, curl_closesocket_callback function) {
  return curl_easy_setopt_(easy, CURLOPT_CLOSESOCKETFUNCTION, function);
}

CURLcode ccurl_get_long(void *easy, CURLINFO info, long *value) { return curl_easy_getinfo_(easy, info, value); }

CURLcode ccurl_get_size(void *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo_(easy, info, value);
}

CURLcode ccurl_easy_continue(void *easy) { return curl_easy_pause_(easy, CURLPAUSE_CONT); }

bool ccurl_list_append(struct curl_slist **list, const char *string) {
  struct curl_slist *longer = curl_slist_append_(*list, string);
  if (longer) *list = longer;
  return longer;
}

void ccurl_list_free(struct curl_slist *list) { curl_slist_free_all_(list); }

void *ccurl_multi_create(long connections) {
  CURLM *multi = curl_multi_init_();
  if (multi) (void)curl_multi_setopt_(multi, CURLMOPT_MAXCONNECTS, connections);
  return multi;
}

CURLMcode ccurl_multi_cleanup(void *multi) { return curl_multi_cleanup_(multi); }

CURLMcode ccurl_multi_add(void *multi, void *easy) { return curl_multi_add_handle_(multi, easy); }

CURLMcode ccurl_multi_remove(void *multi, void *easy) { return curl_multi_remove_handle_(multi, easy); }

CURLMcode ccurl_multi_perform(void *multi) {
  int running;
  return curl_multi_perform_(multi, &running);
}

CURLMcode ccurl_multi_poll(void *multi, int milliseconds) {
  return curl_multi_poll_(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode ccurl_multi_wakeup(void *multi) { return curl_multi_wakeup_(multi); }

bool ccurl_multi_next_done(void *multi, void **easy, CURLcode *result) {
  int left;
  for (CURLMsg *message; (message = curl_multi_info_read_(multi, &left));) {
    if (message->msg != CURLMSG_DONE) continue;
    *easy = message->easy_handle;
    *result = message->data.result;
    return true;
  }
  return false;
}

#else

// Elsewhere the system's own transport is used.
typedef int ccurl_nothing;

#endif
