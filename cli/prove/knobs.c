/* SPDX-License-Identifier: MIT
 * The knobs of a test program, as retread-knobs lists and sets them. */
#include "config.h"

#include "cli/prove/knobs.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/common.h"
#include "lib/arguments.h"
#include "lib/command/part.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/rows.h"

#define FINDER "retread-knobs"

static const struct row knob_row[] = {
	ROW(knob, id, 0, NULL),
	ROW(knob, kind, 0, NULL),
	ROW_TEXTS("tests", knob, test, test_count, 0, NULL),
	ROW(knob, base, 0, NULL),
	ROW(knob, min, 0, NULL),
	ROW(knob, max, 0, NULL),
	ROW(knob, what, 0, NULL),
	ROW(knob, file, ROW_SPARSE | ROW_NULLABLE, NULL),
	ROW(knob, line, ROW_SPARSE, NULL),
	ROW(knob, text, ROW_SPARSE, NULL),
	ROW(knob, bytes, ROW_SPARSE, NULL),
	ROW_AS("nested", knob, is_nested, ROW_SPARSE, NULL),
	{0},
};
static const struct rows knob_rows = {
	.row = knob_row, .bytes = sizeof(struct knob)};

static const struct row test_row[] = {
	ROW(knobs_test, name, 0, NULL),
	{0},
};
static const struct rows test_rows = {
	.row = test_row, .bytes = sizeof(struct knobs_test)};

static const struct row knobs_row[] = {
	ROW(knobs, program, 0, NULL),
	ROW_LIST("tests", knobs, test, test_count, &test_rows, 0, NULL),
	ROW_LIST("knobs", knobs, knob, count, &knob_rows, 0, NULL),
	{0},
};
static const struct rows knobs_rows = {
	.row = knobs_row, .bytes = sizeof(struct knobs)};

static const struct row environment_row[] = {
	ROW_AS("LD_PRELOAD", knobs_run, preload, 0, NULL),
	ROW_AS("RETREAD_GROW", knobs_run, settings, 0, NULL),
	{0},
};
static const struct rows environment_rows = {.row = environment_row};

static const struct row run_row[] = {
	ROW_TEXTS("command", knobs_run, command, command_count, 0, NULL),
	ROW_PART("environment", &environment_rows, 0, NULL),
	ROW(knobs_run, input, ROW_NULLABLE, NULL),
	ROW(knobs_run, changed, ROW_NULLABLE, NULL),
	{0},
};
static const struct rows run_rows = {
	.row = run_row, .bytes = sizeof(struct knobs_run)};

/* Runs FINDER with OPTIONS on PLACE's program, and reads what it prints into RECORD. */
static int knobs_ask(const struct rows *rows, void *record, struct arena *arena,
	const struct knobs_place *place, const struct arguments *options,
	struct error *err)
{
	char *answer = memory_format("%s/knobs.json", place->folder);
	struct arguments command = {0};
	int status = folders_make_all(place->folder, err);

	arguments_add(&command, FINDER);
	if (options->count > 0)
		arguments_add_all(&command, options->word);
	arguments_add(&command, "--");
	arguments_add_all(&command, place->words);
	if (status == 0)
		status = part_run_in(
			FINDER, command.word, place->directory, answer, err);
	if (status > 0)
		status = error_set(err, "%s cannot be grown", place->words[0]);
	if (status == 0)
		status = rows_read_file(rows, answer, arena, record, err);
	arguments_release(&command);
	free(answer);
	return status;
}

int knobs_find(struct knobs *knobs, struct arena *arena,
	const struct knobs_place *place, const char *only, struct error *err)
{
	struct arguments options = {0};
	int status;

	arguments_add_option(&options, "only", only);
	status = knobs_ask(&knobs_rows, knobs, arena, place, &options, err);
	arguments_release(&options);
	return status;
}

int knobs_write(struct knobs_run *run, struct arena *arena,
	const struct knobs_place *place, const struct knobs_setting *setting,
	struct error *err)
{
	struct arguments options = {0};
	int status;

	for (size_t i = 0; i < setting->count; i++) {
		arguments_add(&options, "--set");
		arguments_add_format(&options, "%s=%" PRIu64,
			setting->knob[i]->id, setting->value[i]);
	}
	arguments_add_option(&options, "only", setting->only);
	arguments_add_option(&options, "write", place->folder);
	status = knobs_ask(&run_rows, run, arena, place, &options, err);
	arguments_release(&options);
	return status;
}

char **knobs_words(const struct knobs_run *run, struct arena *arena)
{
	char **words =
		arena_alloc_zero(arena, run->command_count + 1, sizeof *words);

	for (size_t i = 0; i < run->command_count; i++)
		words[i] = (char *)run->command[i];
	return words;
}

char **knobs_environment(const struct knobs_run *run, struct arena *arena)
{
	const char *preloaded = getenv("LD_PRELOAD");
	bool is_first = !preloaded || *preloaded == '\0';
	char **variables = arena_alloc_zero(arena, 3, sizeof *variables);

	variables[0] = arena_format(arena, "LD_PRELOAD=%s%s%s",
		is_first ? "" : preloaded, is_first ? "" : ":", run->preload);
	variables[1] = arena_format(arena, "RETREAD_GROW=%s", run->settings);
	return variables;
}
