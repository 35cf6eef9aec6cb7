/// The entry of libFuzzer for programs that have a main of their own
/// (https://llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library").
#ifndef SHUTTERBOX_LIBFUZZER_H
#define SHUTTERBOX_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Takes the options of the command line and calls `target` with one input after another. Returns what
/// the program should exit with; a finding ends the program at once.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *data, size_t size));

#endif
