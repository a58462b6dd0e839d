/* SPDX-License-Identifier: MIT
 * `retread export --profile`: runs a profiler on the input that was found and on
 * a typical one, and shows the difference as a flame graph. */
#include "config.h"

#include "cli/profile/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/programs.h"
#include "lib/error.h"
#include "lib/output/stacks.h"
#include "lib/pictures/flame.h"
#include "lib/report/report.h"
#include "lib/whole_file.h"
#include "lib/words.h"

#define TOP_FUNCTIONS 3

/* --- files -------------------------------------------------------------- */

static int write_stacks(const struct profile_run *run, const char *end,
	const struct stacks *stacks,
	void (*print)(const struct profile_run *run,
		const struct stacks *stacks, FILE *out),
	struct error *err)
{
	char *path = memory_format(
		"%s/%s.%s", run->out, profile_kind_names[run->kind], end);
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		print(run, stacks, file.out);
	free(path);
	return whole_file_close(&file, result, err);
}

static void profile_print_folded(
	const struct profile_run *run, const struct stacks *stacks, FILE *out)
{
	(void)run;
	stacks_print(stacks, out);
}

static void print_difference(
	const struct profile_run *run, const struct stacks *stacks, FILE *out)
{
	(void)run;
	stacks_print_difference(stacks, out);
}

static void print_flame(
	const struct profile_run *run, const struct stacks *stacks, FILE *out)
{
	const struct flame_style style = {.unit = profile_kind_units[run->kind],
		.before = profile_side_names[PROFILE_TYPICAL],
		.after = profile_side_names[PROFILE_PATHOLOGICAL]};

	flame_print(stacks, &style, out);
}

static int profile_write_all(const struct profile_run *run,
	const struct stacks side[PROFILE_SIDES],
	const struct stacks *difference, struct error *err)
{
	for (int i = 0; i < PROFILE_SIDES; i++) {
		char *end = memory_format("%s.folded", profile_side_names[i]);
		int result = !run->input[i]
				     ? 0
				     : write_stacks(run, end, &side[i],
					       profile_print_folded, err);
		free(end);
		if (result != 0)
			return -1;
	}
	if (write_stacks(run, "difference.folded", difference, print_difference,
		    err) != 0)
		return -1;
	return write_stacks(run, "svg", difference, print_flame, err);
}

/* --- what to say -------------------------------------------------------- */

/* What a function costs with all that it calls. */
struct inclusive {
	char *name;
	uint64_t before, after;
};

struct profile_table {
	struct inclusive *row;
	size_t count, capacity;
};

/* What the target itself does begins below this. */
static const char *below_driver(const char *frames)
{
	static const char harness[] = "LLVMFuzzerTestOneInput";
	const char *at = strstr(frames, harness);

	if (at)
		return at[sizeof harness - 1] == ';' ? at + sizeof harness : "";
	if (strncmp(frames, "main;", 5) == 0)
		return frames + 5;
	return "";
}

static void add_cost(struct profile_table *table, const char *name,
	const struct stack *stack)
{
	struct inclusive *row = table->row, *end = row + table->count;

	while (row < end && strcmp(row->name, name) != 0)
		row++;
	if (row == end) {
		table->row = memory_grow(table->row, &table->capacity,
			table->count + 1, sizeof *table->row);
		row = &table->row[table->count++];
		*row = (struct inclusive){.name = memory_string_dup(name)};
	}
	row->before += stack->before;
	row->after += stack->after;
}

/* Each function of STACK once, though it may call itself. */
static void profile_add_functions(
	struct profile_table *table, const struct stack *stack)
{
	char *text = memory_string_dup(below_driver(stack->frames));
	char *rest = text, *part;
	const char **seen = NULL;
	size_t count = 0, capacity = 0;

	while ((part = strsep(&rest, ";"))) {
		bool is_new = *part != '\0';
		for (size_t i = 0; i < count && is_new; i++)
			is_new = strcmp(seen[i], part) != 0;
		if (!is_new)
			continue;
		seen = memory_grow(seen, &capacity, count + 1, sizeof *seen);
		seen[count++] = part;
		add_cost(table, part, stack);
	}
	free(seen);
	free(text);
}

static int compare_rows(const void *left, const void *right)
{
	const struct inclusive *a = left, *b = right;

	if (a->after != b->after)
		return a->after > b->after ? -1 : 1;
	return strcmp(a->name, b->name);
}

static void profile_print_row(const struct inclusive *row, uint64_t total,
	uint64_t total_before, const char *title)
{
	char after[WORDS_NUMBER_BYTES], before[WORDS_NUMBER_BYTES];
	char *name = words_shorten(row->name, 60);

	printf("%-13s", title);
	cli_print_clean(stdout, name);
	printf("  %s (%.3g %%)", words_number(after, row->after),
		100.0 * (double)row->after / (double)total);
	if (total_before > 0)
		printf("   typical %s (%.3g %%)",
			words_number(before, row->before),
			100.0 * (double)row->before / (double)total_before);
	putchar('\n');
	free(name);
}

/* The functions below the target's driver that cost most, and the one that was
 * counted. */
static void profile_print_top(
	const struct profile_subject *subject, const struct stacks *difference)
{
	struct profile_table table = {0};
	uint64_t total = 0, before = 0;

	for (size_t i = 0; i < difference->count; i++) {
		profile_add_functions(&table, &difference->stack[i]);
		total += difference->stack[i].after;
		before += difference->stack[i].before;
	}
	if (table.count > 1)
		qsort(table.row, table.count, sizeof *table.row, compare_rows);
	for (size_t i = 0; i < table.count; i++) {
		const struct inclusive *row = &table.row[i];
		bool is_counted = subject->function &&
				  strcmp(row->name, subject->function) == 0;
		if (row->after > 0 && (i < TOP_FUNCTIONS || is_counted))
			profile_print_row(row, total, before,
				i == 0	     ? "most"
				: is_counted ? "counted"
					     : "");
		free(table.row[i].name);
	}
	free(table.row);
}

static void print_totals(
	const struct profile_run *run, const struct stacks side[PROFILE_SIDES])
{
	char number[WORDS_NUMBER_BYTES];

	printf("%-13s", profile_kind_names[run->kind]);
	for (int i = 0; i < PROFILE_SIDES; i++)
		if (run->input[i])
			printf("%s%s %s %s", i > 0 ? ", " : "",
				profile_side_names[i],
				words_number(
					number, stacks_total_after(&side[i])),
				profile_kind_units[run->kind]);
	putchar('\n');
	if (!run->input[PROFILE_TYPICAL])
		puts("             there is no typical input to compare with");
	if (run->is_without_debug)
		puts("             without lines: Valgrind cannot read this "
		     "DWARF 5; -gdwarf-4 helps");
}

/* "next: less 'the results/export/RT-1f3c9a/callgrind.pathological.txt'" */
static void profile_print_text(const struct profile_run *run)
{
	char *text = memory_format("%s/%s.%s.txt", run->out,
		profile_kind_names[run->kind],
		profile_side_names[PROFILE_PATHOLOGICAL]);
	char *quoted = words_shell_quote(text);

	printf("next: less %s\n", quoted);
	free(quoted);
	free(text);
}

/* The profile, or its text: the next thing to look at. */
static void profile_print_files(const struct profile_run *run)
{
	const char *name = profile_kind_names[run->kind];
	char *file = profile_file_dup(run, PROFILE_PATHOLOGICAL);

	printf("profile      %s\nflame graph  %s/%s.svg\nagain        "
	       "%s/run-%s.sh\n",
		file, run->out, name, run->out, name);
	if (run->kind == PROFILE_DHAT)
		printf("next: open %s in Valgrind's dh_view.html\n", file);
	else
		profile_print_text(run);
	free(file);
}

/* Pages that are there show it, too. Those that compare with a baseline are not
 * known here. */
static void refresh_pages(const struct profile_subject *subject)
{
	char *pages = memory_format("%s/report", subject->results);
	char *json = memory_format("%s/report.json", pages);
	char *index = memory_format("%s/index.html", pages);
	char *changes = memory_format("%s/changes.html", pages);
	struct error err = {{0}};
	struct programs_pages wanted = {
		.file = json, .results = subject->results, .out = pages};

	if (access(index, R_OK) != 0)
		puts("pages        made by: retread report");
	else if (access(changes, R_OK) == 0 ||
		 programs_write_pages(&wanted, &err) != 0) {
		if (wanted.has_crashed)
			cli_fail(CLI_INTERNAL, "export", &err, NULL);
		puts("pages        show it after: retread report");
	} else
		printf("pages        %s\n", index);
	free(changes);
	free(index);
	free(json);
	free(pages);
}

/* --- all ---------------------------------------------------------------- */

static int run_and_write(const struct profile_run *run, struct error *err)
{
	struct stacks side[PROFILE_SIDES], difference;
	int result = profile_execute(run, err);

	stacks_init(&difference);
	for (int i = 0; i < PROFILE_SIDES; i++) {
		stacks_init(&side[i]);
		if (result == 0 && run->input[i])
			result = profile_read_stacks(
				run, (enum profile_side)i, &side[i], err);
	}
	if (result == 0 && side[PROFILE_PATHOLOGICAL].count == 0)
		result = error_set(err,
			"the profile is empty: see the log in %s, and whether "
			"the target runs long enough",
			run->out);
	stacks_compare(&difference, &side[PROFILE_TYPICAL],
		&side[PROFILE_PATHOLOGICAL]);
	if (result == 0)
		result = profile_write_all(run, side, &difference, err);
	if (result == 0) {
		print_totals(run, side);
		profile_print_top(run->subject, &difference);
	}
	for (int i = 0; i < PROFILE_SIDES; i++)
		stacks_release(&side[i]);
	stacks_release(&difference);
	return result;
}

static int export_run(
	struct profile_run *run, const struct profile_options *options)
{
	const char *name = profile_kind_names[run->kind];
	struct error err = {{0}};
	int status = CLI_DONE;

	if (profile_prepare(run, &err) != 0)
		return cli_fail(CLI_ENVIRONMENT, "export", &err, NULL);
	if (options->is_script_only) {
		printf("next: %s/run-%s.sh\n", run->out, name);
	} else if (profile_check(run->kind, &err) != 0) {
		status = cli_fail(CLI_ENVIRONMENT, "export", &err,
			"Run it where it can be: %s/run-%s.sh", run->out, name);
	} else if (run_and_write(run, &err) != 0) {
		status = cli_fail(CLI_ENVIRONMENT, "export", &err,
			"The script may be run by hand: %s/run-%s.sh", run->out,
			name);
	} else {
		if (run->subject->results && !options->out)
			refresh_pages(run->subject);
		profile_print_files(run);
	}
	return status;
}

int profile_export(const struct profile_options *options)
{
	struct profile_subject subject;
	struct profile_run run = {.subject = &subject,
		.kind = (enum profile_kind)options->kind,
		.names = (enum profile_names)options->names};
	struct error err = {{0}};
	int status;

	if (profile_find_subject(&subject, options->name, options->results,
		    options->size, &err) != 0) {
		status = cli_fail(CLI_USAGE, "export", &err,
			"Prove it first: retread prove RT-1f3c9a -i SEEDS -- "
			"TARGET");
	} else {
		run.out = options->out ? options->out : subject.out;
		status = export_run(&run, options);
		profile_release_run(&run);
	}
	profile_release_subject(&subject);
	return status;
}
