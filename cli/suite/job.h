/* SPDX-License-Identifier: MIT
 * Many tasks by a job engine: Slurm, GNU parallel or make. Engines only start work, and
 * do not tell what was done: whoever submits a job looks at what its tasks have left. */
#ifndef RETREAD_CLI_SUITE_JOB_H
#define RETREAD_CLI_SUITE_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/memory.h"

struct arguments;
struct error;

#define JOB_ID_BYTES 17

/* All zeros is the empty one. Texts are in its arena; commands as a shell reads them. */
struct job {
	struct arena arena;
	const char *name;      /* that the engine shows */
	const char *about;     /* the first lines of the script, as comments */
	const char *folder;    /* of the script and its logs */
	const char *directory; /* where tasks run, as a shell reads it */
	/* A task is PARTs with its number between them, or line NUMBER - 1 of LIST. */
	const char **part;
	size_t part_count;
	const char **list; /* NULL: none */
	size_t list_count;
	uint64_t *number; /* of the tasks to start, ascending, from 1 on */
	size_t count;
	const char *last; /* a command when all have ended */
	uint64_t at_once; /* tasks; 0: one a processor, or what Slurm lets */
};

void job_release(struct job *job);

/* COMMAND as a shell reads it, kept by JOB. COMMAND is released. */
const char *job_text(struct job *job, struct arguments *command);
/* Tasks are COMMAND, with the number for each {} in it. COMMAND is released. */
void job_take_command(struct job *job, struct arguments *command);
/* Tasks are those 1 to COUNT. */
void job_number(struct job *job, uint64_t count);
/* Tells a job by its tasks: in 16 digits. */
void job_identify(struct job *job, char id[JOB_ID_BYTES]);

/* --with: engines, "print" and NULL. */
extern const char *const job_engines[];
enum { JOB_PRINT = 3, JOB_ANY }; /* besides those that have a name */

struct job_engine;

/* The one that is CHOSEN, else the first that is installed; IS_PRINTED: it need not be.
 * NULL, with ERR filled: it is not here. */
const struct job_engine *job_choose(
	int chosen, bool is_printed, struct error *err);
void job_print(struct job *job, const struct job_engine *engine, FILE *out);
/* Writes the script and takes note that JOB is submitted, which IS_ANOTHER may have been
 * before. *PATH is in the arena. Returns 0, or with ERR filled 1 if it was, else -1. */
int job_prepare(struct job *job, const struct job_engine *engine,
	bool is_another, const char **path, struct error *err);
/* Becomes what runs the script at PATH. Returns only if it cannot: -1. */
int job_start(const struct job *job, const struct job_engine *engine,
	const char *path, struct error *err);
const char *job_engine_name(const struct job_engine *engine);

#endif
