/* SPDX-License-Identifier: MIT
 * An image keeps its layers as they were before each step, asked for one by one. */
#include <stdlib.h>

typedef struct layer layer_t;

struct layers {
	unsigned count;
	layer_t *layer[];
};

struct layer {
	unsigned users;
	int colour;
};

layer_t *layers_at(const struct layers *layers, unsigned index)
{
	layer_t *layer;

	if (index >= layers->count)
		abort();
	layer = layers->layer[index];
	layer->users++;
	return layer;
}

static struct layers *layers_kept(const struct layers *layers)
{
	struct layers *kept =
		malloc(sizeof *kept + layers->count * sizeof kept->layer[0]);

	kept->count = layers->count;
	for (unsigned i = 0; i < layers->count; i++)
		kept->layer[i] = layers_at(layers, i);
	return kept;
}

int image_paint(struct layers *image)
{
	int sum = 0;

	for (unsigned i = 0; i < image->count; i++) {
		struct layers *before = layers_kept(image);
		image->layer[i]->colour = before->layer[0]->colour + (int)i;
		sum += image->layer[i]->colour;
		free(image);
		image = before;
	}
	free(image);
	return sum;
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? atoi(argv[1]) : 24;
	struct layers *image =
		malloc(sizeof *image + n * sizeof image->layer[0]);
	layer_t *layer = calloc(n, sizeof *layer);

	image->count = n;
	for (unsigned i = 0; i < n; i++)
		image->layer[i] = layer + i;
	n = image_paint(image) < 0;
	free(layer);
	return n;
}
