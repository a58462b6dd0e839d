/* SPDX-License-Identifier: MIT
 * The campaigns of `retread fuzz` about a finding: its instances, and the best input
 * over time. Reads what instances publish for AFL's tools, fuzzer_stats and
 * plot_data. */
#include "config.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "viz/html.h"
#include "viz/plot.h"
#include "viz/site.h"
#include "viz/words.h"

#define INSTANCES_MAX	100
#define POINTS_MAX	400
#define TEXT_CHARACTERS 200

/* Columns of plot_data. */
#define COLUMN_SECONDS	0
#define COLUMN_HOT_SPOT 14

/* What is shown of fuzzer_stats, in this order. */
static const struct {
	const char *key, *title;
} columns[] = {{"run_time", "Seconds"}, {"execs_done", "Executions"},
	{"execs_per_sec", "A second"}, {"corpus_count", "Queue"},
	{"saved_crashes", "Crashes"}, {"saved_hangs", "Over the limit"}};
#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

struct instance {
	char value[COLUMNS][32];
	struct report_point *point;
	size_t point_count, point_capacity;
};

static FILE *open_file(const char *folder, const char *name, const char *file)
{
	char *path = memory_format("%s/%s/%s", folder, name, file);
	FILE *in = fopen(path, "re");

	free(path);
	return in;
}

/* "execs_done        : 1234" */
static void read_line(struct instance *instance, const char *line)
{
	for (size_t i = 0; i < COLUMNS; i++) {
		size_t length = strlen(columns[i].key);
		const char *colon = strchr(line, ':');
		if (strncmp(line, columns[i].key, length) != 0 ||
			strchr(" \t:", line[length]) == NULL || colon == NULL)
			continue;
		colon += 1 + strspn(colon + 1, " \t");
		snprintf(instance->value[i], sizeof(instance->value[i]), "%.*s",
			(int)strcspn(colon, "\r\n"), colon);
	}
}

static bool read_statistics(
	struct instance *instance, const char *folder, const char *name)
{
	FILE *in = open_file(folder, name, "fuzzer_stats");
	char line[1024];

	if (in == NULL)
		return false;
	while (fgets(line, sizeof(line), in) != NULL)
		read_line(instance, line);
	fclose(in);
	return true;
}

/* The best so far: what is not more than before is no point. */
static void add_point(struct instance *instance, double seconds, double best)
{
	size_t count = instance->point_count;

	if (count > 0 && best <= instance->point[count - 1].cost)
		return;
	instance->point = memory_grow(instance->point,
		&instance->point_capacity, count + 1, sizeof(*instance->point));
	instance->point[instance->point_count++] =
		(struct report_point){seconds + 1, best};
}

static void read_plot(
	struct instance *instance, const char *folder, const char *name)
{
	FILE *in = open_file(folder, name, "plot_data");
	char line[1024];

	while (in != NULL && instance->point_count < POINTS_MAX &&
		fgets(line, sizeof(line), in) != NULL) {
		double value[COLUMN_HOT_SPOT + 1];
		char *at = line, *end;
		int column = 0;
		if (*line == '#')
			continue;
		for (; column <= COLUMN_HOT_SPOT; column++) {
			value[column] = strtod(at, &end);
			if (end == at)
				break;
			at = end + strcspn(end, ",");
			at += *at == ',';
		}
		if (column > COLUMN_HOT_SPOT && value[COLUMN_SECONDS] >= 0 &&
			value[COLUMN_HOT_SPOT] < 1e18)
			add_point(instance, value[COLUMN_SECONDS],
				value[COLUMN_HOT_SPOT]);
	}
	if (in != NULL)
		fclose(in);
}

static void print_row(
	struct page *page, const char *name, const struct instance *instance)
{
	char *shorter = words_shorten(name, TEXT_CHARACTERS);
	double best = instance->point_count > 0
			      ? instance->point[instance->point_count - 1].cost
			      : 0;

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
		(uint64_t)best);
	free(shorter);
}

/* The curve of the instance that came furthest. */
static void print_curve(struct page *page, const struct instance *best)
{
	struct report_evidence evidence = {
		.point = best->point, .point_count = best->point_count};
	struct plot_series series = {"best", &evidence};

	if (!plot_has_points(&evidence))
		return;
	fputs("<h2>Best so far</h2>\n<figure><div class=\"scroll\" "
	      "tabindex=\"0\" role=\"region\" aria-label=\"Plot\">",
		page->out);
	plot_print(page->out, &series, 1, "seconds", "executions");
	fputs("</div><figcaption>How often the edge that runs most was run by "
	      "one input, over time, in the instance that came furthest. Both "
	      "axes are logarithmic.</figcaption></figure>\n",
		page->out);
}

static double best_of(const struct instance *instance)
{
	return instance->point_count == 0
		       ? -1
		       : instance->point[instance->point_count - 1].cost;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Rows of the instances in FOLDER. Returns the one that came furthest. */
static struct instance print_rows(struct page *page, const char *folder)
{
	struct instance best = {.point_count = 0};
	struct dirent **entry;
	int count = scandir(folder, &entry, is_visible, alphasort), shown = 0;

	for (int i = 0; i < count; i++) {
		struct instance one = {.point_count = 0};
		if (shown < INSTANCES_MAX &&
			read_statistics(&one, folder, entry[i]->d_name)) {
			read_plot(&one, folder, entry[i]->d_name);
			print_row(page, entry[i]->d_name, &one);
			shown++;
		}
		if (best_of(&one) > best_of(&best)) {
			struct instance worse = best;
			best = one;
			one = worse;
		}
		free(one.point);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	return best;
}

void page_fuzz(struct page *page, size_t index)
{
	const struct site_campaign *campaign = &page->site->campaign[index];
	struct instance best;

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
	print_curve(page, &best);
	free(best.point);
}
