/* SPDX-License-Identifier: MIT
 * The same in place, in memory that doubles.
 * label: linear settings_set */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setting {
	char name[24];
	int value;
};

struct settings {
	size_t count, capacity;
	struct setting *setting;
};

static struct settings *settings_new(void)
{
	return calloc(1, sizeof(struct settings));
}

static struct settings *settings_set(
	struct settings *all, const char *name, int value)
{
	if (all->count == all->capacity) {
		all->capacity = all->capacity ? 2 * all->capacity : 8;
		all->setting = realloc(
			all->setting, all->capacity * sizeof *all->setting);
	}
	snprintf(all->setting[all->count].name, 24, "%s", name);
	all->setting[all->count++].value = value;
	return all;
}
