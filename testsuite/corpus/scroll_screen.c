/* SPDX-License-Identifier: MIT
 * A terminal of eight lines, which scrolls for each line that is written. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LINES 8
#define WIDTH 20

struct screen {
	char line[LINES][WIDTH];
};

static void screen_scroll(struct screen *screen)
{
	memmove(screen->line[0], screen->line[1], (LINES - 1) * WIDTH);
	memset(screen->line[LINES - 1], ' ', WIDTH);
}

void screen_print(struct screen *screen, const char *const *text, int count)
{
	for (int i = 0; i < count; i++) {
		screen_scroll(screen);
		memcpy(screen->line[LINES - 1], text[i], strlen(text[i]));
	}
}

int main(void)
{
	static const char *const text[] = {"one", "two", "three", "four",
		"five", "six", "seven", "eight", "nine", "ten", "eleven",
		"twelve"};
	struct screen *screen = calloc(1, sizeof *screen);

	screen_print(screen, text, 12);
	assert(memcmp(screen->line[LINES - 1], "twelve", 6) == 0);
	free(screen);
	return 0;
}
