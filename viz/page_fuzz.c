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

#include "lib/memory.h"
#include "lib/rows.h"
#include "lib/words.h"
#include "viz/html.h"
#include "viz/lineage.h"
#include "viz/profiles.h"
#include "viz/site.h"

#define INSTANCES_MAX	100
#define TEXT_CHARACTERS 200
#define PLACES_MAX	60
#define BAR_WIDTH	180
#define BAR_HEIGHT	14

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
	struct lineage_curve curve;
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

static bool read_statistics(
	struct page_fuzz_instance *instance, const char *folder)
{
	char *path = memory_format("%s/fuzzer_stats", folder), line[1024];
	FILE *in = fopen(path, "re");

	free(path);
	if (!in)
		return false;
	while (fgets(line, sizeof line, in))
		page_fuzz_read_line(instance, line);
	fclose(in);
	lineage_read_curve(&instance->curve, folder);
	if (instance->curve.hot_spot_count > 0)
		instance->best =
			instance->curve
				.hot_spot[instance->curve.hot_spot_count - 1]
				.cost;
	return true;
}

static void release_instance(struct page_fuzz_instance *instance)
{
	lineage_release_curve(&instance->curve);
	free(instance->folder);
}

static void page_fuzz_print_row(struct page *page, const char *name,
	const struct page_fuzz_instance *instance)
{
	char *shorter = words_shorten(name, TEXT_CHARACTERS);

	html_print(page->out,
		"<tr><th scope=\"row\" data-label=\"Instance\">%t</th>",
		shorter);
	for (size_t i = 0; i < COLUMNS; i++)
		html_print(page->out,
			"<td data-label=\"%r\" class=\"number\">%t</td>",
			columns[i].title,
			*instance->value[i] != '\0' ? instance->value[i] : "-");
	html_print(page->out,
		"<td data-label=\"Best\" class=\"number\">%n</td></tr>\n",
		(uint64_t)instance->best);
	free(shorter);
}

static int page_fuzz_is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Rows of the instances in FOLDER. Returns the one that came furthest. */
static struct page_fuzz_instance print_rows(
	struct page *page, const char *folder)
{
	struct page_fuzz_instance best = {.best = -1};
	struct dirent **entry;
	int count = scandir(folder, &entry, page_fuzz_is_visible, alphasort),
	    shown = 0;

	for (int i = 0; i < count; i++) {
		struct page_fuzz_instance one = {
			.folder = memory_format(
				"%s/%s", folder, entry[i]->d_name),
			.best = -1};
		if (shown < INSTANCES_MAX &&
			read_statistics(&one, one.folder)) {
			one.best = fmax(one.best, 0);
			page_fuzz_print_row(page, entry[i]->d_name, &one);
			shown++;
		}
		if (one.best > best.best) {
			struct page_fuzz_instance worse = best;
			best = one;
			one = worse;
		}
		release_instance(&one);
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

/* From what seeds did to what was reached, on a logarithmic axis to MOST. */
static void page_fuzz_print_bar(
	struct page *page, const struct page_fuzz_place *place, uint64_t most)
{
	double scale = (BAR_WIDTH - 8) / log10(fmax((double)most, 10) + 1);
	double from = 4 + scale * log10((double)place->seeds + 1);
	double to = 4 + scale * log10((double)place->best + 1);

	fprintf(page->out,
		"<svg class=\"bar\" aria-hidden=\"true\" width=\"%d\" "
		"height=\"%d\" viewBox=\"0 0 %d %d\">"
		"<path class=\"grid\" d=\"M4 7H%d\"/>"
		"<path class=\"way\" d=\"M%.1f 7H%.1f\"/>"
		"<circle class=\"from\" cx=\"%.1f\" cy=\"7\" r=\"3\"/>"
		"<circle class=\"to\" cx=\"%.1f\" cy=\"7\" r=\"4\"/></svg>",
		BAR_WIDTH, BAR_HEIGHT, BAR_WIDTH, BAR_HEIGHT, BAR_WIDTH - 4,
		from, to, from, to);
}

static void print_place_row(
	struct page *page, const struct page_fuzz_place *place, uint64_t most)
{
	struct report_place at = {.function = place->function,
		.file = place->file,
		.line = place->line};
	char *function = words_shorten(place->function, TEXT_CHARACTERS);

	html_print(page->out,
		"<tr><th scope=\"row\" data-label=\"Function\">"
		"<code>%t</code></th><td data-label=\"Place\">",
		function);
	site_print_place(page, &at);
	html_print(page->out,
		"</td><td data-label=\"Seeds\" class=\"number\">%n</td>"
		"<td data-label=\"Best\" class=\"number\">%n %r</td>"
		"<td data-label=\"Factor\" class=\"number\">%f</td>"
		"<td data-label=\"From seeds to best\">",
		place->seeds, place->best, place->unit,
		page_fuzz_growth_of(place));
	page_fuzz_print_bar(page, place, most);
	fputs("</td></tr>\n", page->out);
	free(function);
}

static void page_fuzz_print_places(struct page *page, const char *folder)
{
	struct arena arena = {0};
	struct places places;
	uint64_t most = 1;
	size_t shown = 0;

	read_places(&places, folder, &arena);
	for (size_t i = 0; i < places.count; i++)
		if (places.place[i].best > most)
			most = places.place[i].best;
	while (shown < places.count && shown < PLACES_MAX &&
		page_fuzz_growth_of(&places.place[shown]) > 1)
		shown++;
	if (shown > 0)
		html_print(page->out,
			"<h2>Places by growth</h2>\n<div class=\"scroll\">"
			"<table class=\"cards\" id=\"%rplaces\" data-filter>\n"
			"<caption>The most that one input did there, beside "
			"the "
			"most that a seed did; the bar is "
			"logarithmic</caption>\n<thead><tr>"
			"<th scope=\"col\">Function</th>"
			"<th scope=\"col\">Place</th>"
			"<th scope=\"col\" class=\"number\">Seeds</th>"
			"<th scope=\"col\" class=\"number\">Best</th>"
			"<th scope=\"col\" class=\"number\">Factor</th>"
			"<th scope=\"col\">From seeds to "
			"best</th></tr></thead>\n"
			"<tbody>\n",
			page->prefix);
	for (size_t i = 0; i < shown; i++)
		print_place_row(page, &places.place[i], most);
	if (shown > 0)
		fputs("</tbody></table></div>\n", page->out);
	if (places.count > shown)
		html_print(page->out,
			"<p class=\"note\">%n more, which grew less or not at "
			"all, are in the campaign's maxima.json.</p>\n",
			(uint64_t)(places.count - shown));
	arena_release(&arena);
}

/* --- all ---------------------------------------------------------------- */

void page_fuzz(struct page *page, size_t index)
{
	const struct site_campaign *campaign = &page->site->campaign[index];
	struct page_fuzz_instance best;

	html_print(page->out, "<h1>Fuzzing %r</h1>\n<p>For the finding ",
		page->site->report->finding[campaign->finding].id);
	site_print_finding_link(page, campaign->finding);
	html_print(page->out,
		".</p>\n<h2>Instances</h2>\n<div class=\"scroll\"><table "
		"class=\"cards\" id=\"%rtable\" data-filter>\n"
		"<caption>As they were when this page was made</caption>\n"
		"<thead><tr><th scope=\"col\">Instance</th>",
		page->prefix);
	for (size_t i = 0; i < COLUMNS; i++)
		html_print(page->out,
			"<th scope=\"col\" class=\"number\">%r</th>",
			columns[i].title);
	fputs("<th scope=\"col\" class=\"number\">Best</th></tr></thead>\n"
	      "<tbody>\n",
		page->out);
	best = print_rows(page, campaign->folder);
	fputs("</tbody></table></div>\n", page->out);
	if (best.folder) {
		fputs("<h2>Best so far</h2>\n", page->out);
		lineage_print_curve(page, &best.curve);
		page_fuzz_print_places(page, best.folder);
		fputs("<h2>Where the best input comes from</h2>\n", page->out);
		lineage_print(page, best.folder, "lineage");
	}
	/* Else they are on the page of the proof. */
	if (site_proof_of(page->site, campaign->finding) == SIZE_MAX)
		profiles_print(page, campaign->finding);
	release_instance(&best);
}
