/* SPDX-License-Identifier: MIT
 * The page of a finding: what is claimed, where, how the structure is reached,
 * the walks, and what usually helps. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/code/source.h"
#include "lib/pictures/plot.h"
#include "lib/pictures/strip.h"
#include "lib/report/claim.h"
#include "lib/report/compare.h"
#include "lib/rows.h"
#include "viz/data.h"
#include "viz/graph/selection.h"
#include "viz/site.h"

#define AROUND_LINES  4 /* of the ends of a path */
#define BETWEEN_LINES 1 /* of the calls between them, if there are many */
#define SHORT_WAY     3
#define PLACES_MAX    20
#define NODES_MAX     16 /* a picture of a page's size */

/* --- where -------------------------------------------------------------- */

/* With the source AROUND its line; 0: with the line alone. */
static struct json_value *finding_make_step(struct page *page,
	const struct report_finding *finding, size_t index, unsigned around)
{
	const struct report_place *place = &finding->aec.place[index];
	struct json_value *step = rows_make_whole(&report_place_rows, place);
	bool is_as_recorded = place->file && place->text &&
			      source_says(page->site->source, place->file,
				      place->line, place->text);

	json_put_bool(step, "is_read", index + 1 == finding->aec.count);
	json_put_bool(step, "is_other", place->file && !is_as_recorded);
	if (is_as_recorded && around > 0)
		json_put(step, "source",
			source_make_lines(page, place->file, place->line,
				around, finding));
	return step;
}

static struct json_value *finding_make_way(
	struct page *page, const struct report_finding *finding, bool is_brief)
{
	struct json_value *way = json_make_array();
	size_t count = finding->aec.count;

	for (size_t i = 0; i < count && i < PLACES_MAX; i++)
		json_append(way,
			finding_make_step(page, finding, i,
				is_brief ? 0
				: count <= SHORT_WAY || i == 0 || i + 1 == count
					? AROUND_LINES
					: BETWEEN_LINES));
	return way;
}

/* --- walks -------------------------------------------------------------- */

/* The sample with the most walks among the finding's reads. */
static const struct report_graph_node *find_walks(
	const struct selection *selection)
{
	const struct report_graph_node *best = NULL;

	for (size_t i = 0; i < selection->graph->node_count; i++) {
		const struct report_graph_node *node =
			&selection->graph->node[i];
		if (selection->node[i].is_focus && node->walk_count > 1 &&
			(!best || node->walks > best->walks))
			best = node;
	}
	return best;
}

/* NODE, of a graph, knows the order of the cells, but of rule `redundant` only;
 * what rule `rewalk` has shown knows how many of each walk were read before. */
static struct json_value *finding_make_walks(
	const struct report_finding *finding,
	const struct report_graph_node *node)
{
	const struct report_evidence *evidence = &finding->evidence;
	struct data_printed picture;
	struct report_walk *walk;
	size_t count;

	if (evidence->walk_count > 0)
		node = NULL;
	count = node ? node->walk_count : evidence->walk_count;
	if (count == 0)
		return json_make_text(NULL);
	walk = node ? strip_walks_dup(node) : NULL;
	strip_print(data_begin(&picture), walk ? walk : evidence->walk, count);
	free(walk);
	return JSON_OBJECT(JSON("picture", data_end(&picture)),
		JSON("is_ordered", node != NULL), JSON("shown", count),
		JSON("all", node ? node->walks : evidence->walks.max));
}

struct json_value *page_make_costs(
	const struct report_finding *finding, const struct report_finding *old)
{
	struct plot_series series[PLOT_SERIES_MAX] = {
		{"now", &finding->evidence}};
	struct data_printed plot;
	size_t count = 1;

	if (!plot_has_points(&finding->evidence))
		return json_make_text(NULL);
	if (old && plot_has_points(&old->evidence))
		series[count++] =
			(struct plot_series){"before", &old->evidence};
	plot_print(data_begin(&plot), series, count, PLOT_SIZE, PLOT_COST);
	return data_end(&plot);
}

/* --- the rest ----------------------------------------------------------- */

static struct json_value *finding_make_advice(
	const struct report_finding *finding)
{
	const char *advice[ADVICE_MAX];
	size_t count = advice_find(finding, advice);
	struct json_value *list = json_make_array();

	for (size_t i = 0; i < count; i++)
		json_append_text(list, advice[i]);
	return list;
}

/* In the file and in the source. */
static struct json_value *finding_make_suppression(
	const struct report_finding *finding)
{
	size_t count = finding->aec.count;
	struct json_value *functions = json_make_array();

	for (size_t i = count; i-- > 0 && count - i <= PLACES_MAX;)
		json_append_text(
			functions, finding->aec.place[i].function ?: "???");
	return JSON_OBJECT(JSON("rule", report_rule_kind(finding->rule)),
		JSON("functions", functions));
}

static void finding_put_reference(struct json_value *data, const char *key,
	struct page *page, enum page_kind kind, size_t index)
{
	json_put(data, key, data_own(site_reference(page, kind, index, 0)));
}

/* What is walked, in one line. Free it. */
static char *finding_make_title(const struct report_finding *finding)
{
	struct claim_names names = claim_names(finding);

	return claim_title_dup(finding, &names);
}

/* The way back to all findings and to those beside this one, and what became of it. */
static void finding_add_neighbours(
	struct json_value *data, struct page *page, size_t index)
{
	const struct website *site = page->site;
	const struct comparison *before = site->options.before;
	bool is_suppressed = site->report->finding[index].suppressed;
	size_t campaign = site_campaign_of(site, index);

	finding_put_reference(data, "all", page, PAGE_OVERVIEW,
		site->options.is_one_file ? 0 : index / SITE_ROWS_PER_PAGE);
	if (index > 0)
		finding_put_reference(
			data, "previous", page, PAGE_FINDING, index - 1);
	finding_put_reference(data, "next", page, PAGE_FINDING, index + 1);
	finding_put_reference(data, "campaign", page, PAGE_FUZZ, campaign);
	finding_put_reference(data, "proof_page", page, PAGE_PROOF,
		site_proof_of(site, index));
	if (is_suppressed)
		json_put(data, "excuse",
			data_own(report_finding_excuse_dup(
				&site->report->finding[index])));
	if (before && !is_suppressed)
		json_put_text(data, "since",
			comparison_state_name(before->after_state[index]));
}

/* What is said of the finding in words. */
static void finding_add_words(
	struct json_value *data, const struct report_finding *finding)
{
	enum report_state state = report_finding_state(finding);

	if (state != REPORT_KNOWN)
		json_put_text(data, "badge",
			state == REPORT_NOT_SHOWN ? "not shown"
						  : report_state_name(state));
	json_put_bool(data, "is_proved", state == REPORT_PROVED);
	json_put_bool(data, report_exactness_name(finding->exactness), true);
	json_put_bool(data, "is_grown", report_rule_is_grown(finding->rule));
	json_put_bool(data, "is_of_ranges",
		report_rule_ranges(finding->rule) != NULL);
	json_put_bool(
		data, "is_clear", report_growth_is_clear(&finding->evidence));
	if (finding->witness_count > 0)
		json_put_text(
			data, "command", finding->witness[0].process.command);
}

/* Whether the page of FINDING has what it shows in short: it is one of many of its cause, or
 * nobody needs to act on it. */
static bool finding_is_brief(const struct website *site, size_t index)
{
	const struct report_finding *finding = &site->report->finding[index];

	return site->report->finding_count > SITE_BRIEF_FROM &&
	       (site->cause[index].lead != index ||
		       (finding->severity <= REPORT_LOW &&
			       !report_finding_is_proved(finding)));
}

/* What a page in full has besides. */
static void finding_add_pictures(
	struct json_value *data, struct page *page, size_t index)
{
	const struct report *report = page->site->report;
	const struct report_finding *finding = &report->finding[index];
	const struct report_graph *graph = selection_graph_of(report, finding);
	const struct comparison *before = page->site->options.before;
	struct selection selection = {0};

	if (graph)
		selection_init(&selection, graph, finding, NODES_MAX);
	json_put(data, "walks",
		finding_make_walks(
			finding, graph ? find_walks(&selection) : NULL));
	json_put(data, "graph", access_graph_make(page, &selection, finding));
	selection_release(&selection);
	json_put(data, "cost",
		page_make_costs(finding,
			before ? comparison_before(before, finding) : NULL));
}

/* The findings that are sections of the page of the first one of their cause. */
static struct json_value *finding_make_joined(
	const struct website *site, size_t lead)
{
	struct json_value *joined = json_make_array();

	for (size_t i = site->cause[lead].next; i != SIZE_MAX;
		i = site->cause[i].next) {
		struct json_value *each;
		if (!site->is_joined[i])
			continue;
		each = page_make_finding(site, i);
		finding_add_words(each, &site->report->finding[i]);
		json_put_text(each, "section", site->page_of[i]);
		json_append(joined, each);
	}
	return joined;
}

struct json_value *page_finding(struct page *page, size_t index)
{
	const struct website *site = page->site;
	const struct report *report = site->report;
	const struct report_finding *finding = &report->finding[index];
	struct json_value *data = page_make_finding(site, index);
	bool is_brief = finding_is_brief(site, index);
	size_t lead = site->cause[index].lead;

	finding_add_words(data, finding);
	finding_add_neighbours(data, page, index);
	json_put(data, "measured", measured_make(site, index));
	if (!is_brief)
		finding_add_pictures(data, page, index);
	else if (lead != index)
		json_put(data, "lead", page_make_index(lead));
	if (lead == index)
		json_put(data, "joined", finding_make_joined(site, index));
	if (!is_brief || lead == index)
		json_put(data, "advice", finding_make_advice(finding));
	json_put_bool(data, "is_brief", is_brief);
	json_put(data, "way", finding_make_way(page, finding, is_brief));
	json_put(data, "title", data_own(finding_make_title(finding)));
	json_put_bool(
		data, "has_graph", selection_graph_of(report, finding) != NULL);
	if (finding->rule != REPORT_TRAVERSAL && finding->aec.count > 0)
		json_put(
			data, "suppression", finding_make_suppression(finding));
	return data;
}
