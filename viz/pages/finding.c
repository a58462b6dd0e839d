/* SPDX-License-Identifier: MIT
 * The page of a finding: what is claimed, where, how the structure is reached,
 * the walks, and what usually helps. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/code/demangle.h"
#include "lib/code/source.h"
#include "lib/pictures/plot.h"
#include "lib/pictures/strip.h"
#include "lib/report/claim.h"
#include "lib/report/compare.h"
#include "viz/data.h"
#include "viz/graph/selection.h"
#include "viz/site.h"

#define AROUND_LINES	  4 /* of the ends of a path */
#define BETWEEN_LINES	  1 /* of the calls between them, if there are many */
#define SHORT_WAY	  3
#define MEMBER_CHARACTERS 100
#define PLACES_MAX	  20
#define TESTS_MAX	  100
#define NODES_MAX	  16 /* a picture of a page's size */
#define CLAIM_CHARACTERS  1000
#define NAME_CHARACTERS	  120

/* --- numbers ------------------------------------------------------------ */

static void finding_add_number(struct json_value *numbers, const char *term,
	const char *name, uint64_t value)
{
	json_append(numbers, JSON_OBJECT(JSON("term", term), JSON("name", name),
				     JSON("value", value)));
}

static void finding_add_range(struct json_value *numbers, const char *term,
	const char *name, const struct report_range *range)
{
	struct json_value *number = JSON_OBJECT(JSON("term", term),
		JSON("name", name), JSON("value", range->max));

	if (range->min < range->max)
		json_put(number, "from",
			range->min > 0 ? json_make_count(range->min)
				       : json_make_text("0"));
	json_append(numbers, number);
}

static struct json_value *finding_make_numbers(
	const struct report_finding *finding)
{
	const struct report_evidence *evidence = &finding->evidence;
	struct json_value *numbers = json_make_array();
	const struct report_ranges *ranges = report_rule_ranges(finding->rule);
	const char *walk = ranges ? "shift" : "walk";

	if (report_rule_is_grown(finding->rule)) {
		finding_add_number(numbers, "call", "At the largest size",
			evidence->reads);
		if (evidence->walks.max > 0) {
			finding_add_range(numbers, "walk", "Walks in a call",
				&evidence->walks);
			finding_add_range(numbers, "cell", "Cells in a walk",
				&evidence->walk_length);
		}
		return numbers;
	}

	finding_add_number(
		numbers, "call", "Calls that show it", evidence->activations);
	if (evidence->walks.max > 0) {
		finding_add_range(numbers, walk,
			ranges ? "Times in a call" : "Walks in a call",
			&evidence->walks);
		finding_add_range(numbers, ranges ? "shift" : "cell",
			ranges ? "Bytes each time" : "Cells in a walk",
			&evidence->walk_length);
	}
	if (evidence->reads > 0) {
		finding_add_number(numbers, walk,
			ranges ? "Bytes in all" : "Reads", evidence->reads);
		finding_add_number(numbers, "cell",
			ranges ? "Different bytes" : "Different cells",
			evidence->distinct);
		json_append(numbers,
			JSON_OBJECT(JSON("term", "repeated"),
				JSON("name", "Repeated"),
				JSON("value", 100 * evidence->rewalk_ratio),
				JSON("is_share", true)));
	}
	return numbers;
}

static struct json_value *finding_make_growth(
	const struct report_evidence *evidence)
{
	return JSON_OBJECT(JSON("is_clear", report_growth_is_clear(evidence)),
		JSON("degree", evidence->degree),
		JSON("low", evidence->degree_low),
		JSON("high", evidence->degree_high),
		JSON("points", evidence->points));
}

/* --- where -------------------------------------------------------------- */

/* For function.html. */
static struct json_value *finding_make_function(
	struct page *page, const struct report_place *place)
{
	return JSON_OBJECT(
		JSON("function", data_short(place->function, NAME_CHARACTERS)),
		JSON("full",
			data_own(place->linkage ? demangle_name_dup(
							  place->linkage, true)
						: NULL)),
		JSON("place", site_make_place(page, place)));
}

/* With the source AROUND its line; 0: with the line alone. */
static struct json_value *finding_make_step(struct page *page,
	const struct report_finding *finding, size_t index, unsigned around)
{
	const struct report_place *place = &finding->aec.place[index];
	struct json_value *step = finding_make_function(page, place);
	unsigned line = place->line;
	bool is_as_recorded =
		place->file && place->text &&
		source_says(page->site->source, place->file, line, place->text);

	json_put_bool(step, "is_read", index + 1 == finding->aec.count);
	json_put_bool(step, "is_other", !is_as_recorded);
	if (is_as_recorded && around > 0)
		json_put(step, "source",
			source_make_lines(page, place->file,
				line > around ? line - around : 1,
				line + around, line, finding));
	else if (place->text)
		json_put(step, "text",
			data_short(place->text, CLAIM_CHARACTERS));
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

/* Null: there are none. */
static struct json_value *finding_make_places(struct page *page,
	const char *title, const struct report_places *places)
{
	struct json_value *list = json_make_array();

	for (size_t i = 0; i < places->count && i < PLACES_MAX; i++)
		json_append(
			list, finding_make_function(page, &places->place[i]));
	if (places->count == 0) {
		json_free(list);
		return json_make_text(NULL);
	}
	return JSON_OBJECT(JSON("title", title), JSON("places", list),
		JSON("left_out", data_left_out(places->count, PLACES_MAX)));
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

/* Beside what it cost before, if that is known. */
static struct json_value *finding_make_cost(struct page *page, size_t index)
{
	const struct report_finding *finding =
		&page->site->report->finding[index];
	const struct comparison *before = page->site->options.before;
	const struct report_finding *old =
		before ? comparison_before(before, finding) : NULL;
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
	return JSON_OBJECT(JSON("plot", data_end(&plot)),
		JSON("growth", finding_make_growth(&finding->evidence)));
}

/* --- the rest ----------------------------------------------------------- */

static struct json_value *finding_make_tests(
	struct page *page, const struct report_finding *finding)
{
	struct json_value *tests = json_make_array();

	for (size_t i = 0; i < finding->test_count && i < TESTS_MAX; i++)
		json_append(tests,
			JSON_OBJECT(
				JSON("reference", site_make_test_reference(page,
							  finding->tests[i])),
				JSON("name", data_short(finding->tests[i],
						     SITE_TEST_CHARACTERS))));
	return tests;
}

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

static struct json_value *finding_make_command(
	const struct report_finding *finding)
{
	const char *command = finding->witness_count > 0
				      ? finding->witness[0].process.command
				      : NULL;

	return command ? data_short(command, 200) : json_make_text(NULL);
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
	if (campaign != SIZE_MAX)
		finding_put_reference(
			data, "campaign", page, PAGE_FUZZ, campaign);
	if (is_suppressed)
		json_put(data, "excuse",
			data_own(report_finding_excuse_dup(
				&site->report->finding[index])));
	if (before && !is_suppressed)
		json_put_text(data, "since",
			comparison_state_name(before->after_state[index]));
}

static struct json_value *finding_make_about(
	struct page *page, const struct report_finding *finding)
{
	enum report_state state = report_finding_state(finding);
	enum report_exactness exactness = finding->exactness;
	struct json_value *type =
		finding->structure_type
			? data_short(finding->structure_type, NAME_CHARACTERS)
			: json_make_text(NULL);

	return JSON_OBJECT(JSON("id", finding->id),
		JSON("severity", report_severity_name(finding->severity)),
		JSON_IF(state != REPORT_KNOWN, "state",
			state == REPORT_NOT_SHOWN ? "not shown"
						  : report_state_name(state)),
		JSON("state_class", state == REPORT_PROVED ? "high" : "info"),
		JSON("claim",
			data_own(site_claim_dup(finding, CLAIM_CHARACTERS))),
		JSON("is_exact", exactness == REPORT_EXACT),
		JSON("is_lower_bound", exactness == REPORT_LOWER_BOUND),
		JSON("is_estimate", exactness == REPORT_ESTIMATE),
		JSON("numbers", finding_make_numbers(finding)),
		JSON_IF(finding->evidence.points > 0, "growth",
			finding_make_growth(&finding->evidence)),
		JSON("type", type), JSON("kind", finding->structure_kind),
		JSON("bytes", finding->structure_bytes),
		JSON("is_one_byte", finding->structure_bytes == 1),
		JSON("root", data_short(finding->root, NAME_CHARACTERS)),
		JSON("allocated_at", finding_make_places(page, "Allocated at",
					     &finding->allocated_at)),
		JSON("callers", finding_make_places(
					page, "Callers", &finding->callers)));
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
	struct selection selection = {0};

	if (graph)
		selection_init(&selection, graph, finding, NODES_MAX);
	json_put(data, "walks",
		finding_make_walks(
			finding, graph ? find_walks(&selection) : NULL));
	json_put(data, "graph", access_graph_make(page, &selection, finding));
	selection_release(&selection);
	json_put(data, "cost", finding_make_cost(page, index));
	json_put(data, "members", site_make_members(page, index));
}

/* The findings that are sections of the page of the first one of their cause. */
static struct json_value *finding_make_joined(struct page *page, size_t lead)
{
	const struct website *site = page->site;
	struct json_value *joined = json_make_array();

	for (size_t i = site->cause[lead].next; i != SIZE_MAX;
		i = site->cause[i].next) {
		const struct report_finding *finding =
			&site->report->finding[i];
		struct json_value *each;
		if (!site->is_joined[i])
			continue;
		each = site_make_finding(page, i, CLAIM_CHARACTERS);
		json_put_text(each, "section", site->page_of[i]);
		json_put(each, "numbers", finding_make_numbers(finding));
		json_put(each, "way", finding_make_way(page, finding, true));
		json_put(each, "tests", finding_make_tests(page, finding));
		json_append(joined, each);
	}
	return joined;
}

struct json_value *page_finding(struct page *page, size_t index)
{
	const struct website *site = page->site;
	const struct report *report = site->report;
	const struct report_finding *finding = &report->finding[index];
	struct json_value *data = finding_make_about(page, finding);
	bool is_brief = finding_is_brief(site, index);
	size_t lead = site->cause[index].lead;
	struct json_value *advice = is_brief && lead != index
					    ? json_make_array()
					    : finding_make_advice(finding);

	finding_add_neighbours(data, page, index);
	json_put(data, "measured", measured_make(page, index));
	if (!is_brief)
		finding_add_pictures(data, page, index);
	else if (lead != index)
		json_put(data, "lead",
			site_make_finding(page, lead, MEMBER_CHARACTERS));
	if (lead == index)
		json_put(data, "joined", finding_make_joined(page, index));
	json_put_bool(data, "is_brief", is_brief);
	json_put_bool(data, "has_advice", json_length(advice) > 0);
	json_put(data, "advice", advice);
	json_put_bool(data, "has_way", finding->aec.count > 0);
	json_put(data, "way", finding_make_way(page, finding, is_brief));
	json_put_count(data, "more_calls",
		data_left_out(finding->aec.count, PLACES_MAX));
	json_put(data, "title", data_own(finding_make_title(finding)));
	json_put_bool(data, "has_tests", finding->test_count > 0);
	json_put(data, "tests", finding_make_tests(page, finding));
	json_put_count(data, "left_out",
		data_left_out(finding->test_count, TESTS_MAX));
	json_put_bool(
		data, "has_graph", selection_graph_of(report, finding) != NULL);
	json_put(data, "command", finding_make_command(finding));
	if (finding->rule != REPORT_TRAVERSAL && finding->aec.count > 0)
		json_put(
			data, "suppression", finding_make_suppression(finding));
	return data;
}
