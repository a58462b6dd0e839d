/* SPDX-License-Identifier: MIT
 * Random programs that read, write, call and free, run on the analyzer's form of rule
 * `rewalk` and on the reference form at once. */
#ifndef RETREAD_TESTSUITE_UNIT_REWALK_PROGRAM_H
#define RETREAD_TESTSUITE_UNIT_REWALK_PROGRAM_H

#include "analyzer/rewalk/contexts.h"
#include "lib/table.h"
#include "testsuite/unit/rewalk_reference.h"

enum {
	FUNCTIONS = 6,
	DEPTH_MAX = 10,
	SITES = 6,
	OBJECTS = 16,
	OBJECT_CELLS = 4,
	LISTS = 3
};

struct frame {
	unsigned function, place;
	bool is_subject;
	bool is_folded; /* its function was on the path already */
	size_t length;	/* of the path below which it stands, if folded */
};

struct list {
	uint64_t cell[24];
	unsigned length;
};

/* The address of a cell; an object has four of them. */
#define CELL(object, offset) (0x10000 + (uint64_t)(object)*64 + (offset)*8)

/* What is done with what both forms tell. DATA is the program. */
struct program_told {
	void (*shown)(void *data, struct rewalk_node *node, uint32_t level,
		const struct subject *subject, const struct rewalk_seen *seen);
	/* An activation is about to end. */
	void (*leaving)(void *data);
	void (*ended)(void *data, struct rewalk_node *node, uint32_t level,
		const struct subject *subject,
		const struct rewalk_counts *counts);
	/* By the reference, after all that has ENDED in that activation. */
	void (*check)(void *data, enum rewalk_kind kind, uint64_t name,
		const struct rewalk_counts *counts);
};

/* A leaf, as it is known to both forms, and its chain. */
struct known_leaf {
	struct rewalk_leaf *leaf;
	struct rewalk_names names;
	uint64_t path[DEPTH_MAX], chain;
	size_t subjects;
};

struct program {
	uint64_t random, pauses_random;
	uint64_t clock, serial;
	struct rewalk_limits limits;
	struct rewalk *rewalk;
	struct rewalk_reference *reference;
	struct frame frame[DEPTH_MAX];
	size_t depth;
	struct subject subject[DEPTH_MAX];
	size_t subjects;
	uint64_t library; /* clock of a call into a library, 0: none */
	uint64_t written[OBJECTS * OBJECT_CELLS * 2];
	uint64_t born[OBJECTS];
	uint64_t moved_to[OBJECTS]; /* offset of its address */
	struct list list[LISTS];
	struct table leaf;
	struct table line; /* names of lines that two instructions have */
	const struct program_told *told;
	bool has_no_reference; /* it is not run */
	/* Pauses: one begins or ends, on average, after so many reads of a chain; 0:
	 * never. */
	unsigned pause_reads;
	struct known_leaf *known;
	size_t known_count, known_capacity;
	struct table paused; /* names of chains */
	unsigned pauses, left_out;
};

uint64_t program_draw(struct program *program, uint64_t below);

/* Begins in the outermost function. */
void program_begin(struct program *program, uint64_t seed, bool keep_all,
	const struct program_told *told);
void program_end(struct program *program);

void program_call(struct program *program, unsigned function, unsigned place);
void program_leave(struct program *program);
void program_read(struct program *program, uint32_t site, uint64_t cell);

/* Something random. */
void program_step(struct program *program);

#endif
