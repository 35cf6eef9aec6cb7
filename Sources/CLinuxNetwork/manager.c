// NetworkManager's properties, by sd-bus.

#ifdef __linux__

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CLinuxNetwork.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

#define NAME "org.freedesktop.NetworkManager"
#define PATH "/org/freedesktop/NetworkManager"
// How long an answer may take, in microseconds.
#define PATIENCE (2 * 1000 * 1000)
// Messages that are handled in one go, so that a flood of them does not keep the caller from its other work.
#define MESSAGE_LIMIT 256

#define FUNCTIONS(F) \
  F(sd_bus_add_match_async) \
  F(sd_bus_call_async) \
  F(sd_bus_close_unref) \
  F(sd_bus_get_events) \
  F(sd_bus_get_fd) \
  F(sd_bus_get_timeout) \
  F(sd_bus_message_append) \
  F(sd_bus_message_enter_container) \
  F(sd_bus_message_exit_container) \
  F(sd_bus_message_is_method_error) \
  F(sd_bus_message_new_method_call) \
  F(sd_bus_message_peek_type) \
  F(sd_bus_message_read) \
  F(sd_bus_message_set_auto_start) \
  F(sd_bus_message_skip) \
  F(sd_bus_message_unref) \
  F(sd_bus_new) \
  F(sd_bus_process) \
  F(sd_bus_set_address) \
  F(sd_bus_set_bus_client) \
  F(sd_bus_set_watch_bind) \
  F(sd_bus_start)

#define POINTER(name) static __typeof__(&name) p_##name;
FUNCTIONS(POINTER)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;

static void open_library(void) {
  // RTLD_LOCAL: symbols of this library shall not come between those of the program. It is never closed, since
  // another part of the program may use it.
  void *library = dlopen("libsystemd.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
#define LOOK_UP(name) \
  if (!(*(void **)&p_##name = dlsym(library, #name))) return;
  FUNCTIONS(LOOK_UP)
  is_open = true;
}

struct cnet_manager {
  sd_bus *bus;
  cnet_properties properties;
  // An answer is on its way; and something changed after its question was sent.
  bool is_asking, asks_again;
};

static void ask(cnet_manager *manager);

static void settle(cnet_manager *manager, cnet_properties properties) {
  properties.is_settled = true;
  manager->properties = properties;
}

// Reads a variant that should hold an unsigned number; anything else is passed over.
static int read_number(sd_bus_message *message, uint32_t *number) {
  char type;
  const char *contents;
  int result = p_sd_bus_message_peek_type(message, &type, &contents);
  if (result < 0) return result;
  if (type == SD_BUS_TYPE_VARIANT && contents && strcmp(contents, "u") == 0)
    return p_sd_bus_message_read(message, "v", "u", number);
  return p_sd_bus_message_skip(message, "v");
}

static int read_properties(sd_bus_message *message, cnet_properties *properties) {
  int result = p_sd_bus_message_enter_container(message, SD_BUS_TYPE_ARRAY, "{sv}");
  if (result < 0) return result;
  while ((result = p_sd_bus_message_enter_container(message, SD_BUS_TYPE_DICT_ENTRY, "sv")) > 0) {
    const char *name;
    if ((result = p_sd_bus_message_read(message, "s", &name)) < 0) return result;
    if (strcmp(name, "Metered") == 0) result = read_number(message, &properties->metered);
    else if (strcmp(name, "State") == 0) result = read_number(message, &properties->state);
    else if (strcmp(name, "Connectivity") == 0) result = read_number(message, &properties->connectivity);
    else result = p_sd_bus_message_skip(message, "v");
    if (result < 0) return result;
    if ((result = p_sd_bus_message_exit_container(message)) < 0) return result;
  }
  return result;
}

static int on_answer(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)error;
  cnet_manager *manager = context;
  manager->is_asking = false;
  if (manager->asks_again) {
    ask(manager);
    return 0;
  }
  cnet_properties properties = {0};
  properties.is_present = !p_sd_bus_message_is_method_error(message, NULL);
  if (properties.is_present && read_properties(message, &properties) < 0)
    properties = (cnet_properties){.is_present = true};
  settle(manager, properties);
  return 0;
}

static int on_change(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)message, (void)error;
  ask(context);
  return 0;
}

// The default of sd-bus closes the connection where the bus refuses a match.
static int on_match(sd_bus_message *message, void *context, sd_bus_error *error) {
  (void)message, (void)context, (void)error;
  return 0;
}

// Asks for all properties: a signal may name a property without its new value.
static void ask(cnet_manager *manager) {
  manager->asks_again = manager->is_asking;
  if (manager->is_asking) return;
  sd_bus_message *message = NULL;
  int result = p_sd_bus_message_new_method_call(
      manager->bus, &message, NAME, PATH, "org.freedesktop.DBus.Properties", "GetAll");
  // Who only listens shall not be the reason why it is started.
  if (result >= 0) result = p_sd_bus_message_set_auto_start(message, 0);
  if (result >= 0) result = p_sd_bus_message_append(message, "s", NAME);
  if (result >= 0) result = p_sd_bus_call_async(manager->bus, NULL, message, on_answer, manager, PATIENCE);
  p_sd_bus_message_unref(message);
  manager->is_asking = result >= 0;
  if (result < 0) settle(manager, (cnet_properties){0});
}

static int start(cnet_manager *manager, const char *address, bool waits_for_socket) {
  int result = p_sd_bus_new(&manager->bus);
  if (result >= 0) result = p_sd_bus_set_address(manager->bus, address);
  if (result >= 0) result = p_sd_bus_set_bus_client(manager->bus, 1);
  if (result >= 0) result = p_sd_bus_set_watch_bind(manager->bus, waits_for_socket);
  if (result >= 0) result = p_sd_bus_start(manager->bus);
  if (result >= 0) return result;
  p_sd_bus_close_unref(manager->bus);
  manager->bus = NULL;
  return result;
}

// Messages are handled in order, so nothing can change unseen between the matches and the first question.
static bool listen_and_ask(cnet_manager *manager) {
  static const char *const matches[] = {
      "type='signal',sender='" NAME "',path='" PATH "',member='PropertiesChanged'",
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" NAME "'",
  };
  for (size_t i = 0; i < sizeof matches / sizeof matches[0]; i++)
    if (p_sd_bus_add_match_async(manager->bus, NULL, matches[i], on_change, on_match, manager) < 0) return false;
  ask(manager);
  return manager->is_asking;
}

cnet_manager *cnet_manager_open(const char *address) {
  pthread_once(&once, open_library);
  if (!is_open) return NULL;
  if (!address) address = secure_getenv("DBUS_SYSTEM_BUS_ADDRESS");
  if (!address) address = "unix:path=/run/dbus/system_bus_socket";
  cnet_manager *manager = calloc(1, sizeof *manager);
  if (!manager) return NULL;
  int result = start(manager, address, false);
  if (result == -ENOENT || result == -ECONNREFUSED) {
    // Where nobody listens, nobody answers; that is known without waiting for the socket.
    settle(manager, (cnet_properties){0});
    start(manager, address, true);
  }
  bool is_settled = manager->properties.is_settled;
  if (!manager->bus || !listen_and_ask(manager)) {
    cnet_manager_close(manager);
    return NULL;
  }
  manager->properties.is_settled = is_settled;
  return manager;
}

void cnet_manager_close(cnet_manager *manager) {
  if (!manager) return;
  if (manager->bus) p_sd_bus_close_unref(manager->bus);
  free(manager);
}

int cnet_manager_descriptor(cnet_manager *manager) {
  int descriptor = p_sd_bus_get_fd(manager->bus);
  return descriptor < 0 ? -1 : descriptor;
}

short cnet_manager_events(cnet_manager *manager) {
  int events = p_sd_bus_get_events(manager->bus);
  return events < 0 ? 0 : (short)events;
}

uint64_t cnet_manager_deadline(cnet_manager *manager) {
  uint64_t microseconds = UINT64_MAX;
  if (p_sd_bus_get_timeout(manager->bus, &microseconds) < 0 || microseconds > UINT64_MAX / 1000) return UINT64_MAX;
  return microseconds * 1000;
}

bool cnet_manager_process(cnet_manager *manager) {
  int result = 1;
  for (int i = 0; i < MESSAGE_LIMIT && result > 0; i++) result = p_sd_bus_process(manager->bus, NULL);
  return result >= 0 && cnet_manager_descriptor(manager) >= 0;
}

cnet_properties cnet_manager_properties(const cnet_manager *manager) { return manager->properties; }

#endif
