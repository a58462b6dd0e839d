/* SPDX-License-Identifier: MIT
 * How many functions of so many random bytes a core judges in a second: drawn,
 * lowered, passed, and interpreted on both sides on 10 argument sets each. A bug of a
 * pass may end it.
 *
 *	cc -O2 -Ibuild -I. -rdynamic bench/ir/rates.c -Wl,--whole-archive \
 *		build/libexec/retread/libretread-ir.a -Wl,--no-whole-archive \
 *		build/libexec/retread/libretread-gen.a -ldl -lm -o rates
 *	./rates build/libexec/retread/ir-llvm-19.so BYTES PASSES RUNS [OPTIONS [SEED]]
 *
 * PASSES is a number of random ones, or a name. OPTIONS are the target's
 * (coverage=all).
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fuzz-perf/generate/runs.h"
#include "fuzz-perf/ir/campaign.h"

static uint64_t state = 1, told;

static uint64_t draw(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

static void tell(void *arg, enum irf_domain domain, uint64_t key)
{
	(void)arg;
	told += key ^ domain;
}

struct bench {
	struct ir_setup setup;
	struct ir_verdict verdict;
	unsigned random; /* passes */
};

static int judge(struct gen *g, void *arg)
{
	struct bench *bench = arg;
	struct ir_case *case_ = gen_alloc(g, sizeof *case_);

	ir_case_draw(g, &bench->setup, case_);
	while (case_->passes < bench->random)
		case_->pass[case_->passes++] =
			(unsigned)(draw() % bench->setup.passes);
	ir_judge(&bench->setup, case_, IR_ASK_QUICK, &bench->verdict, tell,
		NULL);
	irf_free(case_->fn);
	return GEN_VALID;
}

static unsigned find(const struct ir_setup *setup, const char *name)
{
	for (unsigned i = 0; i < setup->passes; i++)
		if (!strcmp(setup->pass[i].name, name))
			return i;
	fprintf(stderr, "no pass %s\n", name);
	exit(2);
}

int main(int argc, char **argv)
{
	const struct irf_target *(*module)(void);
	uint8_t bytes[3][1024];
	uint64_t compared = 0, findings = 0;

	if (argc < 5)
		return 2;
	void *handle = dlopen(argv[1], RTLD_NOW);
	if (!handle || !(*(void **)&module = dlsym(handle, "irf_module"))) {
		fprintf(stderr, "%s\n", dlerror());
		return 2;
	}
	const struct irf_target *target = module();
	size_t passes, size = (size_t)atol(argv[2]);
	long runs = atol(argv[4]);
	state = argc > 6 ? (uint64_t)atol(argv[6]) : 1;
	struct bench bench = {
		.setup = {.target = target,
			.t = target->open(argc > 5 ? argv[5] : ""),
			.profile = {.max_width = 64,
				.features = target->features},
			.sets = 10,
			.classes = 1 << IR_LOWERING | 1 << IR_UNDEFINED |
				   1 << IR_INVALID | 1 << IR_OUTPUT,
			.fuel = 4000,
			.slower = 2,
			.compile_steps = 1000}};
	bench.setup.pass = target->find_passes(bench.setup.t, &passes);
	bench.setup.passes = (unsigned)passes;
	unsigned one;
	bench.random = (unsigned)atoi(argv[3]);
	bench.setup.fixed = &one;
	if (!bench.random) {
		one = find(&bench.setup, argv[3]);
		bench.setup.fixed_count = 1;
	}
	struct gen_run run = {
		.record = calloc(1, gen_record_size(IR_INPUT_BYTES)),
		.limit = IR_INPUT_BYTES};
	gen_record_clear(run.record, IR_INPUT_BYTES);
	clock_t start = clock();
	for (long i = 0; i < runs; i++) {
		struct parameters input = {.count = 3};
		static const char *const name[3] = {
			"", IR_STREAM_P, IR_STREAM_A};
		for (int k = 0; k < 3; k++) {
			size_t length = k ? 64 * (size_t)k : size;
			for (size_t j = 0; j < length; j++)
				bytes[k][j] = (uint8_t)draw();
			strcpy(input.stream[k].name, name[k]);
			input.stream[k].bytes = bytes[k];
			input.stream[k].length = length;
		}
		gen_run_once(&run, &input, judge, &bench);
		compared += bench.verdict.compared;
		findings += bench.verdict.class > IR_UNLOWERED;
	}
	double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	printf("%s %s, %zu bytes, %s passes: %.0f/s of the processor (%ld "
	       "runs, "
	       "%.1f argument sets each, %llu findings, %llx)\n",
		target->version, argc > 5 ? argv[5] : "", size, argv[3],
		(double)runs / seconds, runs, (double)compared / (double)runs,
		(unsigned long long)findings,
		(unsigned long long)told & 0xffff);
	return 0;
}
