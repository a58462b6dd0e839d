/* SPDX-License-Identifier: MIT
 * What to do about errors, by number. Numbers stay what they are. */
#include "config.h"

#include "lib/command/known_errors.h"

#include <string.h>
#include <strings.h>

static const struct {
	const char *number, *what, *why, *hint;
} errors[] = {
	{"E01", "There are no results where retread looked for them.",
		"Verbs that read results look in the directory given last, in "
		"RETREAD_OUT, or in retread-out.",
		HINT_RECORD},
	{"E02", "The program to record was not found.",
		"It is searched for in PATH, as a shell does; functions and "
		"aliases of the shell are not programs.",
		HINT_PATH},
	{"E03", "The program was built with a sanitizer.",
		"Sanitizers have their own allocator and shadow memory, which "
		"do not work under Valgrind.",
		HINT_SANITIZER},
	{"E04", "The program has no debug information.",
		"Without it, functions, lines and types have no names; "
		"--strict requires it.",
		HINT_DEBUG},
	{"E05", "The program is for another machine.",
		"The recorder runs x86-64 programs of Linux only.",
		HINT_MACHINE},
	{"E06", "The recorder did not start.",
		"Valgrind is missing or is not the version that retread was "
		"built for, or a part of retread is not where it was "
		"installed.",
		HINT_DOCTOR},
	{"E07", "A program ended before anything was recorded.",
		"Valgrind does not run every program: it may not know an "
		"instruction of a newer processor, or a system call.",
		HINT_VALGRIND},
	{"E08", "Results cannot be written.",
		"The directory cannot be created or written to, or the disk is "
		"full.",
		HINT_OUT},
	{"E09", "A part of retread is missing.",
		"Its programs are searched for beside `retread` and where it "
		"was installed.",
		HINT_INSTALL},
	{"E10", "Graphs cannot be drawn.",
		"retread was built without Graphviz.", HINT_GRAPHVIZ},
	{"E11", "A suppression file is damaged.",
		"Suppressions have Valgrind's format, with the kinds "
		"Retread:Redundant and Retread:Rewalk.",
		HINT_SUPPRESSIONS},
	{"E12", "The baseline cannot be read.",
		"It is not a report, is damaged, or was written by a newer "
		"retread.",
		HINT_BASELINE},
};

#define ERRORS (sizeof errors / sizeof errors[0])

const char *known_errors_number(const char *hint)
{
	for (size_t i = 0; i < ERRORS; i++)
		if (strcmp(errors[i].hint, hint) == 0)
			return errors[i].number;
	return NULL;
}

int known_errors_explain(const char *number, FILE *out)
{
	for (size_t i = 0; i < ERRORS; i++) {
		if (strcasecmp(errors[i].number, number) != 0)
			continue;
		fprintf(out, "%s: %s\n\nWhy: %s\n\nWhat to do: %s\n",
			errors[i].number, errors[i].what, errors[i].why,
			errors[i].hint);
		return 0;
	}
	return -1;
}
