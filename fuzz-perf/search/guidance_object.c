/* SPDX-License-Identifier: MIT
 * A guidance that a shared object brings. */
#include "config.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/words.h"

#include "fuzz-perf/generate/parameters.h"
#include "fuzz-perf/runtime/guidance.h"
#include "fuzz-perf/search/batch.h"
#include "fuzz-perf/search/children.h"
#include "fuzz-perf/search/fuzz.h"
#include "fuzz-perf/search/generated.h"

#define BATCH_MAX 64

struct guidance_object {
	struct guidance guidance; /* first: the one that others see */
	void *handle;
	const struct retread_guidance *table;
	struct retread_search search;
	void *self; /* NULL: not opened yet */
	bool is_open;
	char *described;
	uint8_t *bytes; /* of a generator's input */
};

static struct guidance_object *object_of(const struct guidance *guidance)
{
	return (struct guidance_object *)guidance;
}

/* ---- what it may ask ---- */

static uint64_t object_random(const struct retread_search *search)
{
	struct fuzz *fuzz = search->campaign;

	return random_next(&fuzz->random);
}

static size_t object_mutate(const struct retread_search *search, uint8_t *bytes,
	size_t length, size_t capacity)
{
	struct fuzz *fuzz = search->campaign;
	struct mutate_trail trail = {0};
	struct mutation mutation = {.random = &fuzz->random,
		.bytes = bytes,
		.length = length,
		.limit = capacity,
		.dictionary = &fuzz->dictionary};

	mutate_apply(&fuzz->mutators, &mutation, &trail);
	return mutation.length;
}

static const char *object_describe(
	const struct retread_search *search, uint32_t number)
{
	struct fuzz *fuzz = search->campaign;
	struct guidance_object *object = object_of(fuzz->options.guidance);

	if (number >= search->places)
		return "";
	const struct perf_mapped_place *place =
		&execute_places(fuzz->execute)[number];
	free(object->described);
	object->described = memory_format("%s:%" PRIu32 " %s",
		words_base_name(execute_text(fuzz->execute, place->file)),
		place->line, execute_text(fuzz->execute, place->function));
	return object->described;
}

/* ---- results ---- */

static void report_run(struct fuzz *fuzz, struct guidance_object *object,
	enum retread_result result, const struct retread_run *run)
{
	struct retread_run reported = *run;
	struct parameters parameters;

	if (fuzz->generated) {
		parameters_read(&parameters, run->bytes, run->length);
		reported.length = 0;
		if (parameters.count) {
			reported.bytes = parameters.stream[0].bytes;
			reported.length = parameters.stream[0].length;
		}
	}
	object->table->handle_result(object->self, result, &reported);
}

static void report_events(struct fuzz *fuzz, struct guidance_object *object)
{
	const uint64_t *value = execute_profile(fuzz->execute);

	for (uint32_t i = 0; i < fuzz->map->key_count; i++)
		if (value[i])
			object->table->handle_event(object->self, i, value[i]);
}

static enum retread_result object_result(const struct perf_slot *slot)
{
	if (slot->signal == SIGKILL)
		return RETREAD_TIMEOUT;
	if (slot->signal || !(slot->outcome & PERF_RAN))
		return RETREAD_FAILURE;
	return slot->outcome & PERF_INVALID ? RETREAD_INVALID : RETREAD_SUCCESS;
}

static void object_handle_results(struct fuzz *fuzz, struct batch *batch)
{
	struct guidance_object *object = object_of(fuzz->options.guidance);

	fuzz->map->profile = 0;
	for (unsigned i = 0; i < batch->ran; i++) {
		const struct perf_slot *slot = &fuzz->map->slot[i];
		const struct retread_run run = {
			.bytes = execute_slot_data(fuzz->execute, i),
			.length = slot->length,
			.edges = slot->edges,
			.is_kept = (slot->outcome & PERF_NEW) != 0};
		if (object->table->handle_event && slot->outcome & PERF_RAN)
			report_events(fuzz, object);
		report_run(fuzz, object, object_result(slot), &run);
	}
	children_note(fuzz, batch);
}

/* ---- inputs ---- */

static void object_open(struct fuzz *fuzz, struct guidance_object *object)
{
	object->search = (struct retread_search){.campaign = fuzz,
		.capacity = fuzz->options.execute.max_length,
		.places = fuzz->map->key_count,
		.random = object_random,
		.mutate = object_mutate,
		.describe = object_describe};
	object->bytes = memory_alloc(object->search.capacity + 1);
	object->is_open = true;
	object->self = object->table->open(&object->search);
	for (size_t i = 0; i < fuzz->corpus.count; i++) {
		const struct corpus_input *input = fuzz->corpus.input[i];
		const struct retread_run run = {.bytes = input->bytes,
			.length = input->length,
			.edges = input->edges,
			.is_kept = 1};
		if (input->bytes)
			report_run(fuzz, object, RETREAD_SUCCESS, &run);
	}
}

/* Puts LENGTH bytes into slot NUMBER. */
static void put_input(struct fuzz *fuzz, struct guidance_object *object,
	unsigned number, size_t length)
{
	struct perf_slot *slot = &fuzz->map->slot[number];

	fuzz->trail[number].count = 0;
	slot->mutate_seed = slot->crosses = 0;
	if (fuzz->generated) {
		generated_put_stream(fuzz, number, object->bytes, length);
		return;
	}
	memcpy(execute_slot_data(fuzz->execute, number), object->bytes, length);
	slot->length = (uint32_t)length;
}

static int object_get_inputs(
	struct fuzz *fuzz, struct batch *batch, struct error *err)
{
	struct guidance_object *object = object_of(fuzz->options.guidance);
	const struct retread_guidance *table = object->table;
	size_t capacity = fuzz->options.execute.max_length;

	if (!object->is_open)
		object_open(fuzz, object);
	unsigned slots = execute_slots(fuzz->execute);
	unsigned most = table->handle_event ? 1
			: slots < BATCH_MAX ? slots
					    : BATCH_MAX;
	most = children_allowed(fuzz, most);
	while (batch->count < most) {
		if (table->has_input && !table->has_input(object->self)) {
			fuzz->has_ended = !batch->count;
			break;
		}
		size_t length =
			table->get_input(object->self, object->bytes, capacity);
		if (length == RETREAD_GUIDANCE_WAIT && batch->count)
			break;
		if (length > capacity)
			return error_set(err,
				"the guidance %s makes an input of %zu bytes, "
				"of %zu at most",
				table->name, length, capacity);
		put_input(fuzz, object, batch->count++, length);
	}
	batch->maker = table->name;
	batch->made = batch->count;
	fuzz->map->profile = table->handle_event != NULL;
	return 0;
}

/* ---- loading ---- */

static void object_close(const struct guidance *guidance)
{
	struct guidance_object *object = object_of(guidance);

	if (object->is_open && object->table->close)
		object->table->close(object->self);
	dlclose(object->handle);
	free(object->described);
	free(object->bytes);
	free(object);
}

static int object_check(const struct retread_guidance *table, const char *path,
	struct error *err)
{
	if (!table)
		return error_set(err,
			"--guidance: %s does not define retread_guidance "
			"(<retread/guidance.h>)",
			path);
	if (table->version != RETREAD_GUIDANCE_VERSION)
		return error_set(err,
			"--guidance: %s is of version %" PRIu32
			", and this program knows %d; compile it again",
			path, table->version, RETREAD_GUIDANCE_VERSION);
	if (!table->name || !table->open || !table->get_input ||
		!table->handle_result)
		return error_set(err,
			"--guidance: %s lacks a name, open, get_input or "
			"handle_result",
			path);
	return 0;
}

const struct guidance *guidance_load(const char *path, struct error *err)
{
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	if (!handle) {
		error_set(err, "--guidance: %s", dlerror());
		return NULL;
	}
	const struct retread_guidance *table =
		dlsym(handle, "retread_guidance");
	if (object_check(table, path, err)) {
		dlclose(handle);
		return NULL;
	}
	struct guidance_object *object = memory_alloc_zero(1, sizeof *object);
	object->handle = handle;
	object->table = table;
	object->guidance = (struct guidance){.name = table->name,
		.domains = table->domains ? table->domains : "coverage",
		.get_inputs = object_get_inputs,
		.handle_results = object_handle_results,
		.close = object_close};
	return &object->guidance;
}
