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
#define WATCHED_STRANGE 4 /* times the reads: most of it is not the finding's */

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
		bool is_outward = tester->outward >> (i + 1) & 1;
		/* Of what a library reads that has no lines, where it is called. */
		const struct report_place *place =
			is_outward && finding->aec.count > 0
				? finding->aec.place
				: tester_lined_place(&finding->aec);
		if (place)
			watched_write_place(i, place, out);
		for (size_t j = 0; !is_outward && j < finding->sites.count; j++)
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

/* A place that is counted, as a line of the file says it. */
struct watched_point {
	uint64_t bits; /* of findings */
	const char *place;
	size_t same; /* the first point of that place, which has its hits */
	bool is_breakpoint;
	uint64_t hits;
};

/* "BITS ADDRESS OLD CODE ...": of a breakpoint CODE is "-". */
static bool watched_is_breakpoint(const char *place)
{
	for (int word = 0; place && word < 2; word++)
		place = strchr(place + 1, ' ');
	return place && place[1] == '-';
}

/* Reads the points of TESTER, each place with what HITS has of it. Returns how many. */
static size_t watched_read_points(struct tester *tester, const uint64_t *hits,
	struct watched_point *point)
{
	const struct knobs_watch *watch = &tester->watch;
	size_t most = watch->counts - watch->bits, count = 0, size = 0;
	char *text = NULL;
	FILE *file = fopen(watch->points, "re");

	while (file && count < most && getline(&text, &size, file) > 0) {
		struct watched_point *each = &point[count];
		each->place =
			arena_string(&tester->arena, strchrnul(text, ' '));
		each->bits = strtoull(text, NULL, 16);
		each->is_breakpoint = watched_is_breakpoint(each->place);
		for (each->same = 0;
			strcmp(point[each->same].place, each->place) != 0;)
			each->same++;
		each->hits = hits ? hits[each->same] : 0;
		count++;
	}
	free(text);
	if (file)
		fclose(file);
	return count;
}

/* How often a breakpoint of finding I, whose bit is ONE, runs that says as much as others and
 * costs least; 0: what costs nothing says as much. */
static uint64_t watched_least_hits(
	const struct watched_point *point, size_t count, uint64_t one)
{
	uint64_t most = 0, free = 0, least;

	for (size_t j = 0; j < count; j++) {
		uint64_t hits = point[j].bits & one ? point[j].hits : 0;
		most = hits > most ? hits : most;
		if (!point[j].is_breakpoint)
			free = hits > free ? hits : free;
	}
	if (free * WATCHED_ENOUGH >= most)
		return 0;
	least = most;
	for (size_t j = 0; j < count; j++)
		if (point[j].bits & one && point[j].hits < least &&
			point[j].hits * WATCHED_ENOUGH >= most)
			least = point[j].hits;
	return least;
}

/* Leaves for the finding whose bit is ONE the points that are enough. */
static void watched_choose(
	struct watched_point *point, size_t count, uint64_t one)
{
	uint64_t least = watched_least_hits(point, count, one);

	for (size_t j = 0; j < count; j++)
		if (point[j].hits == 0 ||
			(point[j].is_breakpoint && point[j].hits != least))
			point[j].bits &= ~one;
}

/* Leaves of the points those that are enough, if HITS has how often each ran, without those of the
 * bits FULL. */
static void watched_thin(
	struct tester *tester, const uint64_t *hits, uint64_t full)
{
	struct watched_point *point = arena_alloc_zero(&tester->arena,
		tester->watch.counts - tester->watch.bits, sizeof *point);
	size_t count = watched_read_points(tester, hits, point);
	FILE *file = fopen(tester->watch.points, "we");

	for (uint64_t one = 2; hits && one; one <<= 1)
		watched_choose(point, count, one);
	for (size_t i = 0; file && i < count; i++)
		if (point[i].bits & ~full)
			fprintf(file, "%" PRIx64 "%s", point[i].bits & ~full,
				point[i].place);
	if (file)
		fclose(file);
}

/* Reads what is counted from now on. */
static void watched_list(struct tester *tester)
{
	tester->point = arena_alloc_zero(&tester->arena,
		tester->watch.counts - tester->watch.bits,
		sizeof *tester->point);
	tester->point_count = watched_read_points(tester, NULL, tester->point);
}

/* The HITS of the points of each finding, together. */
static void watched_add_up(struct tester *tester, const uint64_t *hits,
	uint64_t sum[TESTER_COUNTS])
{
	for (size_t j = 0; j < tester->point_count; j++)
		for (size_t i = 0; i < TESTER_COUNTS; i++)
			if (tester->point[j].bits >> (i + 1) & 1)
				sum[i] += hits[tester->point[j].same];
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
	if (is_run)
		watched_add_up(tester, hits + tester->watch.bits, counts->hits);
	counts->full = is_run ? hits[0] : 0;
	counts->freed_twice = is_run && tester_has_freed_twice(said);
	if (is_run && !tester->is_thin)
		watched_thin(tester, hits + tester->watch.bits, 0);
	if (hits)
		munmap(hits, tester->watch.counts * sizeof *hits);
	free(said);
	return is_run;
}

bool tester_count_is_full(const struct tester_counts *counts, size_t i)
{
	return counts->full >> (i + 1) & 1;
}

bool tester_is_counted(const struct tester *tester, size_t i)
{
	return tester->is_watched && i < TESTER_COUNTS &&
	       tester->watched.hits[i] > 0 &&
	       !tester_count_is_full(&tester->watched, i);
}

/* Finds the points of all findings' lines, and counts as it is which of them are enough. */
static void watched_begin(
	struct tester *tester, const struct knobs_setting *as_it_is)
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
		watched_list(tester);
		tester->is_watched =
			tester_count(tester, as_it_is, &tester->watched);
		tester->is_thin = true;
	}
}

/* Bits of findings whose lines run too often, or mostly for others than the finding. */
static uint64_t watched_find_strange(const struct tester *tester)
{
	uint64_t bits = tester->watched.full;

	for (size_t i = 0; i < tester->count; i++)
		if (tester->watched.hits[i] >
			WATCHED_STRANGE * tester->base[i].reads)
			bits |= UINT64_C(1) << (i + 1);
	return bits;
}

void tester_watch(struct tester *tester, const struct knobs_setting *as_it_is)
{
	tester->outward = 0;
	watched_begin(tester, as_it_is);
	/* What leads there is counted instead. */
	if (tester->is_watched)
		tester->outward = watched_find_strange(tester);
	if (tester->outward)
		watched_begin(tester, as_it_is);
	/* What still runs too often says nothing, and takes its time. */
	if (tester->is_watched && tester->watched.full)
		watched_thin(tester, NULL, tester->watched.full);
	watched_list(tester);
}
