/* SPDX-License-Identifier: MIT
 * Changes of code as lines of a setting. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>

void grow_write_hex(FILE *out, const uint8_t *bytes, size_t count)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < count; i++) {
		putc(digits[bytes[i] >> 4], out);
		putc(digits[bytes[i] & 15], out);
	}
}

void grow_write_patch(const struct grow_knobs *knobs, const char *id,
	uint64_t address, const uint8_t *changed, size_t length, FILE *out)
{
	size_t left;
	const uint8_t *old = grow_code_bytes(&knobs->code, address, &left);

	fprintf(out, "patch %s %" PRIx64 " ", id, address);
	grow_write_hex(out, old, length);
	putc(' ', out);
	grow_write_hex(out, changed, length);
	putc('\n', out);
}
