/* SPDX-License-Identifier: MIT
 * The same test. */
#define ASSIGN "assign_once.c"
#include "test_assign.c"
