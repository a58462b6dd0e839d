/* SPDX-License-Identifier: MIT
 * Makes an input small whose run keeps what is asked for. */
#include "config.h"

#include "fuzz-perf/search/reduce_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/words.h"

#include "fuzz-perf/search/crashes.h"
#include "fuzz-perf/search/reduce.h"
#include "fuzz-perf/target/aim.h"
#include "fuzz-perf/target/execute.h"
#include "fuzz-perf/target/source.h"

#define BATCH_MAX 64 /* inputs between two looks at the clock */

/* How a run ended. */
struct reduce_end {
	enum reduce_keep how; /* REDUCE_KEEP_END: by itself, with status 0 */
	struct crash crash;
	uint32_t status;
	uint64_t cost;
};

struct reduce_judge {
	struct execute *execute;
	const struct execute_options *options;
	const struct reduce_wish *wish;
	struct reduce_end first; /* that of the input to reduce */
	enum reduce_keep keep;
	uint64_t least_cost;
	uint64_t runs;
};

static void read_crash(
	const struct perf_map *map, uint32_t signal, struct crash *crash)
{
	*crash = (struct crash){.signal = signal,
		.inputs = 1,
		.frame_count = map->crash_frame_count < PERF_FRAMES
				       ? map->crash_frame_count
				       : PERF_FRAMES};
	memcpy(crash->frame, map->crash_frame, sizeof crash->frame);
}

static struct reduce_end read_end(const struct perf_map *map,
	const struct perf_slot *slot, enum execute_end end)
{
	struct reduce_end read = {.how = REDUCE_KEEP_END,
		.status = slot->status,
		.cost = slot->value};

	if (end == EXECUTE_HANG) {
		read.how = REDUCE_KEEP_HANG;
	} else if (end == EXECUTE_CRASH) {
		read.how = REDUCE_KEEP_CRASH;
		read_crash(map, slot->signal, &read.crash);
	} else if (slot->status) {
		read.how = REDUCE_KEEP_STATUS;
	}
	return read;
}

static bool keeps_crash(const struct crash *kept, const struct crash *crash)
{
	const struct crashes one = {(struct crash *)kept, 1, 1};

	/* Without a stack the signal is all that is known. */
	return kept->frame_count
		       ? crashes_find(&one, crash) != NULL
		       : kept->signal == crash->signal && !crash->frame_count;
}

static bool judge_keeps(
	const struct reduce_judge *judge, const struct reduce_end *end)
{
	switch (judge->keep) {
	case REDUCE_KEEP_COST:
		return end->how != REDUCE_KEEP_CRASH &&
		       end->how != REDUCE_KEEP_HANG &&
		       end->cost >= judge->least_cost && end->cost;
	case REDUCE_KEEP_CRASH:
		return end->how == REDUCE_KEEP_CRASH &&
		       keeps_crash(&judge->first.crash, &end->crash);
	case REDUCE_KEEP_STATUS:
		return (end->how == REDUCE_KEEP_STATUS ||
			       end->how == REDUCE_KEEP_END) &&
		       end->status == judge->first.status;
	default:
		return end->how == judge->keep;
	}
}

/* Runs the first COUNT slots until one keeps what is wanted; see struct reduce. */
static int run_slots(struct reduce_judge *judge, unsigned count, bool *is_over,
	struct error *err)
{
	struct perf_map *map = execute_map(judge->execute);
	unsigned from = 0;

	while (from < count) {
		enum execute_end end;
		map->crash_frame_count = 0;
		int next = execute_run(judge->execute, from, count, &end, err);
		if (next < 0)
			return -1;
		if (end == EXECUTE_OVER) {
			*is_over = true;
			return (int)count;
		}
		for (; from < (unsigned)next; from++) {
			bool is_last = from + 1 == (unsigned)next;
			struct reduce_end read = read_end(map, &map->slot[from],
				is_last ? end : EXECUTE_DONE);
			judge->runs++;
			if (judge_keeps(judge, &read))
				return (int)from;
		}
	}
	*is_over = execute_is_over(judge->execute) ||
		   (judge->wish->runs && judge->runs >= judge->wish->runs);
	return (int)count;
}

static int judge_edits(void *context, const struct reduce *reduce,
	const struct reduce_edit *edit, unsigned count, bool *is_over,
	struct error *err)
{
	struct reduce_judge *judge = context;
	struct perf_map *map = execute_map(judge->execute);

	for (unsigned i = 0; i < count; i++) {
		map->slot[i].length = (uint32_t)reduce_apply(
			reduce, &edit[i], execute_slot_data(judge->execute, i));
		map->slot[i].mutate_seed = 0;
	}
	return run_slots(judge, count, is_over, err);
}

/* ---- what is to be kept ---- */

/* The key whose count is the cost: of those at the place, the one that counts most in the
 * profile. */
static int choose_cost_key(struct reduce_judge *judge, const struct log *log,
	uint32_t *key, struct error *err)
{
	const struct perf_map *map = execute_map(judge->execute);
	const uint64_t *value = execute_profile(judge->execute);
	const struct aim_names names = {
		.place = &judge->wish->place, .place_count = 1};
	struct aim aim = {0};

	*key = map->key_count + PERF_TOTAL_EDGES;
	if (!judge->wish->place)
		return 0;
	int result = aim_take(&aim, judge->execute, &names, log, err);
	uint64_t most = 0;
	for (uint32_t i = 0; !result && i < map->key_count; i++)
		if (aim.at_place[i] && value[i] >= most) {
			most = value[i];
			*key = i;
		}
	aim_release(&aim);
	return result;
}

static int run_first(struct reduce_judge *judge, const uint8_t *bytes,
	size_t length, struct error *err)
{
	struct perf_map *map = execute_map(judge->execute);
	enum execute_end end;

	if (length)
		memcpy(execute_slot_data(judge->execute, 0), bytes, length);
	map->slot[0].length = (uint32_t)length;
	map->crash_frame_count = 0;
	if (execute_run(judge->execute, 0, 1, &end, err) < 0)
		return -1;
	judge->runs++;
	if (end == EXECUTE_OVER)
		return error_set(err, "the input did not end within the time");
	judge->first = read_end(map, &map->slot[0], end);
	return 0;
}

/* Runs the input to reduce, for what it does. */
static int look_first(struct reduce_judge *judge, const uint8_t *bytes,
	size_t length, const struct log *log, struct error *err)
{
	struct perf_map *map = execute_map(judge->execute);
	uint32_t key;

	map->focus = UINT32_MAX;
	map->profile = judge->wish->keep == REDUCE_KEEP_COST;
	if (run_first(judge, bytes, length, err))
		return -1;
	judge->keep = judge->wish->keep == REDUCE_KEEP_END
			      ? judge->first.how
			      : (enum reduce_keep)judge->wish->keep;
	if (judge->keep != REDUCE_KEEP_COST)
		return 0;
	map->profile = 0;
	if (choose_cost_key(judge, log, &key, err))
		return -1;
	map->focus = key;
	if (run_first(judge, bytes, length, err))
		return -1;
	uint64_t cost = judge->first.cost, percent = judge->wish->percent;
	judge->least_cost =
		cost / 100 * percent + (cost % 100 * percent + 99) / 100;
	return 0;
}

static void describe_crash(
	const struct reduce_judge *judge, char *what, size_t size)
{
	const struct crash *crash = &judge->first.crash;
	const char *signal = crash->signal ? strsignal((int)crash->signal)
					   : "ended without exit()";
	struct debug_source source;

	if (!crash->frame_count) {
		snprintf(what, size, "%s", signal);
		return;
	}
	debug_source_open_process(
		&source, execute_pid(judge->execute), &judge->options->debug);
	struct code_place place = debug_source_find(&source, crash->frame[0]);
	if (place.line)
		snprintf(what, size, "%s in %s at %s:%u", signal,
			*place.function ? place.function : "?",
			words_base_name(place.file), place.line);
	else
		snprintf(what, size, "%s at %s+0x%" PRIx64, signal,
			place.object, place.offset);
	debug_source_close(&source);
}

static void describe_kept(
	const struct reduce_judge *judge, char *what, size_t size)
{
	switch (judge->keep) {
	case REDUCE_KEEP_CRASH:
		describe_crash(judge, what, size);
		break;
	case REDUCE_KEEP_HANG:
		snprintf(what, size, "it does not end within %u ms",
			judge->options->timeout_ms);
		break;
	case REDUCE_KEEP_COST:
		snprintf(what, size,
			"%s executed at least %" PRIu64 " times (%" PRIu64
			" before)",
			judge->wish->place ? judge->wish->place : "edges",
			judge->least_cost, judge->first.cost);
		break;
	default:
		snprintf(what, size, "exit status %" PRIu32,
			judge->first.status);
	}
}

int reduce_run(const struct execute_options *options,
	const struct reduce_wish *wish, const uint8_t *bytes, size_t length,
	const struct log *log, struct reduce_answer *answer, struct error *err)
{
	struct execute_options own = *options;
	struct reduce_judge judge = {.options = &own, .wish = wish};
	struct reduce reduce = {.judge = judge_edits, .context = &judge};

	*answer = (struct reduce_answer){0};
	own.max_length = length ? length : 1;
	judge.execute = execute_new(&own, err);
	if (!judge.execute)
		return -1;
	unsigned slots = execute_slots(judge.execute);
	reduce.batch_max = slots < BATCH_MAX ? slots : BATCH_MAX;
	int result = look_first(&judge, bytes, length, log, err);
	answer->is_kept = !result && judge.keep != REDUCE_KEEP_END &&
			  judge_keeps(&judge, &judge.first);
	if (answer->is_kept) {
		reduce.best = memory_alloc(length + 1);
		memcpy(reduce.best, bytes, length);
		reduce.length = length;
		describe_kept(&judge, answer->what, sizeof answer->what);
		result = reduce_bytes(&reduce, &answer->is_minimal, err);
		answer->bytes = reduce.best;
		answer->length = reduce.length;
	}
	answer->runs = judge.runs;
	execute_free(judge.execute);
	return result;
}
