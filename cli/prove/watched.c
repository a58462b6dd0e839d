/* SPDX-License-Identifier: MIT
 * Counts how often the lines of findings run, without the recorder. */
#include "config.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/prove/tester.h"
#include "lib/error.h"

#define WATCHED_ENOUGH                                                         \
	4 /* a part of the hits of a line that is as good as all */

static bool watched_has_place(const struct report_place *place)
{
	return place->file && place->object && place->line > 0;
}

static void watched_write_place(
	size_t i, const struct report_place *place, FILE *out)
{
	if (watched_has_place(place))
		fprintf(out, "%" PRIx64 " %u %u %s\t%s\n",
			UINT64_C(1) << (i + 1), place->line, place->column,
			place->file, place->object);
}

/* The lines of what is a read of each finding, as counted.c has it. */
static bool watched_write_lines(const struct tester *tester)
{
	char *path = memory_format("%s/lines", tester->place.folder);
	FILE *out = fopen(path, "we");

	for (size_t i = 0; out && i < tester->count && i < TESTER_COUNTS; i++) {
		const struct report_finding *finding =
			tester->tested[i].finding;
		/* Of what a library reads that has no lines, where it is called. */
		const struct report_place *place =
			tester_lined_place(&finding->aec);
		if (place)
			watched_write_place(i, place, out);
		for (size_t j = 0; j < finding->sites.count; j++)
			watched_write_place(i, &finding->sites.place[j], out);
	}
	free(path);
	return out && fclose(out) == 0;
}

/* Maps the file of counts, all of them 0. */
static uint64_t *watched_open(const struct knobs_watch *watch)
{
	size_t bytes = watch->counts * sizeof(uint64_t);
	int file =
		open(watch->hits, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	void *hits = file >= 0 && ftruncate(file, (off_t)bytes) == 0
			     ? mmap(NULL, bytes, PROT_READ | PROT_WRITE,
				       MAP_SHARED, file, 0)
			     : MAP_FAILED;

	if (file >= 0)
		close(file);
	return hits == MAP_FAILED ? NULL : hits;
}

/* Whether the point with BITS and HITS runs, of some finding, as LEAST says. */
static bool watched_is_chosen(
	const uint64_t *least, uint64_t bits, uint64_t hits)
{
	for (size_t i = 0; i < TESTER_COUNTS; i++)
		if (bits >> (i + 1) & 1 && hits > 0 && hits == least[i])
			return true;
	return false;
}

/* Of each finding, the hits of the point that costs least and says as much as others. */
static void watched_find_least(const uint64_t *bits, const uint64_t *hits,
	size_t count, uint64_t least[TESTER_COUNTS])
{
	for (size_t i = 0; i < TESTER_COUNTS; i++) {
		uint64_t most = 0;
		for (size_t j = 0; j < count; j++)
			if (bits[j] >> (i + 1) & 1 && hits[j] > most)
				most = hits[j];
		least[i] = most;
		for (size_t j = 0; j < count; j++)
			if (bits[j] >> (i + 1) & 1 && hits[j] < least[i] &&
				hits[j] * WATCHED_ENOUGH >= most)
				least[i] = hits[j];
	}
}

/* Leaves of the points those that are enough: HITS has how often each ran. */
static void watched_thin(const struct knobs_watch *watch, const uint64_t *hits)
{
	size_t most = watch->counts - watch->bits, count = 0, size = 0;
	uint64_t *bits = memory_alloc_zero(most, sizeof *bits);
	uint64_t least[TESTER_COUNTS];
	char *text = NULL, *kept = NULL;
	size_t kept_bytes;
	FILE *file = fopen(watch->points, "re");
	FILE *out = open_memstream(&kept, &kept_bytes);

	while (file && count < most && getline(&text, &size, file) > 0)
		bits[count++] = strtoull(text, NULL, 16);
	watched_find_least(bits, hits, count, least);
	if (file)
		rewind(file);
	for (size_t i = 0;
		file && out && i < count && getline(&text, &size, file) > 0;
		i++)
		if (watched_is_chosen(least, bits[i], hits[i]))
			fputs(text, out);
	if (file)
		fclose(file);
	file = out && fclose(out) == 0 ? fopen(watch->points, "we") : NULL;
	if (file) {
		fwrite(kept, 1, kept_bytes, file);
		fclose(file);
	}
	free(kept);
	free(text);
	free(bits);
}

bool tester_count(struct tester *tester, const struct knobs_setting *wanted,
	struct tester_counts *counts)
{
	const struct knobs_setting setting = tester_complete(tester, wanted);
	char *said = memory_format("%s/said", tester->place.folder);
	uint64_t *hits = watched_open(&tester->watch);
	struct knobs_run run;
	struct error ignored = {{0}};
	bool is_run = false;

	*counts = (struct tester_counts){.status = -1};
	if (hits && knobs_write(&run, &tester->arena, &tester->keeper, &setting,
			    &ignored) == 0) {
		char **variables = knobs_environment(&run, &tester->arena);
		char *all[] = {variables[0], variables[1],
			(char *)tester->watch.variable, NULL};
		struct native_run native = tester_native(tester, &run);
		native.environment = all;
		counts->status = native_status(&native,
			tester_left(tester, TESTER_COUNT_SECONDS), said);
		is_run = counts->status >= 0;
	}
	for (size_t i = 0; is_run && i < tester->count && i < TESTER_COUNTS;
		i++)
		counts->hits[i] = hits[i + 1];
	counts->is_full = is_run && hits[0] != 0;
	counts->freed_twice = is_run && tester_has_freed_twice(said);
	if (is_run && !tester->is_thin)
		watched_thin(&tester->watch, hits + tester->watch.bits);
	if (hits)
		munmap(hits, tester->watch.counts * sizeof *hits);
	free(said);
	return is_run;
}

void tester_watch(struct tester *tester, const struct knobs_setting *as_it_is)
{
	struct error ignored = {{0}};

	tester->is_watched = tester->count <= TESTER_COUNTS &&
			     watched_write_lines(tester) &&
			     knobs_begin_watch(&tester->watch, &tester->arena,
				     &tester->keeper, &ignored) == 0 &&
			     tester->watch.bits > TESTER_COUNTS;
	/* Once to see which points are enough, and once with these. */
	tester->is_thin = false;
	for (int i = 0; i < 2 && tester->is_watched; i++) {
		tester->is_watched =
			tester_count(tester, as_it_is, &tester->watched);
		tester->is_thin = true;
	}
	tester->is_watched &= !tester->watched.is_full;
}
