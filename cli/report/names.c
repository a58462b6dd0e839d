/* SPDX-License-Identifier: MIT
 * Names in the lengths that people ask for. No name is refused: what is not
 * balanced stays as it is. */
#include "config.h"

#include "cli/report/forms.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/code/demangle.h"
#include "lib/code/short_name.h"
#include "lib/memory.h"
#include "lib/report/claim.h"
#include "lib/report/report.h"

const char *const names_lengths[] = {
	"qualified", "short", "full", "mangled", NULL};

char *names_show(
	enum names_length length, const char *name, const char *linkage)
{
	char *shown = NULL;

	if (linkage && length == NAMES_MANGLED)
		return memory_string_dup(linkage);
	if (linkage && length == NAMES_FULL)
		shown = demangle_name_dup(linkage, true);
	if (shown)
		return shown;
	if (length >= NAMES_FULL)
		return memory_string_dup(name);
	shown = short_name_dup(name);
	if (length == NAMES_SHORT)
		short_name_cut_qualifiers(shown);
	return shown;
}

/* NAME of the function at PLACE, which may not have one. */
static char *show_function(enum names_length length, const char *name,
	const struct report_place *place)
{
	return !name ? NULL
		     : names_show(length, name, place ? place->linkage : NULL);
}

/* The SENTENCE about FINDING. Free it. */
static char *names_say(enum names_length length,
	const struct report_finding *finding,
	char *(*sentence)(const struct report_finding *finding,
		const struct claim_names *names))
{
	struct claim_names names = claim_names(finding);
	const struct report_places *aec = &finding->aec;
	const struct report_place *first = aec->count > 0 ? aec->place : NULL;
	const struct report_place *last = first + aec->count - (aec->count > 0);
	char *caller = show_function(length, names.caller, first);
	char *function = show_function(
		length, names.function, first + (caller ? finding->lead : 0));
	char *leaf = show_function(length, names.leaf, last);
	char *root = !names.root	    ? NULL
		     : length >= NAMES_FULL ? memory_string_dup(names.root)
					    : short_name_dup(names.root);
	char *said;

	names = (struct claim_names){function, caller, leaf, root};
	said = sentence(finding, &names);
	free(function);
	free(caller);
	free(leaf);
	free(root);
	return said;
}

char *names_claim_dup(
	enum names_length length, const struct report_finding *finding)
{
	return names_say(length, finding, claim_named_dup);
}

char *names_title_dup(
	enum names_length length, const struct report_finding *finding)
{
	return names_say(length, finding, claim_title_dup);
}
