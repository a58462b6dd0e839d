/* SPDX-License-Identifier: MIT
 * What recording a list and wrapping one command share. */
#ifndef RETREAD_CLI_RECORD_INTERNAL_H
#define RETREAD_CLI_RECORD_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/environment.h"
#include "cli/record/changes.h"
#include "cli/record/recording.h"
#include "cli/record/session.h"

struct manifest;

struct record_options {
	const char *verb; /* for messages */
	const char *out;
	const char *tests;
	const char *changed_since; /* NULL: all is analysed */
	struct changes changes;
	uint64_t budget_s; /* 0: none */
	struct recording_options recording;
	bool skip_unsupported;
	bool native;
	struct option_texts exit_map; /* "A=B" */
	bool strict;
	bool append;
	bool quiet;
	bool verbose;
	bool then_report; /* the next command comes without being named */
};

/* Tests with one outcome; the first few by name. */
#define OUTCOME_NAMES 3
struct outcome {
	size_t count;
	const char *name[OUTCOME_NAMES];
	const char *why[OUTCOME_NAMES]; /* NULL: nothing to say */
};

/* What is common to the commands of one `record`. */
struct record_run {
	const struct record_options *options;
	struct environment environment;
	struct session session;
	struct manifest *manifest;
	size_t recorded; /* processes */
	size_t failed;	 /* commands */
	size_t incomplete;
	size_t lost; /* of them, not analysed */
	int interrupted_by;
	double began;
	double seconds, native_seconds; /* of those known without, too */
	/* Tests of a list, by what became of them. */
	struct outcome whole, in_part, missed, not_begun;
};

/* Options of both, whose fields are those of a struct record_options. */
extern const struct option_set record_common;

/* Takes the options of record, or of `retread -- CMD`: see options_start. */
bool record_parse(struct record_options *chosen, int argc, char **argv,
	struct operands *operands, int *status);

/* Can the program of COMMAND be recorded? If not, returns the exit code and says
 * why. That it has no debug information is said unless IS_KNOWN. */
int record_check_program(const struct record_options *options,
	const char *command, bool is_known);
/* Opens what RUN needs. Returns an exit code, having said why. */
int record_begin(struct record_run *run);
/* "NAME: exit code 0, 1 process recorded, 0.1 s" */
void record_print_end(const struct recording *recording, const char *name);
void record_print_notes(const struct recording *recording);
void record_release(struct record_options *chosen);

#endif
