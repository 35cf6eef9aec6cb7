/// The entry of libFuzzer for programs that have a main of their own
/// (https://llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library").
#ifndef SHUTTERBOX_LIBFUZZER_H
#define SHUTTERBOX_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Takes the options of the command line and calls `target` with one input after another. Returns what
/// the program should exit with; a finding ends the program at once. `target` returns 0, or -1 for an input
/// that is not worth keeping.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *data, size_t size));

/// Changes the first `size` bytes of `data` at random and returns how many they are then, at most `capacity`. May
/// only be called from a mutator: a function named LLVMFuzzerCustomMutator.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);

#endif
