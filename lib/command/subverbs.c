/* SPDX-License-Identifier: MIT
 * A verb that has verbs of its own. */
#include "config.h"

#include "lib/command/subverbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/memory.h"

static int subverbs_print_help(const struct subverbs *subverbs)
{
	printf("Usage: %s PART [OPTION]...\n%s\n\n", subverbs->verb,
		subverbs->summary);
	for (size_t i = 0; i < subverbs->row_count; i++)
		printf("  %-9s %s\n", subverbs->row[i].name,
			subverbs->row[i].summary);
	printf("\n`%s PART --help` has the options.\n", subverbs->verb);
	return PROGRAM_DONE;
}

static int subverbs_refuse(const struct subverbs *subverbs, const char *name)
{
	struct option_texts names = {NULL, 0, 0};
	char *hint = memory_string_dup("Parts:");
	const char *nearest;
	char *why;

	for (size_t i = 0; i < subverbs->row_count; i++) {
		char *longer = memory_format("%s%s %s", hint, i > 0 ? "," : "",
			subverbs->row[i].name);
		free(hint);
		hint = longer;
		options_add_text(&names, subverbs->row[i].name);
	}
	nearest = name ? options_nearest(name, names.text, names.count) : NULL;
	why = name ? memory_format("there is no part \"%.40s\"%s%s%s", name,
			     nearest ? "; did you mean \"" : "",
			     nearest ? nearest : "", nearest ? "\"?" : "")
		   : memory_string_dup("which part?");
	program_fail(PROGRAM_USAGE, subverbs->verb, why, hint);
	options_free(&names);
	free(why);
	free(hint);
	return PROGRAM_USAGE;
}

int subverbs_run(const struct subverbs *subverbs, int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;

	for (size_t i = 0; name && i < subverbs->row_count; i++)
		if (strcmp(name, subverbs->row[i].name) == 0)
			return subverbs->row[i].run(argc - 1, argv + 1);
	if (name && (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0))
		return subverbs_print_help(subverbs);
	return subverbs_refuse(subverbs, name);
}
