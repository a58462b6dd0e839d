/* SPDX-License-Identifier: MIT
 * Settings that nobody changes: each one more is a copy of all.
 * label: grows settings_set n^2 */
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
	struct settings *old, const char *name, int value)
{
	struct settings *all = settings_new();
	all->count = old->count + 1;
	all->setting = calloc(all->count, sizeof *all->setting);
	for (size_t i = 0; i < old->count; i++)
		all->setting[i] = old->setting[i];
	snprintf(all->setting[old->count].name, 24, "%s", name);
	all->setting[old->count].value = value;
	free(old->setting);
	free(old);
	return all;
}
