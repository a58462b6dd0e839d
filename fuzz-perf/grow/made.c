/* SPDX-License-Identifier: MIT
 * Texts that a test makes while it runs, as on its stack or by snprintf: a run of the test
 * says which of them calls hand over, and then they are made longer there. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-perf/grow/count.h"
#include "lib/arguments.h"
#include "lib/error.h"

#define MADE_SECONDS  2	 /* of CPU time, for the run that says so */
#define MADE_AT_ONE   4	 /* different texts that one call hands over, */
#define MADE_ALL      64 /* and all of them */
#define MADE_SHORTEST 6	 /* bytes */
/* Names of such texts, beside the addresses of others. */
#define MADE_FIRST (UINT64_C(1) << 62)

/* What is said of a text: where the call returns to, and where the text is. */
struct made_line {
	uint64_t from, at;
	unsigned argument;
	struct bytes text;
};

/* Reads "made FROM ARGUMENT AT HEX" from LINE; false: it is another one. */
static bool made_read(
	struct arena *arena, const char *line, struct made_line *made)
{
	unsigned long long from, at;
	int place = 0;
	size_t length;

	if (sscanf(line, "made %llx %u %llx %n", &from, &made->argument, &at,
		    &place) != 3)
		return false;
	line += place;
	length = strspn(line, "0123456789abcdef") / 2;
	made->from = from;
	made->at = at;
	made->text = (struct bytes){arena_alloc(arena, length + 1), length};
	for (size_t i = 0; i < length; i++) {
		unsigned byte;
		sscanf(line + 2 * i, "%2x", &byte);
		made->text.at[i] = (uint8_t)byte;
	}
	made->text.at[length] = '\0';
	return true;
}

static bool made_is_same(const struct bytes *a, const struct bytes *b)
{
	return a->length == b->length && memcmp(a->at, b->at, a->length) == 0;
}

/* Whether the text of MADE is that of the file at its place: no code has made it. */
static bool made_is_literal(
	const struct grow_knobs *knobs, const struct made_line *made)
{
	size_t left;
	const uint8_t *bytes = grow_code_bytes(&knobs->code, made->at, &left);

	return bytes && left >= made->text.length &&
	       memcmp(bytes, made->text.at, made->text.length) == 0;
}

/* Says of the literals that are the text of MADE that copies of them are handed over. False:
 * there are none. */
static bool made_mark_copied(
	struct grow_knobs *knobs, const struct made_line *made)
{
	bool is_there = false;

	for (size_t i = 0; i < knobs->count; i++) {
		struct grow_knob *knob = &knobs->knob[i];
		if (knob->kind == GROW_TEXT &&
			made_is_same(&knob->bytes, &made->text))
			knob->is_copied = is_there = true;
	}
	return is_there;
}

/* The call that returns to FROM; NULL: it is not known. */
static const struct grow_knob *made_find_call(
	const struct grow_knobs *knobs, uint64_t from)
{
	for (size_t i = 0; i < knobs->call_count; i++)
		if (knobs->call[i].at + knobs->call[i].is.length == from)
			return &knobs->call[i];
	return NULL;
}

/* Texts of calls, and of which each that has some. */
struct made_texts {
	struct made_line line[MADE_ALL];
	size_t count;
};

/* Whether A and B differ in their digits at most. */
static bool made_is_alike(const struct bytes *a, const struct bytes *b)
{
	if (a->length != b->length)
		return false;
	for (size_t i = 0; i < a->length; i++)
		if (a->at[i] != b->at[i] &&
			!(isdigit(a->at[i]) && isdigit(b->at[i])))
			return false;
	return true;
}

/* Whether MADE is one more of those that its call hands over. */
static bool made_is_wanted(
	const struct made_texts *texts, const struct made_line *made)
{
	size_t alike = 0;

	if (made->text.length < MADE_SHORTEST || made->text.at[0] == '/' ||
		texts->count == MADE_ALL)
		return false;
	for (size_t i = 0; i < texts->count; i++) {
		const struct made_line *other = &texts->line[i];
		if (made_is_alike(&other->text, &made->text))
			return false;
		alike += other->from == made->from &&
			 other->argument == made->argument;
	}
	return alike < MADE_AT_ONE;
}

static void made_read_all(
	struct grow_knobs *knobs, const char *path, struct made_texts *texts)
{
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t capacity = 0;
	struct made_line made;

	while (in && getline(&line, &capacity, in) > 0)
		if (made_read(&knobs->arena, line, &made) &&
			!made_is_literal(knobs, &made) &&
			!made_mark_copied(knobs, &made) &&
			made_is_wanted(texts, &made))
			texts->line[texts->count++] = made;
	free(line);
	if (in)
		fclose(in);
}

/* Runs the test, natively, and has it write what it hands over. */
static int made_run(struct grow_knobs *knobs, const struct grow_setting *look,
	const char *directory, const struct count_limits *limits,
	struct error *err)
{
	struct count_limits native = *limits;
	char *settings = memory_format("%s/settings", directory);
	struct arguments words = {0};
	struct counts counts;
	int result = grow_setting_write(knobs, look, directory, err);

	native.is_native = true;
	native.seconds = MADE_SECONDS;
	native.input = grow_files_input();
	grow_setting_command(knobs, look, directory, &words);
	counts_init(&counts);
	if (!result)
		result = counts_run(
			&counts, words.word, settings, directory, &native, err);
	counts_release(&counts);
	arguments_release(&words);
	free(settings);
	return result;
}

void grow_made_find(struct grow_knobs *knobs, const char *only,
	bool has_many_texts, const char *directory,
	const struct count_limits *limits)
{
	const struct grow_setting look = {
		.only = only ? grow_knobs_test(knobs, only) : NULL,
		.is_look = true};
	char *status = memory_format("%s/status", directory);
	struct made_texts texts = {.count = 0};
	struct error ignored = {{0}};

	unlink(status);
	if (knobs->call_count > 0 &&
		made_run(knobs, &look, directory, limits, &ignored) == 0)
		made_read_all(knobs, status, &texts);
	unlink(status);
	for (size_t i = 0; i < texts.count; i++) {
		const struct made_line *made = &texts.line[i];
		const struct grow_knob *call =
			made_find_call(knobs, made->from);
		const struct grow_text_place place = {
			MADE_FIRST + i, 0, made->text};
		if (call)
			grow_texts_add_made(knobs, call->function, call->at,
				&place, has_many_texts);
	}
	free(status);
}
