// Makes a program fail or die at a chosen change of the disk. Linux and glibc only; loaded by LD_PRELOAD.
//
//   FAULT_ROOT=PATH   Only what happens to this folder and below it counts.
//   FAULT_AT=N        The point at which the fault strikes, from 1; none if unset.
//   FAULT_DO=WHAT     kill-before, kill-after: SIGKILL before or after the call.
//                     kill-half: SIGKILL after half of the bytes; kill-before for calls that write none.
//                     short-write: half of the bytes are written, which the call tells; nothing for other calls.
//                     errno:NAME[:once]: the call fails. errno:NAME:always: all calls from there on fail but
//                     those that remove files, as on a disk that is full.
//   FAULT_CALLS=SET   write: calls that change the disk (default). open: each open, for reading too. all: both.
//   FAULT_LOG=PATH    Gets a line per point, number, call and path parted by spaces, before the call is made.
//
// The wrappers are exported under the names of libc, so each call that a program or its libraries make through
// the dynamic linker comes here first. Calls that libc makes to itself do not, such as those of stdio.
// A shared mapping that may be written to is logged as a call and never fails; its pages cannot be watched.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

// The function of libc that a wrapper of this file stands before.
#define REAL(name) ((__typeof__(&name))next(#name))

static void *next(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function) abort();
  return function;
}

enum action { NOTHING, KILL_BEFORE, KILL_AFTER, KILL_HALF, SHORT_WRITE, FAIL };

// What kind of call it is that comes to a point.
enum kind { OPENS = 1, CHANGES = 2, REMOVES = 4 };

static struct {
  char root[PATH_MAX];
  size_t root_length;
  long at;
  enum action action;
  int number;
  bool always;
  int kinds;
  const char *log;
} plan;

static atomic_long count;

static int number_of(const char *name) {
  static const struct {
    const char *name;
    int number;
  } names[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EDQUOT", EDQUOT}, {"EROFS", EROFS},
               {"EMFILE", EMFILE}, {"ENFILE", ENFILE}, {"EACCES", EACCES}, {"EPERM", EPERM},
               {"EINTR", EINTR},   {"ENOMEM", ENOMEM}, {"EFBIG", EFBIG},   {"EINVAL", EINVAL}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t length = strlen(names[i].name);
    if (!strncmp(name, names[i].name, length) && (!name[length] || name[length] == ':')) return names[i].number;
  }
  fprintf(stderr, "faults: unknown errno '%s'\n", name);
  _exit(99);
}

static void read_action(const char *what) {
  if (!strcmp(what, "kill-before")) plan.action = KILL_BEFORE;
  else if (!strcmp(what, "kill-after")) plan.action = KILL_AFTER;
  else if (!strcmp(what, "kill-half")) plan.action = KILL_HALF;
  else if (!strcmp(what, "short-write")) plan.action = SHORT_WRITE;
  else if (!strncmp(what, "errno:", 6)) {
    const char *often = strchr(what + 6, ':');
    plan.action = FAIL;
    plan.number = number_of(what + 6);
    plan.always = often && !strcmp(often, ":always");
  } else {
    fprintf(stderr, "faults: unknown action '%s'\n", what);
    _exit(99);
  }
}

// Until this has run, no root is set and nothing counts.
__attribute__((constructor)) static void start(void) {
  const char *root = getenv("FAULT_ROOT"), *at = getenv("FAULT_AT"), *what = getenv("FAULT_DO");
  const char *calls = getenv("FAULT_CALLS");
  plan.log = getenv("FAULT_LOG");
  plan.at = at ? atol(at) : 0;
  plan.kinds = CHANGES;
  if (calls && !strcmp(calls, "open")) plan.kinds = OPENS;
  if (calls && !strcmp(calls, "all")) plan.kinds = OPENS | CHANGES;
  if (what) read_action(what);
  if (root && realpath(root, plan.root)) plan.root_length = strlen(plan.root);
}

static bool is_inside(const char *path) {
  return plan.root_length && !strncmp(path, plan.root, plan.root_length) &&
         (!path[plan.root_length] || path[plan.root_length] == '/');
}

static bool path_of(int descriptor, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return false;
  path[length] = 0;
  return true;
}

// The absolute path that `name` in `folder` has, links resolved down to the folder it lies in.
static bool path_at(int folder, const char *name, char *path) {
  char full[2 * PATH_MAX], parent[PATH_MAX];
  if (!name) return path_of(folder, path);
  if (*name == '/') {
    snprintf(full, sizeof full, "%s", name);
  } else {
    if (folder == AT_FDCWD ? !getcwd(parent, sizeof parent) : !path_of(folder, parent)) return false;
    snprintf(full, sizeof full, "%s/%s", parent, name);
  }
  size_t length = strlen(full);
  while (length > 1 && full[length - 1] == '/') full[--length] = 0;
  char *slash = strrchr(full, '/');
  *slash = 0;
  // Below a folder that is missing nothing can change; the path as it stands is good enough there.
  if (!realpath(*full ? full : "/", parent)) snprintf(parent, sizeof parent, "%.*s", PATH_MAX - 1, full);
  return (size_t)snprintf(path, PATH_MAX, "%s/%s", strcmp(parent, "/") ? parent : "", slash + 1) < PATH_MAX;
}

static void die(void) {
  syscall(SYS_kill, getpid(), SIGKILL);
  for (;;) pause();
}

// Counts a point and tells what is to happen there.
static enum action arrive(const char *call, int kind, const char *path) {
  if (!(kind & plan.kinds) || !is_inside(path)) return NOTHING;
  int saved = errno;
  long number = atomic_fetch_add(&count, 1) + 1;
  if (plan.log) {
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%ld %s %s\n", number, call, path);
    long log = syscall(SYS_openat, AT_FDCWD, plan.log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (log < 0 || syscall(SYS_write, log, line, length) != length) abort();
    syscall(SYS_close, log);
  }
  enum action action = NOTHING;
  if (number == plan.at) action = plan.action;
  else if (plan.at && number > plan.at && plan.always && !(kind & REMOVES)) action = FAIL;
  if (action == KILL_BEFORE) die();
  errno = action == FAIL ? plan.number : saved;
  return action;
}

static enum action arrive_at(const char *call, int kind, int folder, const char *name) {
  char path[PATH_MAX];
  int saved = errno;
  if (!plan.root_length || !path_at(folder, name, path)) {
    errno = saved;
    return NOTHING;
  }
  errno = saved;
  return arrive(call, kind, path);
}

// A rename or link counts if either end lies below the root.
static enum action arrive_at_both(const char *call, int from, const char *source, int to, const char *target) {
  char path[PATH_MAX];
  int saved = errno;
  bool is_target = plan.root_length && path_at(to, target, path) && is_inside(path);
  errno = saved;
  return is_target ? arrive(call, CHANGES, path) : arrive_at(call, CHANGES, from, source);
}

// A call that is done or not, whole.
#define WHOLE(point, call)                                      \
  do {                                                          \
    enum action action = (point);                               \
    if (action == KILL_HALF) die();                             \
    if (action == FAIL) return -1;                              \
    __typeof__(call) result = (call);                           \
    if (action == KILL_AFTER) die();                            \
    return result;                                              \
  } while (0)

// A mapping through which a file is changed.
#define MAPPING(file, call)                                                                          \
  do {                                                                                               \
    bool changes = (file) >= 0 && protection & PROT_WRITE && flags & MAP_SHARED;                     \
    enum action action = changes ? arrive_at("mmap", CHANGES, (file), NULL) : NOTHING;               \
    if (action == KILL_HALF) die();                                                                  \
    if (action == FAIL) return MAP_FAILED;                                                           \
    void *result = (call);                                                                           \
    if (action == KILL_AFTER) die();                                                                 \
    return result;                                                                                   \
  } while (0)

// A call that moves `size` bytes; the variable is halved where half of them are to be moved.
#define PARTIAL(point, size, call)                                                     \
  do {                                                                                 \
    enum action action = (point);                                                      \
    if (action == FAIL) return -1;                                                     \
    if ((action == KILL_HALF || action == SHORT_WRITE) && (size) > 1) (size) /= 2;     \
    __typeof__(call) result = (call);                                                  \
    if (action == KILL_HALF || action == KILL_AFTER) die();                            \
    return result;                                                                     \
  } while (0)

// MARK: - Opening

static int kind_of_open(int flags) {
  return OPENS | (flags & (O_CREAT | O_TRUNC) ? CHANGES : 0);
}

static bool takes_mode(int flags) { return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE; }

#define MODE(flags)                                             \
  mode_t mode = 0;                                              \
  if (takes_mode(flags)) {                                      \
    va_list list;                                               \
    va_start(list, flags);                                      \
    mode = va_arg(list, mode_t);                                \
    va_end(list);                                               \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  WHOLE(arrive_at("open", kind_of_open(flags), AT_FDCWD, path), REAL(open)(path, flags, mode));
}

int open64(const char *path, int flags, ...) {
  MODE(flags)
  WHOLE(arrive_at("open", kind_of_open(flags), AT_FDCWD, path), REAL(open64)(path, flags, mode));
}

int openat(int folder, const char *path, int flags, ...) {
  MODE(flags)
  WHOLE(arrive_at("openat", kind_of_open(flags), folder, path), REAL(openat)(folder, path, flags, mode));
}

int openat64(int folder, const char *path, int flags, ...) {
  MODE(flags)
  WHOLE(arrive_at("openat", kind_of_open(flags), folder, path), REAL(openat64)(folder, path, flags, mode));
}

// What the headers make of open() and openat() without a mode when they are told to check.
int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open(path, flags); }
int __openat_2(int folder, const char *path, int flags) { return openat(folder, path, flags); }
int __openat64_2(int folder, const char *path, int flags) { return openat(folder, path, flags); }

int creat(const char *path, mode_t mode) { return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

// MARK: - Writing

ssize_t write(int file, const void *bytes, size_t size) {
  PARTIAL(arrive_at("write", CHANGES, file, NULL), size, REAL(write)(file, bytes, size));
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t offset) {
  PARTIAL(arrive_at("pwrite", CHANGES, file, NULL), size, REAL(pwrite)(file, bytes, size, offset));
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t offset) {
  PARTIAL(arrive_at("pwrite", CHANGES, file, NULL), size, REAL(pwrite64)(file, bytes, size, offset));
}

// Half of the pieces stands for half of the bytes.
ssize_t writev(int file, const struct iovec *pieces, int size) {
  PARTIAL(arrive_at("writev", CHANGES, file, NULL), size, REAL(writev)(file, pieces, size));
}

ssize_t pwritev(int file, const struct iovec *pieces, int size, off_t offset) {
  PARTIAL(arrive_at("pwritev", CHANGES, file, NULL), size, REAL(pwritev)(file, pieces, size, offset));
}

ssize_t pwritev64(int file, const struct iovec *pieces, int size, off64_t offset) {
  PARTIAL(arrive_at("pwritev", CHANGES, file, NULL), size, REAL(pwritev64)(file, pieces, size, offset));
}

ssize_t pwritev2(int file, const struct iovec *pieces, int size, off_t offset, int flags) {
  PARTIAL(arrive_at("pwritev", CHANGES, file, NULL), size, REAL(pwritev2)(file, pieces, size, offset, flags));
}

ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t size, unsigned flags) {

  PARTIAL(arrive_at("copy_file_range", CHANGES, out, NULL), size,
          REAL(copy_file_range)(in, from, out, to, size, flags));
}

ssize_t sendfile(int out, int in, off_t *offset, size_t size) {
  PARTIAL(arrive_at("sendfile", CHANGES, out, NULL), size, REAL(sendfile)(out, in, offset, size));
}

ssize_t sendfile64(int out, int in, off64_t *offset, size_t size) {
  PARTIAL(arrive_at("sendfile", CHANGES, out, NULL), size, REAL(sendfile64)(out, in, offset, size));
}

int ioctl(int file, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (request != FICLONE && request != FICLONERANGE) return REAL(ioctl)(file, request, argument);
  WHOLE(arrive_at("ioctl", CHANGES, file, NULL), REAL(ioctl)(file, request, argument));
}

void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
  MAPPING(file, REAL(mmap)(address, size, protection, flags, file, offset));
}

void *mmap64(void *address, size_t size, int protection, int flags, int file, off64_t offset) {
  MAPPING(file, REAL(mmap64)(address, size, protection, flags, file, offset));
}

// MARK: - Sizes

int ftruncate(int file, off_t size) {
  WHOLE(arrive_at("ftruncate", CHANGES, file, NULL), REAL(ftruncate)(file, size));
}

int ftruncate64(int file, off64_t size) {
  WHOLE(arrive_at("ftruncate", CHANGES, file, NULL), REAL(ftruncate64)(file, size));
}

int truncate(const char *path, off_t size) {
  WHOLE(arrive_at("truncate", CHANGES, AT_FDCWD, path), REAL(truncate)(path, size));
}

int truncate64(const char *path, off64_t size) {
  WHOLE(arrive_at("truncate", CHANGES, AT_FDCWD, path), REAL(truncate64)(path, size));
}

int fallocate(int file, int mode, off_t offset, off_t size) {
  WHOLE(arrive_at("fallocate", CHANGES, file, NULL), REAL(fallocate)(file, mode, offset, size));
}

int fallocate64(int file, int mode, off64_t offset, off64_t size) {
  WHOLE(arrive_at("fallocate", CHANGES, file, NULL), REAL(fallocate64)(file, mode, offset, size));
}

// These return the number of the error and leave errno alone.
int posix_fallocate(int file, off_t offset, off_t size) {
  return fallocate(file, 0, offset, size) ? errno : 0;
}

int posix_fallocate64(int file, off64_t offset, off64_t size) {
  return fallocate(file, 0, offset, size) ? errno : 0;
}

// MARK: - Syncing

int fsync(int file) { WHOLE(arrive_at("fsync", CHANGES, file, NULL), REAL(fsync)(file)); }

int fdatasync(int file) { WHOLE(arrive_at("fdatasync", CHANGES, file, NULL), REAL(fdatasync)(file)); }

// MARK: - Names

int rename(const char *from, const char *to) {
  WHOLE(arrive_at_both("rename", AT_FDCWD, from, AT_FDCWD, to), REAL(rename)(from, to));
}

int renameat(int source, const char *from, int target, const char *to) {
  WHOLE(arrive_at_both("renameat", source, from, target, to), REAL(renameat)(source, from, target, to));
}

int renameat2(int source, const char *from, int target, const char *to, unsigned flags) {
  WHOLE(arrive_at_both("renameat", source, from, target, to), REAL(renameat2)(source, from, target, to, flags));
}

int link(const char *from, const char *to) {
  WHOLE(arrive_at_both("link", AT_FDCWD, from, AT_FDCWD, to), REAL(link)(from, to));
}

int linkat(int source, const char *from, int target, const char *to, int flags) {
  WHOLE(arrive_at_both("linkat", source, from, target, to), REAL(linkat)(source, from, target, to, flags));
}

int symlink(const char *content, const char *path) {
  WHOLE(arrive_at("symlink", CHANGES, AT_FDCWD, path), REAL(symlink)(content, path));
}

int symlinkat(const char *content, int folder, const char *path) {
  WHOLE(arrive_at("symlinkat", CHANGES, folder, path), REAL(symlinkat)(content, folder, path));
}

int unlink(const char *path) {
  WHOLE(arrive_at("unlink", CHANGES | REMOVES, AT_FDCWD, path), REAL(unlink)(path));
}

int unlinkat(int folder, const char *path, int flags) {
  WHOLE(arrive_at("unlinkat", CHANGES | REMOVES, folder, path), REAL(unlinkat)(folder, path, flags));
}

int rmdir(const char *path) {
  WHOLE(arrive_at("rmdir", CHANGES | REMOVES, AT_FDCWD, path), REAL(rmdir)(path));
}

int remove(const char *path) {
  WHOLE(arrive_at("remove", CHANGES | REMOVES, AT_FDCWD, path), REAL(remove)(path));
}

int mkdir(const char *path, mode_t mode) {
  WHOLE(arrive_at("mkdir", CHANGES, AT_FDCWD, path), REAL(mkdir)(path, mode));
}

int mkdirat(int folder, const char *path, mode_t mode) {
  WHOLE(arrive_at("mkdirat", CHANGES, folder, path), REAL(mkdirat)(folder, path, mode));
}

// MARK: - Attributes

int chmod(const char *path, mode_t mode) {
  WHOLE(arrive_at("chmod", CHANGES, AT_FDCWD, path), REAL(chmod)(path, mode));
}

int fchmod(int file, mode_t mode) { WHOLE(arrive_at("fchmod", CHANGES, file, NULL), REAL(fchmod)(file, mode)); }

int fchmodat(int folder, const char *path, mode_t mode, int flags) {
  WHOLE(arrive_at("fchmodat", CHANGES, folder, path), REAL(fchmodat)(folder, path, mode, flags));
}

int fchown(int file, uid_t user, gid_t group) {
  WHOLE(arrive_at("fchown", CHANGES, file, NULL), REAL(fchown)(file, user, group));
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  WHOLE(arrive_at("utimensat", CHANGES, folder, path), REAL(utimensat)(folder, path, times, flags));
}

int futimens(int file, const struct timespec times[2]) {
  WHOLE(arrive_at("futimens", CHANGES, file, NULL), REAL(futimens)(file, times));
}

int utimes(const char *path, const struct timeval times[2]) {
  WHOLE(arrive_at("utimes", CHANGES, AT_FDCWD, path), REAL(utimes)(path, times));
}
