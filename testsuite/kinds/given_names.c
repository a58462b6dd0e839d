/* SPDX-License-Identifier: MIT
 * A caller's local structure has room for 32 names; whoever is given it looks them up. */
#include <stdlib.h>

#define NAMES_MAX 32

struct given_name {
	unsigned key, kind;
};

struct given_names {
	struct given_name name[NAMES_MAX];
	unsigned count;
};

struct given_info {
	unsigned layouts;
	struct given_names names;
};

static __attribute__((noinline)) const struct given_name *given_find(
	const struct given_names *names, unsigned key)
{
	const struct given_name *at = names->name;

	for (unsigned i = 0; i < names->count; i++, at++)
		if (at->key == key)
			return at;
	return NULL;
}

static void given_add(struct given_info *info, unsigned key)
{
	struct given_names *names = &info->names;

	if (!given_find(names, key) && names->count < NAMES_MAX)
		names->name[names->count++].key = key;
}

unsigned given_read(unsigned lines)
{
	struct given_info info = {.layouts = 1};

	for (unsigned i = 0; i < lines; i++)
		given_add(&info, i * 7 % 20);
	return info.names.count;
}

int main(int argc, char **argv)
{
	unsigned lines = (unsigned)(argc > 1 ? atoi(argv[1]) : 24);

	return given_read(lines) + given_read(lines / 2) +
		       given_read(lines / 3) ==
	       0;
}
