/* SPDX-License-Identifier: MIT
 * Regions that come in order: each is compared with the newest.
 * label: linear */
#include <stdlib.h>

typedef struct {
	int from, to;
} span_t;

typedef struct {
	span_t *spans;
	unsigned used, room;
} canvas_t;

canvas_t *canvas_create(unsigned room)
{
	canvas_t *c = malloc(sizeof *c);
	c->spans = malloc(room * sizeof *c->spans);
	c->used = 0;
	c->room = room;
	return c;
}

int region_paint(canvas_t *c, int from, int to)
{
	if (c->used > 0 && from <= c->spans[c->used - 1].to) {
		if (to > c->spans[c->used - 1].to)
			c->spans[c->used - 1].to = to;
		return 0;
	}
	if (c->used == c->room) {
		c->room *= 2;
		c->spans = realloc(c->spans, c->room * sizeof *c->spans);
	}
	c->spans[c->used].from = from;
	c->spans[c->used++].to = to;
	return 1;
}

void canvas_destroy(canvas_t *c)
{
	free(c->spans);
	free(c);
}
