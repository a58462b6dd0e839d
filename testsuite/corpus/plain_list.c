/* SPDX-License-Identifier: MIT
 * Counts names that a library, without debug information, already knows. */
#include <assert.h>
#include <stdlib.h>

struct registry;
struct registry *registry_new(void);
void registry_add(struct registry *registry, const char *name);
int registry_has(const struct registry *registry, const char *name);
void registry_free(struct registry *registry);

int count_different(
	struct registry *registry, const char *const *name, int count)
{
	int different = 0;

	for (int i = 0; i < count; i++) {
		if (registry_has(registry, name[i]))
			continue;
		registry_add(registry, name[i]);
		different++;
	}
	return different;
}

int main(void)
{
	static const char *const name[] = {"ada", "bo", "cy", "di", "ed", "flo",
		"gus", "hal", "ida", "jo", "kit", "lee"};
	struct registry *registry = registry_new();

	assert(count_different(registry, name, 12) == 12);
	registry_free(registry);
	return 0;
}
