/* SPDX-License-Identifier: MIT
 * Names of the stubs by which an object file calls functions of others. */
#ifndef RETREAD_ANALYZER_EDGES_STUBS_H
#define RETREAD_ANALYZER_EDGES_STUBS_H

#include <stddef.h>
#include <stdint.h>

#include "analyzer/symbols/symbols.h"

struct Elf;
struct stub;

/* Of one object file, by address. */
struct stubs {
	const char *path;
	struct Elf *elf;
	int fd;
	struct stub *stub;
	size_t count, capacity;
};

/* Reads the stubs of PATH, which is borrowed; none if it cannot be read. */
void stubs_read(struct stubs *stubs, const char *path);
void stubs_release(struct stubs *stubs);

/* The stub that covers ADDRESS of the file, named "FUNCTION@plt"; NULL: none does. */
const struct symbol_function *stubs_find(struct stubs *stubs, uint64_t address);

#endif
