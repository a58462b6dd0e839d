/* SPDX-License-Identifier: MIT
 * Sites, inputs and judgements in words. */
#define _GNU_SOURCE
#include "fuzz-perf/hls/run.h"

#include <string.h>

#include "lib/hls/hls_target.h"

/* Of each call. */
#define RESULTS_SHOWN 16

static const char *text_last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void text_print_promise(FILE *out, const struct retread_hls_site *site)
{
	static const struct {
		const char *promise, *breaks;
	} texts[] = {
		[RETREAD_HLS_DEPENDENCE] = {"no trip reads what an earlier "
					    "one wrote to %s",
			", but line %u reads what line %u wrote"},
		[RETREAD_HLS_STABLE] = {"nothing writes to %s, which is stable",
			", but line %u reads what line %u writes"},
		[RETREAD_HLS_PORTS] = {"%s has ports for each trip",
			", but line %u needs one of those that line %u has"},
		[RETREAD_HLS_MEMBER] = {"members of %s are apart",
			", but line %u goes from one to another"},
		[RETREAD_HLS_FLAT] = {"loops are one, of which the inner "
				      "begins at %s",
			", but it has %u trips after %u"},
	};

	fprintf(out, texts[site->flags].promise, site->name);
	if (site->size > 0)
		fprintf(out, texts[site->flags].breaks, (unsigned)site->size,
			(unsigned)(site->size >> 32));
}

void print_site(FILE *out, const struct retread_hls_site *site)
{
	const char *file = text_last_part(site->file);

	switch (site->kind) {
	case RETREAD_HLS_INDEX:
		fprintf(out, "%s:%u: an index of %s", file,
			(unsigned)site->line, site->name);
		if (site->size > 0)
			fprintf(out, ", which has %llu elements",
				(unsigned long long)site->size);
		break;
	case RETREAD_HLS_WIDTH:
		fprintf(out, "%s:%u: a number ", file, (unsigned)site->line);
		if (site->size > 0)
			fprintf(out, "is cut to %llu bits",
				(unsigned long long)site->size);
		else
			fputs("may be cut", out);
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
	case RETREAD_HLS_SHIFT:
		fprintf(out, "%s:%u: a shift by %llu bits or more", file,
			(unsigned)site->line, (unsigned long long)site->size);
		break;
	case RETREAD_HLS_CONVERSION:
		fprintf(out, "%s:%u: a number beyond %llu bits is converted",
			file, (unsigned)site->line,
			(unsigned long long)site->size);
		break;
	case RETREAD_HLS_TASK:
		fprintf(out, "%s:%u: %s runs at the same time as other tasks",
			file, (unsigned)site->line, site->name);
		break;
	case RETREAD_HLS_STREAM:
		fprintf(out, "%s:%u: stream %s", file, (unsigned)site->line,
			site->name);
		if (site->size > 0)
			fprintf(out, " has depth %llu",
				(unsigned long long)site->size);
		if (*site->function != '\0')
			fprintf(out, ", between %s", site->function);
		break;
	case RETREAD_HLS_PROMISE:
		fprintf(out, "%s:%u: ", file, (unsigned)site->line);
		text_print_promise(out, site);
		break;
	default:
		fprintf(out,
			"%s:%u: static variable %s keeps what an earlier "
			"call left",
			file, (unsigned)site->line, site->name);
		break;
	}
}

void print_test(FILE *out, const struct hls_test *test)
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

static void text_print_number(
	FILE *out, const unsigned char *from, unsigned bytes, bool is_signed)
{
	uint64_t number = 0;
	unsigned unused = 64 - 8 * bytes;

	memcpy(&number, from, bytes);
	fprintf(out, "%lld",
		is_signed ? (long long)(number << unused) >> unused
			  : (long long)number);
}

/* Of one call, the first ones. */
static void print_results(
	FILE *out, const struct outcome *outcome, unsigned call)
{
	const struct retread_hls_kernel *kernel = &retread_hls_kernel;
	const unsigned char *results =
		outcome->output + outcome->bytes / outcome->calls * call;

	if (call > 0)
		fputs(" | ", out);
	for (uint32_t i = 0; i < RESULTS_SHOWN &&
			     i * kernel->result_size < kernel->result_bytes;
		i++) {
		fputs(i > 0 ? " " : "", out);
		text_print_number(out, results + i * kernel->result_size,
			kernel->result_size, kernel->result_is_signed);
	}
}

/* Where two outputs of as many bytes differ first. */
static size_t first_difference(
	const struct outcome *outcome, const struct outcome *other)
{
	size_t at = 0;

	while (at < outcome->bytes && outcome->output[at] == other->output[at])
		at++;
	return at;
}

/* The first element of an input of TEST that the kernel leaves otherwise than in
 * OTHER, whose results are the same. */
static void print_changed(FILE *out, const struct hls_test *test,
	const struct outcome *outcome, const struct outcome *other)
{
	const struct retread_hls_kernel *kernel = &retread_hls_kernel;
	size_t at = first_difference(outcome, other);
	size_t call_bytes, first;

	if (at == outcome->bytes || outcome->calls == 0)
		return;
	call_bytes = outcome->bytes / outcome->calls;
	first = at / call_bytes * call_bytes + kernel->result_bytes;
	if (at < first)
		return;
	for (uint32_t i = 0; i < kernel->inputs; i++) {
		const struct retread_hls_input *input = &kernel->input[i];
		size_t index = (at - first) / input->bytes;
		if (index >= test->count[i]) {
			first += test->count[i] * input->bytes;
			continue;
		}
		fprintf(out, ", %s[%zu] = ", input->name, index);
		text_print_number(out,
			outcome->output + first + index * input->bytes,
			input->bytes, input->is_signed);
		if (outcome->calls > 1)
			fprintf(out, " after call %zu", at / call_bytes + 1);
		return;
	}
}

/* Where the program was, if it did not come to its end. */
static void print_end(FILE *out, const struct outcome *outcome)
{
	const struct retread_hls_at *at = outcome->at;

	if (outcome->end == RUN_RETURNED)
		return;
	if (at)
		fprintf(out, " at %s:%u", text_last_part(at->file),
			(unsigned)at->line);
	else
		fputs(" outside of the kernel", out);
}

void print_outcome(FILE *out, const struct hls_test *test,
	const struct outcome *outcome, const struct outcome *other)
{
	if (outcome->end == RUN_HANG)
		fputs("does not end", out);
	else if (outcome->end == RUN_DEADLOCK)
		fputs("all tasks wait", out);
	else if (outcome->end == RUN_UNKNOWN)
		fputs("may not end", out);
	else if (outcome->end == RUN_EXIT)
		fputs("exits", out);
	else if (outcome->end == RUN_LOST)
		fputs("the simulator does not answer", out);
	else if (outcome->end == RUN_FAULT)
		fprintf(out, "%s", strsignal(outcome->signal));
	for (unsigned call = 0;
		outcome->end == RUN_RETURNED && call < outcome->calls; call++)
		print_results(out, outcome, call);
	if (outcome->end == RUN_RETURNED && other->end == RUN_RETURNED &&
		outcome->bytes == other->bytes)
		print_changed(out, test, outcome, other);
	if (outcome == other)
		print_end(out, outcome);
	fputc('\n', out);
}

/* A lost value is of low severity if each of its lines shows that it is meant. */
static const char *text_severity(const struct hls_judgement *judgement)
{
	for (size_t i = 0; i < judgement->causes; i++)
		if ((judgement->cause[i]->flags & RETREAD_HLS_MEANT) == 0)
			return "high";
	return "low";
}

static void print_outcomes(FILE *out, const struct hls_test *test,
	const struct hls_judgement *judgement)
{
	const struct outcome *exact = &judgement->exact;
	const struct outcome *hardware = &judgement->hardware;

	if (judgement->is_wide) {
		fputs("wide: ", out);
		print_outcome(out, test, exact, hardware);
	}
	fputs("cpu: ", out);
	print_outcome(out, test, judgement->is_wide ? hardware : exact,
		judgement->is_wide		     ? exact
		: judgement->verdict == VERDICT_HOST ? exact
						     : hardware);
	if (judgement->verdict == VERDICT_HOST)
		return;
	fputs("hardware: ", out);
	if (judgement->verdict == VERDICT_BROKEN)
		fputs("believes what the pragma says\n", out);
	else
		print_outcome(out, test, hardware, exact);
}

void print_judgement(FILE *out, const struct hls_test *test,
	const struct hls_judgement *judgement)
{
	fprintf(out, "class: %s\n", verdict_names[judgement->verdict]);
	if (judgement->verdict == VERDICT_CUT)
		fprintf(out, "severity: %s\n", text_severity(judgement));
	print_outcomes(out, test, judgement);
	if (judgement->is_rtl)
		fputs("cause: only the simulator knows; sites do otherwise\n",
			out);
	for (size_t i = 0; i < judgement->causes; i++) {
		fputs(judgement->alone ? "cause: " : "needs: ", out);
		print_site(out, judgement->cause[i]);
		if (judgement->verdict == VERDICT_STALE &&
			judgement->cause[i]->kind == RETREAD_HLS_FILL)
			fputs(", and a memory keeps what an earlier call left",
				out);
		fputc('\n', out);
	}
}
