/* SPDX-License-Identifier: MIT
 * The same test. */
#define RENDER "renderonce.cc"
#include "test_render.cc"
