/* SPDX-License-Identifier: MIT
 * The memory of a program that is interpreted: objects, each with a shadow that says
 * which of its bits are poison, and which were never written. */
#ifndef RETREAD_FUZZ_PERF_IR_LLVM_OBJECTS_H
#define RETREAD_FUZZ_PERF_IR_LLVM_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a number. */
enum state {
	STATE_DEFINED,
	STATE_POISON,
	STATE_UNDEF,   /* may be anything */
	STATE_UNKNOWN, /* depends on what may be anything, or poison */
	STATE_NAN,     /* no number of IEEE 754; which one is not known */
	STATE_SOME,    /* depends on what may be anything, and is a number */
	STATE_EACH,    /* the same, each use may be another one: each.c */
};

struct llvm_object {
	uint8_t *data;
	uint8_t *poison; /* a bit for each of DATA */
	uint8_t *undef;	 /* with poison: unknown */
	uint64_t bytes;
	bool is_constant;
	uint8_t *
		initial; /* all of DATA, POISON and UNDEF as a run begins; NULL */
};

/* An address is that of an object, far from that of others, and an offset: so
 * arithmetic on addresses is that of numbers, and what leaves an object is in none.
 * 0 is in none, either. Zero-initialise it. */
struct llvm_objects {
	struct llvm_object *object;
	size_t count, capacity;
	uint64_t bytes;
};

#define OBJECTS_BYTES_MAX (UINT64_C(4) << 20)
#define OBJECTS_MAX	  4096

/* Adds an object whose bits are undef; returns its address, or 0 if there would be
 * too many, or too much. */
uint64_t objects_add(struct llvm_objects *objects, uint64_t bytes);
/* The object that BYTES at ADDRESS are all in, with *OFFSET; or NULL. */
struct llvm_object *llvm_objects_find(const struct llvm_objects *objects,
	uint64_t address, uint64_t bytes, uint64_t *offset);
/* Whether ADDRESS is in the object that BASE is in or begins, or at its end. */
bool objects_is_inside(
	const struct llvm_objects *objects, uint64_t base, uint64_t address);
/* OBJECT is now as each run begins with it. */
void object_keep(struct llvm_object *object);
/* The first COUNT objects are as they were kept. */
void objects_restore(const struct llvm_objects *objects, size_t count);
/* Frees all but the first COUNT. */
void objects_drop(struct llvm_objects *objects, size_t count);

/* A number of BITS bits at bit AT of OBJECT, with its state. */
enum state object_load(const struct llvm_object *object, uint64_t at,
	unsigned bits, uint64_t *word);
void object_store(struct llvm_object *object, uint64_t at, unsigned bits,
	const uint64_t *word, enum state state);
/* OBJECT is COUNT numbers of BITS bits, 64 at most, BYTES bytes apart, each of which is a word
 * of WORD, and zeros between them. The second function returns false if not all of it is
 * defined. */
void object_give(struct llvm_object *object, uint32_t count, unsigned bytes,
	const uint64_t *word);
bool object_take(const struct llvm_object *object, uint32_t count,
	unsigned bytes, unsigned bits, uint64_t *word);
/* COUNT bytes from OFFSET on are BYTE in STATE. */
void object_fill(struct llvm_object *object, uint64_t offset, uint64_t count,
	uint8_t byte, enum state state);
/* COUNT bytes from OFFSET on: all of them may be anything. */
void object_forget(struct llvm_object *object, uint64_t offset, uint64_t count);
/* Bytes with their shadow; they may overlap. */
void object_copy(struct llvm_object *to, uint64_t at,
	const struct llvm_object *from, uint64_t offset, uint64_t count);

#endif
