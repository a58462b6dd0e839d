/* SPDX-License-Identifier: MIT
 * Figures 3.1 and 3.2 in one unit, where the compiler may inline the search:
 * the contexts must read as if it had not. */
#include "contains.c"
#include "containsAll.c"
