/* SPDX-License-Identifier: MIT
 * An analysis from its beginning to its end: what it is made of. */
#include "config.h"

#include "analyzer/analysis_inside.h"

#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/command/settings.h"
#include "lib/memory.h"

#include "analyzer/line_counts.h"
#include "analyzer/program/chains.h"
#include "analyzer/rewalk/sightings.h"

/* Of all files there; one of sqlite3 has 4 MB. */
#define SYMBOL_CACHE_BYTES_MAX (UINT64_C(256) << 20)

static bool analysis_tell_recorder(void *data, uint64_t number, bool leave_out)
{
	const struct analysis *analysis = data;

	return trace_wish(analysis->options.reader, number, leave_out);
}

static void add_rule(
	struct analysis *analysis, const struct rule *rule, void *state)
{
	analysis->rules.at[analysis->rules.count].rule = rule;
	analysis->rules.at[analysis->rules.count++].state = state;
}

static void set_limits(struct analysis *analysis)
{
	const struct analysis_options *options = &analysis->options;

	analysis->limits =
		options->limits ? *options->limits : rewalk_limits_default;
	if (options->settings->follow_all)
		rewalk_limits_keep_all(&analysis->limits);
}

static void add_rules(struct analysis *analysis)
{
	const struct analysis_options *options = &analysis->options;
	struct rewalk_state_options rewalk = {
		.program = &analysis->program,
		.questions = &analysis->questions,
		.memory_bytes_max = options->settings->max_memory,
		.limits = &analysis->limits,
	};

	add_rule(analysis, &rewalk_rule, rewalk_state_new(&rewalk));
	analysis->redundant = redundant_state_new(
		&analysis->program, options->settings->all_rules);
	add_rule(analysis, &redundant_rule, analysis->redundant);
	if (options->settings->count_lines) {
		analysis->line_counts = line_counts_new(&analysis->program);
		add_rule(analysis, &line_counts_rule, analysis->line_counts);
	}
}

static struct symbols *open_symbols(const struct analysis_options *options)
{
	struct symbols *symbols = symbols_new();
	const char *cache = options->settings->symbol_cache;

	symbols_choose(symbols, options->chosen);
	if (cache && strcmp(cache, "no") != 0)
		symbols_keep(symbols, cache, SYMBOL_CACHE_BYTES_MAX);
	return symbols;
}

/* What other options make of the same command is not the same. */
static struct barren *open_barren(
	const struct analysis_options *options, struct symbols *symbols)
{
	const struct settings *settings = options->settings;
	const struct trace_header *header;

	if (!settings->warm || !options->reader || settings->follow_all ||
		settings->count_lines || settings->all_rules ||
		settings->include.count > 0 || settings->exclude.count > 0)
		return NULL;
	header = trace_header(options->reader);
	return barren_open(symbols, header->command,
		header->command_bytes < sizeof header->command
			? header->command_bytes
			: sizeof header->command);
}

struct analysis *analysis_new(const struct analysis_options *options)
{
	struct analysis *analysis = memory_alloc_zero(1, sizeof *analysis);
	bool is_live = options->reader && trace_is_live(options->reader);
	struct chains_options chains = {
		.follow_all = options->settings->follow_all ||
			      options->settings->count_lines,
		.rules = &analysis->rules,
		.tell = is_live ? analysis_tell_recorder : NULL,
		.data = analysis,
	};

	analysis->options = *options;
	analysis->started = clock_seconds();
	memory_watch_init(&analysis->memory, options->settings->max_memory);
	program_init(&analysis->program, open_symbols(options),
		analysis_end_activation, analysis);
	chains.barren = analysis->barren =
		open_barren(options, analysis->program.symbols);
	set_limits(analysis);
	chains.whole = rewalk_limits_whole(&analysis->limits);
	analysis->program.chains = chains_new(&chains);
	add_rules(analysis);
	return analysis;
}

void analysis_free(struct analysis *analysis)
{
	if (!analysis)
		return;
	for (unsigned i = 0; i < analysis->rules.count; i++)
		analysis->rules.at[i].rule->free(analysis->rules.at[i].state);
	chains_free(analysis->program.chains);
	barren_free(analysis->barren);
	program_release(&analysis->program);
	memory_watch_release(&analysis->memory);
	free(analysis->questions.all);
	free(analysis->leaf);
	free(analysis);
}

void analysis_leave(struct analysis *analysis)
{
	/* For checkers of leaks. */
	static struct analysis *left;

	if (!analysis || analysis->short_of != MEMORY_PLENTY || left) {
		analysis_free(analysis);
		return;
	}
	/* Writes to the cache. */
	barren_free(analysis->barren);
	analysis->barren = NULL;
	symbols_free(analysis->program.symbols);
	analysis->program.symbols = NULL;
	left = analysis;
}
