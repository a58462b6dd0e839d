/* SPDX-License-Identifier: MIT
 * Names of modifiers in an array with room for 32 of them; each key names some. */
#include <stdlib.h>
#include <string.h>

#define MODIFIERS_MAX 32

struct modifier {
	const char *name;
	unsigned kind, mapping;
};

struct keymap {
	unsigned layouts;
	struct modifier mods[MODIFIERS_MAX];
	unsigned mod_count;
};

static void keymap_add(struct keymap *map, const char *name)
{
	map->mods[map->mod_count].name = name;
	map->mods[map->mod_count].mapping = 1u << map->mod_count;
	map->mod_count++;
}

unsigned keymap_mask(const struct keymap *map, unsigned wanted)
{
	unsigned mask = 0;

	for (unsigned i = 0; i < map->mod_count; i++)
		if ((map->mods[i].kind ^ wanted) & 1)
			mask |= map->mods[i].mapping;
	return mask;
}

unsigned keymap_compile(const struct keymap *map, unsigned keys)
{
	unsigned sum = 0;

	for (unsigned key = 0; key < keys; key++)
		sum += keymap_mask(map, key);
	return sum;
}

int main(int argc, char **argv)
{
	static const char *const names[] = {"Shift", "Lock", "Control", "Mod1",
		"Mod2", "Mod3", "Mod4", "Mod5", "Alt", "Meta", "Super", "Hyper",
		"NumLock", "LevelThree", "LevelFive", "ScrollLock"};
	struct keymap *map = calloc(1, sizeof *map);
	unsigned sum;

	for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
		keymap_add(map, names[i]);
	sum = keymap_compile(map, (unsigned)(argc > 1 ? atoi(argv[1]) : 24));
	free(map);
	return sum == 1;
}
