/* SPDX-License-Identifier: MIT
 * Regions that are painted, each of which is compared with all before it.
 * label: grows region_paint n^2 */
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
	for (unsigned k = 0; k < c->used; k++) {
		span_t *s = c->spans + k;
		if (from <= s->to && s->from <= to) {
			if (from < s->from)
				s->from = from;
			if (to > s->to)
				s->to = to;
			return 0;
		}
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
