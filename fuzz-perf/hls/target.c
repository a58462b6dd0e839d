/* SPDX-License-Identifier: MIT
 * The target that a kernel becomes: for the engine it judges each input, says
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
#define AGREE	 "RETREAD_HLS_AGREE"	/* inputs and seed, to be done after */
#define CONFIRM	 "RETREAD_HLS_CONFIRM"	/* a command, to be done after */

#define RECORD "RETREAD_HLS_RECORD" /* a directory of calls */
#define ENCODE "RETREAD_HLS_ENCODE" /* where seeds are made of them */

#define ODDS   "RETREAD_HLS_ODDS"   /* profile of the mutations' odds */
#define LOST   "RETREAD_HLS_LOST"   /* a lost value is a failure of a run */
#define SELECT "RETREAD_HLS_SELECT" /* when the simulator is run */

/* Inputs of 65535 numbers of 8 bytes each. */
#define TEST_BYTES_MAX (INPUTS_MAX * (2u + 65535u * 8u) + 2u)

static struct {
	struct retread_domain *spectra, *near;
	enum select_policy policy;
	bool simulates;
	bool has_compared; /* an input that did not fail on the CPU */
	uint64_t *known;   /* by site: lengths of numbers seen so far */
	unsigned long tests;
	unsigned long calls; /* inputs that the simulator was run on */
} target;

/* The class that the simulator of RTL says TEST has, if there is one. */
static void hls_print_simulated(
	FILE *out, const struct hls_test *test, enum verdict sites)
{
	struct hls_judgement judgement;

	if (!rtl_is_there())
		return;
	judge_quickly(test,
		(struct hardware){true, false, sites == VERDICT_UNKNOWN},
		&judgement);
	fprintf(out, "simulator: %s: ", verdict_names[judgement.verdict]);
	print_outcome(out, test, &judgement.hardware, &judgement.exact);
	judgement_release(&judgement);
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

static void hls_write_files(const char *directory, const struct hls_test *test,
	const struct hls_judgement *judgement)
{
	struct hls_test small;
	FILE *out = create(directory, "input");

	if (out) {
		print_test(out, test);
		fclose(out);
	}
	test_copy(&small, test);
	minimise(&small, judgement);
	out = create(directory, "input.min");
	if (out) {
		print_test(out, &small);
		fclose(out);
	}
	out = create(directory, "symptom");
	if (out) {
		struct hls_judgement smaller;
		judge_again(&small, judgement, &smaller);
		print_judgement(out, &small, &smaller);
		if (!judgement->is_rtl)
			hls_print_simulated(out, &small, judgement->verdict);
		judgement_release(&smaller);
		fprintf(out, "test: %lu\n", target.tests);
		if (target.simulates)
			fprintf(out, "calls: %lu\n", target.calls);
		fclose(out);
	}
	test_release(&small);
}

/* A symptom is there as a whole or not at all. */
static void file_symptom(
	const struct hls_test *test, const struct hls_judgement *judgement)
{
	const char *top = getenv(SYMPTOMS);
	char final[2048], temporary[2100];

	if (!top)
		return;
	snprintf(final, sizeof(final), "%s/%s", top, judgement->id);
	if (access(final, F_OK) == 0)
		return;
	snprintf(temporary, sizeof(temporary), "%s.%d", final, (int)getpid());
	if (mkdir(temporary, 0777) != 0)
		return;
	hls_write_files(temporary, test, judgement);
	rename(temporary, final);
}

/* A file beside the symptoms. NULL: there is none. */
static FILE *open_beside(const char *name, const char *mode)
{
	const char *top = getenv(SYMPTOMS);
	char path[4096];

	if (!top || snprintf(path, sizeof(path), "%s/../%s", top, name) >=
			    (int)sizeof(path))
		return NULL;
	return fopen(path, mode);
}

/* A letter for each input that the simulator is run on. */
static void note_call(char why)
{
	FILE *out = open_beside("simulated", "ae");

	if (!out)
		return;
	fputc(why, out);
	fclose(out);
}

/* A letter for each input that fails on the CPU, how the first one does, and a file
 * that is there if any input was compared. */
static void note_end(
	const struct hls_test *test, const struct hls_judgement *judgement)
{
	FILE *out;

	if (judgement->verdict != VERDICT_HOST) {
		out = target.has_compared ? NULL
					  : open_beside("compared", "ae");
		target.has_compared = true;
		if (out)
			fclose(out);
		return;
	}
	out = open_beside("failed", "ae");
	if (out) {
		fputc('f', out);
		fclose(out);
	}
	out = open_beside("failure", "wxe");
	if (out) {
		print_outcome(out, test, &judgement->exact, &judgement->exact);
		fclose(out);
	}
}

/*--- for the engine ---*/

/* Numbers of a length that a site has not seen are progress. */
static void tell_spectra(void)
{
	struct retread_hls_site **site;
	size_t sites = sim_sites(&site);
	bool is_new = false;

	for (size_t i = 0; i < sites; i++) {
		is_new |= (site[i]->seen & ~target.known[i]) != 0;
		target.known[i] |= site[i]->seen;
		if (target.spectra)
			retread_domain_union(target.spectra,
				(uint32_t)site[i]->id, site[i]->seen);
		if (target.near)
			retread_domain_maximize(target.near,
				(uint32_t)site[i]->id, site[i]->most);
		site[i]->seen = 0;
		site[i]->most = 0;
	}
	mutate_learn(is_new);
}

/* Runs the simulator, if its policy says so, and files a difference of its own. */
static void simulate(
	const struct hls_test *test, const struct hls_judgement *judgement)
{
	char why = select_input(target.policy, test, judgement);
	struct hls_judgement simulated;

	if (why == 0)
		return;
	target.calls++;
	note_call(why);
	judge_rtl(test, judgement->verdict, &simulated);
	if (simulated.verdict == VERDICT_EQUAL)
		select_learn(test);
	if (simulated.is_rtl)
		file_symptom(test, &simulated);
	judgement_release(&simulated);
}

/* Files what TEST, judged, shows besides a divergence. */
static void file_others(
	const struct hls_test *test, const struct hls_judgement *judgement)
{
	static const enum verdict others[] = {VERDICT_BROKEN, VERDICT_CUT};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		struct hls_judgement other;
		if (others[i] == VERDICT_CUT ? !judgement->cuts
					     : !judgement->breaks)
			continue;
		if (judge_also(test, others[i], &other))
			file_symptom(test, &other);
		judgement_release(&other);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hls_judgement judgement;
	struct hls_test test;

	test_decode(&test, data, size);
	target.tests++;
	judge(&test, &judgement);
	note_end(&test, &judgement);
	if (judge_is_divergence(judgement.verdict))
		file_symptom(&test, &judgement);
	if (judgement.verdict != VERDICT_HOST)
		file_others(&test, &judgement);
	if (target.simulates && judgement.verdict != VERDICT_HOST)
		simulate(&test, &judgement);
	tell_spectra();
	sensitive_try(&test);
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
	printf("%zu site%s\n", sites, sites == 1 ? "" : "s");
	fflush(stdout);
	_exit(0);
}

/* Makes JUDGEMENT, which is equal, what TEST shows besides, if it does. */
static void judge_others(
	const struct hls_test *test, struct hls_judgement *judgement)
{
	struct hls_judgement other;

	for (int i = 0; i < 2; i++) {
		if (judge_also(test, i == 0 ? VERDICT_BROKEN : VERDICT_CUT,
			    &other)) {
			judgement_release(judgement);
			*judgement = other;
			return;
		}
		judgement_release(&other);
	}
}

static void run_text(const char *path)
{
	struct hls_judgement judgement;
	struct hls_test test;
	char why[256];

	if (test_read(&test, path, why, sizeof(why)) != 0) {
		fprintf(stderr, "retread hls run: %s: %s\n", path, why);
		_exit(2);
	}
	judge(&test, &judgement);
	if (judgement.verdict == VERDICT_EQUAL)
		judge_others(&test, &judgement);
	print_judgement(stdout, &test, &judgement);
	hls_print_simulated(stdout, &test, judgement.verdict);
	fflush(stdout);
	_exit(judgement.verdict == VERDICT_HOST	     ? 3
		: judgement.verdict == VERDICT_EQUAL ? 0
		: judgement.verdict == VERDICT_CUT   ? getenv(LOST) != NULL
						     : 1);
}

/* Makes a seed of text NUMBER. False: there is none. */
static bool target_encode(
	const char *from, const char *to, unsigned number, unsigned *made)
{
	char path[4096], why[256];
	struct hls_test test;
	uint8_t *data;
	FILE *out;

	snprintf(path, sizeof(path), "%s/%u", from, number);
	if (access(path, R_OK) != 0)
		return false;
	if (test_read(&test, path, why, sizeof(why)) != 0)
		return true;
	snprintf(path, sizeof(path), "%s/call%u", to, number);
	out = fopen(path, "we");
	data = malloc(TEST_BYTES_MAX);
	if (!data)
		abort();
	if (out) {
		fwrite(data, 1, test_encode(&test, data, TEST_BYTES_MAX), out);
		fclose(out);
		++*made;
	}
	free(data);
	test_release(&test);
	return true;
}

/* Makes seeds of calls, and prints how many. */
static void encode_calls(const char *from, const char *to)
{
	unsigned number = 0, made = 0;

	while (target_encode(from, to, number, &made))
		number++;
	printf("%u of %u calls are seeds%s\n", made, number,
		made < number ? "; the others are outside of what the kernel's "
				"file says of inputs"
			      : "");
	fflush(stdout);
	_exit(made > 0 ? 0 : 3);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct retread_hls_site **site;
	size_t sites = sim_sites(&site);
	const char *run = getenv(RUN), *inputs = getenv(AGREE);
	const char *command = getenv(CONFIRM);

	(void)argc;
	(void)argv;
	if (inputs) {
		char *seed;
		unsigned long wanted = strtoul(inputs, &seed, 10);
		int status = agree(wanted, strtoull(seed, NULL, 10));
		fflush(stdout);
		_exit(status);
	}
	if (getenv(ENCODE) && getenv(RECORD))
		encode_calls(getenv(RECORD), getenv(ENCODE));
	if (command && getenv(SYMPTOMS))
		_exit(confirm(command, getenv(SYMPTOMS)));
	if (run && *run == '\0')
		list_sites();
	if (run)
		run_text(run);
	mutate_start(getenv(ODDS));
	target.known = calloc(sites + 1, sizeof(*target.known));
	if (!target.known)
		abort();
	target.simulates =
		rtl_is_there() && select_find(getenv(SELECT), &target.policy);
	target.spectra = retread_domain_new(
		"spectra", (uint32_t)sites + 1, retread_reduce_union, 0);
	target.near = retread_domain_new(
		"near", (uint32_t)sites + 1, retread_reduce_maximum, 0);
	return 0;
}
