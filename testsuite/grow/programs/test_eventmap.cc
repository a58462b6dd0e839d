/* SPDX-License-Identifier: MIT
 * The same test. */
#define EVENTBUS "eventmap.cc"
#include "test_eventbus.cc"
