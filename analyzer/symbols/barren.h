/* SPDX-License-Identifier: MIT
 * Functions whose reads led to nothing when the same command ran before, kept beside the
 * names of objects. A function is known by the build of its object: in another build all
 * are new. */
#ifndef RETREAD_ANALYZER_SYMBOLS_BARREN_H
#define RETREAD_ANALYZER_SYMBOLS_BARREN_H

#include <stdbool.h>
#include <stddef.h>

struct barren;
struct symbol_function;
struct symbols;

/* What was kept of a process with the BYTES of COMMAND, in the directory of symbols_keep.
 * NULL: there is none. SYMBOLS is borrowed. */
struct barren *barren_open(
	struct symbols *symbols, const void *command, size_t bytes);
void barren_free(struct barren *barren);

enum barren_state {
	BARREN_NEW, /* it did not read then */
	BARREN_NOTHING,
	BARREN_SOMETHING /* a finding, or the way to what is walked */
};
enum barren_state barren_find(
	struct barren *barren, const struct symbol_function *function);

/* Notes what came of the reads of FUNCTION this time; SOMETHING stays so. */
void barren_note(struct barren *barren, const struct symbol_function *function,
	enum barren_state state);

/* Keeps what was noted, of a process that was seen to its end. */
void barren_write(const struct barren *barren);

#endif
