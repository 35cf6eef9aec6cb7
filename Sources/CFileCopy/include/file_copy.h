#ifndef FILE_COPY_H
#define FILE_COPY_H

#include <stdint.h>

// What the kernel does with the bytes of open files: system calls of Linux that Swift does not import.
//
// All descriptors stay the caller's, and the position of none is used or moved. A failure is -1 with the cause in
// `errno`; elsewhere than on Linux each call fails with ENOSYS.

/// Makes `target` share the blocks of `source`, all of it, as ioctl_ficlone(2) tells.
int fc_clone(int source, int target);

/// Copies at most `count` bytes from `offset` of `source` to the same offset of `target`, as copy_file_range(2)
/// tells.
///
/// Returns the number of bytes copied, which may be fewer; 0 at or behind the end of `source`.
int64_t fc_copy_range(int source, int target, int64_t offset, int64_t count);

/// Starts to put `count` bytes from `offset` on the disk, and does not wait for them, as sync_file_range(2) tells.
int fc_start_writing(int file, int64_t offset, int64_t count);

#endif
