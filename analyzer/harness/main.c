/* SPDX-License-Identifier: MIT
 * The program retread-harness, which `retread harness` starts: reads debug information and
 * writes a fuzz target. */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/harness/signature.h"
#include "analyzer/harness/skeleton.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/words.h"

#define NAME "retread harness"

struct harness {
	struct option_texts objects;
	const char *out;
	bool quiet;
	bool has_read; /* some object */
};

/* ---- writing ---- */

static int harness_print_to_file(const struct harness *harness,
	const struct skeleton *skeleton, const char *object, struct error *err)
{
	FILE *out = fopen(harness->out, "wxe");

	if (!out && errno == EEXIST)
		return error_set(err, "%s already exists", harness->out);
	if (!out)
		return error_set_errno(err, "%s", harness->out);
	skeleton_print(skeleton, object, out);
	if (fclose(out)) {
		error_set_errno(err, "%s", harness->out);
		unlink(harness->out);
		return -1;
	}
	return 0;
}

static void harness_print_next(const struct harness *harness,
	const struct skeleton *skeleton, const char *object)
{
	char *name = skeleton_name_dup(skeleton->signature);
	const char *kind = strrchr(words_base_name(object), '.');

	/* A program is not linked into another one. */
	if (!kind)
		object = "LIBRARY.a";
	if (skeleton_print_notes(skeleton, "", NULL)) {
		fputs("retread: left for you to choose:", stderr);
		skeleton_print_notes(skeleton, "\n  ", stderr);
		putc('\n', stderr);
	}
	fprintf(stderr,
		"retread: compile %s by retread-cc, too\n"
		"next: retread-cc -g -O1 -o %s %s %s\n",
		object, name, harness->out, object);
	free(name);
}

static int harness_serve(const struct harness *harness,
	const struct skeleton *skeleton, const char *object)
{
	struct error err = {{0}};

	if (!harness->out) {
		skeleton_print(skeleton, object, stdout);
		return fflush(stdout) ? PROGRAM_ENVIRONMENT : PROGRAM_DONE;
	}
	if (harness_print_to_file(harness, skeleton, object, &err))
		return program_fail(PROGRAM_ENVIRONMENT, NAME, err.text,
			"Choose another file: -o FILE");
	if (!harness->quiet)
		harness_print_next(harness, skeleton, object);
	return PROGRAM_DONE;
}

/* ---- finding ---- */

static void say_why_not(const struct signature *signature, const char *why)
{
	char *text = signature_text_dup(signature);

	fprintf(stderr, "retread harness: %s: %s\n  %s\n    at %s:%u\n",
		signature->name, why, text,
		signature->file ? signature->file : "?", signature->line);
	free(text);
}

static int say_overloads(const struct signatures *found, const char *name)
{
	fprintf(stderr, "retread harness: there are %zu functions %s\n",
		signatures_count(found), name);
	for (size_t i = 0; i < signatures_count(found); i++) {
		const struct signature *each = signatures_get(found, i);
		char *text = signature_text_dup(each);
		fprintf(stderr, "  %-24s %s\n",
			each->linkage ? each->linkage : each->name, text);
		free(text);
	}
	fputs("  Name one by its first column.\n", stderr);
	return PROGRAM_USAGE;
}

/* Static functions of several files may have one name: the first that can be
 * served will do, but overloads of C++ are different functions. */
static bool are_overloads(const struct signatures *found)
{
	const struct signature *first = signatures_get(found, 0);

	for (size_t i = 1; i < signatures_count(found); i++) {
		const struct signature *each = signatures_get(found, i);
		if (first->linkage && each->linkage &&
			strcmp(first->linkage, each->linkage) != 0)
			return true;
	}
	return false;
}

/* Looks for NAME in OBJECT. *IS_FOUND is left alone if it is not there.
 * Returns -1 to look on. */
static int try_object(struct harness *harness, const char *object,
	const char *name, bool *is_found, char **nearest)
{
	struct error err = {{0}};
	struct signatures *found = signatures_find(object, name, &err);
	struct skeleton skeleton;
	int status = -1;

	if (!found) {
		program_fail(PROGRAM_ENVIRONMENT, NAME, err.text, NULL);
		return -1;
	}
	harness->has_read = true;
	if (signatures_count(found) == 0 && signatures_nearest(found)) {
		free(*nearest);
		*nearest = memory_string_dup(signatures_nearest(found));
	}
	if (signatures_count(found) > 1 && are_overloads(found)) {
		*is_found = true;
		status = say_overloads(found, name);
	}
	for (size_t i = 0; status < 0 && i < signatures_count(found); i++) {
		const struct signature *each = signatures_get(found, i);
		const char *why = skeleton_choose(&skeleton, each);
		*is_found = true;
		if (why)
			say_why_not(each, why);
		else
			status = harness_serve(harness, &skeleton, object);
	}
	signatures_free(found);
	return status;
}

static int try_name(struct harness *harness, const char *name, bool *is_found)
{
	bool is_here = false;
	char *nearest = NULL;
	int status = -1;

	for (size_t i = 0; status < 0 && i < harness->objects.count; i++)
		status = try_object(harness, harness->objects.text[i], name,
			&is_here, &nearest);
	if (!is_here && harness->has_read)
		fprintf(stderr,
			"retread harness: there is no function %s%s%s%s\n",
			name, nearest ? "; did you mean " : "",
			nearest ? nearest : "", nearest ? "?" : "");
	*is_found |= is_here;
	free(nearest);
	return status;
}

static int try_all(void *chosen, const struct operands *names)
{
	struct harness *harness = chosen;
	bool is_found = false;
	int status = -1;

	for (size_t i = 0; status < 0 && i < names->count; i++)
		status = try_name(harness, names->operand[i], &is_found);
	if (status >= 0)
		return status;
	if (!harness->has_read)
		return PROGRAM_ENVIRONMENT;
	fprintf(stderr, "  %s\n",
		is_found ? "Choose a function that calls it and takes "
			   "(pointer, length), a text, or a FILE *; list its "
			   "callers: retread show"
			 : "Name the object file that has it: --object FILE");
	return PROGRAM_USAGE;
}

int main(int argc, char **argv)
{
	struct harness harness = {.out = NULL};
	const struct option_row rows[] = {
		{"object", 0, OPTION_TEXTS, &harness.objects, "FILE",
			"program, library or object file with the function, "
			"compiled with -g",
			.missing = "which object file has it?"},
		{"program", 0, OPTION_TEXTS, &harness.objects, "FILE",
			"the same as --object"},
		{"out", 'o', OPTION_TEXT, &harness.out, "FILE",
			"write to FILE, which is not there yet"},
		{"quiet", 'q', OPTION_FLAG, &harness.quiet, NULL,
			"print problems only"},
	};
	const struct options options = {"retread harness",
		"FUNCTION|FINDING [DIR] [--object FILE]... [-o FILE]",
		"Writes a fuzz target in C for a function that takes (pointer, "
		"length), a text, or a FILE *. Without --object it is looked "
		"for in what was recorded.",
		OPTION_ROWS(rows), .least = 1, .few = "which function?",
		.hint = "Write: retread harness FUNCTION --object FILE"};

	return options_run(&options, argc - 1, argv + 1, try_all, &harness);
}
