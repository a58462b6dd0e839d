/* SPDX-License-Identifier: MIT
 * What to do about errors, by number. Numbers stay what they are. */
#include "config.h"

#include "cli/known_errors.h"

#include <string.h>
#include <strings.h>

static const struct {
	const char *number, *what, *why, *cure;
} errors[] = {
	{"E01", "There are no results where they were looked for.",
		"Verbs that read look into retread-out, or where RETREAD_OUT "
		"or their last argument says.",
		CURE_RECORD},
	{"E02", "The program to be recorded cannot be found.",
		"It is looked for as a shell does, but scripts and functions "
		"of a shell are none.",
		CURE_PATH},
	{"E03", "The program was compiled with a sanitizer.",
		"Sanitizers bring an allocator and shadow memory of their own, "
		"which do not run under Valgrind.",
		CURE_SANITIZER},
	{"E04", "The program has no debug information.",
		"Without it functions, lines and types have no names. --strict "
		"asks for them.",
		CURE_DEBUG},
	{"E05", "The program is for another machine.",
		"The recorder knows x86-64 programs of Linux only.",
		CURE_MACHINE},
	{"E06", "The recorder could not be started.",
		"Valgrind is missing, is not the one that retread was built "
		"for, or a part of retread is not where it was installed.",
		CURE_DOCTOR},
	{"E07", "A program ended before anything of it was recorded.",
		"Valgrind does not run every program: instructions of newer "
		"processors and system calls may be unknown to it.",
		CURE_VALGRIND},
	{"E08", "Results cannot be written.",
		"The directory cannot be made or written, or the disk is full.",
		CURE_OUT},
	{"E09", "A part of retread is missing.",
		"Its programs are looked for beside `retread` and where it was "
		"installed.",
		CURE_INSTALL},
	{"E10", "Pictures cannot be drawn.",
		"Graphviz was not there when retread was built.",
		CURE_GRAPHVIZ},
	{"E11", "A file of suppressions is damaged.",
		"It has the form of Valgrind's, with the kinds "
		"Retread:Redundant and Retread:Rewalk.",
		CURE_SUPPRESSIONS},
	{"E12", "The baseline cannot be read.",
		"It is no report, is damaged, or was written by a retread that "
		"is too new.",
		CURE_BASELINE},
};

#define ERRORS (sizeof(errors) / sizeof(errors[0]))

const char *known_errors_number(const char *cure)
{
	for (size_t i = 0; i < ERRORS; i++)
		if (strcmp(errors[i].cure, cure) == 0)
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
			errors[i].cure);
		return 0;
	}
	return -1;
}
