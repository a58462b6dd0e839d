/* SPDX-License-Identifier: MIT
 * A menu finds the entry of each key that is pressed in a tree; some keys are pressed
 * more often than others. */
#include <stdio.h>
#include <stdlib.h>

struct entry {
	struct entry *before, *after;
	char key;
	int command;
};

struct menu {
	struct entry *entries;
	int done;
};

static void menu_add(struct menu *menu, char key, int command)
{
	struct entry **at = &menu->entries;
	struct entry *entry = calloc(1, sizeof *entry);

	while (*at)
		at = key < (*at)->key ? &(*at)->before : &(*at)->after;
	entry->key = key;
	entry->command = command;
	*at = entry;
}

int menu_find(const struct menu *menu, char key)
{
	const struct entry *entry = menu->entries;

	while (entry && entry->key != key)
		entry = key < entry->key ? entry->before : entry->after;
	return entry ? entry->command : 0;
}

int menu_press_all(struct menu *menu, const char *keys)
{
	for (; *keys != '\0'; keys++)
		menu->done += menu_find(menu, *keys);
	return menu->done;
}

static void entry_free(struct entry *entry)
{
	if (!entry)
		return;
	entry_free(entry->before);
	entry_free(entry->after);
	free(entry);
}

int main(void)
{
	static const char order[] = "hdlbfjnaceg";
	struct menu menu = {0};
	int done;

	for (const char *key = order; *key != '\0'; key++)
		menu_add(&menu, *key, *key - 'a');
	done = menu_press_all(&menu, "acegln");
	entry_free(menu.entries);
	printf("%d\n", done);
	return done != 0 + 2 + 4 + 6 + 11 + 13;
}
