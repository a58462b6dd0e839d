/* SPDX-License-Identifier: MIT
 * Pragmas of a kernel that sites need: LLVM sees none, so they are handed to the
 * plug-in as boundaries of retread-spectra(5). */
#include "config.h"

#include "fuzz-perf/hls/kernel.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/kernel/directive.h"
#include "lib/kernel/sites.h"
#include "lib/kernel/source.h"
#include "lib/memory.h"

#define VARIABLE "RETREAD_HLS_SITES"
/* Hardware wraps in a line with this comment, and so does the CPU. */
#define WRAPS "retread: wraps"

/* The pragmas that sites need, the keys that must be constants, and the boundary. */
static const struct pragma_kind {
	const char *name, *number;
	int64_t least;	    /* a lower number asks for nothing */
	const char *needed; /* another key; NULL: none */
	const char *what;   /* NULL: the pragma's type */
	const char *spectrum;
	const char *second;   /* a further number; NULL: none */
	bool is_only_checked; /* hardware does the same without it */
} pragma_kinds[] = {
	{"array_partition", "factor", 0, "variable", NULL, "offset", "dim",
		true},
	{"bind_storage", NULL, 0, "variable", NULL, "offset", NULL, true},
	{"dataflow", NULL, 0, NULL, "empty", "stream", NULL, false},
	{"disaggregate", NULL, 0, "variable", "member", "offset", NULL, true},
	{"loop_flatten", NULL, 0, NULL, "flatten", "trip", NULL, true},
	{"pipeline", "ii", 1, NULL, "interval", "trip", NULL, true},
	{"reset", NULL, 0, "variable", "reset", "value", NULL, false},
	{"stable", NULL, 0, "variable", "stable", "value", NULL, true},
	{"stream", "depth", 1, "variable", "full", "stream", NULL, false},
	{"unroll", "factor", 2, "skip_exit_check", "residue", "trip", NULL,
		false},
};
/* What a partition or a storage may be; those of memories are the plug-in's. */
static const char *const partitions[] = {"block", "complete", "cyclic"};

/* Those that say what a kernel does, or change what hardware does, and of which sites
 * know nothing. */
static const char *const unmodelled[] = {"array_partition", "dependence",
	"loop_merge", "occurrence", "pipeline", "protocol"};

static bool pragmas_is(
	const struct directive *directive, const char *key, const char *value)
{
	const char *is = directive_value(directive, key);

	return is && strcmp(is, value) == 0;
}

/* KEY may be NULL, which nothing has. */
static bool pragmas_has(const struct directive *directive, const char *key)
{
	return key && directive_value(directive, key) != NULL;
}

/* Whether DIRECTIVE promises that no trip, or none of the next ones, reads what one
 * wrote. */
static bool pragmas_is_promise(const struct directive *directive)
{
	bool is_inter = pragmas_has(directive, "inter") ||
			pragmas_is(directive, "type", "inter");
	bool is_false = pragmas_has(directive, "false") ||
			pragmas_is(directive, "dependent", "false");
	bool is_other = pragmas_has(directive, "war") ||
			pragmas_has(directive, "waw") ||
			pragmas_is(directive, "direction", "WAR") ||
			pragmas_is(directive, "direction", "WAW");

	return strcmp(directive->name, "dependence") == 0 && is_inter &&
	       !is_other && pragmas_has(directive, "variable") &&
	       (is_false || pragmas_has(directive, "distance"));
}

/* A promise without a distance has the distance 0. */
static const struct pragma_kind pragmas_promise = {
	"dependence", "distance", 0, NULL, "distance", "offset", NULL, false};

static const struct pragma_kind *pragmas_find_kind(
	const struct directive *directive)
{
	if (pragmas_is_promise(directive))
		return &pragmas_promise;
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
	return kind &&
	       ((kind->number && strcmp(kind->number, key) == 0) ||
		       (kind->second && strcmp(kind->second, key) == 0));
}

static void pragmas_print_unmodelled(
	const struct directive *directive, const char *file, FILE *out)
{
	const char *slash = strrchr(file, '/');

	for (size_t i = 0; i < sizeof unmodelled / sizeof unmodelled[0]; i++)
		if (strcmp(unmodelled[i], directive->name) == 0)
			fprintf(out, "%s (%s:%u)\n", directive->name,
				slash ? slash + 1 : file, directive->line);
}

static struct sites_boundary *pragmas_add_boundary(struct kernel_sites *sites,
	const char *what, char *target, uint64_t number,
	struct source_place place, const char *text)
{
	struct sites_boundary *boundary = sites_add_boundary(sites);

	boundary->what = memory_string_dup(what);
	boundary->target = target;
	boundary->a = number;
	boundary->place = place;
	boundary->text = memory_string_dup(text);
	return boundary;
}

/* The boundary of DIRECTIVE: its kind's, or its type in lower case. Free it. */
static char *pragmas_what_dup(
	const struct pragma_kind *kind, const struct directive *directive)
{
	const char *type = directive_value(directive, "type");
	char *what;

	for (size_t i = 0; !type && i < sizeof partitions / sizeof *partitions;
		i++)
		if (pragmas_has(directive, partitions[i]))
			type = partitions[i];
	what = memory_string_dup(kind->what ? kind->what
				 : type	    ? type
					    : "complete");
	for (char *letter = what; !kind->what && *letter != '\0'; letter++)
		*letter = (char)tolower((unsigned char)*letter);
	return what;
}

/* What DIRECTIVE is about: a loop, a stream, all streams of its function. Free it. */
static char *pragmas_target_dup(const struct pragma_kind *kind,
	const struct directive *directive, const struct kernel_source *source)
{
	size_t function =
		source_function_at(source, directive->file, directive->line);
	size_t loop = source_loop_at(source, directive->file, directive->line);
	const char *variable = directive_value(directive, "variable");
	bool is_loop = strcmp(kind->spectrum, "trip") == 0 && loop != SIZE_MAX;
	char *name = is_loop ? source_loop_name_dup(source, loop)
			     : memory_string_dup(variable ? variable : "*");
	char *target = sites_target_dup(kind->spectrum, name,
		function == SIZE_MAX ? NULL : source->function[function].name);

	free(name);
	return target;
}

/* The number of KEY, NULL or of DIRECTIVE, of KIND; 0 if it IS_NOT_THERE. */
static int pragmas_find_number(const struct pragma_kind *kind,
	const struct directive *directive, const char *key, const char *file,
	int64_t *number, bool *is_there, struct error *err)
{
	struct error why = {{0}};
	int result = 0;

	*number = 0;
	*is_there = !key;
	if (key)
		result = directive_find_number(directive, key, file, is_there,
			number, kind->is_only_checked ? &why : err);
	if (result != 0)
		*is_there = false;
	return kind->is_only_checked ? 0 : result;
}

static int pragmas_add(struct kernel_sites *sites,
	const struct directive *directive, const struct kernel_source *source,
	FILE *others, struct error *err)
{
	const struct pragma_kind *kind = pragmas_find_kind(directive);
	const char *file = source->file[directive->file];
	struct source_place place = {.line = directive->line};
	struct sites_boundary *boundary;
	bool is_there, has_second;
	int64_t number, second;
	char *what;

	if (!kind)
		pragmas_print_unmodelled(directive, file, others);
	if (!kind)
		return 0;
	if (pragmas_find_number(kind, directive, kind->number, file, &number,
		    &is_there, err) != 0 ||
		pragmas_find_number(kind, directive, kind->second, file,
			&second, &has_second, err) != 0)
		return -1;
	/* It is there, but nobody can say which it is. */
	if (kind->is_only_checked &&
		((!is_there && pragmas_has(directive, kind->number)) ||
			(!has_second && pragmas_has(directive, kind->second))))
		pragmas_print_unmodelled(directive, file, others);
	is_there |= kind->least == 0;
	if (!is_there || number < kind->least ||
		pragmas_has(directive, "off") ||
		(kind->needed && !directive_value(directive, kind->needed)))
		return 0;
	place.file = sites_file(sites, file);
	what = pragmas_what_dup(kind, directive);
	boundary = pragmas_add_boundary(sites, what,
		pragmas_target_dup(kind, directive, source), (uint64_t)number,
		place, directive->text);
	boundary->b = kind->second && !has_second ? 1 : (uint64_t)second;
	free(what);
	return 0;
}

static int pragmas_add_comments(
	struct kernel_sites *sites, const char *file, struct error *err)
{
	struct source_place place = {.file = sites_file(sites, file)};
	FILE *in = fopen(file, "re");
	char *text = NULL;
	size_t capacity = 0;

	if (!in)
		return error_set_errno(err, "%s", file);
	while (getline(&text, &capacity, in) >= 0) {
		place.line++;
		if (strstr(text, WRAPS))
			pragmas_add_boundary(sites, "wraps",
				sites_target_dup("value", "*", NULL), 0, place,
				WRAPS);
	}
	free(text);
	fclose(in);
	return 0;
}

static int pragmas_print(const struct source_request *request, FILE *out,
	FILE *others, struct error *err)
{
	struct kernel_sites sites = {0};
	struct kernel_source source = {0};
	struct directives directives = {0};
	int result = source_parse(&source, request, err);

	if (result == 0)
		result = directives_read_source(
			&directives, &source, request, err);
	if (result == 0)
		result = directives_evaluate(
			&directives, &source, request, pragmas_want, NULL, err);
	if (result == 0) {
		sites.source = memory_string_dup(source.file[0]);
		sites_file(&sites, sites.source);
	}
	for (size_t i = 0; result == 0 && i < directives.count; i++)
		result = pragmas_add(
			&sites, &directives.directive[i], &source, others, err);
	for (size_t i = 0; result == 0 && i < source.file_count; i++)
		result = pragmas_add_comments(&sites, source.file[i], err);
	if (result == 0)
		sites_print(&sites, out);
	sites_release(&sites);
	directives_release(&directives);
	source_release(&source);
	return result;
}

int pragmas_export(
	const struct source_request *request, FILE *others, struct error *err)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	int result;

	if (!out)
		return error_set_errno(err, "pragmas");
	result = pragmas_print(request, out, others, err);
	fclose(out);
	setenv(VARIABLE, text, 1);
	free(text);
	return result;
}
