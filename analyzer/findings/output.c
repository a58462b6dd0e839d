/* SPDX-License-Identifier: MIT
 * What the C library writes: printf and its kin, puts, fwrite; and what the runtime of
 * C++ does. */
#include "config.h"

#include "analyzer/findings/judge.h"

#include <stddef.h>
#include <string.h>

#include "analyzer/program/contexts.h"
#include "analyzer/program/user_code.h"
#include "analyzer/symbols/symbols.h"

bool output_has_name(const char *name)
{
	static const char *const names[] = {"puts", "fputs", "fwrite",
		"puts_unlocked", "fputs_unlocked", "fwrite_unlocked"};

	if (strstr(name, "printf"))
		return true;
	if (strncmp(name, "_IO_", 4) == 0)
		name += 4;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

bool output_has(const struct path *path)
{
	for (; path; path = path->parent)
		if (user_code_is_library(path->function) &&
			output_has_name(path->function->name))
			return true;
	return false;
}

bool runtime_has(const struct path *path)
{
	static const char *const names[] = {"__dynamic_cast", "__cxa_",
		"__cxxabiv1::", "_Unwind_", "__gxx_",
		"std::locale::", "std::use_facet", "std::has_facet",
		"std::num_get<", "std::num_put<", "std::type_info::", "_nl_",
		"setlocale"};

	for (; path; path = path->parent)
		for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
			if (user_code_is_library(path->function) &&
				strncmp(path->function->name, names[i],
					strlen(names[i])) == 0)
				return true;
	return false;
}
