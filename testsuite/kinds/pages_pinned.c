/* SPDX-License-Identifier: MIT
 * Pages of a pool are pinned and released in the order of a scan, several times. */
#include <stdlib.h>
#include <string.h>

struct frame {
	int page, pins, is_dirty;
	char *data;
};

struct pool {
	struct frame *frame;
	int *where; /* of each page, or -1 */
	int frames, used;
};

static struct frame *pool_pin(struct pool *p, int page)
{
	struct frame *f;

	if (p->where[page] < 0) {
		f = &p->frame[p->used];
		p->where[page] = p->used++;
		f->page = page;
		f->data = calloc(1, 64);
	}
	f = &p->frame[p->where[page]];
	f->pins++;
	return f;
}

static void pool_release(struct frame *f, int is_dirty)
{
	f->pins--;
	f->is_dirty |= is_dirty;
}

__attribute__((noinline)) int scan_all(struct pool *p, int pages, int rounds)
{
	int sum = 0;

	for (int r = 0; r < rounds; r++)
		for (int i = 0; i < pages; i++) {
			struct frame *f = pool_pin(p, i);
			f->data[r % 64]++;
			sum += f->data[r % 64];
			pool_release(f, 1);
		}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 15;
	struct pool p = {.frames = n};
	int sum;

	p.frame = calloc((size_t)n, sizeof *p.frame);
	p.where = malloc((size_t)n * sizeof *p.where);
	memset(p.where, -1, (size_t)n * sizeof *p.where);
	sum = scan_all(&p, n, 6);
	for (int i = 0; i < n; i++)
		free(p.frame[i].data);
	free(p.frame);
	free(p.where);
	return sum < 1;
}
