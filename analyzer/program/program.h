/* SPDX-License-Identifier: MIT
 * The recorded program: what is known of it now, kept up to date record by record. */
#ifndef RETREAD_ANALYZER_PROGRAM_PROGRAM_H
#define RETREAD_ANALYZER_PROGRAM_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/program/constants.h"
#include "analyzer/program/contexts.h"
#include "analyzer/program/objects.h"
#include "analyzer/program/sighting.h"
#include "analyzer/program/sites.h"
#include "analyzer/program/stack.h"
#include "analyzer/program/threads.h"
#include "analyzer/symbols/symbols.h"
#include "lib/memory.h"

struct chains;

struct program {
	struct symbols *symbols;
	struct sites *sites;
	struct contexts *contexts;
	struct objects *objects;
	struct chains *chains; /* the caller's, borrowed */
	struct threads *threads;
	struct call_stack *stack; /* of the running thread */
	uint32_t running;
	struct stack_shared shared;
	struct constants constants;
	struct program_code {
		uint64_t start, end;
	} * code; /* where code is mapped */
	size_t code_count, code_capacity;
	uint64_t stamp_base;
	uint64_t calls;
	bool has_exit;
	int exit_code, signal;
	bool lost_events;
	const char **file; /* opened to be read: paths, each once */
	size_t file_count, file_capacity;
	bool has_more_files;  /* than are kept */
	struct arena strings; /* that live as long as all this */
};

/* SYMBOLS becomes PROGRAM's. END is called with DATA for each activation of a
 * subject that ends, as in struct stack_shared. */
void program_init(struct program *program, struct symbols *symbols,
	void (*end)(void *data, struct call_stack *stack), void *data);
void program_release(struct program *program);

/* RECORD, which is not a read and no string, with the clock after it. */
void program_add_record(
	struct program *program, const void *record, uint64_t clock);

/* From now on nothing new is noted: the memory is full. */
void program_stop(struct program *program);

/* A name of the source position of the read at SITE in CONTEXT, equal for all reads that
 * are of one sequence of a rule. */
uint64_t program_name_of_read(
	struct program *program, const struct context *context, uint32_t site);

/* PATH and the inlined functions that the read at SITE stands in. */
struct path *program_path_to_read(
	struct program *program, struct path *path, uint32_t site);

/* Asks for the memory where that will be looked for. */
void program_fetch_path_to_read(
	struct program *program, const struct path *path, uint32_t site);

/* Notes in SIGHTING who called SUBJECT. */
void program_note_caller(const struct program *program,
	struct sighting *sighting, const struct subject *subject);

/* Notes in SIGHTING the object at ADDRESS, if there is any, which SUBJECT walks. */
void program_note_object(struct program *program, struct sighting *sighting,
	const struct subject *subject, uint64_t address);

/* Whether the write that STAMP tells of is not a write of the running thread: a new
 * value from outside, input of every activation. */
bool program_is_foreign(const struct program *program, uint32_t stamp);

/* Whether ADDRESS, last written at the clock WRITTEN, is constant static data. */
static inline bool program_is_constant(
	struct program *program, uint64_t address, uint64_t written)
{
	return written < program->shared.main_start ||
	       constants_hold(&program->constants, address, written);
}

#endif
