/* SPDX-License-Identifier: MIT
 * Objects: the blocks, variables, mappings and stack slots that memory belongs to.
 *
 * Heap blocks and mappings are announced by the trace; variables come from the
 * symbols, stack slots from the stacks. A freed block is found until
 * its memory is used again: what was read of it is judged when the reading
 * activation ends. */
#ifndef RETREAD_ANALYZER_PROGRAM_OBJECTS_H
#define RETREAD_ANALYZER_PROGRAM_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/symbols/symbols.h"

struct context;
struct objects;
struct threads;

enum object_kind {
	OBJECT_UNKNOWN,
	OBJECT_HEAP,
	OBJECT_VARIABLE, /* global or static */
	OBJECT_STACK,
	OBJECT_MAPPING
};

/* Identity of an object within the process; 0: not known. */
typedef uint64_t object_t;

/* Blocks that the same calls have allocated at one place and that live, and the most of
 * these that there were. */
struct objects_peers {
	uint32_t count, most;
};

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
	const struct objects_peers *peers;
};

/* Addresses of a process have so many bits; what has more is a cell. */
#define OBJECTS_ADDRESS_BITS 47

/* Pages that may hold a block that has moved, or lies where one began. */
#define OBJECTS_PAGE_SHIFT 12
#define OBJECTS_PAGES	   65536
struct objects_moved {
	uint64_t page[OBJECTS_PAGES / 64];
};

struct objects *objects_new(
	struct symbols *symbols, const struct threads *threads);
void objects_free(struct objects *objects);

/* A call of the allocator, at CLOCK; CONTEXT and SITE as in struct object. */
struct allocation {
	uint64_t address;
	uint64_t size_bytes;
	uint64_t clock;
	struct context *context;
	uint32_t site;
};

void objects_allocate(struct objects *objects, const struct allocation *made);
/* The block at OLD_ADDRESS keeps its identity at MADE->address, where a block may be
 * already: a copy that outlives its original. */
void objects_reallocate(struct objects *objects, uint64_t old_address,
	const struct allocation *made);
/* The block at ADDRESS is freed; it is found until its memory is used again. */
void objects_release(struct objects *objects, uint64_t address);
void objects_map(
	struct objects *objects, uint64_t start, uint64_t end, uint64_t clock);
/* Other object files may be mapped from now on. */
void objects_forget_variables(struct objects *objects);
void objects_unmap(struct objects *objects, uint64_t start, uint64_t end);

/* The object that ADDRESS lies in; returns false if none is known. */
bool objects_find(
	const struct objects *objects, uint64_t address, struct object *found);

/* Its identity alone, 0 if none is known. Cheaper. */
object_t objects_identify(const struct objects *objects, uint64_t address);

/* Whether COUNT addresses lie in one object, or each in none that is known; so many
 * are enough to tell an array from a list. */
#define OBJECTS_TO_COMPARE 16
bool objects_are_one(
	const struct objects *objects, const uint64_t *address, size_t count);

/* When what is at ADDRESS became an object of its own: a heap block, a mapping or a
 * frame; 0: it is none. */
uint64_t objects_born(const struct objects *objects, uint64_t address);

/* From now on new blocks are not known, and what is known where they lie goes. */
void objects_stop(struct objects *objects);

const struct objects_moved *objects_moved(const struct objects *objects);
uint64_t objects_cell_moved(const struct objects *objects, uint64_t address);

/* Where CELL, a number of objects_cell, is now. Slow when its block has moved.
 * Returns false if its block is gone and another has its place. */
bool objects_address_of(
	const struct objects *objects, uint64_t cell, uint64_t *address);

/* A number for (object, offset) that stays when the object moves: the address at
 * which it began. Between objects that live no two are the same. */
static inline uint64_t objects_cell(const struct objects *objects,
	const struct objects_moved *moved, uint64_t address)
{
	uint64_t page = (address >> OBJECTS_PAGE_SHIFT) % OBJECTS_PAGES;

	if (__builtin_expect(moved->page[page / 64] >> page % 64 & 1, 0))
		return objects_cell_moved(objects, address);
	return address;
}

#endif
