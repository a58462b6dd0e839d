/* SPDX-License-Identifier: MIT
 * Changes reports, thousands of times and the same every time, and makes pages and
 * graphs of them: what is refused has a reason, what is shown is text and never
 * markup, and nothing crashes.
 *
 *	fuzz_pages            test, as TAP
 *	fuzz_pages FILE...    make pages of these reports, to see a crash again
 *
 * A change is made to a value of the JSON, not to its bytes: most of what changed
 * bytes give is no JSON, and would test only its reader. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/report/compare.h"
#include "lib/report/report.h"
#include "testsuite/unit/walk_report.h"
#include "viz/graph/selection.h"
#include "viz/site.h"

#ifdef HAVE_GRAPHVIZ
#include "viz/graph/graph.h"
#endif

#define REPORTS	    2500
#define CHANGES_MAX 4

/* xorshift64: the same on every machine. */
static uint64_t draw(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static size_t draw_below(uint64_t *state, size_t limit)
{
	return limit ? (size_t)(draw(state) % limit) : 0;
}

/* --- the seed ----------------------------------------------------------- */

static void add_finding(struct report *report, enum report_rule rule,
	const char *function, unsigned line)
{
	static const uint32_t lengths[] = {3, 7, 2};
	struct report_place place[] = {
		{function, "a.c", "/bin/a", line, 3, "x = n->next;", 9},
		{"walk", "b.c", "/bin/a", line + 1, 1, NULL, 4}};
	struct report_places places = {place, 2};
	const char *tests[] = {"one", "two"};
	struct report_graph_node node[] = {{.variable = "list"},
		{.aec = places,
			.is_traversal = true,
			.reads = 9,
			.walk = lengths,
			.walk_count = 3,
			.walks = 3},
		{.aec = {place, 1}, .is_redundant = true, .reads = 2}};
	struct report_graph_edge edge[] = {
		{0, 1, "next", 3}, {1, 1, "next", 6}, {1, 2, "[*]", 2}};

	report_add_finding(report, &(struct report_finding){.rule = rule,
					   .severity = REPORT_HIGH,
					   .function = function,
					   .file = "a.c",
					   .line = line,
					   .aec = places,
					   .sites = places,
					   .callers = places,
					   .allocated_at = places,
					   .root = "list",
					   .field = "next",
					   .structure_kind = "heap",
					   .structure_type = "struct node",
					   .shape = REPORT_SHAPE_LINKED,
					   .evidence = walk_evidence(100),
					   .tests = tests,
					   .test_count = 2});
	report_add_graph(report, &(struct report_graph){.function = function,
					 .file = "a.c",
					 .line = 1,
					 .left_out = 3,
					 .node = node,
					 .node_count = 3,
					 .edge = edge,
					 .edge_count = 3});
}

static void make_seed(struct report *report)
{
	report_init(report);
	add_finding(report, REPORT_REWALK, "f", 4);
	add_finding(report, REPORT_REDUNDANT, "g<int>", 9);
	add_finding(report, REPORT_TRAVERSAL, "h", 12);
	report_add_process(report, &(struct report_process){.program = "/bin/a",
					   .test = "one",
					   .command = "a 'b c'",
					   .pid = 7,
					   .events = 1000});
	report_add_warning(report, "something is damaged");
	report_add_suppression(report,
		&(struct report_suppression){"known", "known.supp", 1, 2});
	report_sort(report);
}

/* --- changes ------------------------------------------------------------ */

static json_t *odd_text(uint64_t *state)
{
	static const char *const text[] = {"", "</script><script>alert(1)",
		"\" onload=\"x", "<!--", "]]>", "\\N\\G\\l", "&amp;",
		"a\nb\x01", "\xf0\x9f\x92\xa9", "/", "../..", "*", "%s%n",
		"javascript:x", "info", "rewalk", "0123456789abcdef"};
	size_t index = draw_below(state, sizeof(text) / sizeof(text[0]) + 1);
	char *template;
	json_t *value;

	if (index < sizeof(text) / sizeof(text[0]))
		return json_string(text[index]);
	template = memory_alloc(4097);
	memset(template, '<', 4096);
	template[4096] = '\0';
	value = json_string(template);
	free(template);
	return value;
}

static json_t *odd_number(uint64_t *state)
{
	static const json_int_t number[] = {0, 1, -1, 2, 24, 255, 65536,
		INT32_MAX, UINT32_MAX, INT64_MAX, INT64_MIN,
		(json_int_t)1 << 53};
	static const double real[] = {0, -0.0, 1e-300, 1e300, -1e300, 0.5, 1};

	if (draw_below(state, 2) == 0)
		return json_real(real[draw_below(
			state, sizeof(real) / sizeof(real[0]))]);
	return json_integer(
		number[draw_below(state, sizeof(number) / sizeof(number[0]))]);
}

/* Something else for OLD, seldom of another kind. */
static json_t *other(const json_t *old, uint64_t *state)
{
	if (draw_below(state, 12) == 0)
		return draw_below(state, 2) == 0 ? json_null() : json_array();
	if (json_is_string(old))
		return odd_text(state);
	if (json_is_number(old))
		return odd_number(state);
	if (json_is_boolean(old))
		return json_boolean(draw_below(state, 2));
	return json_null();
}

/* Takes an element out, or puts one in again. */
static void change_array(json_t *array, uint64_t *state)
{
	size_t size = json_array_size(array);
	size_t at = draw_below(state, size);

	if (size == 0)
		return;
	if (draw_below(state, 2) == 0)
		json_array_remove(array, at);
	else
		for (size_t i = draw_below(state, 40) + 1; i-- > 0;)
			json_array_append_new(array,
				json_deep_copy(json_array_get(array, at)));
}

/* Goes down by chance, and changes what it comes to. */
static void change(json_t *value, uint64_t *state)
{
	while (json_is_object(value) || json_is_array(value)) {
		size_t size = json_is_object(value) ? json_object_size(value)
						    : json_array_size(value);
		size_t at = draw_below(state, size);
		const char *key = NULL;
		json_t *child;
		if (size == 0)
			return;
		if (json_is_array(value)) {
			if (draw_below(state, 6) == 0) {
				change_array(value, state);
				return;
			}
			child = json_array_get(value, at);
		} else {
			void *iterator = json_object_iter(value);
			while (at-- > 0)
				iterator =
					json_object_iter_next(value, iterator);
			key = json_object_iter_key(iterator);
			child = json_object_iter_value(iterator);
		}
		if (json_is_object(child) || json_is_array(child)) {
			value = child;
			continue;
		}
		if (key != NULL)
			json_object_set_new(value, key, other(child, state));
		else
			json_array_set_new(value, draw_below(state, size),
				other(child, state));
		return;
	}
}

/* --- what is made of a report ------------------------------------------- */

static void require(bool truth, const char *sentence)
{
	if (truth)
		return;
	fprintf(stderr, "fuzz_pages: not so: %s\n", sentence);
	abort();
}

static char *read_file(const char *path)
{
	FILE *in = fopen(path, "re");
	struct stat status;
	char *text;

	require(in != NULL && fstat(fileno(in), &status) == 0,
		"pages are where they were to be");
	text = memory_alloc((size_t)status.st_size + 1);
	text[fread(text, 1, (size_t)status.st_size, in)] = '\0';
	fclose(in);
	return text;
}

static size_t count(const char *text, const char *part)
{
	size_t number = 0;

	while ((text = strstr(text, part)) != NULL) {
		number++;
		text++;
	}
	return number;
}

/* As many as there are if all names are text. */
static void check_page(const char *path)
{
	char *text = read_file(path);

	require(count(text, "<script") == 1, "there is one script");
	require(count(text, "</script") == 1, "which ends once");
	require(count(text, "onload=\"") == 0, "no attribute runs anything");
	require(count(text, "href=\"javascript:") == 0, "nor does a link");
	require(count(text, "src=\"javascript:") == 0, "nor a picture");
	require(count(text, "<section") == count(text, "</section>"),
		"every section ends");
	require(strstr(text, "\x01") == NULL, "control characters are gone");
	require(strcmp(text + strlen(text) - 8, "</html>\n") == 0,
		"the page is whole");
	free(text);
}

static void write_graphs(const struct report *report, const char *path)
{
#ifdef HAVE_GRAPHVIZ
	for (size_t i = 0; i < report->graph_count; i++) {
		struct selection selection;
		struct error err = {{0}};
		struct graph *graph;
		selection_init(&selection, &report->graph[i], NULL, 40);
		graph = graph_new(&selection, NULL, NULL);
		require(graph_write(NULL, graph, "dot", path, &err) == 0,
			"a graph can be written");
		graph_free(graph);
		selection_release(&selection);
	}
#else
	(void)report;
	(void)path;
#endif
}

/* Returns whether FILE was taken for a report. */
static bool show(const struct site_options *chosen, const char *file,
	const struct report *before)
{
	struct site_options options = *chosen;
	struct report report;
	struct error err = {{0}};
	bool is_good;

	report_init(&report);
	is_good = report_read_json(&report, file, &err) == 0;
	require(is_good || err.text[0] != '\0', "a refusal has a reason");
	if (is_good) {
		struct comparison comparison;
		struct website site;
		comparison_init(&comparison, before, &report);
		options.report = &report;
		options.before = &comparison;
		site_init(&site, &options);
		require(site_write(&site, &err) == 0, "pages can be written");
		site_release(&site);
		comparison_release(&comparison);
		check_page(options.out);
		write_graphs(&report, options.out);
	}
	report_release(&report);
	return is_good;
}

/* Returns how many changed reports were shown. */
static size_t show_changed(const struct site_options *options,
	struct report *seed, const char *file)
{
	uint64_t state = 0x9e3779b97f4a7c15u;
	json_t *value;
	size_t shown = 0;

	require(report_write_json(seed, file, NULL) == 0,
		"the seed can be written");
	value = json_load_file(file, 0, NULL);
	require(value != NULL && show(options, file, seed), "the seed is good");
	for (int i = 0; i < REPORTS; i++) {
		json_t *copy = json_deep_copy(value);
		size_t changes = 1 + draw_below(&state, CHANGES_MAX);
		while (changes-- > 0)
			change(copy, &state);
		require(json_dump_file(copy, file, 0) == 0,
			"the file can be written");
		json_decref(copy);
		shown += show(options, file, seed);
	}
	json_decref(value);
	return shown;
}

int main(int argc, char **argv)
{
	const char *temporary = getenv("TMPDIR");
	char *directory = memory_format("%s/retread-fuzz-XXXXXX",
		temporary != NULL && *temporary != '\0' ? temporary : "/tmp");
	char *file, *page;
	struct site_options options = {.is_one_file = true};
	struct report seed;
	size_t shown;

	require(mkdtemp(directory) != NULL, "there is room for files");
	file = memory_format("%s/report.json", directory);
	page = memory_format("%s/page.html", directory);
	make_seed(&seed);
	options.out = page;
#ifdef HAVE_GRAPHVIZ
	options.renderer = graph_renderer_new();
#endif
	if (argc > 1) {
		for (int i = 1; i < argc; i++)
			printf("%s: %s\n", argv[i],
				show(&options, argv[i], &seed) ? "shown"
							       : "refused");
	} else {
		shown = show_changed(&options, &seed, file);
		printf("ok 1 - %d changed reports are refused or shown without "
		       "a crash\n%s 2 - a fifth of them and more is shown\n"
		       "# %zu\n1..2\n",
			REPORTS, shown >= REPORTS / 5 ? "ok" : "not ok", shown);
	}
#ifdef HAVE_GRAPHVIZ
	graph_renderer_free(options.renderer);
#endif
	report_release(&seed);
	unlink(file);
	unlink(page);
	rmdir(directory);
	free(file);
	free(page);
	free(directory);
	return 0;
}
