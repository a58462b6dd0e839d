/* SPDX-License-Identifier: MIT
 * `retread history`: findings over the runs of which reports were kept. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/verbs.h"

#if HAVE_SQLITE
#include "cli/history/runs.h"
#include "cli/history/store.h"
#include "lib/command/part.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/report/compare.h"
#include "lib/words.h"

#define FILE_NAME "history.sqlite"

struct history_options {
	const char *since;
	int worse;	  /* enum report_severity, from low on */
	const char *page; /* NULL: none */
	bool json, rebuild, quiet;
};

/* As enum report_severity has them. */
static const char *const severities[] = {"info", "low", "medium", "high", NULL};

struct history {
	const struct history_options *options;
	const char *directory;
	struct arena arena;
	struct runs runs;
	struct store_findings all;
	size_t read; /* reports that were not known yet */
};

/*--- the database ---*/

static int read_report(
	struct report *report, const struct history_run *run, struct error *err)
{
	report_init(report);
	return report_read_json(report, run->path, err);
}

/* Adds what is new. A report that cannot be read has no findings, and is read again the next time. */
static int add_new(
	struct history *history, struct store *store, struct error *err)
{
	for (size_t i = 0; i < history->runs.count; i++) {
		const struct history_run *run = &history->runs.run[i];
		struct report report;
		struct error damage = {{0}};
		int result = 0;
		if (!history->options->rebuild && store_has(store, run))
			continue;
		history->read++;
		if (read_report(&report, run, &damage) == 0)
			result = store_add(store, run, &report, err);
		else
			fprintf(stderr, "retread: warning: left out: %s\n",
				damage.text);
		report_release(&report);
		if (result != 0)
			return -1;
	}
	return store_set_runs(store, &history->runs, err);
}

static int history_load(struct history *history, struct error *err)
{
	char *path = memory_format("%s/" FILE_NAME, history->directory);
	struct store *store = store_open(path, err);
	int result = store ? 0 : -1;

	if (result == 0)
		result = add_new(history, store, err);
	if (result == 0)
		result = store_read(&history->all, &history->arena, store, err);
	if (result == 0 && history->read > 0)
		result = store_keep(store, err);
	store_close(store);
	free(path);
	return result;
}

/*--- what became of a finding ---*/

static const char *run_name(const struct history *history, uint64_t index)
{
	return history->runs.run[index].name;
}

static const struct store_point *history_first_of(
	const struct store_finding *finding)
{
	return &finding->point[0];
}

static const struct store_point *last_of(const struct store_finding *finding)
{
	return &finding->point[finding->point_count - 1];
}

static bool history_is_there(
	const struct history *history, const struct store_finding *finding)
{
	return last_of(finding)->run + 1 == history->runs.count;
}

static int history_compare_findings(const void *left, const void *right)
{
	const struct store_point *a = last_of(left), *b = last_of(right);

	return (a->run < b->run) - (a->run > b->run)
		?: (a->severity < b->severity) - (a->severity > b->severity)
		?: (a->repeated < b->repeated) - (a->repeated > b->repeated)
		?: strcmp(((const struct store_finding *)left)->id,
			   ((const struct store_finding *)right)->id);
}

/* How many findings of SEVERITY the run INDEX has. */
static uint64_t count_in_run(
	const struct history *history, uint64_t index, int severity)
{
	uint64_t count = 0;

	for (size_t i = 0; i < history->all.count; i++) {
		const struct store_finding *finding = &history->all.finding[i];
		for (size_t k = 0; k < finding->point_count; k++)
			count += finding->point[k].run == index &&
				 (int)finding->point[k].severity == severity;
	}
	return count;
}

/*--- text ---*/

static void history_print_runs(const struct history *history)
{
	int width = (int)strlen("run");

	for (size_t i = 0; i < history->runs.count; i++) {
		int length = (int)strlen(run_name(history, i));
		width = length > width ? length : width;
	}
	printf("\n %-*s  high  medium   low\n", width, "run");
	for (size_t i = 0; i < history->runs.count; i++) {
		putchar(' ');
		cli_print_clean(stdout, run_name(history, i));
		printf("%*s  %4" PRIu64 "  %6" PRIu64 "  %4" PRIu64 "\n",
			width - (int)strlen(run_name(history, i)), "",
			count_in_run(history, i, REPORT_HIGH),
			count_in_run(history, i, REPORT_MEDIUM),
			count_in_run(history, i, REPORT_LOW));
	}
}

/* "since v1.2, not in v1.1", and until when. */
static void print_span(
	const struct history *history, const struct store_finding *finding)
{
	uint64_t first = history_first_of(finding)->run,
		 last = last_of(finding)->run;

	fputs("         since ", stdout);
	cli_print_clean(stdout, run_name(history, first));
	if (first > 0) {
		fputs(", not in ", stdout);
		cli_print_clean(stdout, run_name(history, first - 1));
	}
	if (!history_is_there(history, finding)) {
		fputs("; last in ", stdout);
		cli_print_clean(stdout, run_name(history, last));
		fputs(", gone in ", stdout);
		cli_print_clean(stdout, run_name(history, last + 1));
	}
	if (last - first + 1 != finding->point_count)
		printf("; absent from %" PRIu64 " between",
			last - first + 1 - finding->point_count);
	putchar('\n');
}

static void history_print_finding(
	const struct history *history, const struct store_finding *finding)
{
	const struct store_point *first = history_first_of(finding);
	const struct store_point *last = last_of(finding);
	char old[WORDS_NUMBER_BYTES], now[WORDS_NUMBER_BYTES];

	printf("\n %s  %s  ", finding->id,
		report_severity_name(last->severity));
	cli_print_clean(stdout, finding->title);
	putchar('\n');
	if (finding->file) {
		fputs("         ", stdout);
		cli_print_clean(stdout, finding->file);
		printf(":%" PRIu64 "\n", finding->line);
	}
	print_span(history, finding);
	printf("         %s -> %s repeated reads",
		words_number(old, first->repeated),
		words_number(now, last->repeated));
	if (last->law) {
		fputs(", proved: ", stdout);
		cli_print_clean(stdout, last->law);
	}
	putchar('\n');
}

static void history_print_text(const struct history *history)
{
	const struct runs *runs = &history->runs;
	size_t there = 0;

	for (size_t i = 0; i < history->all.count; i++)
		there += history_is_there(history, &history->all.finding[i]);
	printf("retread: %zu run%s by the order of %s, %s to %s: %zu "
	       "finding%s now, %zu gone\n",
		runs->count, cli_plural(runs->count),
		runs->by_commits ? "git" : "their names", run_name(history, 0),
		run_name(history, runs->count - 1), there, cli_plural(there),
		history->all.count - there);
	history_print_runs(history);
	for (size_t i = 0; i < history->all.count; i++)
		history_print_finding(history, &history->all.finding[i]);
}

/*--- JSON ---*/

static struct json_value *make_point(
	const struct history *history, const struct store_point *point)
{
	return JSON_OBJECT(JSON("run", run_name(history, point->run)),
		JSON("severity", report_severity_name(point->severity)),
		JSON("reads", point->reads), JSON("repeated", point->repeated),
		JSON_IF(point->degree != 0, "degree", point->degree),
		JSON_IF(point->law, "law", point->law));
}

static struct json_value *history_make_finding(
	const struct history *history, const struct store_finding *finding)
{
	struct json_value *points = json_make_array();
	uint64_t first = history_first_of(finding)->run,
		 last = last_of(finding)->run;

	for (size_t i = 0; i < finding->point_count; i++)
		json_append(points, make_point(history, &finding->point[i]));
	return JSON_OBJECT(JSON("id", finding->id), JSON("rule", finding->rule),
		JSON("title", finding->title),
		JSON("function", finding->function),
		JSON("file", finding->file), JSON("line", finding->line),
		JSON("first", run_name(history, first)),
		JSON("before", first > 0 ? run_name(history, first - 1) : NULL),
		JSON("last", run_name(history, last)),
		JSON("gone", history_is_there(history, finding)
				     ? NULL
				     : run_name(history, last + 1)),
		JSON("seen", points));
}

static struct json_value *make_history(const struct history *history)
{
	struct json_value *runs = json_make_array();
	struct json_value *findings = json_make_array();

	for (size_t i = 0; i < history->runs.count; i++)
		json_append(runs,
			JSON_OBJECT(JSON("name", run_name(history, i)),
				JSON("high",
					count_in_run(history, i, REPORT_HIGH)),
				JSON("medium", count_in_run(history, i,
						       REPORT_MEDIUM)),
				JSON("low",
					count_in_run(history, i, REPORT_LOW))));
	for (size_t i = 0; i < history->all.count; i++)
		json_append(findings, history_make_finding(history,
					      &history->all.finding[i]));
	return JSON_OBJECT(JSON("schema", "retread-history-1"),
		JSON("by_commits", history->runs.by_commits),
		JSON("runs", runs), JSON("findings", findings));
}

static int history_print_json(const struct history *history, struct error *err)
{
	struct json_value *top = make_history(history);
	int result = json_print(top, stdout, err);

	json_free(top);
	return result;
}

/* Returns an exit code. */
static int history_write_page(const struct history *history)
{
	const struct part_page page = {.verb = "retread history",
		.kind = "--history",
		.file = history->options->page};
	struct json_value *top = make_history(history);
	char *json = part_page_json_dup(&page);
	struct error err = {{0}};
	int status = json_write_file(top, json, &err) == 0
			     ? part_page_write(&page, json, CLI_DONE)
			     : cli_fail(CLI_ENVIRONMENT, "history", &err, NULL);

	free(json);
	json_free(top);
	return status;
}

/*--- the gate ---*/

/* Has FINDING become worse than MOST since the run BASE? */
static bool is_worse(const struct history *history,
	const struct store_finding *finding, uint64_t base)
{
	int severity = (int)last_of(finding)->severity, before = REPORT_INFO;

	for (size_t i = 0; i < finding->point_count; i++)
		if (finding->point[i].run == base)
			before = (int)finding->point[i].severity;
	return history_is_there(history, finding) &&
	       severity >= history->options->worse && severity > before;
}

/* Compares the last run with the one that --since names. Returns an exit code. */
static int history_judge(const struct history *history, uint64_t base)
{
	size_t worse = 0;

	for (size_t i = 0; i < history->all.count; i++) {
		const struct store_finding *finding = &history->all.finding[i];
		if (!is_worse(history, finding, base))
			continue;
		if (worse++ == 0)
			fprintf(stderr, "retread history: worse than in %s:\n",
				run_name(history, base));
		fprintf(stderr, "  %s  %s  ", finding->id,
			report_severity_name(last_of(finding)->severity));
		cli_print_clean(stderr, finding->title);
		putc('\n', stderr);
	}
	return worse > 0 ? CLI_GATE : CLI_DONE;
}

static int history(void *chosen, const struct operands *operands)
{
	struct history_options *options = chosen;
	struct history history = {
		.options = options, .directory = operands->operand[0]};
	struct error err = {{0}};
	long base = 0;
	int status = CLI_DONE;

	if (runs_find(&history.runs, &history.arena, history.directory, &err) !=
		0) {
		status = cli_fail(CLI_USAGE, "history", &err,
			"Keep reports there: cp "
			"retread-out/report/report.json DIR/COMMIT.json");
	} else if (options->since &&
		   (base = runs_index(&history.runs, options->since)) < 0) {
		error_set(&err, "no run, or more than one, is called %s",
			options->since);
		status = cli_fail(CLI_USAGE, "history", &err, NULL);
	} else if (history_load(&history, &err) != 0) {
		status = cli_fail(CLI_ENVIRONMENT, "history", &err, NULL);
	} else {
		if (history.all.count > 0)
			qsort(history.all.finding, history.all.count,
				sizeof *history.all.finding,
				history_compare_findings);
		if (options->json && history_print_json(&history, &err) != 0)
			status = cli_fail(
				CLI_ENVIRONMENT, "history", &err, NULL);
		else if (!options->json && !options->quiet)
			history_print_text(&history);
		if (status == CLI_DONE && options->page)
			status = history_write_page(&history);
		if (status == CLI_DONE && options->since)
			status = history_judge(&history, (uint64_t)base);
	}
	arena_release(&history.arena);
	return status;
}

int verb_history(int argc, char **argv)
{
	struct history_options chosen = {.worse = REPORT_LOW};
	const struct option_row rows[] = {
		{"since", 0, OPTION_TEXT, &chosen.since, .argument = "RUN",
			.help = "exit with 1 if the last run has what RUN has "
				"not, or worse"},
		{"worse", 0, OPTION_CHOICE, &chosen.worse,
			.argument = "SEVERITY",
			.help = "with --since: look at findings of at least "
				"this severity (low)",
			.choices = severities},
		{"json", 0, OPTION_FLAG, &chosen.json, .help = "print JSON"},
		{"html", 0, OPTION_TEXT, &chosen.page, .argument = "FILE",
			.help = "write a page: the trend, and between which "
				"runs each finding came and went"},
		{"rebuild", 0, OPTION_FLAG, &chosen.rebuild,
			.help = "read all reports again"},
		{"quiet", 'q', OPTION_FLAG, &chosen.quiet,
			.help = "print problems only"},
	};
	const struct options options = {"retread history", "[OPTION]... DIR",
		"Shows findings over the runs whose reports are kept in DIR as "
		"COMMIT.json or VERSION.json.",
		OPTION_ROWS(rows), .least = 1, .most = 1,
		.few = "where are the reports?",
		.many = "one directory at a time",
		.hint = "As in: retread history kept"};

	return options_run(&options, argc, argv, history, &chosen);
}

#else

int verb_history(int argc, char **argv)
{
	struct error err = {{0}};

	(void)argc;
	(void)argv;
	error_set(&err, "this build has no SQLite");
	return cli_fail(CLI_ENVIRONMENT, "history", &err,
		"Install libsqlite3-dev and build retread again: ./quickstart");
}

#endif
