/* SPDX-License-Identifier: MIT
 * gen_commands(): calls of an API, one after another, beside a model of it. */
#include "fuzz-perf/generate/runs.h"

#include <stdlib.h>

/* Which is drawn does not depend on what may run now: a call that goes leaves the meaning of
 * the bytes that follow. */
static const struct gen_command *pick_command(
	struct gen *g, const struct gen_command *command, size_t count)
{
	unsigned *weight = gen_alloc(g, count * sizeof *weight);

	for (size_t i = 0; i < count; i++)
		weight[i] = command[i].weight ? command[i].weight : 1;
	return &command[gen_weighted(g, weight, (unsigned)count)];
}

void gen_commands(struct gen *g, const struct gen_command *command,
	size_t count, struct gen_list length, void *model)
{
	while (gen_more(g, &length)) {
		const struct gen_command *next =
			pick_command(g, command, count);
		if (next->may_run && !next->may_run(model))
			continue;
		gen_begin(g, next->name);
		gen_put(g, "%s%s", *gen_text(g, NULL) ? "; " : "", next->name);
		next->run(g, model);
		gen_end(g);
	}
}
