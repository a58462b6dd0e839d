/* SPDX-License-Identifier: MIT
 * What can be asked of an analysis. */
#include "config.h"

#include "lib/command/settings.h"

#include <stddef.h>

#define FIELD(name) .offset = offsetof(struct settings, name)

static const struct option_row rows[] = {
	{"max-memory", 0, OPTION_SIZE, FIELD(max_memory), .argument = "SIZE",
		.help = "limit an analyzer to SIZE (2G; 0: no limit): it drops "
			"the finest detail first, and numbers become lower "
			"bounds"},
	{"follow-all", 0, OPTION_FLAG, FIELD(follow_all),
		.help = "also follow code that shows nothing new: exact "
			"numbers, but slower"},
	{"count-lines", 0, OPTION_FLAG, FIELD(count_lines),
		.help = "also count how often each line reads, on each way to "
			"it: reads.json beside findings.json; slower"},
	{"all-rules", 0, OPTION_FLAG, FIELD(all_rules),
		.help = "also report what rule redundant finds, plain "
			"traversals and all access graphs: slower"},
	{"warm", 0, OPTION_FLAG, FIELD(warm),
		.help = "follow less of functions that showed nothing when "
			"--warm recorded the same command and build before: "
			"faster; what differs from then may be missed"},
	{"include", 0, OPTION_TEXTS, FIELD(include), .argument = "PATTERN",
		.help = "analyse only functions that match: function:GLOB, "
			"file:GLOB, object:GLOB, or a GLOB for any of them"},
	{"exclude", 0, OPTION_TEXTS, FIELD(exclude), .argument = "PATTERN",
		.help = "leave out functions that match; their reads count for "
			"their callers"},
	{"interpreters", 0, OPTION_FLAG, FIELD(interpreters),
		.help = "also analyse shells, Python and other interpreters "
			"that run tests"},
	{"symbol-cache", 0, OPTION_TEXT, FIELD(symbol_cache),
		.argument = "DIR|no",
		.help = "cache debug information in DIR (OUT/symbols), or "
			"nowhere"},
	{"keep-trace", 0, OPTION_FLAG, FIELD(keep_trace),
		.help = "keep the traces, compressed"},
	{"threads", 0, OPTION_NUMBER, FIELD(threads), .argument = "N", .min = 1,
		.max = 2,
		.help = "threads of an analyzer, 1 or 2: the second reads and "
			"compresses kept traces (2 if there are processors for "
			"it)"},
};

const struct option_set settings_options = {OPTION_ROWS(rows)};

void settings_release(struct settings *settings)
{
	options_free(&settings->include);
	options_free(&settings->exclude);
}
