/* SPDX-License-Identifier: MIT
 * What can be asked of an analysis. */
#include "config.h"

#include "lib/settings.h"

#include <stddef.h>

#define FIELD(name) .offset = offsetof(struct settings, name)

static const struct option_row rows[] = {
	{"max-memory", 0, OPTION_SIZE, FIELD(max_memory), .argument = "SIZE",
		.help = "let an analyzer need no more than SIZE (2G), leaving "
			"out the finest detail first; then numbers are lower "
			"bounds; 0: no limit"},
	{"follow-all", 0, OPTION_FLAG, FIELD(follow_all),
		.help = "follow what can tell nothing new, too: exact numbers, "
			"but slower"},
	{"include", 0, OPTION_TEXTS, FIELD(include), .argument = "PATTERN",
		.help = "analyse only functions that match: function:GLOB, "
			"file:GLOB, object:GLOB, or a GLOB for any of them"},
	{"exclude", 0, OPTION_TEXTS, FIELD(exclude), .argument = "PATTERN",
		.help = "leave functions out that match; what they read counts "
			"for their callers"},
	{"symbol-cache", 0, OPTION_TEXT, FIELD(symbol_cache),
		.argument = "DIR|no",
		.help = "keep what debug information says in DIR "
			"(OUT/symbols), or nowhere"},
	{"keep-trace", 0, OPTION_FLAG, FIELD(keep_trace),
		.help = "keep the traces, compressed"},
};

const struct option_set settings_options = {
	rows, sizeof(rows) / sizeof(rows[0])};

void settings_release(struct settings *settings)
{
	options_free(&settings->include);
	options_free(&settings->exclude);
}
