/* SPDX-License-Identifier: MIT
 * FILE: a file that a test reads, made as small as the longest walk of a finding allows,
 * and then larger by one of its parts. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/prove/tester.h"
#include "lib/error.h"
#include "lib/families/families.h"
#include "lib/families/parts.h"
#include "lib/words.h"

#define FILE_GROWN_MAX	  (1 << 20)
#define FILES_MAX	  8
#define FILE_SHORTEN_MAX  32 /* runs that make one smaller */
#define FILE_K		  16 /* of the first look at a family */
#define FILE_SMALL	  32 /* bytes that need not be fewer */
#define FILE_PART	  4  /* of what runs, that suffices in a half */
#define FILE_FAMILIES_MAX 40 /* of one, for one finding */

/* A file of the test. */
struct tested_file {
	struct recorded_input input;
	const char *place; /* in the scratch folder */
	struct bytes base;
};

static struct seen_finding *file_run(struct tester *tester,
	const struct tested_file *file, const struct bytes *bytes)
{
	const struct knobs_setting as_it_is = {.only = tester->only};
	const struct tester_put put = {file->place, bytes};

	return tester_run(tester, &as_it_is, &put);
}

/* ---- smaller ---- */

/* The items of *BASE from FIRST up to END suffice for walks of LONGEST cells: then they are
 * *BASE. */
static bool file_keep(struct tester *tester, const struct tested_file *file,
	size_t i, uint64_t longest, const struct parts *parts, size_t first,
	size_t end, struct bytes *base)
{
	struct bytes kept = parts_keep(parts, base, first, end);
	const struct seen_finding *seen = file_run(tester, file, &kept);
	bool suffices = seen && seen[i].longest >= longest;

	if (suffices) {
		bytes_release(base);
		*base = kept;
	} else {
		bytes_release(&kept);
	}
	return suffices;
}

/* Halves, as long as finding I is walked as far. Release what is returned. */
static struct bytes file_shorten(struct tester *tester,
	const struct tested_file *file, size_t i, uint64_t longest)
{
	struct bytes base = bytes_dup(file->base.at, file->base.length);
	bool is_kept = true;

	for (size_t runs = 0;
		is_kept && runs < FILE_SHORTEN_MAX && !tester_is_over(tester);
		runs += 2) {
		struct parts parts;
		parts_find(&parts, &base);
		is_kept = parts.count > 1 &&
			  (file_keep(tester, file, i, longest, &parts, 0,
				   parts.count / 2, &base) ||
				  file_keep(tester, file, i, longest, &parts,
					  parts.count / 2, parts.count, &base));
		free(parts.item);
	}
	return base;
}

/* ---- larger ---- */

/* Whether FAMILY changes what is walked with BASE. */
static bool file_family_reaches(struct tester *tester,
	const struct tested_file *file, const struct family *family, size_t i,
	const struct seen_finding *base)
{
	struct bytes bytes = {memory_alloc(family_length(family, FILE_K) + 1),
		family_length(family, FILE_K)};
	const struct seen_finding *seen;
	struct trial_sides sides;

	family_build(family, FILE_K, bytes.at);
	seen = file_run(tester, file, &bytes);
	bytes_release(&bytes);
	if (!seen)
		return false;
	sides = trial_sides(&base[i], &seen[i]);
	return sides.longer >= TRIAL_CHANGED ||
	       sides.longer * sides.more >= TRIAL_CHANGED;
}

/* FAMILY of FILE, both in TESTER's memory. */
static struct knob *file_make_knob(struct tester *tester,
	const struct tested_file *file, const struct family *family)
{
	struct knob *knob = arena_alloc_zero(&tester->arena, 1, sizeof *knob);
	char *pattern = family_pattern_dup(family);

	*knob = (struct knob){
		.id = arena_format(&tester->arena, TESTED_FILE "%s",
			words_base_name(file->input.path)),
		.kind = "FILE",
		.base = 1,
		.min = 1,
		.max = family_fit(family, FILE_GROWN_MAX),
		.what = arena_format(&tester->arena, "%s, %s: 1",
			words_base_name(file->input.path), pattern),
		.has_copies = !family_is_numbered(family),
		.family = family,
		.place = file->place};
	free(pattern);
	tester_note(tester, knob);
	return knob;
}

static void file_try_family(struct tester *tester,
	const struct tested_file *file, const struct family *family)
{
	struct trial trial = {
		.group = {{file_make_knob(tester, file, family)}, 1},
		.only = tester->only};

	tester_try(tester, &trial);
}

static void file_try(struct tester *tester, const struct tested_file *file,
	const struct bytes *base, size_t i)
{
	const struct seen_finding *before = file_run(tester, file, base);
	struct families families = {0};

	if (!before)
		return;
	families_list(&families, base);
	for (size_t j = 0; j < families.count && j < FILE_FAMILIES_MAX &&
			   tester_is_open(tester, i) && !tester_is_over(tester);
		j++)
		if (file_family_reaches(
			    tester, file, &families.family[j], i, before))
			file_try_family(tester, file, &families.family[j]);
	families_release(&families);
}

/* Does what finding I walks come from FILE? */
static bool file_decides(const struct seen_finding *whole,
	const struct seen_finding *empty, size_t i)
{
	return whole && (!empty || empty[i].longest < whole[i].longest);
}

static void file_grow(struct tester *tester, const struct tested_file *file)
{
	const struct bytes none = {NULL, 0};
	struct seen_finding *whole = file_run(tester, file, &file->base);
	struct seen_finding *empty = file_run(tester, file, &none);

	for (size_t i = 0; i < tester->count && !tester_is_over(tester); i++)
		if (tester_is_open(tester, i) &&
			!tester_is_counted(tester, i) &&
			file_decides(whole, empty, i)) {
			struct bytes base =
				file_shorten(tester, file, i, whole[i].longest);
			file_try(tester, file, &base, i);
			bytes_release(&base);
		}
}

/* Whether the test as it is opens what it calls PATH, in the scratch folder: an absolute
 * name leads elsewhere. */
static bool file_is_opened(const struct tester *tester, const char *path)
{
	for (size_t i = 0; i < tester->opened_count; i++)
		if (strcmp(tester->opened[i], path) == 0)
			return true;
	return false;
}

/* Calls VISIT with each file that the test opens, until that or all are done. */
static void files_visit(struct tester *tester,
	void (*visit)(struct tester *tester, const struct tested_file *file,
		void *with),
	void *with)
{
	struct recorded_input input[FILES_MAX];
	size_t count = recorded_find_inputs(
		tester->command, tester->request->report, input, FILES_MAX);
	struct error ignored = {{0}};

	for (size_t i = 0; i < count; i++) {
		struct tested_file file = {.input = input[i]};
		char *from = recorded_file_dup(tester->command, input[i].path),
		     *place =
			     scratch_place_dup(&tester->scratch, input[i].path);
		file.base.at =
			tester_has_open(tester) && !tester_is_over(tester) &&
					input[i].way != RECORDED_STDIN &&
					file_is_opened(tester, input[i].path)
				? scratch_read_file(from, TESTER_FILE_MAX,
					  &file.base.length, &ignored)
				: NULL;
		file.place = arena_string(&tester->arena, place);
		if (file.base.at)
			visit(tester, &file, with);
		bytes_release(&file.base);
		free(place);
		free(from);
		free(input[i].path);
	}
}

static void file_visit(
	struct tester *tester, const struct tested_file *file, void *with)
{
	(void)with;
	file_grow(tester, file);
}

void tester_try_files(struct tester *tester)
{
	for (size_t i = 0; i < tester->count; i++)
		if (tester_is_open(tester, i) &&
			!tester_is_counted(tester, i)) {
			files_visit(tester, file_visit, NULL);
			return;
		}
}

/* ---- by counting ---- */

static bool file_count(struct tester *tester, const struct tested_file *file,
	const struct bytes *bytes, struct tester_counts *counts)
{
	const struct knobs_setting as_it_is = {.only = tester->only};
	const struct tester_put put = {file->place, bytes};
	bool is_run = tester_put_file(tester, &put) == 0 &&
		      tester_count(tester, &as_it_is, counts);

	tester_put_back(tester);
	return is_run;
}

/* The half of *BASE with which the lines of finding I run more, HITS so far, becomes *BASE. False:
 * much is missing in both. */
static bool file_halve(struct tester *tester, const struct tested_file *file,
	size_t i, struct bytes *base, uint64_t *hits)
{
	struct bytes best = {NULL, 0};
	struct parts parts;
	uint64_t most = 0;

	parts_find(&parts, base);
	for (int half = 0; half < 2 && parts.count > 1; half++) {
		struct tester_counts counts;
		struct bytes kept =
			parts_keep(&parts, base, half ? parts.count / 2 : 0,
				half ? parts.count : parts.count / 2);
		bool is_more = file_count(tester, file, &kept, &counts) &&
			       counts.hits[i] > most;
		bytes_release(is_more ? &best : &kept);
		if (is_more) {
			best = kept;
			most = counts.hits[i];
		}
	}
	free(parts.item);
	if (!best.at || FILE_PART * most < *hits) {
		bytes_release(&best);
		return false;
	}
	bytes_release(base);
	*base = best;
	*hits = most;
	return true;
}

static struct bytes file_keep_bytes(
	struct tester *tester, const struct bytes *bytes)
{
	struct bytes kept = {
		arena_alloc(&tester->arena, bytes->length + 1), bytes->length};

	if (bytes->length > 0)
		memcpy(kept.at, bytes->at, bytes->length);
	return kept;
}

/* A copy of FAMILY, which has no pieces, in the memory of TESTER. */
static struct family *file_keep_family(
	struct tester *tester, const struct family *family)
{
	struct family *kept = arena_alloc(&tester->arena, sizeof *kept);

	*kept = *family;
	kept->prefix = file_keep_bytes(tester, &family->prefix);
	kept->first = file_keep_bytes(tester, &family->first);
	kept->middle = file_keep_bytes(tester, &family->middle);
	kept->second = file_keep_bytes(tester, &family->second);
	kept->suffix = file_keep_bytes(tester, &family->suffix);
	return kept;
}

struct files_chosen {
	struct knob_group *group;
	size_t count;
	bool is_by_walk; /* what is left has the longest walk */
};

/* Ways to grow what is left of FILE where the lines of finding I still run. */
static void file_choose_for(struct tester *tester,
	const struct tested_file *file, size_t i, struct files_chosen *chosen)
{
	struct bytes base =
		chosen->is_by_walk
			? file_shorten(tester, file, i, tester->base[i].longest)
			: bytes_dup(file->base.at, file->base.length);
	uint64_t hits = tester->watched.hits[i];
	struct families families = {0};

	while (!chosen->is_by_walk && base.length > FILE_SMALL &&
		!tester_is_over(tester) &&
		file_halve(tester, file, i, &base, &hits))
		;
	families_list(&families, &base);
	for (size_t j = 0; j < families.count && j < FILE_FAMILIES_MAX &&
			   chosen->count < TESTER_FILE_GROUPS;
		j++)
		chosen->group[chosen->count++] = (struct knob_group){
			{file_make_knob(tester, file,
				file_keep_family(tester, &families.family[j]))},
			1};
	families_release(&families);
	bytes_release(&base);
}

static void file_choose(
	struct tester *tester, const struct tested_file *file, void *with)
{
	const struct bytes none = {NULL, 0};
	struct tester_counts empty;

	if (!file_count(tester, file, &none, &empty))
		return;
	/* Of others nothing that is counted comes from it. */
	for (size_t i = 0; i < tester->count; i++)
		if (tester_is_open(tester, i) && tester_is_counted(tester, i) &&
			empty.hits[i] < tester->watched.hits[i])
			file_choose_for(tester, file, i, with);
}

size_t tester_choose_files(
	struct tester *tester, bool is_by_walk, struct knob_group *group)
{
	struct files_chosen chosen = {group, 0, is_by_walk};

	files_visit(tester, file_choose, &chosen);
	return chosen.count;
}
