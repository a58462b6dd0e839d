/* SPDX-License-Identifier: MIT
 * Records a test at growing values of one argument. */
#include "config.h"

#include "cli/prove/untargeted.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/prove/points.h"
#include "cli/rerun.h"
#include "cli/results.h"
#include "lib/arguments.h"
#include "lib/clock.h"
#include "lib/command/settings.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/words.h"

#define VERB	  "prove"
#define VALUE_MAX (UINT64_C(1) << 53) /* that a double tells from the next */

/* ---- values ---- */

static int compare_values(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

static int check_name(const char *name, struct error *err)
{
	bool is_name = isalpha((unsigned char)*name) || *name == '_';

	for (const char *at = name; *at != '\0'; at++)
		is_name &=
			isalnum((unsigned char)*at) || *at == '_' || *at == '-';
	return is_name ? 0
		       : error_set(err, "--vary: \"%s\" is not a name", name);
}

static int parse_value(
	const char **at, struct prove_values *values, struct error *err)
{
	size_t length = strcspn(*at, ",");
	char *end;

	errno = 0;
	uint64_t value = strtoull(*at, &end, 10);
	if (!isdigit((unsigned char)**at) || end != *at + length ||
		errno != 0 || value == 0 || value > VALUE_MAX)
		return error_set(err,
			"--vary: \"%.*s\" is not a positive integer",
			(int)length, *at);
	if (values->count == PROVE_VALUES_MAX)
		return error_set(
			err, "--vary: more than %d values", PROVE_VALUES_MAX);
	values->value[values->count++] = value;
	*at += length;
	return 0;
}

static void sort_values(struct prove_values *values)
{
	size_t kept = 0;

	qsort(values->value, values->count, sizeof *values->value,
		compare_values);
	for (size_t i = 0; i < values->count; i++)
		if (kept == 0 || values->value[kept - 1] != values->value[i])
			values->value[kept++] = values->value[i];
	values->count = kept;
}

int prove_values_parse(
	struct prove_values *values, const char *text, struct error *err)
{
	const char *equals = strchr(text, '=');
	const char *at = equals ? equals + 1 : text;

	*values = (struct prove_values){.name = NULL};
	if (equals) {
		values->name =
			memory_format("%.*s", (int)(equals - text), text);
		if (check_name(values->name, err) != 0)
			return -1;
	}
	if (parse_value(&at, values, err) != 0)
		return -1;
	while (*at++ == ',')
		if (parse_value(&at, values, err) != 0)
			return -1;
	sort_values(values);
	if (values->count < 2)
		return error_set(err,
			"--vary: one value shows no growth, and five or more "
			"are needed for most laws");
	return 0;
}

void prove_values_release(struct prove_values *values)
{
	free(values->name);
	*values = (struct prove_values){.name = NULL};
}

/* ---- the command ---- */

/* Length of the place for the value that TEXT begins with; 0: none. */
static size_t place_length(const struct prove_values *values, const char *text)
{
	size_t name = values->name ? strlen(values->name) : 0;

	if (strncmp(text, "{}", 2) == 0)
		return 2;
	if (name > 0 && text[0] == '{' &&
		strncmp(text + 1, values->name, name) == 0 &&
		text[name + 1] == '}')
		return name + 2;
	return 0;
}

bool prove_vary_has_place(
	const struct prove_values *values, char *const *command)
{
	for (; *command; command++)
		for (const char *at = *command; *at != '\0'; at++)
			if (place_length(values, at) > 0)
				return true;
	return false;
}

/* WORD with VALUE in each place. Free it. */
static char *fill_word(
	const struct prove_values *values, const char *word, uint64_t value)
{
	char *text = NULL;
	size_t length, size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return memory_string_dup(word);
	while (*word != '\0') {
		length = place_length(values, word);
		if (length > 0)
			fprintf(out, "%" PRIu64, value);
		else
			putc(*word, out);
		word += length > 0 ? length : 1;
	}
	fclose(out);
	return text;
}

/* The test's command with VALUE in each place. */
static void fill_command(const struct prove_vary *vary, uint64_t value,
	struct arguments *command)
{
	for (size_t i = 0; vary->command[i]; i++) {
		char *word = fill_word(vary->values, vary->command[i], value);

		arguments_add(command, word);
		free(word);
	}
}

/* ---- recording ---- */

#define VALUES_ENOUGH 5	  /* for most laws */
#define VALUES_APART  1.3 /* closer ones say the same */

struct recorder {
	const struct prove_vary *vary;
	struct prove_points *points;
	struct prove_varied *varied;
	double end;	/* of the time there is */
	double allowed; /* seconds, for the newest run */
	double last;	/* seconds that it took; 0: recorded before */
	size_t seen;	/* runs with the finding */
	uint64_t whole[PROVE_VALUES_MAX]; /* recorded as a whole, rising */
	size_t whole_count;
	uint64_t limit; /* the least value that hit a limit; 0: none did */
};

static const char *argument_name(const struct recorder *recorder)
{
	const char *name = recorder->vary->values->name;

	return name ? name : "{}";
}

static void vary_add_programs(
	const struct prove_vary *vary, struct arguments *command)
{
	for (size_t i = 0; i < vary->programs->count; i++)
		arguments_add_option(
			command, "program", vary->programs->text[i]);
}

/* Runs `retread record` with WORDS: the programs, and after -- the test. Returns its exit code. */
static int vary_record(
	struct recorder *recorder, char **words, const char *folder)
{
	const struct prove_vary *vary = recorder->vary;
	struct rerun rerun = {.out = NULL,
		.output = vary->prints_output ? RERUN_ON_ERROR : RERUN_HIDDEN,
		.signal = &recorder->varied->signal};
	struct settings settings = SETTINGS_DEFAULT;
	struct arguments command = {0};
	int status;

	settings.follow_all = true;
	settings.max_memory = vary->max_memory;
	settings.symbol_cache = vary->symbols;
	arguments_add(&command, "retread");
	arguments_add(&command, "record");
	arguments_add(&command, "--quiet");
	arguments_add_option(&command, "out", folder);
	options_add_arguments(&settings_options, &settings, &command);
	arguments_add_format(&command, "--timeout=%.0f", recorder->allowed);
	arguments_add_all(&command, words);
	status = rerun_verb(&rerun, command.word);
	arguments_release(&command);
	return status;
}

static int fail_test(const struct recorder *recorder, uint64_t value,
	const struct report *report)
{
	struct error err = {{0}};
	const struct report_process *process =
		report->process_count > 0 ? &report->process[0] : NULL;

	/* How some processes ended is not known. */
	for (size_t i = 0; i < report->process_count; i++)
		if (report->process[i].exit_code > 0 ||
			report->process[i].signal > 0)
			process = &report->process[i];
	if (process && process->signal > 0)
		error_set(&err,
			"the test failed with %s=%" PRIu64 ": signal %d",
			argument_name(recorder), value, process->signal);
	else
		error_set(&err,
			"the test failed with %s=%" PRIu64 ": exit code %d",
			argument_name(recorder), value,
			process ? process->exit_code : -1);
	return cli_fail(CLI_TESTS_FAILED, VERB, &err,
		"Only a test that passes can be measured. Add --print-output "
		"to see why it fails, or leave that value out.");
}

/* The limit that a run of REPORT hit. */
static void say_limit(const struct report *report)
{
	for (size_t i = 0; i < report->process_count; i++) {
		const struct report_process *process = &report->process[i];
		const char *name = words_base_name(process->program);
		if (!process->is_short && !process->truncated)
			continue;
		if (process->is_short)
			fprintf(stderr,
				"the analysis of %s came near --max-memory",
				name);
		else
			fprintf(stderr, "%s was recorded in part: %s", name,
				process->truncated_why);
		break;
	}
	fputs("; smaller values take its place\n", stderr);
}

static void say_seen(const struct recorder *recorder, uint64_t value,
	const struct report *report, const struct report_finding *found,
	enum prove_match match)
{
	static const char *const same[] = {"",
		" of the same function and root: ", " of the same functions: "};
	char reads[WORDS_NUMBER_BYTES];

	if (recorder->vary->is_quiet)
		return;
	fprintf(stderr, "retread: %s=%" PRIu64 ": ", argument_name(recorder),
		value);
	if (prove_points_are_partial(report))
		say_limit(report);
	else if (!found)
		fprintf(stderr,
			"%s was not found there (too little repetition); this "
			"value is ignored\n",
			recorder->vary->finding->id);
	else if (recorder->last > 0)
		fprintf(stderr, "%s reads%s%s, %.1f s\n",
			words_number(reads, found->evidence.reads), same[match],
			match == PROVE_SAME_ID ? "" : found->id,
			recorder->last);
	else
		fprintf(stderr, "%s reads%s%s, recorded earlier\n",
			words_number(reads, found->evidence.reads), same[match],
			match == PROVE_SAME_ID ? "" : found->id);
}

/* Takes note of how far VALUE could be recorded. */
static void vary_note_extent(
	struct recorder *recorder, uint64_t value, bool is_partial)
{
	size_t at = recorder->whole_count;

	if (is_partial) {
		if (recorder->limit == 0 || value < recorder->limit)
			recorder->limit = value;
		return;
	}
	if (at == PROVE_VALUES_MAX)
		return;
	for (; at > 0 && recorder->whole[at - 1] > value; at--)
		recorder->whole[at] = recorder->whole[at - 1];
	recorder->whole[at] = value;
	recorder->whole_count++;
}

/* FOUND may be NULL. */
static void take_finding(struct recorder *recorder, uint64_t value,
	const struct report *report, const struct report_finding *found,
	enum prove_match match)
{
	if (found)
		prove_points_add_run(recorder->points, value, report, found);
	if (found || prove_points_are_partial(report))
		vary_note_extent(
			recorder, value, prove_points_are_partial(report));
	recorder->seen += found != NULL;
	say_seen(recorder, value, report, found, match);
}

/* Takes what the recording in FOLDER says. */
static int vary_take(struct recorder *recorder, uint64_t value,
	const char *folder, int status)
{
	const struct report_finding *found;
	struct error err = {{0}};
	struct report report;
	enum prove_match match;
	int result = CLI_DONE;

	report_init(&report);
	if (results_load(&report, folder, &err) != 0) {
		result = cli_fail(CLI_TESTS_FAILED, VERB, &err, NULL);
	} else if (status == CLI_TESTS_FAILED) {
		result = fail_test(recorder, value, &report);
	} else {
		found = prove_points_match(
			&report, recorder->vary->finding, &match);
		take_finding(recorder, value, &report, found, match);
	}
	report_release(&report);
	return result;
}

/* No larger value takes less time than the one before. */
static bool is_out_of_time(const struct recorder *recorder)
{
	return clock_seconds() + recorder->last > recorder->end;
}

static int record_words(struct recorder *recorder, uint64_t value, char **words,
	const char *folder)
{
	char *begun = prove_kept_begin(folder);
	double began = clock_seconds();
	int status;

	recorder->allowed = fmax(1, floor(recorder->end - began));
	status = vary_record(recorder, words, begun);
	recorder->last = clock_seconds() - began;
	prove_kept_end(begun, folder, words,
		status == CLI_DONE && recorder->varied->signal == 0);
	free(begun);
	if (recorder->varied->signal != 0)
		return CLI_DONE;
	if (status == CLI_TESTS_FAILED && recorder->last >= recorder->allowed) {
		recorder->varied->is_partial = true;
		return CLI_DONE;
	}
	if (status != CLI_DONE && status != CLI_TESTS_FAILED)
		return status;
	return vary_take(recorder, value, folder, status);
}

/* Takes what an earlier run recorded of WORDS, if nothing has changed since and
 * the finding is there. */
static bool take_kept(struct recorder *recorder, uint64_t value, char **words,
	const char *folder)
{
	const struct report_finding *found = NULL;
	struct error err = {{0}};
	struct report report;
	enum prove_match match;

	if (!prove_kept_has(folder, words))
		return false;
	report_init(&report);
	if (results_load(&report, folder, &err) == 0)
		found = prove_points_match(
			&report, recorder->vary->finding, &match);
	if (found && !prove_kept_is_current(&report, found))
		found = NULL;
	if (found) {
		recorder->last = 0;
		take_finding(recorder, value, &report, found, match);
	}
	report_release(&report);
	return found;
}

static int record_value(struct recorder *recorder, uint64_t value)
{
	char *folder = memory_format(
		"%s/runs/%" PRIu64, recorder->vary->folder, value);
	struct arguments command = {0};
	int status = CLI_DONE;

	vary_add_programs(recorder->vary, &command);
	arguments_add(&command, "--");
	fill_command(recorder->vary, value, &command);
	if (!take_kept(recorder, value, command.word, folder))
		status = record_words(recorder, value, command.word, folder);
	arguments_release(&command);
	free(folder);
	return status;
}

static int say_unseen(const struct recorder *recorder)
{
	struct error err = {{0}};

	error_set(&err, "%s was not found at any value",
		recorder->vary->finding->id);
	return cli_fail(CLI_NOTHING, VERB, &err,
		"Does this test show it, and does {} set the size? Try larger "
		"values.");
}

static void say_late(const struct recorder *recorder, uint64_t value)
{
	if (!recorder->vary->is_quiet)
		fprintf(stderr,
			"retread: %s=%" PRIu64
			": --time-budget leaves no time for it\n",
			argument_name(recorder), value);
}

/* A value below the limit, where there is most to learn: in the widest gap between values that
 * are known, else below the smallest. 0: there is none. */
static uint64_t lower_value(const struct recorder *recorder)
{
	uint64_t best = 0;
	double widest = VALUES_APART;

	for (size_t i = 0; i < recorder->whole_count; i++) {
		uint64_t low = recorder->whole[i];
		uint64_t high = i + 1 < recorder->whole_count
					? recorder->whole[i + 1]
					: recorder->limit;
		if (high - low < 2 || (double)high < widest * (double)low)
			continue;
		widest = (double)high / (double)low;
		best = low + (high - low) / 2;
	}
	return best > 0			   ? best
	       : recorder->whole_count > 0 ? recorder->whole[0] / 2
					   : recorder->limit / 2;
}

/* Whether VALUE is recorded next; else *VARIED says why not. */
static bool vary_goes_on(struct recorder *recorder, uint64_t value, int status)
{
	if (status != CLI_DONE || recorder->varied->signal != 0 ||
		recorder->varied->is_partial)
		return false;
	recorder->varied->is_partial = is_out_of_time(recorder);
	if (recorder->varied->is_partial)
		say_late(recorder, value);
	return !recorder->varied->is_partial;
}

/* Where a limit was in the way: smaller values, until there are enough for a law. */
static int record_lower_values(struct recorder *recorder)
{
	int status = CLI_DONE;

	for (size_t tries = 0;
		recorder->limit > 0 && recorder->whole_count < VALUES_ENOUGH &&
		tries < 2 * VALUES_ENOUGH;
		tries++) {
		uint64_t value = lower_value(recorder);
		if (value == 0 || !vary_goes_on(recorder, value, status))
			break;
		status = record_value(recorder, value);
	}
	return status;
}

int prove_vary_record(const struct prove_vary *vary,
	struct prove_points *points, struct prove_varied *varied)
{
	struct recorder recorder = {.vary = vary,
		.points = points,
		.varied = varied,
		.end = clock_seconds() + vary->seconds};
	int status = CLI_DONE, late;

	*varied = (struct prove_varied){.is_partial = false};
	rerun_hold_signals();
	for (size_t i = 0;
		i < vary->values->count && recorder.limit == 0 &&
		vary_goes_on(&recorder, vary->values->value[i], status);
		i++)
		status = record_value(&recorder, vary->values->value[i]);
	if (status == CLI_DONE)
		status = record_lower_values(&recorder);
	late = rerun_release_signals();
	if (varied->signal == 0)
		varied->signal = late;
	varied->is_partial |= varied->signal != 0;
	if (status == CLI_DONE && recorder.seen == 0 && !varied->is_partial)
		status = say_unseen(&recorder);
	return status;
}
