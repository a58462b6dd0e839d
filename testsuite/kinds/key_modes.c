/* SPDX-License-Identifier: MIT
 * Events of a keyboard, looked up in the bindings of a mode: at most 16 of them. */
#include <stdlib.h>

struct binding {
	unsigned mask, key;
	int action;
};

struct mode {
	struct binding binding[16];
	int count;
	struct mode *parent;
};

static int mode_action(const struct mode *mode, unsigned mask, unsigned key)
{
	for (; mode; mode = mode->parent)
		for (int i = 0; i < mode->count; i++)
			if (mode->binding[i].key == key &&
				(mode->binding[i].mask & mask) ==
					mode->binding[i].mask)
				return mode->binding[i].action;
	return 0;
}

int events_handle(const struct mode *mode, const unsigned *key, int count)
{
	int done = 0;
	for (int i = 0; i < count; i++)
		done += mode_action(mode, key[i] >> 8, key[i] & 255) != 0;
	return done;
}

int main(int argc, char **argv)
{
	int n = 4 * (argc > 1 ? atoi(argv[1]) : 24);
	struct mode *base = calloc(1, sizeof *base),
		    *insert = calloc(1, sizeof *insert);
	unsigned *key = malloc(n * sizeof *key);
	insert->parent = base;
	for (int i = 0; i < 12; i++) {
		base->binding[base->count++] =
			(struct binding){i & 1, 'a' + i, i + 1};
		insert->binding[insert->count++] =
			(struct binding){i & 3, 'n' + i, i + 20};
	}
	for (int i = 0; i < n; i++)
		key[i] = (i % 4) << 8 | ('a' + i * 7 % 26);
	int done = events_handle(insert, key, n);
	free(base);
	free(insert);
	free(key);
	return done == 0;
}
