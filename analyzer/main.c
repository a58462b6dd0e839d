/* SPDX-License-Identifier: MIT
 * retread-analyze: one trace, live or kept, into findings.json and test.json. */
#include "config.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "lib/code/code_pattern.h"
#include "lib/command/options.h"
#include "lib/command/settings.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/log.h"
#include "lib/memory.h"
#include "lib/report/inputs.h"
#include "lib/report/report.h"
#include "lib/trace/trace.h"
#include "lib/trace/writer.h"

#include "analyzer/analysis.h"
#include "analyzer/rewalk/limits.h"
#include "analyzer/symbols/symbols.h"

#define EXIT_FAILED 1
#define EXIT_USAGE  2

/* How long a recorder may take to make its ring. */
#define RING_WAIT_MS 10000
#define KEEP_LEVEL   1 /* of zstd: must keep up with the recorder */

struct analyzer_run {
	const char *ring; /* NULL: a file is read */
	const char *out;  /* directory */
	struct option_texts limit;
	int verbose, quiet;
	struct analysis_options analysis;
	struct rewalk_limits limits;
	struct settings settings;
	struct code_choice chosen;
	struct log log;
};

/* Each --limit is a NAME=VALUE, or "help". As take. */
static int analyzer_set_limits(struct analyzer_run *run)
{
	const struct option_texts *texts = &run->limit;
	struct error err = {0};

	run->limits = rewalk_limits_default;
	run->analysis.limits = &run->limits;
	for (size_t i = 0; i < texts->count; i++) {
		if (strcmp(texts->text[i], "help") == 0) {
			rewalk_limits_print(stdout);
			return EXIT_SUCCESS;
		}
		if (rewalk_limits_set(&run->limits, texts->text[i], &err) !=
			0) {
			log_error(&run->log, "--limit: %s", err.text);
			return EXIT_USAGE;
		}
	}
	return -1;
}

/* Returns -1 to go on, or an exit code. */
static int analyzer_take(
	struct analyzer_run *run, const struct operands *operands)
{
	int status;

	log_init(&run->log, "retread-analyze");
	status = analyzer_set_limits(run);
	if (status >= 0)
		return status;
	run->analysis.settings = &run->settings;
	run->chosen = (struct code_choice){run->settings.include.text,
		run->settings.include.count, run->settings.exclude.text,
		run->settings.exclude.count, run->settings.interpreters};
	run->analysis.chosen = &run->chosen;
	log_set_verbosity(&run->log, run->verbose - run->quiet);
	if (operands->count == (run->ring ? 0u : 1u))
		return -1;
	log_error(&run->log, "give one TRACE, or --ring FILE; see --help");
	return EXIT_USAGE;
}

/* The recorder of a live trace needs a processor, too. */
static bool analyzer_has_two_threads(
	const struct settings *settings, bool is_live)
{
	cpu_set_t processors;

	if (settings->threads != 0)
		return settings->threads > 1;
	return sched_getaffinity(0, sizeof processors, &processors) == 0 &&
	       CPU_COUNT(&processors) > (is_live ? 2 : 1);
}

/* Reads TRACE to its end, or to where it is damaged: then *WHY says so (free
 * it). */
static int analyze(struct analyzer_run *run, struct trace_reader *reader,
	struct analysis *analysis, char **why, struct error *err)
{
	struct trace_writer *writer = NULL;
	struct trace_view view;
	int got, status = -1;

	if (folders_make(run->out, err) != 0)
		return -1;
	if (run->settings.keep_trace) {
		char *kept = memory_format("%s/" SETTINGS_TRACE_FILE, run->out);

		writer = trace_writer_open(
			kept, trace_header(reader), KEEP_LEVEL, err);
		free(kept);
		if (!writer)
			return -1;
	}
	if (analyzer_has_two_threads(&run->settings, trace_is_live(reader)) &&
		!trace_read_ahead(reader) && writer)
		trace_writer_beside(writer);
	while ((got = trace_next_block(reader, &view, err)) > 0) {
		if (writer && trace_writer_append(writer, view.records,
				      view.size, view.clock, err) != 0)
			goto out;
		analysis_add_block(analysis, &view);
	}
	if (got < 0) {
		log_warning(&run->log,
			"%s: what was read up to there is reported", err->text);
		*why = memory_string_dup(err->text);
	} else if (!trace_is_complete(reader)) {
		const char *reason = trace_incomplete_reason(reader);
		*why = memory_string_dup(
			reason ? reason : "the trace has no end");
	}
	status = writer ? trace_writer_finish(writer, err) : 0;
out:
	trace_writer_free(writer);
	return status;
}

/* test.json is there when findings.json is complete. */
static int write_report(const struct analyzer_run *run, struct report *report,
	struct error *err)
{
	char *findings = memory_format("%s/findings.json", run->out);
	char *test = memory_format("%s/test.json", run->out);
	int status = report_write_json(report, findings, err);

	if (status == 0)
		status = report_write_test(&report->process[0], test, err);
	free(findings);
	free(test);
	return status;
}

/* A second time if the cache of names gave way. */
static int keep_report(const struct analyzer_run *run, struct report *report,
	struct error *err)
{
	const char *cache = run->settings.symbol_cache;
	int status = write_report(run, report, err);

	if (status != 0 && cache && symbols_give_way(cache, run->out)) {
		*err = (struct error){0};
		status = write_report(run, report, err);
	}
	return status;
}

/* Without it a test is recorded again, and nothing else is lost. */
static void analyzer_write_inputs(const struct analyzer_run *run,
	struct analysis *analysis, const struct report *report)
{
	char *path = memory_format("%s/" REPORT_INPUTS_FILE, run->out);
	struct error ignored = {0};

	analysis_write_inputs(
		analysis, report->process[0].test, path, &ignored);
	free(path);
}

static int write_counts(const struct analyzer_run *run,
	struct analysis *analysis, struct error *err)
{
	char *path = memory_format("%s/" SETTINGS_COUNTS_FILE, run->out);
	int status = analysis_write_counts(analysis, path, err);

	free(path);
	return status;
}

static unsigned long long peak_mebibytes(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return ((unsigned long long)usage.ru_maxrss + 1023) / 1024;
}

static int analyze_and_report(void *chosen, const struct operands *operands)
{
	struct analyzer_run *run = chosen;
	struct trace_reader *reader;
	struct analysis *analysis;
	struct report report;
	struct error err = {0};
	char *why = NULL;
	int status;

	status = analyzer_take(run, operands);
	if (status >= 0)
		return status;
	reader = run->ring ? trace_open_ring(run->ring, RING_WAIT_MS, &err)
			   : trace_open_file(operands->operand[0], &err);
	if (!reader) {
		log_error(&run->log, "%s", err.text);
		return EXIT_FAILED;
	}
	run->analysis.reader = reader;
	analysis = analysis_new(&run->analysis);
	report_init(&report);
	status = analyze(run, reader, analysis, &why, &err);
	if (status == 0) {
		analysis_report(analysis, trace_header(reader), why, &report);
		status = write_counts(run, analysis, &err);
		analyzer_write_inputs(run, analysis, &report);
		/* Writing needs memory of its own. */
		analysis_leave(analysis);
		analysis = NULL;
		if (status == 0)
			status = keep_report(run, &report, &err);
	}
	if (status != 0)
		log_error(&run->log, "%s", err.text);
	else
		log_info(&run->log,
			"%llu events, %llu calls: %zu findings, %llu MiB at "
			"most",
			(unsigned long long)report.coverage.events,
			(unsigned long long)report.coverage.calls,
			report.finding_count, peak_mebibytes());
	report_release(&report);
	analysis_free(analysis);
	trace_close(reader);
	free(why);
	return status == 0 ? EXIT_SUCCESS : EXIT_FAILED;
}

int main(int argc, char **argv)
{
	struct analyzer_run run = {.out = ".", .settings = SETTINGS_DEFAULT};
	const struct option_row rows[] = {
		{"ring", 0, OPTION_TEXT, &run.ring, .argument = "FILE",
			.help = "read the live ring FILE of a recorder"},
		{"out", 'o', OPTION_TEXT, &run.out, .argument = "DIR",
			.help = "write DIR/findings.json, DIR/test.json and "
				"DIR/" REPORT_INPUTS_FILE " (.)"},
		{.kind = OPTION_SET,
			.value = &run.settings,
			.set = &settings_options},
		{"limit", 0, OPTION_TEXTS, &run.limit, .argument = "NAME=VALUE",
			.help = "for experiments and tests: change a number "
				"of the rule, or switch it off (NAME=off); "
				"help: list them"},
		{"test", 0, OPTION_TEXT, &run.analysis.test, .argument = "NAME",
			.help = "the test that was recorded (the program's "
				"name)"},
		{"quiet", 'q', OPTION_COUNT, &run.quiet,
			.help = "print errors only"},
		{"verbose", 'v', OPTION_COUNT, &run.verbose,
			.help = "print what was read"},
	};
	const struct options options = {.program = "retread-analyze",
		.synopsis = "[OPTION]... TRACE | --ring FILE",
		.summary = "Turns a trace into findings.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, analyze_and_report, &run);
}
