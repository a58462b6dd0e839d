/* SPDX-License-Identifier: MIT
 * Pragmas of a kernel that sites need: LLVM sees none, so they are handed to the
 * plug-in by line. */
#include "config.h"

#include "fuzz-perf/hls/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/kernel/directive.h"
#include "lib/kernel/source.h"
#include "lib/memory.h"

#define VARIABLE "RETREAD_HLS_PRAGMAS"
/* Hardware wraps in a line with this comment, and so does the CPU. */
#define WRAPS "retread: wraps"

/* The pragmas that sites need, and the key that must be a constant. */
static const struct pragma_kind {
	const char *name, *number;
	int64_t least;	    /* a lower number asks for nothing */
	const char *needed; /* another key; NULL: none */
} pragma_kinds[] = {
	{"dataflow", NULL, 0, NULL},
	{"stream", "depth", 1, "variable"},
	{"unroll", "factor", 2, "skip_exit_check"},
};

static const struct pragma_kind *pragmas_find_kind(
	const struct directive *directive)
{
	for (size_t i = 0; i < sizeof pragma_kinds / sizeof pragma_kinds[0];
		i++)
		if (strcmp(pragma_kinds[i].name, directive->name) == 0)
			return &pragma_kinds[i];
	return NULL;
}

static bool pragmas_want(
	const void *data, const struct directive *directive, const char *key)
{
	const struct pragma_kind *kind = pragmas_find_kind(directive);

	(void)data;
	return kind && kind->number && strcmp(kind->number, key) == 0;
}

/* A line for the plug-in: LINE KIND NUMBER NAME FILE. */
static int pragmas_print(const struct directive *directive, const char *file,
	FILE *out, struct error *err)
{
	const struct pragma_kind *kind = pragmas_find_kind(directive);
	const char *variable = directive_value(directive, "variable");
	bool is_there = true;
	int64_t number = 0;

	if (!kind)
		return 0;
	if (kind->number && directive_find_number(directive, kind->number, file,
				    &is_there, &number, err) != 0)
		return -1;
	if (is_there && number >= kind->least &&
		(!kind->needed || directive_value(directive, kind->needed)))
		fprintf(out, "%u %s %u %s %s\n", directive->line, kind->name,
			(unsigned)number, variable ? variable : "-", file);
	return 0;
}

static int pragmas_print_comments(
	const char *file, FILE *out, struct error *err)
{
	FILE *in = fopen(file, "re");
	char *text = NULL;
	size_t capacity = 0;

	if (!in)
		return error_set_errno(err, "%s", file);
	for (unsigned line = 1; getline(&text, &capacity, in) >= 0; line++)
		if (strstr(text, WRAPS))
			fprintf(out, "%u wraps 0 - %s\n", line, file);
	free(text);
	fclose(in);
	return 0;
}

static int pragmas_print_all(
	const struct source_request *request, FILE *out, struct error *err)
{
	struct kernel_source source = {0};
	struct directives directives = {0};
	int result = source_parse(&source, request, err);

	if (result == 0)
		result = directives_read_source(
			&directives, &source, request, err);
	if (result == 0)
		result = directives_evaluate(
			&directives, &source, request, pragmas_want, NULL, err);
	for (size_t i = 0; result == 0 && i < directives.count; i++)
		result = pragmas_print(&directives.directive[i],
			source.file[directives.directive[i].file], out, err);
	for (size_t i = 0; result == 0 && i < source.file_count; i++)
		result = pragmas_print_comments(source.file[i], out, err);
	directives_release(&directives);
	source_release(&source);
	return result;
}

int pragmas_export(const struct source_request *request, struct error *err)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	int result;

	if (!out)
		return error_set_errno(err, "pragmas");
	result = pragmas_print_all(request, out, err);
	fclose(out);
	setenv(VARIABLE, text, 1);
	free(text);
	return result;
}
