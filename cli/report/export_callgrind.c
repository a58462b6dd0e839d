/* SPDX-License-Identifier: MIT
 * The format of callgrind, for callgrind_annotate and KCachegrind: what is read,
 * and read again, by function and line, and through which calls.
 *
 * Every name has a number: one that looks like a number itself is then no
 * trap. */
#include "config.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/report/forms.h"
#include "lib/memory.h"
#include "lib/words.h"

struct export_callgrind_names {
	const char **name; /* sorted */
	size_t count, capacity;
	enum names_length length; /* of functions */
	struct arena arena;
};

/* With its parameters, unless another length is wanted: functions of one name
 * would be one. */
static const char *export_callgrind_function_of(
	struct export_callgrind_names *names, const struct report_place *place)
{
	const char *kept;
	char *name;

	if (!place->function || *place->function == '\0')
		return "???";
	name = names_show(names->length, place->function, place->linkage);
	kept = arena_string(&names->arena, name);
	free(name);
	return kept;
}

static const char *export_callgrind_file_of(const struct report_place *place)
{
	return place->file && *place->file != '\0' ? place->file : "???";
}

static void export_callgrind_add_name(
	struct export_callgrind_names *names, const char *name)
{
	names->name = memory_grow(names->name, &names->capacity,
		names->count + 1, sizeof *names->name);
	names->name[names->count++] = name;
}

static void export_callgrind_add_places(struct export_callgrind_names *names,
	const struct report_places *places)
{
	for (size_t i = 0; i < places->count; i++) {
		export_callgrind_add_name(names,
			export_callgrind_function_of(names, &places->place[i]));
		export_callgrind_add_name(
			names, export_callgrind_file_of(&places->place[i]));
	}
}

/* A name with its number, always with both: simple, and what comes later may be
 * read alone. */
static void export_callgrind_print_name(
	const struct export_callgrind_names *names, FILE *out, const char *key,
	const char *name)
{
	const char **found;

	assert(names->name); /* add_places took every name that is printed */
	found = bsearch(&name, names->name, names->count, sizeof *names->name,
		words_compare);
	fprintf(out, "%s=(%zu) ", key, (size_t)(found - names->name) + 1);
	cli_print_clean(out, name);
	putc('\n', out);
}

static void export_callgrind_print_position(
	struct export_callgrind_names *names, FILE *out,
	const struct report_place *place)
{
	export_callgrind_print_name(
		names, out, "fl", export_callgrind_file_of(place));
	export_callgrind_print_name(
		names, out, "fn", export_callgrind_function_of(names, place));
}

struct cost {
	uint64_t reads, again;
};

/* The sites carry the reads; what no site carries is at the last place. */
static struct cost export_callgrind_print_reads(
	struct export_callgrind_names *names, FILE *out,
	const struct report_finding *finding)
{
	const struct report_place *last =
		&finding->aec.place[finding->aec.count - 1];
	double ratio = finding->evidence.rewalk_ratio;
	struct cost total = {0};

	for (size_t i = 0; i < finding->sites.count; i++) {
		const struct report_place *site = &finding->sites.place[i];
		uint64_t reads = report_site_reads(finding, i);
		uint64_t again = (uint64_t)(ratio * (double)reads + 0.5);
		export_callgrind_print_name(
			names, out, "fl", export_callgrind_file_of(site));
		export_callgrind_print_name(names, out, "fn",
			export_callgrind_function_of(names, last));
		fprintf(out, "%u %" PRIu64 " %" PRIu64 "\n", site->line, reads,
			again);
		total.reads += reads;
		total.again += again;
	}
	if (finding->sites.count == 0) {
		total = (struct cost){finding->evidence.reads,
			report_finding_repeated(finding)};
		export_callgrind_print_position(names, out, last);
		fprintf(out, "%u %" PRIu64 " %" PRIu64 "\n", last->line,
			total.reads, total.again);
	}
	return total;
}

static struct cost export_callgrind_print_finding(
	struct export_callgrind_names *names, FILE *out,
	const struct report_finding *finding)
{
	struct cost total = export_callgrind_print_reads(names, out, finding);
	uint64_t calls = finding->evidence.activations;

	for (size_t i = 0; i + 1 < finding->aec.count; i++) {
		const struct report_place *call = &finding->aec.place[i];
		const struct report_place *callee = &finding->aec.place[i + 1];
		export_callgrind_print_position(names, out, call);
		export_callgrind_print_name(
			names, out, "cfi", export_callgrind_file_of(callee));
		export_callgrind_print_name(names, out, "cfn",
			export_callgrind_function_of(names, callee));
		fprintf(out,
			"calls=%" PRIu64 " %u\n%u %" PRIu64 " %" PRIu64 "\n",
			calls > 0 ? calls : 1, callee->line, call->line,
			total.reads, total.again);
	}
	putc('\n', out);
	return total;
}

int export_callgrind(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err)
{
	struct export_callgrind_names names = {
		.length = options->names != EXPORT_NAMES
				  ? (enum names_length)options->names
				  : NAMES_FULL};
	struct cost sum = {0};

	(void)err;
	for (size_t i = 0; i < report->finding_count; i++) {
		if (!report_finding_is_shown(&report->finding[i]))
			continue;
		export_callgrind_add_places(&names, &report->finding[i].aec);
		export_callgrind_add_places(&names, &report->finding[i].sites);
	}
	names.count = words_sort_once(names.name, names.count);
	fputs("# callgrind format\nversion: 1\ncreator: "
	      "retread-" PACKAGE_VERSION "\ncmd: ",
		out);
	cli_print_clean(
		out, report->process_count > 0 && report->process[0].command
			     ? report->process[0].command
			     : "?");
	fputs("\npositions: line\nevent: Reads : Reads of what is walked "
	      "repeatedly\nevent: Again : Reads that repeat an earlier one\n"
	      "events: Reads Again\n\n",
		out);
	for (size_t i = 0; i < report->finding_count; i++) {
		struct cost one;
		if (!report_finding_is_shown(&report->finding[i]) ||
			report->finding[i].aec.count == 0)
			continue;
		one = export_callgrind_print_finding(
			&names, out, &report->finding[i]);
		sum.reads += one.reads;
		sum.again += one.again;
	}
	fprintf(out, "totals: %" PRIu64 " %" PRIu64 "\n", sum.reads, sum.again);
	free(names.name);
	arena_release(&names.arena);
	return 0;
}
