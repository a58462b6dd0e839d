/* SPDX-License-Identifier: MIT
 * A registry looks through all names for each that is added whether it is valid, that is, new. */
#include <stdlib.h>
#include <string.h>

struct entry {
	struct entry *next;
	char name[16];
};

struct registry {
	struct entry *first;
	int refused;
};

__attribute__((noinline)) int name_check(
	const struct registry *registry, const char *name)
{
	for (const struct entry *at = registry->first; at; at = at->next)
		if (strcmp(at->name, name) == 0)
			return 0;
	return 1;
}

__attribute__((noinline)) void registry_add(
	struct registry *registry, const char *name)
{
	struct entry *entry;

	if (!name_check(registry, name)) {
		registry->refused++;
		return;
	}
	entry = calloc(1, sizeof *entry);
	strncpy(entry->name, name, sizeof entry->name - 1);
	entry->next = registry->first;
	registry->first = entry;
}

__attribute__((noinline)) void names_register(
	struct registry *registry, int names)
{
	char name[16] = "n";

	for (int i = 0; i < names; i++) {
		name[1] = (char)('a' + i % 26);
		name[2] = (char)('a' + i / 26);
		registry_add(registry, name);
	}
}

__attribute__((noinline)) void test_registry_add(int names)
{
	struct registry registry = {0};

	names_register(&registry, names);
	if (registry.refused != 0)
		abort();
	while (registry.first) {
		struct entry *next = registry.first->next;
		free(registry.first);
		registry.first = next;
	}
}

int main(int argc, char **argv)
{
	test_registry_add(argc > 1 ? atoi(argv[1]) : 20);
	return 0;
}
