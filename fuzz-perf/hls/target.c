/* SPDX-License-Identifier: MIT
 * The target that a kernel becomes: for the engine it judges each input, tells
 * what numbers its sites saw, and files a difference that is new; for `retread
 * hls run` it prints one. */
#define _GNU_SOURCE
#include "fuzz-perf/hls/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz-perf/runtime/fuzz_domain.h"
#include "lib/hls/hls_target.h"

/* Set by retread hls. RUN "": list the sites. */
#define SYMPTOMS "RETREAD_HLS_SYMPTOMS" /* the directory where they go */
#define RUN	 "RETREAD_HLS_RUN"	/* a text to run and be done */

static struct retread_domain *spectra;

/*--- texts ---*/

static void print_site(FILE *out, const struct retread_hls_site *site)
{
	const char *slash = strrchr(site->file, '/');
	const char *file = slash != NULL ? slash + 1 : site->file;

	switch (site->kind) {
	case RETREAD_HLS_INDEX:
		fprintf(out, "%s:%u: an index of %s, which has %llu elements",
			file, (unsigned)site->line, site->name,
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
	default:
		fputs("static variables keep what an earlier call left", out);
		break;
	}
}

static void print_test(FILE *out, const struct test *test)
{
	for (uint32_t i = 0; i < retread_hls_kernel.inputs; i++) {
		fprintf(out, "%s:", retread_hls_kernel.input[i].name);
		for (size_t j = 0; j < test->count[i]; j++)
			fprintf(out, " %lld", (long long)test->number[i][j]);
		fputc('\n', out);
	}
}

/* As 32-bit words, which most results are. */
static void print_outcome(FILE *out, const struct outcome *outcome)
{
	if (outcome->end == RUN_HANG)
		fputs("does not end", out);
	else if (outcome->end == RUN_FAULT)
		fprintf(out, "%s", strsignal(outcome->signal));
	for (size_t at = 0;
		outcome->end == RUN_RETURNED &&
		at + 4 <= retread_hls_kernel.result_bytes && at < 64;
		at += 4) {
		int32_t word;
		memcpy(&word, outcome->output + at, 4);
		fprintf(out, "%s%d", at > 0 ? " " : "", word);
	}
	fputc('\n', out);
}

static void print_judgement(FILE *out, const struct judgement *judgement)
{
	fprintf(out, "class: %s\n", verdict_names[judgement->verdict]);
	fputs("cpu: ", out);
	print_outcome(out, &judgement->exact);
	if (judgement->verdict == VERDICT_HOST)
		return;
	fputs("hardware: ", out);
	print_outcome(out, &judgement->hardware);
	for (size_t i = 0; i < judgement->causes; i++) {
		fputs(judgement->alone ? "cause: " : "needs: ", out);
		print_site(out, judgement->cause[i]);
		fputc('\n', out);
	}
}

/*--- symptoms ---*/

static FILE *create(const char *directory, const char *name)
{
	char path[4096];

	if (snprintf(path, sizeof(path), "%s/%s", directory, name) >=
		(int)sizeof(path))
		return NULL;
	return fopen(path, "we");
}

static void write_files(const char *directory, const struct test *test,
	const struct judgement *judgement)
{
	struct test small;
	FILE *out = create(directory, "input");

	if (out != NULL) {
		print_test(out, test);
		fclose(out);
	}
	test_copy(&small, test);
	minimise(&small, judgement->id);
	out = create(directory, "input.min");
	if (out != NULL) {
		print_test(out, &small);
		fclose(out);
	}
	out = create(directory, "symptom");
	if (out != NULL) {
		struct judgement smaller;
		judge(&small, &smaller);
		print_judgement(out, &smaller);
		judgement_release(&smaller);
		fclose(out);
	}
	test_release(&small);
}

/* A symptom is there as a whole or not at all. */
static void file_symptom(
	const struct test *test, const struct judgement *judgement)
{
	const char *top = getenv(SYMPTOMS);
	char final[2048], temporary[2100];

	if (top == NULL)
		return;
	snprintf(final, sizeof(final), "%s/%s", top, judgement->id);
	if (access(final, F_OK) == 0)
		return;
	snprintf(temporary, sizeof(temporary), "%s.%d", final, (int)getpid());
	if (mkdir(temporary, 0777) != 0)
		return;
	write_files(temporary, test, judgement);
	rename(temporary, final);
}

/*--- for the engine ---*/

/* Numbers of a length that a site has not seen are progress. */
static void tell_spectra(void)
{
	struct retread_hls_site **site;
	size_t sites = sim_sites(&site);

	for (size_t i = 0; i < sites; i++) {
		if (spectra != NULL)
			retread_domain_union(
				spectra, (uint32_t)site[i]->id, site[i]->seen);
		site[i]->seen = 0;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct judgement judgement;
	struct test test;

	test_decode(&test, data, size);
	judge(&test, &judgement);
	tell_spectra();
	if (judgement.verdict != VERDICT_EQUAL &&
		judgement.verdict != VERDICT_HOST)
		file_symptom(&test, &judgement);
	judgement_release(&judgement);
	test_release(&test);
	return 0;
}

/*--- by hand ---*/

/* Each of the kernel's. */
static void list_sites(void)
{
	struct retread_hls_site **site;
	size_t sites = sim_sites(&site);

	for (size_t i = 0; i < sites; i++) {
		print_site(stdout, site[i]);
		putchar('\n');
	}
	printf("%zu sites\n", sites);
	fflush(stdout);
	_exit(0);
}

static void run_text(const char *path)
{
	struct judgement judgement;
	struct test test;
	char why[256];

	if (test_read(&test, path, why, sizeof(why)) != 0) {
		fprintf(stderr, "retread hls run: %s: %s\n", path, why);
		_exit(2);
	}
	judge(&test, &judgement);
	print_judgement(stdout, &judgement);
	fflush(stdout);
	_exit(judgement.verdict == VERDICT_EQUAL    ? 0
		: judgement.verdict == VERDICT_HOST ? 3
						    : 1);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct retread_hls_site **site;
	size_t sites = sim_sites(&site);
	const char *run = getenv(RUN);

	(void)argc;
	(void)argv;
	if (run != NULL && *run == '\0')
		list_sites();
	if (run != NULL)
		run_text(run);
	spectra = retread_domain_new(
		"spectra", (uint32_t)sites + 1, retread_reduce_union, 0);
	return 0;
}
