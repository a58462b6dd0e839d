/* SPDX-License-Identifier: MIT
 * Objects: what a memory location belongs to (DESIGN section 2).
 *
 * Heap blocks and mappings are announced by the trace; variables come from the
 * symbols, stack slots from the stacks. A freed block is found until
 * its memory is used again: what was read of it is judged when the reading
 * activation ends. */
#ifndef RETREAD_ANALYZER_OBJECTS_H
#define RETREAD_ANALYZER_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/symbols.h"

struct context;
struct objects;

enum object_kind {
	OBJECT_UNKNOWN,
	OBJECT_HEAP,
	OBJECT_VARIABLE, /* global or static */
	OBJECT_STACK,
	OBJECT_MAPPING
};

/* Identity of an object within the process; 0: not known. */
typedef uint64_t object_t;

struct object {
	object_t id;
	enum object_kind kind;
	uint64_t start;	     /* heap, variable */
	uint64_t size_bytes; /* heap, variable */
	const char *name;    /* variable */
	const char *type;    /* variable; NULL: not known */
	/* heap: the calls at the time of the allocation, and the site that called
	 * the allocator. */
	struct context *context;
	uint32_t site;
};

/* FRAME_AT finds the machine frame of an address on any thread's stack, as
 * stack_frame_at. */
struct objects *objects_new(struct symbols *symbols,
	uint64_t (*frame_at)(const void *data, uint64_t address,
		const struct symbol_function **function),
	const void *data);
void objects_free(struct objects *objects);

void objects_allocate(struct objects *objects, uint64_t address,
	uint64_t size_bytes, struct context *context, uint32_t site);
/* The block at OLD_ADDRESS keeps its identity at ADDRESS. */
void objects_reallocate(struct objects *objects, uint64_t old_address,
	uint64_t address, uint64_t size_bytes, struct context *context,
	uint32_t site);
void objects_map(struct objects *objects, uint64_t start, uint64_t end);
void objects_unmap(struct objects *objects, uint64_t start, uint64_t end);

/* The object that ADDRESS lies in; returns false if none is known. */
bool objects_find(
	const struct objects *objects, uint64_t address, struct object *found);

/* Its identity alone, 0 if none is known. Cheaper. */
object_t objects_identify(const struct objects *objects, uint64_t address);

size_t objects_size(const struct objects *objects);

#endif
