/* SPDX-License-Identifier: MIT
 * The code that a verdict may be about: not the harness around it, and only with
 * evidence that what it walks had a chance to grow. */
#include "config.h"

#include "fuzz-perf/prove/subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/families/family.h"
#include "lib/memory.h"

#include "fuzz-perf/prove/measure.h"
#include "fuzz-perf/prove/probe.h"
#include "fuzz-perf/target/execute.h"

#define HARNESS	   "LLVMFuzzerTestOneInput"
#define PREFIX	   "LLVMFuzzer"
#define MADE_BY_US "Fuzz target made by `retread harness`"
#define MADE_BYTES 256
#define SYSTEM	   "/usr/"
#define FACTOR	   1.5 /* so much more: it grew */
#define SMALL_K	   2   /* one copy may be refused, and that is not growth */

/* ---- the harness ---- */

static const char *subject_function_of(const struct probe *probe, uint32_t key)
{
	return execute_text(
		probe->execute, execute_places(probe->execute)[key].function);
}

static const char *subject_file_of(const struct probe *probe, uint32_t key)
{
	return execute_text(
		probe->execute, execute_places(probe->execute)[key].file);
}

/* Of the function that a target begins with. NULL: not known. */
static const char *main_file(const struct probe *probe)
{
	const char *file = NULL;

	for (uint32_t key = 0; key < probe->key_count; key++) {
		const char *function = subject_function_of(probe, key);
		if (!strcmp(function, HARNESS))
			return subject_file_of(probe, key);
		if (!strcmp(function, "main"))
			file = subject_file_of(probe, key);
	}
	return file && *file ? file : NULL;
}

/* Headers of the system are parts of whoever includes them. */
static bool is_library(
	const struct probe *probe, uint32_t key, const char *harness)
{
	const char *file = subject_file_of(probe, key);

	return *file && strcmp(file, harness) != 0 &&
	       strncmp(file, SYSTEM, strlen(SYSTEM)) != 0;
}

bool *subject_mark_library(const struct probe *probe)
{
	const char *harness = main_file(probe);
	bool *marked, is_found = false;

	if (!harness)
		return NULL;
	marked = memory_alloc_zero((size_t)probe->key_count + 1, sizeof(bool));
	for (uint32_t key = 0; key < probe->key_count; key++)
		is_found |= marked[key] = is_library(probe, key, harness);
	if (is_found)
		return marked;
	free(marked);
	return NULL;
}

/* Does the source say that `retread harness` wrote it? */
static bool is_made_by_us(const char *file)
{
	char text[MADE_BYTES + 1] = "";
	FILE *in = fopen(file, "re");

	if (!in)
		return false;
	text[fread(text, 1, MADE_BYTES, in)] = '\0';
	fclose(in);
	return strstr(text, MADE_BY_US);
}

bool subject_is_alone(const struct probe *probe)
{
	bool *library = subject_mark_library(probe), is_harness = false;

	for (uint32_t key = 0; key < probe->key_count; key++)
		is_harness |= !strcmp(subject_function_of(probe, key), HARNESS);
	is_harness &= !library;
	free(library);
	return is_harness;
}

/* Nothing but what a fuzzer calls. */
static bool is_entry_alone(const struct probe *probe)
{
	for (uint32_t key = 0; key < probe->key_count; key++)
		if (strncmp(subject_function_of(probe, key), PREFIX,
			    strlen(PREFIX)))
			return false;
	return true;
}

/* Does an edge run twice with one of the COUNT SEEDS? */
static int find_loop(struct probe *probe, const struct bytes *seed,
	size_t count, bool *has_loop, struct error *err)
{
	uint64_t *value = memory_alloc_zero(probe->values, sizeof *value);
	enum probe_end end;
	int result = 0;

	*has_loop = false;
	for (size_t i = 0; !result && i < count; i++) {
		result = probe_run(
			probe, seed[i].at, seed[i].length, value, &end, err);
		*has_loop |= end != PROBE_RAN;
		for (uint32_t key = 0; key < probe->key_count; key++)
			*has_loop |=
				value[key] > 1 && probe_is_edge(probe, key);
	}
	free(value);
	return result;
}

int subject_is_harness(struct probe *probe, const struct bytes *seed,
	size_t count, bool *is_harness, struct error *err)
{
	const char *harness = main_file(probe);
	bool has_loop;

	*is_harness = false;
	if (!harness || !subject_is_alone(probe))
		return 0;
	*is_harness = is_made_by_us(harness);
	if (*is_harness || !is_entry_alone(probe))
		return 0;
	if (find_loop(probe, seed, count, &has_loop, err))
		return -1;
	*is_harness = !has_loop;
	return 0;
}

int subject_fail(const struct probe *probe, struct error *err)
{
	return error_set(err,
		"only the harness is instrumented: there is no counter but "
		"those of %s; compile the library with retread-cc, too, and "
		"link that",
		main_file(probe) ? main_file(probe) : "the entry");
}

/* ---- what grew ---- */

/* The first counter of a function is its entry. */
static uint32_t subject_entry_of(const struct probe *probe, uint32_t key)
{
	const struct perf_mapped_place *place = execute_places(probe->execute);

	while (key > 0 && place[key - 1].function == place[key].function &&
		place[key - 1].file == place[key].file &&
		place[key - 1].linkage == place[key].linkage)
		key--;
	return key;
}

/* Counts of KEY for each run of its function. */
static double cells_of(const uint64_t *value, uint32_t key, uint32_t entry)
{
	return (double)value[key] / (double)(value[entry] ? value[entry] : 1);
}

struct grown subject_compare(const struct probe *probe, const bool *wanted,
	const uint64_t *small, const uint64_t *large)
{
	struct grown grown = {false, false};

	for (uint32_t key = 0; key < probe->key_count; key++) {
		if (!wanted[key] || !probe_is_cost(probe, key))
			continue;
		uint32_t entry = subject_entry_of(probe, key);
		/* Two: what refuses a copy has compared it. */
		grown.cells |= large[key] > 2 &&
			       cells_of(large, key, entry) >=
				       FACTOR * cells_of(small, key, entry);
		grown.walks |=
			large[entry] > 2 &&
			(double)large[entry] >= FACTOR * (double)small[entry];
	}
	return grown;
}

struct grown subject_growth(const struct probe *probe,
	const struct measurement *measured, const bool *wanted)
{
	struct grown grown = {false, false}, before = {false, false};
	size_t small = 0;

	while (small < measured->count &&
		measured->point[small].k < SUBJECT_SMALL_K)
		small++;
	/* At one size alone a target may have taken by chance what it refuses. */
	if (measured->count == small + 2)
		before = (struct grown){true, true};
	for (size_t i = small + 1; i < measured->count; i++) {
		struct grown more = subject_compare(probe, wanted,
			measured->point[small].value, measured->point[i].value);
		grown.cells |= more.cells && before.cells;
		grown.walks |= more.walks && before.walks;
		before = more;
	}
	return grown;
}
