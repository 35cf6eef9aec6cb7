#include "filters.h"

#include <string.h>

// Inlined even where the caller may use more instructions than are allowed elsewhere.
#define INLINE static inline __attribute__((always_inline))

// What a lookup gives. Bits 0 to 7 are the length of the code and of the number that follows it, bits 8 to 14
// the zeros before the coefficient, and bits 16 to 31 the number itself, if the lookup holds all of it. Else
// bit 15 is set, bits 16 to 20 are the length of the code alone and bits 24 to 27 that of the number.
#define IS_SPECIAL (1u << 15)
// Special entries that have no number: the block ends here, the code is longer than the lookup, or there is
// no such code.
#define ENDS_BLOCK (1u << 31)
#define IS_LONG (1u << 30 | IS_SPECIAL)
#define IS_BROKEN (1u << 29 | IS_SPECIAL)

#define TOTAL(entry) ((entry) & 0xFF)
#define ZEROS(entry) ((entry) >> 8 & 0x7F)
#define NUMBER(entry) ((int32_t)(entry) >> 16)
#define CODE_LENGTH(entry) ((entry) >> 16 & 0x1F)
#define NUMBER_LENGTH(entry) ((entry) >> 24 & 0xF)

/// T.81 figure A.6: the place in natural order of each coefficient in zigzag order. A run of zeros may
/// lead up to 16 places behind the end, which is found out when the block is done.
static const uint8_t natural_order[PK_BLOCK + 16] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33,
    40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36,
    29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63};

/// The signed number of `length` bits on top of `bits` (T.81 §F.2.2.1, EXTEND).
INLINE int32_t number_on_top(uint64_t bits, uint32_t length) {
  const int32_t magnitude = (int32_t)((bits >> 1) >> (63 - length));
  // A number that begins with 0 is negative: it counts from -(2^length - 1).
  const int32_t negative = ~(int32_t)((int64_t)bits >> 63);
  return magnitude + (int32_t)((uint32_t)negative << length) - negative;
}

/// What a code of `length` bits with this symbol means; the number follows it.
static uint32_t special_entry(uint32_t length, uint8_t symbol, bool is_dc) {
  const uint32_t number = symbol & 15, zeros = symbol >> 4;
  const uint32_t entry = (length + number) | zeros << 8 | IS_SPECIAL | length << 16 | number << 24;
  // T.81 §F.1.2.2.1: of the symbols without a number only the run of 16 zeros goes on.
  return !is_dc && number == 0 && zeros != 15 ? entry | ENDS_BLOCK : entry;
}

/// The same for the first bits of the coded data; with the number, if they hold it.
static uint32_t lookup_entry(uint32_t length, uint8_t symbol, bool is_dc, uint32_t bits) {
  const uint32_t entry = special_entry(length, symbol, is_dc);
  if (TOTAL(entry) > PK_LOOKUP_BITS || entry & ENDS_BLOCK) return entry;
  const int32_t number = number_on_top((uint64_t)bits << (64 - PK_LOOKUP_BITS) << length, symbol & 15);
  return TOTAL(entry) | ZEROS(entry) << 8 | (uint32_t)number << 16;
}

bool pk_huffman_make(pk_huffman *table, const uint8_t *counts, const uint8_t *symbols, bool is_dc) {
  for (size_t i = 0; i < 1 << PK_LOOKUP_BITS; i++) table->lookup[i] = IS_LONG;
  memcpy(table->symbols, symbols, sizeof table->symbols);
  table->is_dc = is_dc;
  uint32_t code = 0;
  size_t index = 0;
  for (uint32_t length = 1; length <= 16; length++) {
    const uint32_t count = counts[length - 1];
    if (index + count > 256 || code + count >= 1u << length) return false;
    table->offset[length] = (int32_t)index - (int32_t)code;
    for (uint32_t i = 0; i < count; i++, index++, code++) {
      const uint8_t symbol = symbols[index];
      if (is_dc ? symbol > 11 : (symbol & 15) > 10) return false;
      if (length > PK_LOOKUP_BITS) continue;
      const uint32_t first = code << (PK_LOOKUP_BITS - length), end = (code + 1) << (PK_LOOKUP_BITS - length);
      for (uint32_t bits = first; bits < end; bits++)
        table->lookup[bits] = lookup_entry(length, symbol, is_dc, bits);
    }
    table->limit[length] = code << (16 - length);
    code <<= 1;
  }
  return true;
}

/// What the code on top of `buffer` means, which is longer than the lookup.
static uint32_t long_entry(const pk_huffman *table, uint64_t buffer) {
  const uint32_t bits = (uint32_t)(buffer >> 48);
  for (uint32_t length = PK_LOOKUP_BITS + 1; length <= 16; length++) {
    if (bits >= table->limit[length]) continue;
    const uint32_t index = (bits >> (16 - length)) + (uint32_t)table->offset[length];
    return special_entry(length, table->symbols[index & 255], table->is_dc);
  }
  return IS_BROKEN;
}

/// Loads so many bits that at least 56 are there, and with them two codes and their numbers.
INLINE void refill(pk_bits *bits) {
  uint64_t loaded;
  memcpy(&loaded, bits->next, sizeof loaded);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  loaded = __builtin_bswap64(loaded);
#endif
  bits->buffer |= loaded >> bits->count;
  bits->next += (63 - bits->count) >> 3;
  bits->count |= 56;
}

INLINE void drop(pk_bits *bits, uint32_t length) {
  bits->buffer <<= length;
  bits->count -= length;
}

/// Decodes the next code of a block and puts its coefficient in place; `k` counts on. Returns false where
/// the block ends; if it is broken, `k` is then more than it can hold.
INLINE bool decode_coefficient(pk_bits *bits, const pk_huffman *table, const uint16_t *quantization,
                                      int16_t *block, uint32_t *k) {
  uint32_t entry = table->lookup[bits->buffer >> (64 - PK_LOOKUP_BITS)];
  int32_t number = NUMBER(entry);
  if (__builtin_expect((entry & IS_SPECIAL) != 0, 0)) {
    if (entry == IS_LONG) entry = long_entry(table, bits->buffer);
    if (entry & ENDS_BLOCK) {
      drop(bits, TOTAL(entry));
      return false;
    }
    if (entry == IS_BROKEN) {
      *k = PK_BLOCK + 1;
      return false;
    }
    number = number_on_top(bits->buffer << CODE_LENGTH(entry), NUMBER_LENGTH(entry));
  }
  drop(bits, TOTAL(entry));
  const uint32_t place = *k + ZEROS(entry);
  block[natural_order[place]] = (int16_t)((uint32_t)number * quantization[natural_order[place]]);
  *k = place + 1;
  return true;
}

/// Decodes one block; false if it is broken.
INLINE bool decode_block(pk_bits *bits, pk_scan_component *component, int16_t *block, uint8_t *last) {
  memset(block, 0, PK_BLOCK * sizeof *block);
  refill(bits);
  uint32_t entry = component->dc->lookup[bits->buffer >> (64 - PK_LOOKUP_BITS)];
  int32_t difference = NUMBER(entry);
  if (entry & IS_SPECIAL) {
    if (entry == IS_LONG) entry = long_entry(component->dc, bits->buffer);
    if (entry == IS_BROKEN) return false;
    difference = number_on_top(bits->buffer << CODE_LENGTH(entry), NUMBER_LENGTH(entry));
  }
  drop(bits, TOTAL(entry));
  const int32_t dc = component->prediction + difference;
  if (dc != (int16_t)dc) return false;
  component->prediction = dc;
  const uint16_t *quantization = component->quantization;
  block[0] = (int16_t)((uint32_t)dc * quantization[0]);

  const pk_huffman *table = component->ac;
  uint32_t k = 1;
  // 56 bits are enough for the DC code and one more, at most 27 + 26, and then for two at a time.
  bool goes_on = decode_coefficient(bits, table, quantization, block, &k);
  while (goes_on && k < PK_BLOCK) {
    refill(bits);
    goes_on = decode_coefficient(bits, table, quantization, block, &k) && k < PK_BLOCK &&
              decode_coefficient(bits, table, quantization, block, &k);
  }
  *last = (uint8_t)(k - 1);
  return k <= PK_BLOCK;
}

INLINE pk_scan_status decode_mcus(pk_bits *bits, pk_scan_component *components, size_t component_count,
                                  size_t count, size_t *decoded) {
  // A copy that no pointer leads to, so that it stays in registers.
  pk_bits local = *bits;
  pk_scan_status status = PK_SCAN_DONE;
  size_t mcu = 0;
  for (; mcu < count && status == PK_SCAN_DONE; mcu++) {
    if ((local.stop - local.next) * 8 + (ptrdiff_t)local.count <= 0) {
      status = PK_SCAN_STARVED;
      break;
    }
    for (size_t c = 0; c < component_count; c++) {
      pk_scan_component *component = &components[c];
      for (int32_t y = 0; y < component->down; y++) {
        for (int32_t x = 0; x < component->across; x++) {
          const size_t place = (size_t)y * component->pitch + mcu * (size_t)component->across + (size_t)x;
          if (!decode_block(&local, component, component->coefficients + PK_BLOCK * place,
                            component->last + place))
            status = PK_SCAN_BROKEN;
        }
      }
    }
  }
  *bits = local;
  *decoded = mcu;
  return status;
}

pk_scan_status pk_decode_mcus_portable(pk_bits *bits, pk_scan_component *components, size_t component_count,
                                       size_t count, size_t *decoded) {
  return decode_mcus(bits, components, component_count, count, decoded);
}

#ifdef PK_HAS_AVX2
/// Shifts by a variable are one operation in place of three.
__attribute__((target("bmi,bmi2"))) pk_scan_status
pk_decode_mcus_bmi2(pk_bits *bits, pk_scan_component *components, size_t component_count, size_t count,
                    size_t *decoded) {
  return decode_mcus(bits, components, component_count, count, decoded);
}
#endif

size_t pk_unstuff(const uint8_t *in, size_t count, uint8_t *out, size_t *consumed, uint8_t *marker) {
  const uint8_t *const end = in + count;
  const uint8_t *position = in;
  uint8_t *const start = out;
  *marker = 0;
  while (position < end) {
    const uint8_t *stop = memchr(position, 0xFF, (size_t)(end - position));
    const size_t plain = (size_t)((stop ? stop : end) - position);
    memcpy(out, position, plain);
    out += plain;
    position += plain;
    if (!stop) break;
    // Any number of FF may stand before a marker (T.81 §B.1.1.2).
    const uint8_t *after = position + 1;
    while (after < end && *after == 0xFF) after++;
    if (after == end) break;
    const bool is_filled = after > position + 1;
    position = after + 1;
    if (*after != 0 || is_filled) {
      *marker = *after != 0 ? *after : 0xFF;
      break;
    }
    *out++ = 0xFF;
  }
  *consumed = (size_t)(position - in);
  return (size_t)(out - start);
}
