/* SPDX-License-Identifier: MIT
 * The campaigns of `retread fuzz` about a finding: its instances, the maxima over
 * time, which places grew, and how the best input came to be. Reads what instances
 * publish for AFL's tools, and maxima.json. */
#include "config.h"

#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/found/kinds.h"
#include "lib/memory.h"
#include "lib/rows.h"
#include "viz/data.h"
#include "viz/pages/curves.h"
#include "viz/pages/lineage.h"
#include "viz/pages/profiles.h"
#include "viz/site.h"

#define INSTANCES_MAX 100
#define PLACES_MAX    60
#define BAR_WIDTH     180

/* Rows of fuzzer_stats that are shown, in this order. */
static const struct {
	const char *key, *title;
} columns[] = {{"run_time", "Seconds"}, {"execs_done", "Executions"},
	{"execs_per_sec", "A second"}, {"corpus_count", "Queue"},
	{"saved_crashes", "Crashes"}, {"saved_hangs", "Over the limit"}};
#define COLUMNS (sizeof columns / sizeof columns[0])

struct page_fuzz_instance {
	char *folder; /* NULL: none */
	char value[COLUMNS][32];
	struct found_search search;
	double best; /* most executions of one edge */
};

/* "execs_done        : 1234" */
static void page_fuzz_read_line(
	struct page_fuzz_instance *instance, const char *line)
{
	for (size_t i = 0; i < COLUMNS; i++) {
		size_t length = strlen(columns[i].key);
		const char *colon = strchr(line, ':');
		if (strncmp(line, columns[i].key, length) != 0 ||
			!strchr(" \t:", line[length]) || !colon)
			continue;
		colon += 1 + strspn(colon + 1, " \t");
		snprintf(instance->value[i], sizeof instance->value[i], "%.*s",
			(int)strcspn(colon, "\r\n"), colon);
	}
}

static bool read_statistics(struct page_fuzz_instance *instance,
	const char *folder, struct arena *arena)
{
	struct found_search *search = &instance->search;
	char *path = memory_format("%s/fuzzer_stats", folder), line[1024];
	FILE *in = fopen(path, "re");

	free(path);
	if (!in)
		return false;
	while (fgets(line, sizeof line, in))
		page_fuzz_read_line(instance, line);
	fclose(in);
	found_read_points(arena, folder, search);
	for (size_t i = 0; i < search->point_count; i++)
		instance->best =
			fmax(instance->best, (double)search->point[i].hot_spot);
	return true;
}

static struct json_value *fuzz_make_row(
	const char *name, const struct page_fuzz_instance *instance)
{
	struct json_value *cells = json_make_array();

	for (size_t i = 0; i < COLUMNS; i++)
		json_append(cells,
			JSON_OBJECT(JSON("title", columns[i].title),
				JSON("value",
					(const char *)instance->value[i])));
	return JSON_OBJECT(JSON("name", name), JSON("cells", cells),
		JSON("best", (uint64_t)instance->best));
}

static int page_fuzz_is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Adds rows of the instances in FOLDER. Returns the one that came furthest. */
static struct page_fuzz_instance fuzz_add_rows(
	struct json_value *rows, const char *folder, struct arena *arena)
{
	struct page_fuzz_instance best = {.best = -1};
	struct dirent **entry;
	int count = scandir(folder, &entry, page_fuzz_is_visible, alphasort);

	for (int i = 0; i < count; i++) {
		struct page_fuzz_instance one = {
			.folder = memory_format(
				"%s/%s", folder, entry[i]->d_name),
			.best = -1};
		if (json_length(rows) < INSTANCES_MAX &&
			read_statistics(&one, one.folder, arena)) {
			one.best = fmax(one.best, 0);
			json_append(
				rows, fuzz_make_row(entry[i]->d_name, &one));
		}
		if (one.best > best.best) {
			struct page_fuzz_instance worse = best;
			best = one;
			one = worse;
		}
		free(one.folder);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	return best;
}

/* --- places ------------------------------------------------------------- */

/* A source line, with the most that one input did there. */
struct page_fuzz_place {
	const char *kind, *function, *file, *unit;
	unsigned line;
	uint64_t best, seeds;
};

struct places {
	struct page_fuzz_place *place;
	size_t count;
};

static double page_fuzz_growth_of(const struct page_fuzz_place *place)
{
	return (double)place->best / fmax((double)place->seeds, 1);
}

static int page_fuzz_compare_places(const void *left, const void *right)
{
	const struct page_fuzz_place *a = left, *b = right;
	int order = strcmp(a->file, b->file);

	return order != 0		       ? order
	       : a->line != b->line	       ? (a->line < b->line ? -1 : 1)
	       : strcmp(a->unit, b->unit) != 0 ? strcmp(a->unit, b->unit)
	       : a->best != b->best	       ? (a->best > b->best ? -1 : 1)
					       : 0;
}

static int compare_growth(const void *left, const void *right)
{
	double a = page_fuzz_growth_of(left), b = page_fuzz_growth_of(right);

	return a != b ? (a > b ? -1 : 1)
		      : page_fuzz_compare_places(left, right);
}

static const struct row place_row[] = {
	ROW(page_fuzz_place, kind, 0, NULL),
	ROW(page_fuzz_place, function, ROW_NULLABLE, NULL),
	ROW(page_fuzz_place, file, ROW_NULLABLE, NULL),
	ROW(page_fuzz_place, line, 0, NULL),
	ROW_AS("value", page_fuzz_place, best, 0, NULL),
	ROW_AS("seed_value", page_fuzz_place, seeds, ROW_SPARSE, NULL),
	{0},
};
static const struct rows place_rows = {
	.row = place_row, .bytes = sizeof(struct page_fuzz_place)};

static const struct row maxima_row[] = {
	ROW_LIST("keys", places, place, count, &place_rows, 0, NULL),
	{0},
};
static const struct rows maxima_rows = {
	.row = maxima_row, .bytes = sizeof(struct places)};

static const char *page_fuzz_unit_of(const struct page_fuzz_place *place)
{
	return strcmp(place->kind, "edge") == 0		? "times"
	       : strcmp(place->kind, "comparison") == 0 ? "bits"
							: "bytes";
}

/* Leaves out what no line of a file did. */
static void choose_places(struct places *places)
{
	size_t kept = 0;

	for (size_t i = 0; i < places->count; i++) {
		struct page_fuzz_place *place = &places->place[i];
		place->unit = page_fuzz_unit_of(place);
		if (place->best > 0 && place->file && *place->file != '\0' &&
			place->line > 0)
			places->place[kept++] = *place;
	}
	places->count = kept;
}

/* Of edges of one line the one that ran most. */
static void page_fuzz_join_places(struct places *places)
{
	size_t kept = 0;

	if (places->count > 1)
		qsort(places->place, places->count, sizeof *places->place,
			page_fuzz_compare_places);
	for (size_t i = 0; i < places->count; i++) {
		const struct page_fuzz_place *last = &places->place[kept - 1];
		const struct page_fuzz_place *next = &places->place[i];
		if (kept == 0 || strcmp(last->file, next->file) != 0 ||
			last->line != next->line || last->unit != next->unit)
			places->place[kept++] = *next;
	}
	places->count = kept;
	if (kept > 1)
		qsort(places->place, kept, sizeof *places->place,
			compare_growth);
}

/* A damaged or missing file has no map. */
static void read_places(
	struct places *places, const char *folder, struct arena *arena)
{
	char *path = memory_format("%s/maxima.json", folder);

	if (rows_read_file(&maxima_rows, path, arena, places, NULL) != 0)
		places->count = 0;
	choose_places(places);
	page_fuzz_join_places(places);
	free(path);
}

/* Where COUNT is on the logarithmic axis of a bar, which ends at MOST. */
static double fuzz_bar_at(uint64_t count, uint64_t most)
{
	double scale = (BAR_WIDTH - 8) / log10(fmax((double)most, 10) + 1);

	return 4 + scale * log10((double)count + 1);
}

static struct json_value *fuzz_make_place(
	const struct page_fuzz_place *place, uint64_t most)
{
	struct json_value *value = rows_make_whole(&place_rows, place);

	json_put_count(value, "seeds", place->seeds);
	json_put_text(value, "unit", place->unit);
	json_put_real(value, "factor", page_fuzz_growth_of(place));
	json_put_real(value, "from", fuzz_bar_at(place->seeds, most));
	json_put_real(value, "to", fuzz_bar_at(place->best, most));
	return value;
}

static void fuzz_add_places(struct json_value *data, const char *folder)
{
	struct json_value *list = json_make_array();
	struct arena arena = {0};
	struct places places;
	uint64_t most = 1;
	size_t shown = 0;

	read_places(&places, folder, &arena);
	for (size_t i = 0; i < places.count; i++)
		if (places.place[i].best > most)
			most = places.place[i].best;
	for (; shown < places.count && shown < PLACES_MAX &&
		page_fuzz_growth_of(&places.place[shown]) > 1;
		shown++)
		json_append(list, fuzz_make_place(&places.place[shown], most));
	json_put(data, "places", list);
	json_put_count(data, "more_places", places.count - shown);
	arena_release(&arena);
}

/* --- all ---------------------------------------------------------------- */

static struct json_value *fuzz_make_best(const struct page_fuzz_instance *best)
{
	struct json_value *data = JSON_OBJECT(
		JSON("curves", curves_make(&best->search, "edges covered")),
		JSON("lineage", lineage_make(best->folder, "lineage")));

	fuzz_add_places(data, best->folder);
	return data;
}

struct json_value *page_fuzz(struct page *page, size_t index)
{
	const struct site_campaign *campaign = &page->site->campaign[index];
	struct json_value *titles = json_make_array();
	struct json_value *rows = json_make_array();
	struct arena arena = {0};
	struct page_fuzz_instance best =
		fuzz_add_rows(rows, campaign->folder, &arena);
	struct json_value *data = JSON_OBJECT(
		JSON("id", page->site->report->finding[campaign->finding].id),
		JSON("finding", page_make_index(campaign->finding)),
		JSON("columns", titles), JSON("instances", rows));

	for (size_t i = 0; i < COLUMNS; i++)
		json_append_text(titles, columns[i].title);
	if (best.folder)
		json_put(data, "best_instance", fuzz_make_best(&best));
	/* Else they are on the page of the proof. */
	if (site_proof_of(page->site, campaign->finding) == SIZE_MAX)
		profiles_add(data, page, campaign->finding);
	free(best.folder);
	arena_release(&arena);
	return data;
}
