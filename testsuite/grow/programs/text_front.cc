/* SPDX-License-Identifier: MIT
 * One call of insert at the front of a std::string.
 * label: grows text_add n^2 */
#include <cassert>
#include <string>

static void __attribute__((noinline))
text_add(std::string &text, const char *words)
{
	text.insert(0, words);
}
