/* SPDX-License-Identifier: MIT
 * Sites, inputs and judgements in words. */
#define _GNU_SOURCE
#include "fuzz-perf/hls/run.h"

#include <string.h>

#include "lib/hls/hls_target.h"

void print_site(FILE *out, const struct retread_hls_site *site)
{
	const char *slash = strrchr(site->file, '/');
	const char *file = slash ? slash + 1 : site->file;

	switch (site->kind) {
	case RETREAD_HLS_INDEX:
		fprintf(out, "%s:%u: an index of %s", file,
			(unsigned)site->line, site->name);
		if (site->size > 0)
			fprintf(out, ", which has %llu elements",
				(unsigned long long)site->size);
		break;
	case RETREAD_HLS_WIDTH:
		fprintf(out, "%s:%u: a number is cut", file,
			(unsigned)site->line);
		if (site->size > 0)
			fprintf(out, " to %llu bits",
				(unsigned long long)site->size);
		break;
	case RETREAD_HLS_FILL:
		fprintf(out, "%s:%u: %s may be read before it is written", file,
			(unsigned)site->line, site->name);
		break;
	case RETREAD_HLS_EXIT:
		fprintf(out,
			"%s:%u: only one of %llu copies of the loop's body has "
			"the exit test",
			file, (unsigned)site->line,
			(unsigned long long)site->size);
		break;
	case RETREAD_HLS_TASK:
		fprintf(out, "%s:%u: %s runs at the same time as other tasks",
			file, (unsigned)site->line, site->name);
		break;
	default:
		fputs("static variables keep what an earlier call left", out);
		break;
	}
}

void print_test(FILE *out, const struct test *test)
{
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		fprintf(out, "%s:", retread_hls_kernel.input[i].name);
		for (size_t j = 0; j < test->count[i]; j++)
			fprintf(out, " %lld", (long long)test->number[i][j]);
		fputc('\n', out);
	}
	if (retread_hls_kernel.calls_max > retread_hls_kernel.calls_min)
		fprintf(out, "calls: %u\n", test->calls);
	if (test->schedule > 0)
		fprintf(out, "schedule: %u\n", test->schedule);
}

/* Of one call, the first 16. */
static void print_results(
	FILE *out, const struct outcome *outcome, unsigned call)
{
	const unsigned char *results =
		outcome->output + outcome->bytes / outcome->calls * call;

	if (call > 0)
		fputs(" | ", out);
	for (size_t at = 0;
		at + 4 <= retread_hls_kernel.result_bytes && at < 64; at += 4) {
		int32_t word;
		memcpy(&word, results + at, 4);
		fprintf(out, "%s%d", at > 0 ? " " : "", word);
	}
}

void print_outcome(FILE *out, const struct outcome *outcome)
{
	if (outcome->end == RUN_HANG)
		fputs("does not end", out);
	else if (outcome->end == RUN_DEADLOCK)
		fputs("all tasks wait", out);
	else if (outcome->end == RUN_UNKNOWN)
		fputs("may not end", out);
	else if (outcome->end == RUN_LOST)
		fputs("the simulator does not answer", out);
	else if (outcome->end == RUN_FAULT)
		fprintf(out, "%s", strsignal(outcome->signal));
	for (unsigned call = 0;
		outcome->end == RUN_RETURNED && call < outcome->calls; call++)
		print_results(out, outcome, call);
	fputc('\n', out);
}

void print_judgement(FILE *out, const struct judgement *judgement)
{
	fprintf(out, "class: %s\n", verdict_names[judgement->verdict]);
	fputs("cpu: ", out);
	print_outcome(out, &judgement->exact);
	if (judgement->verdict == VERDICT_HOST)
		return;
	fputs("hardware: ", out);
	print_outcome(out, &judgement->hardware);
	if (judgement->is_rtl)
		fputs("cause: only the simulator knows; sites do otherwise\n",
			out);
	for (size_t i = 0; i < judgement->causes; i++) {
		fputs(judgement->alone ? "cause: " : "needs: ", out);
		print_site(out, judgement->cause[i]);
		fputc('\n', out);
	}
}
