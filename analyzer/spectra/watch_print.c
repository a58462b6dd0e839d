/* SPDX-License-Identifier: MIT
 * Writes the watch list. */
#include "config.h"

#include <inttypes.h>

#include "analyzer/spectra/watch.h"
#include "lib/kernel/sites.h"

static const char *const kinds[] = {"scalar", "array", "pointer", "stream"};

static void watch_print_function(
	const struct watch_function *function, FILE *out)
{
	fprintf(out, "function %zu %" PRIx64 " %" PRIx64 " %s %u:%u %s\n",
		function->id, function->low, function->high,
		function->is_constructor ? "constructor"
		: function->is_recursive ? "recursive"
					 : "kernel",
		function->file, function->line, function->name);
}

static void print_object(
	const struct watch *watch, const struct watch_object *object, FILE *out)
{
	const struct watch_type *type = &object->type;

	fprintf(out, "%s %zu ", kinds[object->kind], object->id);
	if (object->function == WATCH_NO_FUNCTION)
		fputs("- ", out);
	else
		fprintf(out, "%zu ", watch->function[object->function].id);
	if (object->is_static)
		fprintf(out, "s %" PRIx64, (uint64_t)object->offset);
	else
		fprintf(out, "f %" PRId64, object->offset);
	fprintf(out,
		" %" PRIu64 " %" PRIu64 " %c %c%u %u %" PRIx64 " %" PRIx64
		" %u:%u ",
		type->bytes, object->count, type->number,
		type->number == 'f'   ? 'f'
		: type->number == 'o' ? 'o'
		: type->is_signed     ? 's'
				      : 'u',
		type->bits, type->fraction, object->low, object->high,
		object->file, object->line);
	if (type->inner != 0)
		fprintf(out, "class@%" PRIu64, type->inner);
	else
		fputs(type->is_class ? type->number == 'o' ? "struct" : "class"
				     : "plain",
			out);
	fprintf(out, " %s %s\n", object->name, type->name);
}

static void watch_print_loop(
	const struct watch *watch, const struct watch_loop *loop, FILE *out)
{
	const struct sites_loop *site = &watch->sites->loop[loop->site];

	fprintf(out,
		"loop %zu %zu %" PRIx64 " %" PRIx64 " %" PRIx64
		" %s %u %u:%u %s\n",
		loop->id, watch->function[loop->function].id, loop->low,
		loop->high, loop->body,
		site->kind == SOURCE_DO ? "body" : "entry", site->factor,
		site->start.file, site->start.line, site->name);
}

static void watch_print_notes(const char *word, const struct sites_note *note,
	size_t count, FILE *out)
{
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%s %u:%u %s\n", word, note[i].place.file,
			note[i].place.line, note[i].text);
}

void watch_print(const struct watch *watch, FILE *out)
{
	const struct kernel_sites *sites = watch->sites;

	fprintf(out, "spectra-watch 1\nmodule %" PRIx64 " %" PRIu64 " %s\n",
		watch->hash, watch->module_bytes, watch->module);
	fprintf(out, "top %s\n", sites->top ? sites->top : "-");
	for (size_t i = 0; i < sites->file_count; i++)
		fprintf(out, "file %zu %s\n", i, sites->file[i]);
	for (size_t i = 0; i < watch->function_count; i++)
		watch_print_function(&watch->function[i], out);
	for (size_t i = 0; i < watch->object_count; i++)
		print_object(watch, &watch->object[i], out);
	for (size_t i = 0; i < watch->loop_count; i++)
		watch_print_loop(watch, &watch->loop[i], out);
	for (size_t i = 0; i < watch->boundary_count; i++)
		fprintf(out,
			"boundary %zu %s %" PRIu64 " %" PRIu64 " %u:%u %s\n",
			watch->boundary[i].id, watch->boundary[i].what,
			watch->boundary[i].a, watch->boundary[i].b,
			watch->boundary[i].file, watch->boundary[i].line,
			watch->boundary[i].text);
	for (size_t i = 0; i < watch->warning_count; i++)
		fprintf(out, "warning %s\n", watch->warning[i]);
	watch_print_notes("unknown", sites->unknown, sites->unknown_count, out);
	watch_print_notes("ignored", sites->ignored, sites->ignored_count, out);
}
