/* SPDX-License-Identifier: MIT
 * Operations of the libraries of C and C++ that are promised to be cheap. */
#include "config.h"

#include "analyzer/findings/judge.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "lib/words.h"

#include "analyzer/program/contexts.h"
#include "analyzer/symbols/symbols.h"

/* Classes, all members of which are, and functions. */
static const char *const names[] = {
	"map",
	"multimap",
	"set",
	"multiset",
	"unordered_map",
	"unordered_multimap",
	"unordered_set",
	"unordered_multiset",
	"priority_queue",
	"_Rb_tree",
	"_Hashtable",
	"__tree",
	"__hash_table",
	"push_heap",
	"pop_heap",
	"make_heap",
	"sort_heap",
	"__push_heap",
	"__pop_heap",
	"__adjust_heap",
	"__sift_up",
	"__sift_down",
	"lower_bound",
	"upper_bound",
	"equal_range",
	"binary_search",
};

/* These walk over all elements. */
static const char *const sorts[] = {
	"sort",
	"stable_sort",
	"partial_sort",
	"nth_element",
};

/* Of C: these walk down a tree that stays balanced, or through half of half an array. */
static const char *const searches[] = {
	"tsearch",
	"tfind",
	"tdelete",
	"bsearch",
};

/* Members by which a vector or string gets more room. */
static const char *const members[] = {
	"_M_realloc_insert",
	"_M_realloc_append",
	"_S_relocate",
	"__swap_out_circular_buffer",
};

static bool promised_cost_is_in(
	const char *const *list, size_t count, const char *name)
{
	size_t length = 0;

	while (isalnum((unsigned char)name[length]) || name[length] == '_')
		length++;
	for (size_t i = 0; i < count; i++)
		if (strlen(list[i]) == length &&
			strncmp(list[i], name, length) == 0)
			return true;
	return false;
}

/* NAME after "std::" and its inline namespaces, or NULL. */
static const char *skip_namespaces(const char *name)
{
	static const char *const inlined[] = {
		"__1::", "__cxx11::", "__cxx1998::"};

	if (strncmp(name, "std::", 5) != 0)
		return NULL;
	name += 5;
	for (size_t i = 0; i < sizeof inlined / sizeof inlined[0]; i++)
		if (strncmp(name, inlined[i], strlen(inlined[i])) == 0)
			return name + strlen(inlined[i]);
	return name;
}

enum promised_cost promised_cost_of_name(const char *name)
{
	const char *first = skip_namespaces(name), *last;

	if (!first)
		return PROMISED_NOTHING;
	if (promised_cost_is_in(names, sizeof names / sizeof names[0], first))
		return PROMISED_SHORT;
	if (promised_cost_is_in(sorts, sizeof sorts / sizeof sorts[0], first))
		return PROMISED_ALL;
	for (last = strstr(first, "::"); last; last = strstr(last + 2, "::"))
		if (promised_cost_is_in(members,
			    sizeof members / sizeof members[0], last + 2))
			return PROMISED_ALL;
	return PROMISED_NOTHING;
}

static bool is_search_of_c(const struct symbol_function *function)
{
	return function->object &&
	       strncmp(words_base_name(function->object), "libc.so", 7) == 0 &&
	       promised_cost_is_in(searches,
		       sizeof searches / sizeof searches[0], function->name);
}

enum promised_cost promised_cost_of(const struct path *path)
{
	enum promised_cost promised = PROMISED_NOTHING;

	for (; path && promised == PROMISED_NOTHING; path = path->parent)
		promised =
			is_search_of_c(path->function)
				? PROMISED_SHORT
				: promised_cost_of_name(path->function->name);
	return promised;
}
