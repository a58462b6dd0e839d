/* SPDX-License-Identifier: MIT
 * The two tiers of a campaign on a program as it is. */
#include "config.h"

#include "fuzz-perf/search/tiers.h"

#include <string.h>

#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/log.h"

#include "fuzz-perf/breakpoints/choice.h"
#include "fuzz-perf/search/fuzz.h"

static int open_counting(
	struct fuzz *fuzz, const struct arguments *line, struct error *err)
{
	struct execute_options options = fuzz->options.execute;
	struct error why = {{0}};

	options.command = line->word;
	fuzz->sieve = fuzz->execute;
	fuzz->execute = execute_new(&options, &why);
	if (!fuzz->execute) {
		fuzz->execute = fuzz->sieve;
		fuzz->sieve = NULL;
		log_warning(fuzz->log,
			"%s; blocks are distinguished, but nothing is counted",
			why.text);
		return 0;
	}
	if (execute_map(fuzz->execute)->index_count !=
		execute_map(fuzz->sieve)->index_count)
		return error_set(err,
			"%s: it loads other code under Valgrind; try --perf, "
			"which runs everything there",
			choice_program_words(options.command)[0]);
	execute_map(fuzz->sieve)->focus = UINT32_MAX;
	return 0;
}

int tiers_open(struct fuzz *fuzz, struct error *err)
{
	struct execute_options *options = &fuzz->options.execute;
	struct arguments line = {0};
	int result = 0;

	fuzz->execute = execute_new(options, err);
	if (!fuzz->execute)
		return -1;
	if (choice_add_option(options->command, "--perf", &line))
		result = open_counting(fuzz, &line, err);
	arguments_release(&line);
	return result;
}

void tiers_set_end(struct fuzz *fuzz, uint64_t end_ms, volatile int *is_stopped)
{
	execute_set_end(fuzz->execute, end_ms, is_stopped);
	if (fuzz->sieve)
		execute_set_end(fuzz->sieve, end_ms, is_stopped);
}

bool tiers_count_next(const struct fuzz *fuzz)
{
	return fuzz->sieve &&
	       fuzz->counts.execs >= TIERS_RUNS * fuzz->counts.counted;
}

void tiers_copy_crash(struct fuzz *fuzz)
{
	struct perf_map *from = execute_map(fuzz->sieve);

	fuzz->map->crash_frame_count = from->crash_frame_count;
	memcpy(fuzz->map->crash_frame, from->crash_frame,
		sizeof from->crash_frame);
}

void tiers_copy_slots(struct fuzz *fuzz, unsigned from, unsigned count)
{
	struct perf_slot *to = execute_map(fuzz->sieve)->slot;

	for (unsigned i = from; i < count; i++) {
		to[i].length = fuzz->map->slot[i].length;
		memcpy(execute_slot_data(fuzz->sieve, i),
			execute_slot_data(fuzz->execute, i), to[i].length);
	}
}
