/* SPDX-License-Identifier: MIT
 * The same test. */
#define LRU "lrumap.cc"
#include "test_lru.cc"
