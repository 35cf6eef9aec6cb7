/// What Linux says of its networks: the kernel's headers, and NetworkManager by D-Bus.
///
/// libsystemd, which speaks D-Bus, is opened with dlopen(3) when it is first needed; a program is linked with its
/// headers alone. Where it is absent, there is no NetworkManager.
#ifndef CLINUXNETWORK_H
#define CLINUXNETWORK_H

#ifdef __linux__

#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

/// Flags of recv(2). Where the system's header has them in an unnamed enumeration, Swift does not always see them.
static const int clinux_dontwait = MSG_DONTWAIT;
static const int clinux_trunc = MSG_TRUNC;

#ifdef __cplusplus
extern "C" {
#endif

/// A connection to a message bus that listens to NetworkManager. It belongs to the caller until it is closed, and
/// is used by one thread at a time.
typedef struct cnet_manager cnet_manager;

/// The properties of NetworkManager, by the numbers of its D-Bus interface
/// (https://networkmanager.dev/docs/api/latest/nm-dbus-types.html). 0 means unknown in each.
typedef struct cnet_properties {
  /// Whether it has answered, or it is known that it does not.
  bool is_settled;
  /// Whether it runs. If not, the others are 0.
  bool is_present;
  /// NMMetered.
  uint32_t metered;
  /// NMState.
  uint32_t state;
  /// NMConnectivityState.
  uint32_t connectivity;
} cnet_properties;

/// Connects without waiting. If nothing listens there yet, it waits for the socket to appear.
///
/// `address` is one as D-Bus writes it, or `NULL` for the system's bus. Returns `NULL` if libsystemd is absent, the
/// address is none, the bus refuses, or memory or descriptors are out.
cnet_manager *cnet_manager_open(const char *address);
void cnet_manager_close(cnet_manager *manager);

/// What poll(2) shall wait for. Both change, so they are asked before each wait. -1 if the connection is lost.
int cnet_manager_descriptor(cnet_manager *manager);
short cnet_manager_events(cnet_manager *manager);
/// When cnet_manager_process must be called without an event, in nanoseconds of CLOCK_MONOTONIC; `UINT64_MAX`
/// means never.
uint64_t cnet_manager_deadline(cnet_manager *manager);

/// Handles what has arrived, without waiting. Returns `false` if the connection is lost; what remains is to close it.
bool cnet_manager_process(cnet_manager *manager);

cnet_properties cnet_manager_properties(const cnet_manager *manager);

#ifdef __cplusplus
}
#endif

#endif
#endif
