/* SPDX-License-Identifier: MIT
 * What templates of a report's pages compute: links, names and words of places, findings
 * and tests. */
#include "config.h"

#include <stdlib.h>

#include "lib/code/demangle.h"
#include "lib/code/source.h"
#include "lib/memory.h"
#include "lib/report/claim.h"
#include "lib/rows.h"
#include "lib/words.h"
#include "viz/data.h"
#include "viz/site.h"

#define MEMBERS_MAX 20 /* on one page, of one cause */

/* Of a place, or what else has a file and a line. */
static struct json_value *computed_make_place(
	const void *closure, const struct json_value *at)
{
	const struct page *page = closure;
	const char *file = json_text_of(json_look_up(at, "file"));
	const char *object = json_text_of(json_look_up(at, "object"));
	unsigned line = (unsigned)json_count_of(json_look_up(at, "line"));
	const char *name =
		file ? source_short_name(page->site->source, file) : object;

	return JSON_OBJECT(JSON("reference", data_own(site_line_reference(
						     page, file, line))),
		JSON("name", name ? name : "?"), JSON("line", line));
}

/* The name of a function with its parameters, from one that is mangled. */
static struct json_value *computed_make_full_name(
	const void *closure, const struct json_value *at)
{
	const char *linkage = json_text_of(json_look_up(at, "linkage"));

	(void)closure;
	return data_own(linkage ? demangle_name_dup(linkage, true) : NULL);
}

/* --- findings, by their "index" ------------------------------------------ */

/* For {{>finding-link}}. */
static struct json_value *computed_make_finding(
	const void *closure, const struct json_value *at)
{
	const struct page *page = closure;
	size_t index = json_count_of(json_look_up(at, "index"));
	const struct report_finding *finding =
		&page->site->report->finding[index];

	return JSON_OBJECT(JSON("reference", data_own(site_reference(page,
						     PAGE_FINDING, index, 0))),
		JSON("index", index), JSON("id", finding->id),
		JSON("severity", report_severity_name(finding->severity)),
		JSON("reads", finding->evidence.reads));
}

static struct json_value *computed_make_claim(
	const void *closure, const struct json_value *at)
{
	const struct page *page = closure;
	size_t index = json_count_of(json_look_up(at, "index"));

	return data_own(claim_dup(&page->site->report->finding[index]));
}

/* How many findings the cause has without it, the first of them, and how many are left. */
static struct json_value *computed_make_members(
	const void *closure, const struct json_value *at)
{
	const struct page *page = closure;
	const struct report_cause *cause = page->site->cause;
	size_t index = json_count_of(json_look_up(at, "index"));
	struct json_value *members = json_make_array();
	size_t count = 0;

	for (size_t i = cause[index].lead; i != SIZE_MAX; i = cause[i].next)
		if (i != index && count++ < MEMBERS_MAX)
			json_append(members, page_make_index(i));
	return JSON_OBJECT(JSON("count", count), JSON("members", members),
		JSON("more", data_left_out(count, MEMBERS_MAX)));
}

struct json_value *page_make_index(size_t finding)
{
	return JSON_OBJECT(JSON("index", finding));
}

struct json_value *page_make_finding(const struct website *site, size_t index)
{
	struct report_finding finding = site->report->finding[index];
	struct json_value *value;

	finding.sites.count = 0;
	finding.witness_count = 0;
	value = rows_make_whole(&report_finding_rows, &finding);
	json_put_count(value, "index", index);
	return value;
}

/* --- others ------------------------------------------------------------- */

/* Of the name of a test, a reference to its page. */
static struct json_value *computed_make_test(
	const void *closure, const struct json_value *at)
{
	const struct page *page = closure;
	size_t test = site_find_test(page->site, json_text_of(at));

	return data_own(test == SIZE_MAX
				? NULL
				: site_reference(page, PAGE_TEST, test, 0));
}

/* Of a range: "2 to 9", or one number. */
static struct json_value *computed_make_range(
	const void *closure, const struct json_value *at)
{
	uint64_t min = json_count_of(json_look_up(at, "min"));
	uint64_t max = json_count_of(json_look_up(at, "max"));
	char from[WORDS_NUMBER_BYTES], to[WORDS_NUMBER_BYTES];

	(void)closure;
	words_number(from, min);
	words_number(to, max);
	return data_own(min < max ? memory_format("%s to %s", from, to)
				  : memory_string_dup(to));
}

/* How a process ended. */
static struct json_value *computed_make_end(
	const void *closure, const struct json_value *at)
{
	int64_t signal = (int64_t)json_real_of(json_look_up(at, "signal"));
	int64_t code = (int64_t)json_real_of(json_look_up(at, "exit_code"));

	(void)closure;
	if (signal > 0)
		return data_own(memory_format("signal %d", (int)signal));
	return code >= 0 ? data_own(memory_format("exit code %d", (int)code))
			 : json_make_text("not known");
}

const struct template_computed page_computed[] = {
	{"@place", computed_make_place},
	{"@full_name", computed_make_full_name},
	{"@finding", computed_make_finding},
	{"@claim", computed_make_claim},
	{"@members", computed_make_members},
	{"@test", computed_make_test},
	{"@range", computed_make_range},
	{"@end", computed_make_end},
	{NULL, NULL},
};
