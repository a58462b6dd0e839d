/* SPDX-License-Identifier: MIT
 * What runs were like: labels, numbers, and why some were rejected. */
#include "fuzz-perf/generate/runs.h"

#include <inttypes.h>
#include <string.h>

void gen_statistics_add(struct gen_statistics *statistics,
	enum gen_tally_kind kind, const char *name, uint64_t value)
{
	struct gen_tally *tally = statistics->tally;
	char cut[GEN_TALLY_NAME];

	snprintf(cut, sizeof cut, "%s", name);
	while (tally < statistics->tally + statistics->count &&
		(tally->kind != kind || strcmp(tally->name, cut) != 0))
		tally++;
	if (tally == statistics->tally + GEN_TALLIES)
		return;
	if (tally == statistics->tally + statistics->count) {
		statistics->count++;
		memset(tally, 0, sizeof *tally);
		memcpy(tally->name, cut, sizeof cut);
		tally->kind = kind;
		tally->least = UINT64_MAX;
	}
	tally->runs++;
	tally->sum += value;
	tally->least = value < tally->least ? value : tally->least;
	tally->greatest = value > tally->greatest ? value : tally->greatest;
}

static void print_tally(
	const struct gen_tally *tally, uint64_t valid, FILE *out)
{
	if (tally->kind == GEN_TALLY_COUNT)
		fprintf(out, "#   %s: %" PRIu64 " to %" PRIu64 ", mean %.1f\n",
			tally->name, tally->least, tally->greatest,
			(double)tally->sum / (double)tally->runs);
	else if (tally->kind == GEN_TALLY_REJECT)
		fprintf(out, "#   %" PRIu64 " times: %s\n", tally->runs,
			tally->name);
	else
		fprintf(out, "#   %5.1f %%  %s\n",
			100.0 * (double)tally->runs /
				(double)(valid ? valid : 1),
			tally->name);
}

void gen_statistics_print(const struct gen_statistics *statistics,
	enum gen_tally_kind kind, uint64_t valid, FILE *out)
{
	bool is_done[GEN_TALLIES] = {false};

	for (;;) {
		const struct gen_tally *best = NULL;
		for (uint32_t i = 0; i < statistics->count; i++) {
			const struct gen_tally *tally = &statistics->tally[i];
			if (tally->kind == kind && !is_done[i] &&
				(!best || tally->runs > best->runs))
				best = tally;
		}
		if (!best)
			return;
		is_done[best - statistics->tally] = true;
		print_tally(best, valid, out);
	}
}
