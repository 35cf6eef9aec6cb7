#define _GNU_SOURCE

#include "file_copy.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

int fc_clone(int source, int target) { return ioctl(target, FICLONE, source); }

int64_t fc_copy_range(int source, int target, int64_t offset, int64_t count) {
  off64_t from = offset, to = offset;
  return copy_file_range(source, &from, target, &to, (size_t)count, 0);
}

int fc_start_writing(int file, int64_t offset, int64_t count) {
  return sync_file_range(file, offset, count, SYNC_FILE_RANGE_WRITE);
}

#else

int fc_clone(int source, int target) {
  (void)source, (void)target;
  errno = ENOSYS;
  return -1;
}

int64_t fc_copy_range(int source, int target, int64_t offset, int64_t count) {
  (void)source, (void)target, (void)offset, (void)count;
  errno = ENOSYS;
  return -1;
}

int fc_start_writing(int file, int64_t offset, int64_t count) {
  (void)file, (void)offset, (void)count;
  errno = ENOSYS;
  return -1;
}

#endif
