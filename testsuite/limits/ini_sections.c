/* SPDX-License-Identifier: MIT
 * A file of sections, each a list of settings. For each section all known names are
 * looked up from the front of its list. */
#include <assert.h>
#include <stdlib.h>

#define SECTIONS 4
#define SETTINGS 24

struct setting {
	int name, value;
	struct setting *next;
};

struct sections {
	struct setting *first[SECTIONS];
};

const struct setting *section_find(const struct setting *setting, int name)
{
	while (setting != NULL && setting->name != name)
		setting = setting->next;
	return setting;
}

int sections_load(const struct sections *sections, const int *name, int count)
{
	int sum = 0;

	for (int i = 0; i < SECTIONS; i++)
		for (int k = 0; k < count; k++) {
			const struct setting *found =
				section_find(sections->first[i], name[k]);
			sum += found != NULL ? found->value : 0;
		}
	return sum;
}

int main(void)
{
	static const int name[] = {23, 20, 14, 22, 9, 18};
	struct sections sections = {{NULL}};

	for (int i = 0; i < SECTIONS; i++)
		for (int k = SETTINGS; k-- > 0;) {
			struct setting *setting = malloc(sizeof *setting);
			*setting = (struct setting){k, 1, sections.first[i]};
			sections.first[i] = setting;
		}
	assert(sections_load(&sections, name, 6) == 6 * SECTIONS);
	for (int i = 0; i < SECTIONS; i++)
		while (sections.first[i] != NULL) {
			struct setting *next = sections.first[i]->next;
			free(sections.first[i]);
			sections.first[i] = next;
		}
	return 0;
}
