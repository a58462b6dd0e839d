/* SPDX-License-Identifier: MIT
 * A finding in words. */
#include "config.h"

#include "lib/report/claim.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"
#include "lib/words.h"

static const char *const shapes[] = {
	[REPORT_SHAPE_UNKNOWN] = "a structure",
	[REPORT_SHAPE_ARRAY] = "an array",
	[REPORT_SHAPE_LINKED] = "a linked structure",
};

struct claim_names claim_names(const struct report_finding *finding)
{
	const struct report_places *aec = &finding->aec;
	struct claim_names names = {.function = finding->function};

	if (finding->lead > 0 && finding->lead < aec->count) {
		names.caller = names.function;
		names.function = aec->place[finding->lead].function;
	}
	if (finding->root && strcmp(finding->root, "?") != 0)
		names.root = finding->root;
	if (aec->count > 1)
		names.leaf = aec->place[aec->count - 1].function;
	if (names.leaf && names.function &&
		strcmp(names.leaf, names.function) == 0)
		names.leaf = NULL;
	return names;
}

/* "f", "f, called by g", or where f is when it has no name; tests are called so. Free
 * it. */
static char *subject_dup(
	const struct report_finding *finding, const struct claim_names *names)
{
	const struct report_places *aec = &finding->aec;
	const char *object = aec->count > 0 ? aec->place[0].object : NULL;
	const char *test = finding->is_test ? ", a test," : "";

	if (names->caller)
		return memory_format("%s, called by %s%s", names->function,
			names->caller, *test ? test : ",");
	if (names->function)
		return memory_format("%s%s", names->function, test);
	return memory_format("a function of %s%s",
		object ? words_base_name(object) : "a program", test);
}

/* "one call", or whose. Free it. */
static char *call_dup(const struct claim_names *names)
{
	return names->caller ? memory_format("one call of %s", names->caller)
			     : memory_string_dup("one call");
}

/* "the array at list", "an array". Free it. */
static char *structure_dup(
	const struct report_finding *finding, const char *root)
{
	const char *shape = shapes[finding->shape];

	if (!root)
		return memory_string_dup(shape);
	return memory_format("the %s at %s", strchr(shape, ' ') + 1, root);
}

/* "list_take shifts up to 44 bytes of the array at list through pop, 11 times in one
 * call". Free it. */
static char *shift_dup(const struct report_finding *finding,
	const struct claim_names *names, const char *subject,
	const char *structure)
{
	const struct report_evidence *evidence = &finding->evidence;
	char *call = call_dup(names);
	char *claim = memory_format("%s %s up to %" PRIu64
				    " bytes of %s%s%s, %s%" PRIu64
				    " times in %s",
		subject, report_rule_ranges(finding->rule)->verb,
		evidence->walk_length.max, structure,
		names->leaf ? " through " : "", names->leaf ? names->leaf : "",
		finding->exactness == REPORT_LOWER_BOUND ? "at least " : "",
		evidence->walks.max, call);

	free(call);
	return claim;
}

/* ": 4 walks of up to 9 cells in one call". Free it. */
static char *extent_dup(
	const struct report_finding *finding, const struct claim_names *names)
{
	const struct report_evidence *evidence = &finding->evidence;
	char *call, *extent;

	if (evidence->walks.max == 0)
		return memory_string_dup("");
	call = call_dup(names);
	extent = memory_format(": %s%" PRIu64 " walks of up to %" PRIu64
			       " cells in %s",
		finding->exactness == REPORT_LOWER_BOUND ? "at least " : "",
		evidence->walks.max, evidence->walk_length.max, call);
	free(call);
	return extent;
}

/* "table_has grows as n^2". Free it. */
static char *growth_title_dup(
	const struct report_finding *finding, const char *subject)
{
	const struct report_proof *proof = finding->proof;
	const char *how = finding->rule == REPORT_RECOMPUTED
				  ? ", working out again what it has"
				  : "";

	return proof && proof->model
		       ? memory_format(
				 "%s grows as %s%s", subject, proof->model, how)
		       : memory_format(
				 "%s grows faster than its data", subject);
}

/* The same, ", and walks the list at names: 9 walks of up to 9 cells in one call". */
static char *growth_dup(const struct report_finding *finding,
	const char *subject, const char *structure, const char *extent)
{
	char *title = growth_title_dup(finding, subject);
	char *whole;

	if (finding->evidence.walks.max == 0)
		return title;
	whole = memory_format("%s, and walks %s%s", title, structure, extent);
	free(title);
	return whole;
}

char *claim_named_dup(
	const struct report_finding *finding, const struct claim_names *names)
{
	char *subject = subject_dup(finding, names);
	char *structure = structure_dup(finding, names->root);
	char *extent = extent_dup(finding, names);
	char *claim;

	if (finding->rule == REPORT_TRAVERSAL)
		claim = memory_format("%s walks %s", subject,
			names->root ? names->root : "a structure");
	else if (report_rule_is_grown(finding->rule))
		claim = growth_dup(finding, subject, structure, extent);
	else if (report_rule_ranges(finding->rule))
		claim = shift_dup(finding, names, subject, structure);
	else
		claim = memory_format(
			"%s walks %s repeatedly%s%s%s, %sunchanged between "
			"walks",
			subject, structure, names->leaf ? " through " : "",
			names->leaf ? names->leaf : "", extent,
			finding->rule == REPORT_REWALK ? "(almost) " : "");
	free(subject);
	free(structure);
	free(extent);
	return claim;
}

/* " at least 9 times", " repeatedly"; of all calls by a caller, " 9 times in all". Free
 * it. */
static char *times_dup(
	const struct report_finding *finding, const struct claim_names *names)
{
	uint64_t times = finding->evidence.walks.max;

	if (finding->rule == REPORT_TRAVERSAL)
		return memory_string_dup("");
	if (times == 0)
		return memory_string_dup(" repeatedly");
	return memory_format(" %s%" PRIu64 " times%s",
		finding->exactness == REPORT_LOWER_BOUND ? "at least " : "",
		times, names->caller ? " in all" : "");
}

char *claim_title_dup(
	const struct report_finding *finding, const struct claim_names *names)
{
	char *subject = subject_dup(finding, names);
	char *times;
	const char *root = names->root ? names->root : shapes[finding->shape];
	const struct report_ranges *ranges = report_rule_ranges(finding->rule);
	char *title;

	if (report_rule_is_grown(finding->rule)) {
		title = growth_title_dup(finding, subject);
		free(subject);
		return title;
	}
	times = times_dup(finding, names);
	title = memory_format("%s %s %s%s%s%s", subject,
		ranges ? ranges->verb : "walks", root, times,
		names->leaf ? " through " : "", names->leaf ? names->leaf : "");

	free(times);
	free(subject);
	return title;
}

char *claim_dup(const struct report_finding *finding)
{
	const struct claim_names names = claim_names(finding);

	return claim_named_dup(finding, &names);
}
