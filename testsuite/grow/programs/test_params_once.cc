/* SPDX-License-Identifier: MIT
 * The same test. */
#define PARAMS "params_once.cc"
#include "test_params.cc"
