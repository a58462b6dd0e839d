/* SPDX-License-Identifier: MIT
 * Names that match a pattern, by recursion for each star.
 * label: grows glob n^2 */
#include <stdbool.h>

bool glob(const char *pattern, const char *name)
{
	switch (*pattern) {
	case '\0':
		return !*name;
	case '*':
		for (; *name; name++)
			if (glob(pattern + 1, name))
				return true;
		return glob(pattern + 1, name);
	case '?':
		return *name && glob(pattern + 1, name + 1);
	default:
		return *pattern == *name && glob(pattern + 1, name + 1);
	}
}
