/* SPDX-License-Identifier: MIT
 * Weights of which the sum is always one: all are scaled for each that comes.
 * label: grows weights_scale n^2 */
#include <assert.h>
#include <stdlib.h>

typedef struct {
	double *w;
	int n, room;
	double total;
} weights_t;

static void weights_scale(weights_t *ws, double by)
{
	for (int i = 0; i < ws->n; i++)
		ws->w[i] *= by;
}

void weights_add(weights_t *ws, double weight)
{
	double before = ws->total;

	if (ws->n == ws->room) {
		ws->room = ws->room * 2 + 4;
		ws->w = realloc(ws->w, ws->room * sizeof(double));
		assert(ws->w);
	}
	ws->total += weight;
	weights_scale(ws, before / ws->total);
	ws->w[ws->n++] = weight / ws->total;
}

void weights_free(weights_t *ws)
{
	free(ws->w);
}
