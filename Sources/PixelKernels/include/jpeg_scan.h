/// The coded data of a sequential JPEG scan (ITU-T T.81 annexes F and K): Huffman codes to dequantized
/// coefficients.
///
/// Ownership: nothing here allocates, frees or keeps a pointer. Bounds: each function says what it reads
/// and writes, whatever the data are.
#ifndef PK_JPEG_SCAN_H
#define PK_JPEG_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Coefficients of a block.
#define PK_BLOCK 64

/// The most components of a scan, and the most blocks of its MCU (T.81 §B.2.3).
#define PK_MAX_COMPONENTS 4
#define PK_MAX_MCU_BLOCKS 10

/// More than the bytes that any MCU takes: 10 blocks of a DC code of 27 bits and 63 AC codes of 26, and
/// what the reader loads ahead.
#define PK_MCU_BYTES 2176

/// Bits that are looked up at once. Longer codes are rare.
#define PK_LOOKUP_BITS 11

/// A Huffman table, made for decoding.
typedef struct pk_huffman {
  /// For each beginning of a code what it means; see jpeg_scan.c.
  uint32_t lookup[1 << PK_LOOKUP_BITS];
  /// For each length: the first 16 bits that are no code of that length or a shorter one.
  uint32_t limit[17];
  /// For each length: what must be added to a code to get the index of its symbol.
  int32_t offset[17];
  uint8_t symbols[256];
  bool is_dc;
} pk_huffman;

/// Makes a table of `counts[n - 1]` codes of n bits, 1 to 16, and their symbols in order of the codes.
/// `symbols` holds 256 bytes, of which as many count as there are codes.
///
/// Returns false if that is no table for baseline coding: more codes than fit (the code of ones only is
/// none, T.81 annex C), a difference of more than
/// 11 bits for DC, a coefficient of more than 10 bits for AC.
bool pk_huffman_make(pk_huffman *table, const uint8_t *counts, const uint8_t *symbols, bool is_dc);

/// One component of a scan.
typedef struct pk_scan_component {
  const pk_huffman *dc, *ac;
  /// What coefficients are multiplied by: 64 numbers in natural order.
  const uint16_t *quantization;
  /// Blocks of the component in one MCU, along a row and down a column, 1 to 4.
  int32_t across, down;
  /// Where the coefficients go, in natural order: block (x, y) of the row of MCUs is at
  /// PK_BLOCK * (y * pitch + x).
  int16_t *coefficients;
  /// For each of these blocks the index, in zigzag order, behind which all coefficients are zero.
  uint8_t *last;
  size_t pitch;
  /// The DC coefficient of the block before, not dequantized; 0 at the start and after a restart.
  int32_t prediction;
} pk_scan_component;

/// Coded data without stuffed bytes, and how far they have been read.
///
/// PK_MCU_BYTES behind `stop` must be readable.
typedef struct pk_bits {
  const uint8_t *next;
  /// No MCU begins here or behind.
  const uint8_t *stop;
  /// The bits that were loaded, the first one on top.
  uint64_t buffer;
  /// How many of them are to be counted on; the rest are loaded once more.
  uint32_t count;
} pk_bits;

typedef enum pk_scan_status {
  /// All MCUs that were asked for.
  PK_SCAN_DONE = 0,
  /// Fewer: the next one would begin at or behind `stop`.
  PK_SCAN_STARVED,
  /// A code that the table does not have, or coefficients that a block has no room for.
  PK_SCAN_BROKEN,
} pk_scan_status;

/// Decodes up to `count` MCUs behind each other into columns 0 to count - 1 of the components, and writes
/// the number that it decoded to `decoded`.
///
/// Every implementation does the same. `pitch` of each component is at least across * count; at most
/// PK_MAX_COMPONENTS components have at most PK_MAX_MCU_BLOCKS blocks together.
typedef pk_scan_status pk_mcu_decoder(pk_bits *bits, pk_scan_component *components, size_t component_count,
                                      size_t count, size_t *decoded);

/// Copies coded data without the zero that is stuffed behind each FF, up to a marker or the end of `in`.
///
/// Writes at most `count` bytes to `out` and returns how many; `consumed` becomes the number of bytes of
/// `in` that they are. Where it stops at a marker, `marker` becomes the marker's code and `consumed`
/// counts up to its end; else `marker` becomes 0. A zero behind more than one FF is neither data nor a
/// marker, and `marker` becomes FF. An FF at the end of `in` is not consumed: what
/// follows it decides.
size_t pk_unstuff(const uint8_t *in, size_t count, uint8_t *out, size_t *consumed, uint8_t *marker);

#ifdef __cplusplus
}
#endif

#endif
