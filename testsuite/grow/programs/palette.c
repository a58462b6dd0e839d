/* SPDX-License-Identifier: MIT
 * Gives each colour a number, which is looked up from the start.
 * label: grows palette_index n^2 */
#include <stdint.h>
#include <stdlib.h>

struct palette {
	uint32_t *rgb;
	int count, room;
};

int palette_index(struct palette *p, uint32_t rgb)
{
	for (int i = 0; i < p->count; i++)
		if (p->rgb[i] == rgb)
			return i;
	if (p->count == p->room) {
		p->room = p->room ? 2 * p->room : 16;
		p->rgb = realloc(p->rgb, p->room * sizeof *p->rgb);
	}
	p->rgb[p->count] = rgb;
	return p->count++;
}

void palette_free(struct palette *p)
{
	free(p->rgb);
}
