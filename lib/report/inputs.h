/* SPDX-License-Identifier: MIT
 * What a recorded process depended on, in a file of its own beside its findings:
 * whoever decides whether a test has to be recorded again needs nothing else. */
#ifndef RETREAD_LIB_REPORT_INPUTS_H
#define RETREAD_LIB_REPORT_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct error;

#define REPORT_INPUTS_FILE "inputs.json"

/* Paths, sorted, each once. */
struct report_inputs {
	const char *test;    /* that the process is of */
	const char **object; /* files whose code was mapped */
	size_t object_count;
	/* Source files, and what they include, of the compilation units of which
	 * a function was executed or a variable read; the system's are left out. */
	const char **source;
	size_t source_count;
	/* Regular files that were opened to be read, except for those of the system and what the
	 * process made itself. */
	const char **file;
	size_t file_count;
	bool is_complete; /* the process opened no more files than these */
};

/* JSON with the schema retread-inputs-1. Texts go into ARENA. Return 0, or -1 with
 * ERR filled. */
int report_read_inputs(struct report_inputs *inputs, struct arena *arena,
	const char *path, struct error *err);
int report_write_inputs(const struct report_inputs *inputs, const char *path,
	struct error *err);

/* Is PATH that of NAME, which begins at the top of a repository? Debug information may
 * have paths of another machine, so its end decides. */
bool report_inputs_is_path_of(const char *path, const char *name);
/* Whether NAME is among the files that were read; and among all INPUTS, which it may be if
 * not all are known. */
bool report_inputs_read(const struct report_inputs *inputs, const char *name);
bool report_inputs_have(const struct report_inputs *inputs, const char *name);

#endif
