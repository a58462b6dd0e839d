/* SPDX-License-Identifier: MIT
 * Findings whose walk is in the code of a test itself. */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "lib/code/test_names.h"
#include "lib/report/cause.h"
#include "lib/report/joins.h"

#define MACRO_LETTERS 3

/* Does TEXT, a line, use a macro? What that does is not the test's own: "HASH_ADD(". */
static bool test_walk_has_macro(const char *text)
{
	size_t letters = 0;

	for (; text && *text; text++) {
		bool is_name = isupper((unsigned char)*text) || *text == '_' ||
			       isdigit((unsigned char)*text);
		if (*text == '(' && letters >= MACRO_LETTERS)
			return true;
		letters = is_name ? letters + 1 : 0;
	}
	return false;
}

static bool test_walk_is_of_test(const struct report_place *place)
{
	return test_names_are_of_file(place->file) ||
	       test_names_are_in_folder(place->file) ||
	       (place->function && test_names_have_word(place->function));
}

/* The place of the read, or the call of the function of a test that hands it on: a malloc()
 * that fails when it is asked to, an order of elements. */
static const struct report_place *test_walk_end(
	const struct report_finding *finding)
{
	const struct report_places *aec = &finding->aec;
	size_t i = aec->count;

	while (i > 1 && report_place_is_of_system(&aec->place[i - 1]))
		i--;
	while (i > 1 && test_walk_is_of_test(&aec->place[i - 1]) &&
		report_place_is_access(&aec->place[i - 1]))
		i--;
	return i > 0 && aec->place[i - 1].file ? &aec->place[i - 1] : NULL;
}

const struct report_place *report_walk_in_test(
	const struct report *report, const struct report_finding *finding)
{
	const struct report_place *end = test_walk_end(finding);

	if (!end || !test_walk_is_of_test(end) ||
		test_walk_has_macro(end->text))
		return NULL;
	/* If all of it looks like a test, names say nothing. */
	for (size_t i = 0; i < report->finding_count; i++) {
		const struct report_place *other =
			test_walk_end(&report->finding[i]);
		if (other && !test_walk_is_of_test(other))
			return end;
	}
	return NULL;
}
