/* SPDX-License-Identifier: MIT
 * What a search has done: on a terminal, and in the files of AFL, which `retread fuzz
 * --status` and pages read. Keys and columns of our own stand at the end. */
#include "config.h"

#include "fuzz-perf/ir/jobs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lib/memory.h"
#include "lib/whole_file.h"

static uint64_t count_features(const struct ir_counts *counts)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < IRF_NDOMAINS; i++)
		all += counts->covered[i];
	return all;
}

static double runs_each_second(const struct ir_campaign *campaign)
{
	return campaign->spent_ms ? (double)campaign->counts.runs * 1000 /
					    (double)campaign->spent_ms
				  : 0;
}

static void print_stats(
	const struct ir_request *request, uint64_t session_s, FILE *out)
{
	const struct ir_campaign *campaign = request->campaign;
	const struct ir_counts *counts = &campaign->counts;
	uint64_t now = (uint64_t)time(NULL);

	fprintf(out,
		"start_time        : %" PRIu64 "\nlast_update       : %" PRIu64
		"\nrun_time          : %" PRIu64 "\nfuzzer_pid        : %d\n"
		"execs_done        : %" PRIu64 "\nexecs_per_sec     : %.2f\n"
		"corpus_count      : %" PRIu32 "\nsaved_crashes     : %" PRIu64
		"\nsaved_hangs       : %" PRIu64
		"\nexec_timeout      : %" PRIu64
		"\nedges_found       : %" PRIu64 "\nafl_banner        : %s\n"
		"command_line      : %s\n",
		now - session_s, now, campaign->spent_ms / 1000, (int)getpid(),
		counts->runs, runs_each_second(campaign), campaign->seed_count,
		counts->kept - counts->kept_hangs, counts->kept_hangs,
		request->timeout_ms, count_features(counts),
		request->target->name, campaign->search);
	fprintf(out,
		"valuable          : %" PRIu64 "\nargument_sets     : %" PRIu64
		"\nout_of_fuel       : %" PRIu64
		"\nundefined         : %" PRIu64
		"\nnot_lowered       : %" PRIu64
		"\nprocesses         : %" PRIu64 "\n",
		counts->valuable, counts->compared, counts->fuel,
		counts->undefined, counts->unlowered, counts->children);
}

static int append_plot_row(
	const struct ir_request *request, const char *folder, struct error *err)
{
	const struct ir_campaign *campaign = request->campaign;
	const struct ir_counts *counts = &campaign->counts;
	char *path = memory_format("%s/plot_data", folder);
	FILE *out = fopen(path, "ae");

	if (out && ftell(out) == 0)
		fputs("# relative_time, cycles_done, cur_item, corpus_count, "
		      "pending_total, pending_favs, map_size, saved_crashes, "
		      "saved_hangs, max_depth, execs_per_sec, total_execs, "
		      "edges_found\n",
			out);
	if (out)
		fprintf(out,
			"%" PRIu64 ", 0, 0, %" PRIu32 ", 0, 0, 0.00%%, %" PRIu64
			", %" PRIu64 ", 1, %.2f, %" PRIu64 ", %" PRIu64 "\n",
			campaign->spent_ms / 1000, campaign->seed_count,
			counts->kept - counts->kept_hangs, counts->kept_hangs,
			runs_each_second(campaign), counts->runs,
			count_features(counts));
	int result =
		out && fclose(out) == 0 ? 0 : error_set_errno(err, "%s", path);
	free(path);
	return result;
}

int jobs_write_statistics(const struct ir_request *request, const char *folder,
	uint64_t started_ms, struct error *err)
{
	uint64_t session_ms = gen_clock_ms(CLOCK_MONOTONIC) - started_ms;
	char *path = memory_format("%s/fuzzer_stats", folder);
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0) {
		print_stats(request, session_ms / 1000, file.out);
		result = whole_file_close(&file, 0, err);
	}
	free(path);
	return result == 0 ? append_plot_row(request, folder, err) : -1;
}

/* Counts of all campaigns; what several of them cover is covered once. */
static void jobs_add_counts(struct ir_counts *sum, const struct ir_counts *one)
{
	uint64_t *to = (uint64_t *)sum;
	const uint64_t *from = (const uint64_t *)one;

	for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
		to[i] += from[i];
}

static uint64_t count_covered_by_any(struct ir_campaign *const *campaign,
	size_t count, enum irf_domain domain)
{
	uint64_t covered = 0;

	for (size_t i = 0; i < IR_MAP_BITS / 8; i++) {
		unsigned bits = 0;
		for (size_t j = 0; j < count; j++)
			bits |= campaign[j]->map[domain][i];
		covered += (unsigned)__builtin_popcount(bits);
	}
	return covered;
}

void jobs_print_counts(struct ir_campaign *const *campaign, size_t count,
	uint64_t ms, FILE *out)
{
	static const char *const domain[IRF_NDOMAINS] = {
		"shapes", "blocks", "remarks"};
	struct ir_counts counts = {0};
	uint32_t seeds = 0;

	for (size_t i = 0; i < count; i++) {
		jobs_add_counts(&counts, &campaign[i]->counts);
		seeds += campaign[i]->seed_count;
	}
	fprintf(out, "runs: %" PRIu64 "\n", counts.runs);
	fprintf(out, "runs per second: %" PRIu64 "\n",
		ms ? counts.runs * 1000 / ms : 0);
	fprintf(out, "seeds: %" PRIu32 "\n", seeds);
	fprintf(out, "valuable: %" PRIu64 "\n", counts.valuable);
	fprintf(out,
		"passes changed: %" PRIu64 ", of these valuable: %" PRIu64 "\n",
		counts.pass_runs, counts.pass_valuable);
	for (unsigned i = 0; i < IRF_NDOMAINS; i++)
		fprintf(out, "%s: %" PRIu64 "\n", domain[i],
			count_covered_by_any(campaign, count, i));
	fprintf(out,
		"argument sets: %" PRIu64 ", out of fuel: %" PRIu64
		", undefined: %" PRIu64 "\n",
		counts.compared, counts.fuel, counts.undefined);
	fprintf(out, "not lowered: %" PRIu64 "\n", counts.unlowered);
	fprintf(out, "processes: %" PRIu64 "\n", counts.children);
	for (unsigned i = IR_LOWERING; i < IR_CLASSES; i++)
		if (counts.class[i])
			fprintf(out, "%s: %" PRIu64 "\n", ir_class_name(i),
				counts.class[i]);
	fprintf(out, "findings: %u\n", ir_campaign_met(campaign[0]));
}
