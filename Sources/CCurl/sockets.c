#include "CCurl.h"

#ifdef __linux__

#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

// More than connections are kept and opened at once. What does not fit works as well, and is not told of.
enum { CAPACITY = 128 };

struct ccurl_sockets {
  int count;
  int open[CAPACITY];
};

ccurl_sockets *ccurl_sockets_create(void) { return calloc(1, sizeof(ccurl_sockets)); }

void ccurl_sockets_destroy(ccurl_sockets *sockets) { free(sockets); }

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  ccurl_sockets *sockets = context;
  int descriptor = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  if (descriptor < 0) return CURL_SOCKET_BAD;
#ifdef TCP_NOTSENT_LOWAT
  // What waits unsent in the system is kept small, so that progress means what has left (tcp(7)). Where it is refused
  // progress is less smooth, and nothing is wrong.
  int unsent = 1 << 18;
  (void)setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
#endif
  if (sockets->count < CAPACITY) sockets->open[sockets->count++] = descriptor;
  return descriptor;
}

static int close_socket(void *context, curl_socket_t descriptor) {
  ccurl_sockets *sockets = context;
  for (int i = 0; i < sockets->count; i++) {
    if (sockets->open[i] != descriptor) continue;
    sockets->open[i] = sockets->open[--sockets->count];
    break;
  }
  return close(descriptor);
}

CURLcode ccurl_set_sockets(void *easy, ccurl_sockets *sockets) {
  CURLcode code = ccurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, sockets);
  if (code == CURLE_OK) code = ccurl_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, sockets);
  if (code == CURLE_OK) code = ccurl_set_open_function(easy, open_socket);
  if (code == CURLE_OK) code = ccurl_set_close_function(easy, close_socket);
  return code;
}

static int local_port(int descriptor) {
  struct sockaddr_storage name;
  socklen_t size = sizeof name;
  if (getsockname(descriptor, (struct sockaddr *)&name, &size) != 0) return -1;
  switch (name.ss_family) {
    case AF_INET: return ntohs(((struct sockaddr_in *)&name)->sin_port);
    case AF_INET6: return ntohs(((struct sockaddr_in6 *)&name)->sin6_port);
    default: return -1;
  }
}

int ccurl_get_socket(void *easy, const ccurl_sockets *sockets) {
  long port;
  if (ccurl_get_long(easy, CURLINFO_LOCAL_PORT, &port) != CURLE_OK || port <= 0) return -1;
  for (int i = 0; i < sockets->count; i++)
    if (local_port(sockets->open[i]) == port) return sockets->open[i];
  return -1;
}

int ccurl_unacknowledged(int socket) {
  int count;
  return socket >= 0 && ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

#endif
