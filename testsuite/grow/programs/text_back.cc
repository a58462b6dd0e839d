/* SPDX-License-Identifier: MIT
 * The same at its end.
 * label: linear text_add */
#include <cassert>
#include <string>

static void __attribute__((noinline))
text_add(std::string &text, const char *words)
{
	text.append(words);
}
