/* SPDX-License-Identifier: MIT
 * The same test. */
#define POOL "poolhead.c"
#include "test_pool.c"
