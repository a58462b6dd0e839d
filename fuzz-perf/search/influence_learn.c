/* SPDX-License-Identifier: MIT
 * Learns which bytes of an input influence which branches. */
#include "config.h"

#include "fuzz-perf/search/influence_learn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"

#include "fuzz-perf/mutate/influence.h"
#include "fuzz-perf/search/batch.h"
#include "fuzz-perf/search/fuzz.h"

#define BYTES_MAX 1024 /* of an input that are tried, evenly spread */
#define CHILDREN  128  /* of one batch: their flips must fit */
#define BITS	  8

struct influence_trial {
	struct fuzz *fuzz;
	/* A copy: what its children find may take the input's place. */
	uint8_t *bytes;
	size_t length;
	uint32_t parent;
	struct influence *seen;
	uint32_t byte[CHILDREN + 1]; /* that was changed, by slot */
	unsigned count;		     /* of slots; the first has no change */
};

static uint8_t *influence_add_slot(struct influence_trial *trial, uint32_t byte)
{
	struct perf_slot *slot = &trial->fuzz->map->slot[trial->count];
	uint8_t *bytes = execute_slot_data(trial->fuzz->execute, trial->count);

	memcpy(bytes, trial->bytes, trial->length);
	slot->length = (uint32_t)trial->length;
	slot->mutate_seed = slot->crosses = 0;
	trial->fuzz->trail[trial->count].count = 0;
	trial->byte[trial->count++] = byte;
	return bytes;
}

static int run_trial(struct influence_trial *trial, struct error *err)
{
	struct fuzz *fuzz = trial->fuzz;
	const struct perf_flip *flip;
	uint32_t count;
	int result;

	fuzz->map->flip_count = 0;
	fuzz->map->compares = 1;
	result = batch_run_made(
		fuzz, trial->parent, "each-byte", trial->count, err);
	fuzz->map->compares = 0;
	flip = execute_flips(fuzz->execute, &count);
	for (uint32_t i = 0; i < count; i++)
		if (flip[i].slot < trial->count)
			influence_add(trial->seen, flip[i].key,
				trial->byte[flip[i].slot]);
	trial->count = 0;
	return result;
}

static void influence_change(struct influence_trial *trial, uint32_t byte,
	unsigned way, unsigned ways)
{
	struct random *random = &trial->fuzz->random;
	uint8_t *at = influence_add_slot(trial, byte) + byte;

	if (ways == BITS)
		*at ^= (uint8_t)(1 << way);
	else if (way % 2)
		*at ^= (uint8_t)(1 << random_below(random, BITS));
	else
		*at = (uint8_t)random_below(random, 256);
}

static int run_all(
	struct influence_trial *trial, unsigned ways, struct error *err)
{
	unsigned limit = execute_slots(trial->fuzz->execute);
	size_t step = (trial->length + BYTES_MAX - 1) / BYTES_MAX;

	if (limit > CHILDREN + 1)
		limit = CHILDREN + 1;
	for (size_t i = 0; limit > 1 && i < trial->length * ways; i++) {
		if (i / ways % step)
			continue;
		if (!trial->count)
			influence_add_slot(trial, 0);
		influence_change(trial, (uint32_t)(i / ways),
			(unsigned)(i % ways), ways);
		if (trial->count == limit && run_trial(trial, err))
			return -1;
	}
	return trial->count ? run_trial(trial, err) : 0;
}

int influence_learn(struct fuzz *fuzz, struct corpus_input *input,
	unsigned ways, struct error *err)
{
	struct influence_trial trial = {.fuzz = fuzz,
		.length = input->length,
		.parent = input->id,
		.bytes = memory_alloc(input->length + 1),
		.seen = memory_alloc_zero(1, sizeof *trial.seen)};
	int result;

	memcpy(trial.bytes, input->bytes, input->length);
	result = run_all(&trial, ways, err);
	influence_close(trial.seen);
	influence_free(input->influence);
	input->influence = trial.seen;
	free(trial.bytes);
	return result;
}

/*--- what there is to see ---*/

/* The bytes of one branch as "0,3-7". Free it. */
static char *influence_bytes_dup(
	const struct influence *influence, size_t branch)
{
	const struct influence_mark *mark = influence->mark;
	size_t end = influence->branch[branch + 1];
	char *text = memory_string_dup("");

	for (size_t i = influence->branch[branch], next; i < end; i = next) {
		char *longer;
		for (next = i + 1; next < end &&
				   mark[next].byte == mark[next - 1].byte + 1;)
			next++;
		longer = next - i > 1 ? memory_format("%s%s%u-%u", text,
						*text ? "," : "", mark[i].byte,
						mark[next - 1].byte)
				      : memory_format("%s%s%u", text,
						*text ? "," : "", mark[i].byte);
		free(text);
		text = longer;
	}
	return text;
}

static struct json_value *branch_to_json(
	struct fuzz *fuzz, uint32_t key, const char *bytes)
{
	const struct perf_mapped_place *place =
		&execute_places(fuzz->execute)[key];
	struct json_value *row = json_make_object();

	json_put_count(row, "key", key);
	json_put_text(
		row, "function", execute_text(fuzz->execute, place->function));
	json_put_text(row, "file", execute_text(fuzz->execute, place->file));
	json_put_count(row, "line", place->line);
	json_put_text(row, "bytes", bytes);
	return row;
}

static void print_branch(struct fuzz *fuzz, uint32_t key, const char *bytes)
{
	const struct perf_mapped_place *place =
		&execute_places(fuzz->execute)[key];
	const char *file = execute_text(fuzz->execute, place->file);
	const char *slash = strrchr(file, '/');

	printf("  %-24s  %s:%u %s\n", bytes, slash ? slash + 1 : file,
		place->line, execute_text(fuzz->execute, place->function));
}

static int print_all(struct fuzz *fuzz, const struct influence *influence,
	bool is_json, struct error *err)
{
	struct json_value *top = json_make_object();
	struct json_value *list = json_make_array();
	int result = 0;

	if (!is_json)
		printf("  %-24s  branch\n", "bytes");
	for (size_t i = 0; i < influence->branches; i++) {
		uint32_t key = influence->mark[influence->branch[i]].key;
		char *bytes = influence_bytes_dup(influence, i);
		if (key < fuzz->map->key_count && is_json)
			json_append(list, branch_to_json(fuzz, key, bytes));
		else if (key < fuzz->map->key_count)
			print_branch(fuzz, key, bytes);
		free(bytes);
	}
	json_put(top, "influence", list);
	if (is_json)
		result = json_print(top, stdout, err);
	json_free(top);
	return result;
}

int influence_print(struct fuzz *fuzz, const uint8_t *bytes, size_t length,
	bool is_json, struct error *err)
{
	struct corpus_input *input;

	if (!fuzz->map->has_predictions)
		return error_set(err,
			"--influence needs --no-source: it is Valgrind that "
			"predicts branches");
	input = corpus_add_input(
		&fuzz->corpus, bytes, length, 0, CORPUS_NO_PARENT);
	if (influence_learn(fuzz, input, BITS, err))
		return -1;
	return print_all(fuzz, input->influence, is_json, err);
}
