/* SPDX-License-Identifier: MIT
 * Each look-up copies all values first.
 * label: grows registry_get n^2 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct registry {
	int *value;
	size_t count;
};

static int registry_get(const struct registry *registry, size_t at)
{
	int *copy = malloc(registry->count * sizeof *copy);
	int value;
	memcpy(copy, registry->value, registry->count * sizeof *copy);
	value = copy[at];
	free(copy);
	return value;
}
