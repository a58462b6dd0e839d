/* SPDX-License-Identifier: MIT
 * The same test. */
#define DEPS "depsqueue.cc"
#include "test_deps.cc"
