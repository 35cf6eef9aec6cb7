// Certificates, by GnuTLS, which libmicrohttpd serves TLS with.

#include "CMicroHTTPD.h"
#include "library.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<gnutls/x509.h>)

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

#define FUNCTIONS(F) \
  F(gnutls_free) \
  F(gnutls_record_send) \
  F(gnutls_x509_crt_deinit) \
  F(gnutls_x509_crt_export2) \
  F(gnutls_x509_crt_get_expiration_time) \
  F(gnutls_x509_crt_import) \
  F(gnutls_x509_crt_init) \
  F(gnutls_x509_crt_set_activation_time) \
  F(gnutls_x509_crt_set_basic_constraints) \
  F(gnutls_x509_crt_set_dn) \
  F(gnutls_x509_crt_set_expiration_time) \
  F(gnutls_x509_crt_set_key) \
  F(gnutls_x509_crt_set_key_purpose_oid) \
  F(gnutls_x509_crt_set_key_usage) \
  F(gnutls_x509_crt_set_serial) \
  F(gnutls_x509_crt_set_subject_alt_name) \
  F(gnutls_x509_crt_set_version) \
  F(gnutls_x509_crt_sign2) \
  F(gnutls_x509_privkey_deinit) \
  F(gnutls_x509_privkey_export2) \
  F(gnutls_x509_privkey_generate) \
  F(gnutls_x509_privkey_init)

#define POINTER(name) static __typeof__(&name) p_##name;
FUNCTIONS(POINTER)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_libraries(void) {
#ifdef __APPLE__
  const char *const names[] = {"libgnutls.30.dylib", "/opt/homebrew/lib/libgnutls.30.dylib",
                               "/usr/local/lib/libgnutls.30.dylib"};
#else
  const char *const names[] = {"libgnutls.so.30"};
#endif
#define SYMBOL(name) {#name, (void **)&p_##name},
  const cmhd_symbol symbols[] = {FUNCTIONS(SYMBOL)};
  is_open = cmhd_open_library(names, sizeof names / sizeof names[0], symbols, sizeof symbols / sizeof symbols[0]);
}

long cmhd_tls_send(void *session, const void *bytes, size_t size) {
  pthread_once(&once, open_libraries);
  return is_open ? (long)p_gnutls_record_send(session, bytes, size) : -1;
}

static int add_name(gnutls_x509_crt_t certificate, const char *name) {
  struct in_addr four;
  struct in6_addr six;
  if (inet_pton(AF_INET, name, &four) == 1) {
    return p_gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_IPADDRESS, &four, sizeof four,
                                                  GNUTLS_FSAN_APPEND);
  }
  if (inet_pton(AF_INET6, name, &six) == 1) {
    return p_gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_IPADDRESS, &six, sizeof six,
                                                  GNUTLS_FSAN_APPEND);
  }
  return p_gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_DNSNAME, name, (unsigned int)strlen(name),
                                                GNUTLS_FSAN_APPEND);
}

/// Fills and signs; returns the first failure of GnuTLS, which is below 0.
static int fill(gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key, const char *const *names, size_t count,
                const uint8_t serial[16], int64_t from, int64_t until) {
  uint8_t number[16];
  memcpy(number, serial, sizeof number);
  // RFC 5280 §4.1.2.2: "The serial number MUST be a positive integer"; the highest bit is its sign.
  number[0] = (number[0] & 0x7F) | 0x40;
#define CHECK(call) \
  do { \
    int result = (call); \
    if (result < 0) return result; \
  } while (0)
  CHECK(p_gnutls_x509_crt_set_version(certificate, 3));
  CHECK(p_gnutls_x509_crt_set_serial(certificate, number, sizeof number));
  CHECK(p_gnutls_x509_crt_set_activation_time(certificate, (time_t)from));
  CHECK(p_gnutls_x509_crt_set_expiration_time(certificate, (time_t)until));
  CHECK(p_gnutls_x509_crt_set_dn(certificate, "CN=Shutterbox", NULL));
  CHECK(p_gnutls_x509_crt_set_key(certificate, key));
  CHECK(p_gnutls_x509_crt_set_basic_constraints(certificate, 0, -1));
  CHECK(p_gnutls_x509_crt_set_key_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE));
  CHECK(p_gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0));
  for (size_t i = 0; i < count; i++) CHECK(add_name(certificate, names[i]));
  return p_gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0);
}

static char *copy(const gnutls_datum_t *datum) {
  char *text = malloc((size_t)datum->size + 1);
  if (!text) return NULL;
  memcpy(text, datum->data, datum->size);
  text[datum->size] = 0;
  return text;
}

cmhd_status cmhd_make_certificate(const char *const *names, size_t count, const uint8_t serial[16], int64_t from,
                                  int64_t until, char **key_text, char **certificate_text) {
  pthread_once(&once, open_libraries);
  if (!is_open) return CMHD_ABSENT;
  gnutls_x509_privkey_t key = NULL;
  gnutls_x509_crt_t certificate = NULL;
  gnutls_datum_t key_pem = {NULL, 0};
  gnutls_datum_t certificate_pem = {NULL, 0};
  *key_text = NULL;
  *certificate_text = NULL;
  bool is_made =
      p_gnutls_x509_privkey_init(&key) >= 0 && p_gnutls_x509_crt_init(&certificate) >= 0 &&
      p_gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0) >= 0 &&
      fill(certificate, key, names, count, serial, from, until) >= 0 &&
      p_gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, &key_pem) >= 0 &&
      p_gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &certificate_pem) >= 0;
  if (is_made) {
    *key_text = copy(&key_pem);
    *certificate_text = copy(&certificate_pem);
  }
  // gnutls_free is a variable that holds a function.
  if (key_pem.data) (*p_gnutls_free)(key_pem.data);
  if (certificate_pem.data) (*p_gnutls_free)(certificate_pem.data);
  if (certificate) p_gnutls_x509_crt_deinit(certificate);
  if (key) p_gnutls_x509_privkey_deinit(key);
  if (*key_text && *certificate_text) return CMHD_OK;
  free(*key_text);
  free(*certificate_text);
  *key_text = NULL;
  *certificate_text = NULL;
  return CMHD_FAILED;
}

cmhd_status cmhd_certificate_end(const char *pem, int64_t *end) {
  pthread_once(&once, open_libraries);
  if (!is_open) return CMHD_ABSENT;
  gnutls_x509_crt_t certificate = NULL;
  if (p_gnutls_x509_crt_init(&certificate) < 0) return CMHD_FAILED;
  const gnutls_datum_t datum = {(unsigned char *)pem, (unsigned int)strlen(pem)};
  time_t time = -1;
  if (p_gnutls_x509_crt_import(certificate, &datum, GNUTLS_X509_FMT_PEM) >= 0) {
    time = p_gnutls_x509_crt_get_expiration_time(certificate);
  }
  p_gnutls_x509_crt_deinit(certificate);
  if (time == (time_t)-1) return CMHD_FAILED;
  *end = (int64_t)time;
  return CMHD_OK;
}

#else

// Built without the headers.
long cmhd_tls_send(void *session, const void *bytes, size_t size) {
  (void)session, (void)bytes, (void)size;
  return -1;
}
cmhd_status cmhd_make_certificate(const char *const *names, size_t count, const uint8_t serial[16], int64_t from,
                                  int64_t until, char **key, char **certificate) {
  (void)names, (void)count, (void)serial, (void)from, (void)until, (void)key, (void)certificate;
  return CMHD_ABSENT;
}
cmhd_status cmhd_certificate_end(const char *pem, int64_t *end) {
  (void)pem, (void)end;
  return CMHD_ABSENT;
}

#endif
