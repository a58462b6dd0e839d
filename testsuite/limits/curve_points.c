/* SPDX-License-Identifier: MIT
 * A curve as a list of points: where two are too far apart, one is put in the middle,
 * until none are. Each pass has up to twice the points of the one before. */
#include <assert.h>
#include <stdlib.h>

struct point {
	double at;
	struct point *next;
};

static struct point *make_point(double at, struct point *next)
{
	struct point *point = malloc(sizeof *point);

	*point = (struct point){at, next};
	return point;
}

/* Returns how many points were added. */
int curve_refine(struct point *first, double distance)
{
	int added = 0, before;

	do {
		before = added;
		for (struct point *point = first; point->next != NULL;) {
			struct point *next = point->next;
			if (next->at - point->at > distance) {
				double middle = (point->at + next->at) / 2;
				point->next = make_point(middle, next);
				added++;
			}
			point = next;
		}
	} while (added != before);
	return added;
}

int main(void)
{
	struct point *curve = NULL;

	curve = make_point(17, curve);
	curve = make_point(9, curve);
	curve = make_point(1, curve);
	curve = make_point(0, curve);
	assert(curve_refine(curve, 1) == 14);
	while (curve != NULL) {
		struct point *next = curve->next;
		free(curve);
		curve = next;
	}
	return 0;
}
