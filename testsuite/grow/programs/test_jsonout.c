/* SPDX-License-Identifier: MIT
 * The same test. */
#define JSONEND "jsonout.c"
#include "test_jsonend.c"
