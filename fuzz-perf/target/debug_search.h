/* SPDX-License-Identifier: MIT
 * Where to look for debug information that is in a file of its own. */
#ifndef RETREAD_FUZZ_PERF_TARGET_DEBUG_SEARCH_H
#define RETREAD_FUZZ_PERF_TARGET_DEBUG_SEARCH_H

#include <stdbool.h>

/* All 0: where the system keeps it. */
struct debug_search {
	const char *
		directory; /* files by build-id, beside the system's; NULL: none */
	bool is_fetched; /* what is still missing, from DEBUGINFOD_URLS */
};

#endif
