/* SPDX-License-Identifier: MIT
 * What can be asked of an analysis: the options that `record`, `wrap` and
 * retread-analyze have in common. A further one is a field and a row. */
#ifndef RETREAD_LIB_COMMAND_SETTINGS_H
#define RETREAD_LIB_COMMAND_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/command/options.h"

/* A kept trace, beside the findings. */
#define SETTINGS_TRACE_FILE "trace.rt.zst"

/* How often each line reads, beside the findings. */
#define SETTINGS_COUNTS_FILE "reads.json"

struct settings {
	uint64_t max_memory; /* bytes; 0: no limit */
	bool follow_all;     /* what is decided and settled, too */
	bool count_lines;    /* of reads, to SETTINGS_COUNTS_FILE */
	bool all_rules;	     /* report by rule redundant, too */
	bool warm;	     /* keep, and use, what shows nothing */
	bool keep_trace;
	uint64_t threads;  /* of an analyzer; 0: what processors allow */
	bool interpreters; /* analyse them, too: lib/code/interpreters.h */
	/* Directory where names are kept; "no": nowhere, NULL: the default. */
	const char *symbol_cache;
	struct option_texts include; /* patterns of what is analysed */
	struct option_texts exclude;
};

#define SETTINGS_DEFAULT                                                       \
	{                                                                      \
		.max_memory = UINT64_C(2) << 30                                \
	}

/* Its fields are those of a struct settings. */
extern const struct option_set settings_options;

void settings_release(struct settings *settings);

#endif
