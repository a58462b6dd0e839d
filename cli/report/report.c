/* SPDX-License-Identifier: MIT
 * `retread report`: merges the results of all processes and prints them. */
#include "config.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/programs.h"
#include "cli/report/decisions.h"
#include "cli/report/forms.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/code/code_pattern.h"
#include "lib/code/source.h"
#include "lib/command/known_errors.h"
#include "lib/folders.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/whole_file.h"
#include "lib/words.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_GCC };
static const char *const formats[] = {"text", "json", "gcc", NULL};

struct report_request {
	const char *results; /* directory; NULL: the usual one */
	int format;
	bool json;
	bool all;
	const char *fail_on;
	struct gate gate;
	const char *baseline; /* file or directory; NULL: none */
	const char *sarif;    /* file; NULL: none is written */
	const char *markdown; /* the same */
	const char *pages;    /* where they are published; NULL: nowhere */
	struct option_texts suppressions; /* files */
	bool generate;			  /* suppressions, and no report */
	const char *why;	     /* id of the one to be explained; NULL */
	struct option_texts include; /* patterns */
	struct option_texts exclude;
	const char *html; /* directory; NULL: DIR/report */
	bool no_html;
	bool is_one_file; /* --self-contained */
	int names;	  /* enum names_length */
	int colour;	  /* enum cli_colour */
	uint64_t width;	  /* of lines */
	bool quiet;
};

/* The name of the pages in one file. */
#define ONE_FILE "report.html"

/* What a report is made of. */
struct results {
	struct report *report;
	const char *path;   /* where it comes from: a directory or a file */
	char *json;	    /* DIR/report/report.json; NULL: from a file */
	struct report *old; /* the baseline; NULL: none */
	const struct comparison *before; /* with it; NULL: none */
};

/* Writes the text form to PATH as a whole. */
static int report_write_text(const struct report *report, const char *path,
	const char *results, struct error *err)
{
	struct text_style style = {
		.source = source_new(), .results = results, .width = CLI_WIDTH};
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	style.out = file.out;
	if (result == 0)
		text_print_report(&style, report);
	source_free(style.source);
	return whole_file_close(&file, result, err);
}

static bool is_directory(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Where the pages go: beside report.txt unless something else was said. Free it;
 * NULL: none are wanted. */
static char *pages_place(
	const struct results *results, const struct report_request *options)
{
	if (options->html)
		return memory_string_dup(options->html);
	if (options->no_html || !results->json)
		return NULL;
	return memory_format("%s/report%s", results->path,
		options->is_one_file ? "/" ONE_FILE : "");
}

/* Sets *HAS_PAGES and returns an exit code. Pages that nobody asked for may be
 * missing, the report still is one; but a crash is told. */
static int report_write_pages(const struct results *results,
	const struct report_request *options, bool *has_pages)
{
	char *out = pages_place(results, options);
	struct programs_pages pages = {.file = results->json,
		.report = results->report,
		.before = results->old,
		.results = results->json ? results->path : NULL,
		.out = out,
		.is_one_file = options->is_one_file};
	struct error err = {{0}};
	int status = CLI_DONE;

	*has_pages = out && programs_write_pages(&pages, &err) == 0;
	if (pages.has_crashed)
		status = CLI_INTERNAL;
	else if (options->html && !*has_pages)
		status = CLI_ENVIRONMENT;
	if (out && !*has_pages)
		cli_fail(status, "report", &err,
			"No pages were written; --no-html leaves them out.");
	free(out);
	return status;
}

/* DIR/report/report.txt and report.json. */
static int report_write_files(const struct results *results, struct error *err)
{
	char *folder = memory_format("%s/report", results->path);
	char *text = memory_format("%s/report.txt", folder);
	int result = folders_make_all(folder, err);

	if (result == 0)
		result = report_write_text(
			results->report, text, results->path, err);
	if (result == 0)
		result = report_write_json(results->report, results->json, err);
	free(folder);
	free(text);
	return result;
}

/* The next command, on OUT. */
static void report_print_next(
	const struct report *report, const char *path, FILE *out)
{
	char *argument = cli_directory_argument(path);
	size_t first = 0;

	while (first < report->finding_count &&
		!(report_finding_is_shown(&report->finding[first]) &&
			report->finding[first].severity > REPORT_LOW))
		first++;
	if (report->finding_count == 0)
		fputs("next: retread record -- ANOTHER TEST\n", out);
	else if (first == report->finding_count)
		fprintf(out, "next: retread report --all%s\n", argument);
	else
		fprintf(out, "next: retread show %s%s\n",
			report->finding[first].id, argument);
	free(argument);
}

static void print_changes(const struct comparison *before)
{
	fputs(" since the baseline: ", stdout);
	diff_print_counts(before, stdout);
	putchar('\n');
	diff_print_text(before, stdout);
}

/* With what changed since the baseline. */
static int report_print_merged_json(
	const struct results *results, struct error *err)
{
	struct json_value *value;
	int result;

	if (!results->before)
		return report_print_json(results->report, stdout, err);
	value = report_make_json(results->report);
	json_put(value, "baseline", diff_make_json(results->before));
	result = json_print(value, stdout, err);
	json_free(value);
	return result;
}

static void print_names_of_files(const struct results *results, bool has_pages,
	const struct report_request *options)
{
	const char *pages = !has_pages || options->html ? ""
			    : options->is_one_file	? ONE_FILE ", "
							: "index.html, ";

	if (results->json)
		printf(" files: %s/report/%sreport.txt, report.json\n",
			results->path, pages);
	if (has_pages && options->html)
		printf(" pages: %s%s\n", options->html,
			options->is_one_file ? "" : "/index.html");
}

static int report_print(const struct results *results, bool has_pages,
	const struct report_request *options, struct error *err)
{
	struct text_style style = {.out = stdout,
		.before = results->before,
		.results = results->json ? results->path : NULL,
		.all = options->all,
		.names = options->names,
		.colour = cli_wants_colour(options->colour, stdout),
		.width = cli_width(options->width, stdout)};
	int result = 0;

	if (options->format == FORMAT_JSON)
		return report_print_merged_json(results, err);
	style.source = source_new();
	if (options->format == FORMAT_GCC) {
		text_print_gcc(&style, results->report);
	} else {
		text_print_report(&style, results->report);
		if (results->before)
			print_changes(results->before);
		print_names_of_files(results, has_pages, options);
		if (!options->quiet)
			report_print_next(
				results->report, results->path, stdout);
	}
	if (fflush(stdout) != 0 || ferror(stdout))
		result = error_set_errno(err, "cannot write to stdout");
	source_free(style.source);
	return result;
}

/* "this change made table_add n^2 (table.c:24)". */
static void report_print_grown(
	const struct report *report, size_t index, bool is_new)
{
	const struct report_finding *finding = &report->finding[index];
	const struct report_places *aec = &finding->aec;
	const struct report_place *last =
		aec->count > 0 ? &aec->place[aec->count - 1] : NULL;
	const char *model = finding->proof->model;

	fprintf(stderr, "retread report: %s%s %s",
		is_new ? "this change made " : "",
		finding->function ? finding->function : "a function",
		is_new ? "" : "grows as ");
	fputs(model && *model ? model : "steeper than its data", stderr);
	if (last && last->file)
		fprintf(stderr, " (%s:%u)", words_base_name(last->file),
			last->line);
	putc('\n', stderr);
}

/* Does a finding reach the gate? Says so. */
static bool is_gate_tripped(const struct report *report,
	const struct comparison *before, const struct report_request *options)
{
	size_t count = gate_count(&options->gate, report, before);

	if (count == 0)
		return false;
	fprintf(stderr,
		"retread report: failing because of --fail-on %s: %zu "
		"finding%s\n",
		options->fail_on, count, cli_plural(count));
	for (size_t i = 0;
		options->gate.only_grown && i < report->finding_count; i++)
		if (gate_is_tripped(&options->gate, report, before, i))
			report_print_grown(report, i, options->gate.only_new);
	return true;
}

/* All that is written. */
static int report_results(
	const struct results *results, const struct report_request *options)
{
	struct error err = {{0}};
	bool has_pages;
	int status;

	if (results->json && report_write_files(results, &err) != 0) {
		struct results unwritten = *results;
		int failed = cli_fail(CLI_ENVIRONMENT, "report", &err,
			"No files were written. Make room or make it writable, "
			"or copy the results and name the copy: retread report "
			"DIR");
		unwritten.json = NULL;
		status = report_results(&unwritten, options);
		return status == CLI_DONE ? failed : status;
	}
	status = report_write_pages(results, options, &has_pages);
	if (options->sarif && export_write_sarif(results->report,
				      results->before, options->sarif, &err)) {
		status = cli_fail(CLI_ENVIRONMENT, "report", &err, NULL);
		err = (struct error){{0}};
	}
	if (options->markdown &&
		export_write_markdown(results->report, results->before,
			options->pages, options->markdown, &err) != 0) {
		status = cli_fail(CLI_ENVIRONMENT, "report", &err, NULL);
		err = (struct error){{0}};
	}
	if (report_print(results, has_pages, options, &err) != 0)
		return cli_fail(CLI_ENVIRONMENT, "report", &err, NULL);
	if (is_gate_tripped(results->report, results->before, options) &&
		status == CLI_DONE)
		status = CLI_GATE;
	return status;
}

/* Reads the files of suppressions, and suppresses. */
static int suppress(struct report *report, const struct report_request *options,
	struct error *err)
{
	struct suppressions *suppressions = suppressions_new();
	int result = 0;

	for (size_t i = 0; i < options->suppressions.count && result == 0; i++)
		result = suppressions_read(
			suppressions, options->suppressions.text[i], err);
	if (result == 0) {
		suppressions_apply(suppressions, report);
		suppressions_describe(suppressions, report);
		suppressions_print_unused(suppressions, stderr);
	}
	suppressions_free(suppressions);
	return result;
}

/* Leaves findings out that are of code that was not asked for. */
static void report_choose(
	struct report *report, const struct report_request *options)
{
	const struct code_choice choice = {options->include.text,
		options->include.count, options->exclude.text,
		options->exclude.count};
	size_t kept = 0, count = report->finding_count;

	for (size_t i = 0; i < count; i++) {
		const struct report_finding *finding = &report->finding[i];
		const struct report_places *path = &finding->aec;
		const struct code_names names = {.function = finding->function,
			.file = finding->file,
			.object =
				path->count > 0 ? path->place[0].object : NULL};

		if (code_choice_judge(&choice, &names) >= 0)
			report->finding[kept++] = *finding;
	}
	report->finding_count = kept;
	if (kept < count)
		report_add_warning(report,
			"%zu finding%s of other code %s left out (--include, "
			"--exclude)",
			count - kept, count - kept == 1 ? "" : "s",
			count - kept == 1 ? "is" : "are");
}

/* Takes out of REPORT what its reader does not want to see. */
static int narrow(struct report *report, const struct report_request *options,
	struct error *err)
{
	if (suppress(report, options, err) != 0)
		return -1;
	decisions_apply(report, stderr);
	report_choose(report, options);
	return 0;
}

/* What each clause says of the findings that OPTIONS name. */
static int print_why(
	const struct report *report, const struct report_request *options)
{
	struct error err = {{0}};
	size_t printed = 0;

	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_finding *finding = &report->finding[i];
		if (!report_finding_matches(finding, options->why))
			continue;
		printed++;
		why_print(stdout, finding);
	}
	if (printed > 0)
		return CLI_DONE;
	error_set(&err, "no finding \"%s\"", options->why);
	return cli_fail(CLI_USAGE, "report", &err,
		"See what there is: retread report --all");
}

static int report_directory(
	const char *path, const struct report_request *options)
{
	struct report report, old;
	struct comparison before;
	struct results results = {.report = &report, .path = path};
	struct error err = {{0}};
	int status;

	report_init(&report);
	report_init(&old);
	if (is_directory(path))
		results.json = memory_format("%s/report/report.json", path);
	if (results_load(&report, path, &err) != 0) {
		status = cli_fail(CLI_USAGE, "report", &err, HINT_RECORD);
	} else if (narrow(&report, options, &err) != 0) {
		status = cli_fail(CLI_USAGE, "report", &err, HINT_SUPPRESSIONS);
	} else if (options->generate) {
		suppressions_generate(&report, stdout);
		status = CLI_DONE;
	} else if (options->why) {
		status = print_why(&report, options);
	} else if (!options->baseline) {
		status = report_results(&results, options);
	} else if (results_load(&old, options->baseline, &err) != 0) {
		status = cli_fail(CLI_USAGE, "report", &err, HINT_BASELINE);
	} else {
		decisions_apply(&old, NULL);
		report_choose(&old, options);
		comparison_init(&before, &old, &report);
		results.old = &old;
		results.before = &before;
		status = report_results(&results, options);
		comparison_release(&before);
	}
	free(results.json);
	report_release(&report);
	report_release(&old);
	return status;
}

static int check_and_report(void *chosen, const struct operands *operands)
{
	struct report_request *options = chosen;
	struct error err = {{0}};
	int status;

	if (gate_parse(&options->gate, options->fail_on, &err) != 0)
		return cli_fail(CLI_USAGE, "report", &err, NULL);
	status = cli_check_patterns(
		"report", &options->include, &options->exclude);
	if (status != CLI_DONE)
		return status;
	if (options->json)
		options->format = FORMAT_JSON;
	return report_directory(
		cli_out_directory(operands->count > 0 ? operands->operand[0]
						      : options->results),
		options);
}

int verb_report(int argc, char **argv)
{
	struct report_request chosen = {.width = CLI_WIDTH_OF_TERMINAL};
	const struct option_row rows[] = {
		CLI_RESULTS_ROW(&chosen.results),
		{"all", 'a', OPTION_FLAG, &chosen.all,
			.help = "also show suppressed findings and those of "
				"severity info"},
		{"format", 'f', OPTION_CHOICE, &chosen.format,
			.argument = "FORMAT",
			.help = "text (default), json, or gcc: one line each, "
				"as compilers warn",
			.choices = formats},
		{"json", 0, OPTION_FLAG, &chosen.json,
			.help = "the same as --format=json"},
		{"fail-on", 0, OPTION_TEXT, &chosen.fail_on,
			.argument = "SEVERITY", .help = GATE_HELP},
		{"baseline", 0, OPTION_TEXT, &chosen.baseline,
			.argument = "FILE",
			.help = "print what is new, worse, better and gone "
				"since "
				"the report FILE"},
		{"suppressions", 0, OPTION_TEXTS, &chosen.suppressions,
			.argument = "FILE",
			.help = "leave out what FILE suppresses"},
		{"include", 0, OPTION_TEXTS, &chosen.include,
			.argument = "PATTERN",
			.help = "show only findings of functions that match: "
				"function:GLOB, file:GLOB, object:GLOB, or a "
				"GLOB for any of them"},
		{"exclude", 0, OPTION_TEXTS, &chosen.exclude,
			.argument = "PATTERN",
			.help = "leave out findings of functions that match"},
		{"gen-suppressions", 0, OPTION_FLAG, &chosen.generate,
			.help = "print suppressions for the findings instead "
				"of a report"},
		{"why", 0, OPTION_TEXT, &chosen.why, .argument = "ID",
			.help = "print what the rules know of finding ID, and "
				"the limits of that, instead of a report"},
		{"sarif", 0, OPTION_TEXT, &chosen.sarif, .argument = "FILE",
			.help = "also write FILE for a forge or an editor"},
		{"markdown", 0, OPTION_TEXT, &chosen.markdown,
			.argument = "FILE",
			.help = "also write FILE as the summary of a check"},
		{"pages-url", 0, OPTION_TEXT, &chosen.pages, .argument = "URL",
			.help = "with --markdown: link findings to the pages "
				"published at URL"},
		{"html", 0, OPTION_TEXT, &chosen.html, .argument = "DIR",
			.help = "write the pages into DIR, not beside "
				"report.txt"},
		{"self-contained", 0, OPTION_FLAG, &chosen.is_one_file,
			.help = "write the pages as one file, which --html "
				"names (report.html beside report.txt)"},
		{"no-html", 0, OPTION_FLAG, &chosen.no_html,
			.help = "write no pages"},
		NAMES_ROW(&chosen.names),
		CLI_COLOUR_ROW(&chosen.colour),
		CLI_WIDTH_ROW(&chosen.width),
		{"quiet", 'q', OPTION_FLAG, &chosen.quiet,
			.help = "do not suggest the next command"},
	};
	const struct options options = {"retread report",
		"[OPTION]... [DIR | --out DIR]",
		"Merges and prints the findings of all processes recorded in "
		"DIR (retread-out).",
		OPTION_ROWS(rows), .most = 1,
		.many = "one directory at a time"};

	return options_run(&options, argc, argv, check_and_report, &chosen);
}
