/* SPDX-License-Identifier: MIT
 * What the agent is told: one line for each change of the program. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/whole_file.h"

typedef void grow_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out);

/* An ARG or a FILE is a word of the command, or the input. */
static grow_set *const setters[GROW_KINDS] = {
	[GROW_SIZE] = grow_loops_set,
	[GROW_LOOP] = grow_loops_set,
	[GROW_INT] = grow_loops_set,
	[GROW_CALLS] = grow_calls_set,
	[GROW_TEXT] = grow_texts_set,
	[GROW_ARRAY] = grow_arrays_set,
};

/* The choice of SETTING that is word WORD of the command; NULL: none. */
static const struct grow_choice *setting_find_word(
	const struct grow_setting *setting, size_t word)
{
	for (size_t i = 0; i < setting->count; i++) {
		const struct grow_knob *knob = setting->choice[i].knob;
		if ((knob->kind == GROW_ARG || knob->kind == GROW_FILE) &&
			knob->word == word)
			return &setting->choice[i];
	}
	return NULL;
}

/* What word WORD of the command is by SETTING; NULL: it does not change. Free it. */
static char *setting_word_dup(const struct grow_knobs *knobs,
	const struct grow_setting *setting, const char *directory, size_t word)
{
	const struct grow_choice *changed =
		word ? setting_find_word(setting, word) : NULL;

	if (!changed)
		return NULL;
	return changed->knob->kind == GROW_ARG
		       ? memory_format("%" PRIu64, changed->value)
		       : grow_files_place_dup(knobs, changed->knob, directory);
}

int grow_setting_write(const struct grow_knobs *knobs,
	const struct grow_setting *setting, const char *directory,
	struct error *err)
{
	char *path = memory_format("%s/settings", directory);
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (!result) {
		fprintf(file.out, "program %s\nstatus %s/status\n",
			knobs->code.path, directory);
		for (size_t i = 0; i < setting->count; i++) {
			const struct grow_choice *choice = &setting->choice[i];
			grow_set *set = setters[choice->knob->kind];
			if (set)
				set(knobs, choice, file.out);
		}
		grow_rooms_set(knobs, setting->choice, setting->count,
			setting->only, file.out);
		if (setting->is_look)
			fputs("look it\n", file.out);
		grow_texts_set_calls(knobs, setting->choice, setting->count,
			setting->is_look, file.out);
		/* Of a process that had begun with other words. */
		for (size_t i = 0;; i++) {
			char *word =
				setting_word_dup(knobs, setting, directory, i);
			if (word)
				fprintf(file.out, "argument %zu %s\n", i, word);
			free(word);
			if (!knobs->command[i])
				break;
		}
		grow_isolate(knobs, setting->only, file.out);
	}
	result = whole_file_close(&file, result, err);
	for (size_t i = 0; !result && i < setting->count; i++)
		if (setting->choice[i].knob->kind == GROW_FILE)
			result = grow_files_write(
				knobs, &setting->choice[i], directory, err);
	free(path);
	return result;
}

void grow_setting_command(const struct grow_knobs *knobs,
	const struct grow_setting *setting, const char *directory,
	struct arguments *words)
{
	for (size_t i = 0;; i++) {
		char *word = setting_word_dup(knobs, setting, directory, i);
		if (word || knobs->command[i])
			arguments_add(words, word ? word : knobs->command[i]);
		free(word);
		if (!knobs->command[i])
			break;
	}
}

char *grow_setting_input_dup(const struct grow_knobs *knobs,
	const struct grow_setting *setting, const char *directory)
{
	const struct grow_choice *changed = setting_find_word(setting, 0);
	const char *input = grow_files_input();

	if (changed)
		return grow_files_place_dup(knobs, changed->knob, directory);
	return input ? memory_string_dup(input) : NULL;
}

char *grow_setting_dup(const struct grow_setting *setting)
{
	struct arguments parts = {0};
	char *joined;

	for (size_t i = 0; i < setting->count; i++)
		arguments_add_format(&parts, "%s -> %" PRIu64,
			setting->choice[i].knob->what,
			setting->choice[i].value);
	joined = arguments_join_dup(&parts, ", ");
	arguments_release(&parts);
	return joined;
}
