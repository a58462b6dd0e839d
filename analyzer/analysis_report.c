/* SPDX-License-Identifier: MIT
 * What an analysis has found, and what its process depended on, written. */
#include "config.h"

#include "analyzer/analysis_inside.h"

#include <stdlib.h>
#include <string.h>

#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/code/test_names.h"
#include "lib/memory.h"
#include "lib/report/inputs.h"
#include "lib/report/report.h"
#include "lib/words.h"

#include "analyzer/findings/findings.h"
#include "analyzer/line_counts.h"
#include "analyzer/program/chains.h"
#include "analyzer/rewalk/sightings.h"

int analysis_write_inputs(struct analysis *analysis, const char *test,
	const char *path, struct error *err)
{
	struct program *program = &analysis->program;
	struct arguments objects = {0}, sources = {0};
	struct report_inputs inputs = {.test = test,
		.file = program->file,
		.is_complete = !program->has_more_files};
	int result;

	symbols_list_objects(program->symbols, &objects);
	symbols_list_sources(program->symbols, &sources);
	inputs.object = (const char **)arguments_array(&objects);
	inputs.object_count = words_sort_once(inputs.object, objects.count);
	inputs.source = (const char **)arguments_array(&sources);
	inputs.source_count = words_sort_once(inputs.source, sources.count);
	inputs.file_count = words_sort_once(program->file, program->file_count);
	result = report_write_inputs(&inputs, path, err);
	free(inputs.object);
	free(inputs.source);
	arguments_release(&objects);
	arguments_release(&sources);
	return result;
}

int analysis_write_counts(
	struct analysis *analysis, const char *path, struct error *err)
{
	return analysis->line_counts
		       ? line_counts_write(analysis->line_counts, path, err)
		       : 0;
}

/* NUL-separated words as one line. */
static char *command_dup(const struct trace_header *header)
{
	size_t length = header->command_bytes;
	char *text;

	if (length > sizeof header->command)
		length = sizeof header->command;
	while (length > 0 && header->command[length - 1] == '\0')
		length--;
	text = memory_alloc(length + 1);
	for (size_t i = 0; i < length; i++)
		text[i] = header->command[i] ? header->command[i] : ' ';
	text[length] = '\0';
	return text;
}

static void add_warnings(struct analysis *analysis, struct report *report)
{
	const char *warning;

	for (size_t i = 0;
		(warning = symbols_warning(analysis->program.symbols, i)); i++)
		report_add_warning(report, "%s", warning);
	if (analysis->short_of == MEMORY_FULL)
		report_add_warning(report,
			"the analysis reached its memory limit; functions, "
			"blocks and contexts met after that are not counted: "
			"raise --max-memory");
	else if (analysis->short_of == MEMORY_TIGHT)
		report_add_warning(report,
			"the analysis came near its memory limit; re-walks "
			"that only names of functions join are not complete: "
			"raise --max-memory");
	if (redundant_is_cut(analysis->redundant))
		report_add_warning(report,
			"a function read more pointers in one call than are "
			"followed; some of its traversals may be missing");
	if (analysis->program.shared.inexact)
		report_add_warning(report,
			"some recursion was too wide to shorten "
			"exactly; its contexts are approximate");
}

static void analysis_add_findings(struct analysis *analysis,
	struct report *report, const struct findings_options *options)
{
	struct sightings sightings = {0};

	for (unsigned i = 0; i < analysis->rules.count; i++)
		analysis->rules.at[i].rule->report(
			analysis->rules.at[i].state, &sightings);
	findings_add(report, &sightings, analysis->program.sites, options);
	redundant_report_graphs(analysis->redundant, report);
	sightings_release(&sightings);
}

/* A test that opens a whole tree of them is not run again on a larger one. */
#define FILES_SHOWN 64

void analysis_report(struct analysis *analysis,
	const struct trace_header *header, const char *incomplete,
	struct report *report)
{
	struct program *program = &analysis->program;
	char *command = command_dup(header);
	char *path = memory_string_dup_length(header->command,
		strnlen(header->command, sizeof header->command));
	bool truncated = incomplete || program->lost_events;
	const char *test = analysis->options.test ? analysis->options.test
						  : words_base_name(path);
	struct findings_options options = {
		.limits = &analysis->limits,
		.test = test,
		.is_lower_bound =
			truncated || analysis->short_of >= MEMORY_TIGHT,
	};
	struct report_process process = {
		.program = path,
		.test = test,
		.command = command,
		.pid = header->pid,
		.parent_pid = header->parent_pid,
		.started_unix_ms = header->started_unix_ms,
		.exit_code = program->has_exit ? program->exit_code : -1,
		.signal = program->has_exit ? program->signal : 0,
		.truncated = truncated,
		.truncated_why = incomplete ? incomplete
				 : truncated
					 ? "events were left out while it ran"
					 : NULL,
		.events = analysis->events,
		.calls = program->calls,
		.file = program->file,
		.file_count = program->file_count < FILES_SHOWN
				      ? program->file_count
				      : FILES_SHOWN,
		.seconds = clock_seconds() - analysis->started,
	};

	struct growth_limits limits;

	threads_end_all(program->threads);
	process.activations = program->shared.activations;
	process.is_short = analysis->short_of >= MEMORY_TIGHT;
	analysis_add_findings(analysis, report, &options);
	limits = rewalk_limits_growth(&analysis->limits);
	if (memcmp(&limits, &growth_limits_default, sizeof limits) != 0)
		report->limits = limits;
	report->coverage.functions = program->shared.functions;
	report->coverage.left_out = program->shared.left_out;
	if (program->shared.framework)
		report->coverage.framework = program->shared.framework->name;
	report->coverage.events = analysis->events;
	report->coverage.calls = program->calls;
	report->coverage.activations = program->shared.activations;
	if (analysis->barren && !truncated && program->has_exit &&
		analysis->short_of < MEMORY_FULL) {
		chains_note_barren(program->chains, analysis->barren);
		barren_write(analysis->barren);
	}
	add_warnings(analysis, report);
	report_add_process(report, &process);
	free(command);
	free(path);
}
