/* SPDX-License-Identifier: MIT
 * retread-watch [OPTION]... -- PROGRAM [ARGUMENT]...: becomes PROGRAM, with the
 * agent in it that makes it a target for the fuzzer. What --no-source puts before a
 * command, so that campaigns remember it. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "fuzz-perf/breakpoints/blocks.h"
#include "fuzz-perf/breakpoints/choice.h"
#include "fuzz-perf/breakpoints/target.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/format/perf_map.h"

#define NAME "retread-watch"

struct block_watch {
	struct choice choice;
	const char *reached;
	bool lists; /* nothing is run */
};

/* The fuzzer that started us tells it in its own words; without one it is
 * printed. */
static int watch_tell(const char *program, struct error *err)
{
	const char *text = getenv(PERF_MAP_VARIABLE);
	struct perf_map *map =
		text ? mmap(NULL, sizeof *map, PROT_READ | PROT_WRITE,
			       MAP_SHARED, atoi(text), 0)
		     : MAP_FAILED;

	if (map == MAP_FAILED) {
		error_add_context(err, "%s", program);
		return program_fail(PROGRAM_ENVIRONMENT, NAME, err->text, NULL);
	}
	snprintf(map->refusal, sizeof map->refusal, "%.*s",
		(int)sizeof map->refusal - 1, err->text);
	return PROGRAM_ENVIRONMENT;
}

/* Prints the names of lists of blocks, a line for each object. */
static int print_lists(const struct operands *operands, bool only_reached)
{
	struct error err = {{0}};
	int result = 0;

	for (size_t i = 0; !result && i < operands->count; i++) {
		struct blocks_object object;
		char *list = NULL;
		if (!blocks_open(&object, operands->operand[i], &err))
			list = blocks_list_dup(&object, only_reached, &err);
		blocks_close(&object);
		if (list)
			puts(list);
		result = list ? 0 : -1;
		free(list);
	}
	return result ? program_fail(PROGRAM_ENVIRONMENT, NAME, err.text, NULL)
		      : PROGRAM_DONE;
}

static int watch_start(void *chosen, const struct operands *operands)
{
	const struct block_watch *watch = chosen;
	const struct choice *asked = &watch->choice;
	const struct target_options options = {asked->objects.text,
		asked->objects.count, asked->function, asked->only_reached,
		asked->counts, asked->context, asked->predictor};
	struct target target;
	struct error err = {{0}};

	if (watch->lists)
		return print_lists(operands, asked->only_reached);
	if (!target_prepare(&target, operands->operand, &options, &err))
		target_start(&target, watch->reached, &err);
	target_release(&target);
	return watch_tell(operands->operand[0], &err);
}

int main(int argc, char **argv)
{
	struct block_watch watch = {0};
	const struct option_row rows[] = {
		{.kind = OPTION_SET,
			.value = &watch.choice,
			.set = &choice_options},
		{"reached", 0, OPTION_TEXT, &watch.reached, "FILE",
			"without a fuzzer: write there which blocks the run "
			"came to"},
		{"list", 0, OPTION_FLAG, &watch.lists, NULL,
			"run nothing: print where the list of the blocks of "
			"each operand is"},
	};
	const struct options options = {NAME,
		"[OPTION]... -- PROGRAM|LIBRARY [ARGUMENT]...",
		"Runs PROGRAM, or a function of LIBRARY, as a target of "
		"retread fuzz.",
		OPTION_ROWS(rows), .stop_at_operand = true, .least = 1,
		.few = "which program?"};

	return options_run(&options, argc, argv, watch_start, &watch);
}
