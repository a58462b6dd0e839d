/* SPDX-License-Identifier: MIT
 * How sanitizers in a target end it. */
#include "config.h"

#include "fuzz-perf/target/sanitizers.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/memory.h"

#define ALL                                                                    \
	"abort_on_error=1:halt_on_error=1:detect_leaks=0:"                     \
	"allocator_may_return_null=1:handle_abort=0:handle_segv=0:"            \
	"handle_sigbus=0:handle_sigfpe=0:handle_sigill=0"

/* A runtime with several sanitizers reads the variables of all: what a user says in one of
 * them stands at the end of each. */
void sanitizers_set(bool symbolizes)
{
	static const char *const variables[] = {
		"ASAN_OPTIONS", "MSAN_OPTIONS", "UBSAN_OPTIONS"};
	const size_t count = sizeof variables / sizeof *variables;
	char *options =
		memory_format("%s%s", ALL, symbolizes ? "" : ":symbolize=0");

	for (size_t i = 0; i < count; i++) {
		const char *own = getenv(variables[i]);
		char *longer = own ? memory_format("%s:%s", options, own)
				   : memory_string_dup(options);
		free(options);
		options = longer;
	}
	for (size_t i = 0; i < count; i++)
		setenv(variables[i], options, 1);
	free(options);
}

bool sanitizers_own(const char *function)
{
	static const char *const prefixes[] = {"__asan", "__msan", "__ubsan",
		"__sanitizer", "__interceptor_", "___interceptor_"};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (!strncmp(function, prefixes[i], strlen(prefixes[i])))
			return true;
	return false;
}
