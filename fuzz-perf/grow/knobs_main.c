/* SPDX-License-Identifier: MIT
 * retread-knobs: lists the knobs of a test program, or writes down how to set some. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-perf/grow/agent.h"
#include "fuzz-perf/grow/count.h"
#include "fuzz-perf/grow/knobs.h"
#include "lib/arguments.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/json.h"

#define NAME	     "retread-knobs"
#define MEMORY_BYTES (UINT64_C(2) << 30)

struct knobs_request {
	struct option_texts set;
	const char *only, *write, *serve;
};

static int read_choice(const struct grow_knobs *knobs, const char *text,
	struct grow_choice *choice, struct error *err)
{
	const char *equal = strrchr(text, '=');
	char *end = NULL;

	choice->knob =
		equal ? grow_knobs_by_id(knobs, text, (size_t)(equal - text))
		      : NULL;
	if (!choice->knob)
		return error_set(err,
			"--set %s: no such knob; without --set they are listed",
			text);
	choice->value = strtoull(equal + 1, &end, 10);
	if (!equal[1] || *end || choice->value < choice->knob->min ||
		choice->value > choice->knob->max)
		return error_set(err, "--set %s: expected %llu to %llu", text,
			(unsigned long long)choice->knob->min,
			(unsigned long long)choice->knob->max);
	return 0;
}

static struct json_value *describe_setting(const struct grow_knobs *knobs,
	const struct grow_setting *setting, const char *directory)
{
	struct json_value *words = json_make_array();
	struct json_value *environment = json_make_object();
	struct arguments command = {0};
	char *agent = program_find_part(GROW_AGENT, 0);
	char *path = memory_format("%s/settings", directory);
	char *changed = grow_setting_dup(setting);
	char *input = grow_setting_input_dup(knobs, setting, directory);

	grow_setting_command(knobs, setting, directory, &command);
	for (size_t i = 0; i < command.count; i++)
		json_append_text(words, command.word[i]);
	json_put_text(environment, "LD_PRELOAD", agent);
	json_put_text(environment, GROW_VARIABLE, path);
	arguments_release(&command);
	struct json_value *all = JSON_OBJECT(JSON("command", words),
		JSON("environment", environment), JSON("input", input),
		JSON("changed", changed));
	free(agent);
	free(path);
	free(changed);
	free(input);
	return all;
}

/* What the COUNT words at SET choose, with the test ONLY alone, is written into DIRECTORY.
 * Returns what to run, or NULL with ERR filled. */
static struct json_value *write_setting(const struct grow_knobs *knobs,
	char *const *set, size_t count, const char *only, const char *directory,
	struct error *err)
{
	struct grow_choice *choice =
		memory_alloc_zero(count + 1, sizeof *choice);
	struct grow_setting setting = {choice, count, NULL};
	struct json_value *all = NULL;
	int result = 0;

	for (size_t i = 0; !result && i < count; i++)
		result = read_choice(knobs, set[i], &choice[i], err);
	if (!result && only && !(setting.only = grow_knobs_test(knobs, only)))
		result = error_set(
			err, "--only %s: no such test function", only);
	if (!result)
		result = grow_setting_write(knobs, &setting, directory, err);
	if (!result)
		all = describe_setting(knobs, &setting, directory);
	free(choice);
	return all;
}

/* Writes ALL, which is freed, into the folder of REQUEST, and says so in a line, or if it is
 * NULL what ERR has. */
static void knobs_answer(const struct knobs_request *request,
	struct json_value *all, struct error *err)
{
	char *path = memory_format("%s/knobs.json", request->serve);
	FILE *out = all ? fopen(path, "we") : NULL;

	if (all && !out)
		error_set_errno(err, "%s", path);
	if (out && json_print(all, out, err) == 0 && fflush(out))
		error_set_errno(err, "%s", path);
	if (out)
		fclose(out);
	json_free(all);
	free(path);
	printf("%s\n", err->text);
	fflush(stdout);
}

/* Where the last run died. */
static struct json_value *describe_death(
	const struct grow_knobs *knobs, const struct knobs_request *request)
{
	char *place = grow_died_dup(knobs, request->serve);
	struct json_value *all = JSON_OBJECT(JSON("place", place));

	free(place);
	return all;
}

/* What a run that counts lines has in its environment, and where the counts are. */
static struct json_value *describe_watch(const struct knobs_request *request)
{
	char *variable =
		memory_format(GROW_WATCH_VARIABLE "=%s", request->serve);
	char *hits = memory_format("%s/" GROW_WATCH_HITS, request->serve);
	char *points = memory_format("%s/" GROW_WATCH_LINES, request->serve);
	struct json_value *all =
		JSON_OBJECT(JSON("variable", variable), JSON("hits", hits),
			JSON("points", points), JSON("bits", GROW_WATCH_BITS),
			JSON("counts", GROW_WATCH_COUNTS));

	free(variable);
	free(hits);
	free(points);
	return all;
}

/* What WORDS, of a line, ask for; NULL with ERR filled: they cannot. */
static struct json_value *knobs_reply(const struct grow_knobs *knobs,
	const struct knobs_request *request, const struct arguments *words,
	struct error *err)
{
	const char *only =
		strcmp(words->word[0], "alone") == 0 ? request->only : NULL;

	if (strcmp(words->word[0], "died") == 0)
		return describe_death(knobs, request);
	if (strcmp(words->word[0], "watch") == 0)
		return grow_watched_write(knobs, request->serve, err) == 0
			       ? describe_watch(request)
			       : NULL;
	return write_setting(knobs, words->word + 1, words->count - 1, only,
		request->serve, err);
}

/* Each line from the standard output, a socket, is a setting, "all" or "alone" and ID=VALUE
 * words, asks where the last one "died", or to "watch" lines. The standard input is the test's. */
static void knobs_serve(
	const struct grow_knobs *knobs, const struct knobs_request *request)
{
	struct error err = {{0}};
	FILE *in = fdopen(STDOUT_FILENO, "r");
	char *line = NULL;
	size_t size = 0;

	knobs_answer(request, grow_knobs_describe(knobs, request->only), &err);
	while (in && getline(&line, &size, in) > 0) {
		struct arguments words = {0};
		char *rest = line;
		for (char *word; (word = strtok_r(rest, " \n", &rest));)
			arguments_add(&words, word);
		err.text[0] = '\0';
		if (words.count > 0)
			knobs_answer(request,
				knobs_reply(knobs, request, &words, &err),
				&err);
		arguments_release(&words);
	}
	free(line);
}

static int knobs_print(const struct grow_knobs *knobs,
	const struct knobs_request *request, struct error *err)
{
	struct json_value *all =
		request->write
			? write_setting(knobs, (char *const *)request->set.text,
				  request->set.count, request->only,
				  request->write, err)
			: grow_knobs_describe(knobs, request->only);
	int result = all ? json_print(all, stdout, err) : -1;

	json_free(all);
	return result;
}

/* Where settings are written the test can run, too. */
static void knobs_find_made(
	struct grow_knobs *knobs, const struct knobs_request *request)
{
	const struct count_limits limits = {
		.is_here = true, .memory_bytes = MEMORY_BYTES};
	const char *directory =
		request->serve ? request->serve : request->write;

	if (directory)
		grow_made_find(knobs, request->only, true, directory, &limits);
}

static int knobs_run(void *chosen, const struct operands *operands)
{
	const struct knobs_request *request = chosen;
	struct grow_knobs knobs;
	struct error err = {{0}};
	int result = grow_knobs_find(
		&knobs, operands->operand, request->only, true, &err);

	if (!result)
		knobs_find_made(&knobs, request);
	if (result && request->serve)
		knobs_answer(request, NULL, &err);
	else if (request->serve)
		knobs_serve(&knobs, request);
	else if (!result)
		result = knobs_print(&knobs, request, &err);
	grow_knobs_release(&knobs);
	return result ? program_fail(PROGRAM_ENVIRONMENT, NAME, err.text, NULL)
		      : PROGRAM_DONE;
}

int main(int argc, char **argv)
{
	struct knobs_request request = {.only = NULL};
	const struct option_row rows[] = {
		{"set", 0, OPTION_TEXTS, &request.set, "ID=VALUE",
			"with --write: set a knob"},
		{"only", 0, OPTION_TEXT, &request.only, "TEST",
			"the other tests have no knobs; with --write they "
			"return at once"},
		{"write", 0, OPTION_TEXT, &request.write, "DIR",
			"write the agent's settings there, and print what to "
			"run"},
		{"serve", 0, OPTION_TEXT, &request.serve, "DIR",
			"list the knobs in DIR/knobs.json, and for each line "
			"that comes from the standard output, a socket, write "
			"settings there"},
	};
	const struct options options = {NAME,
		"[OPTION]... -- PROGRAM [ARGUMENT]...",
		"Lists what decides how much data a test makes.",
		OPTION_ROWS(rows), .stop_at_operand = true, .least = 1,
		.few = "which test program?"};

	return options_run(&options, argc, argv, knobs_run, &request);
}
