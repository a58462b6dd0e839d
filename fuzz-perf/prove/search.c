/* SPDX-License-Identifier: MIT
 * Finds small inputs that make a counter grow. */
#include "config.h"

#include "fuzz-perf/prove/proof_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

#include "fuzz-perf/campaign/campaign.h"
#include "fuzz-perf/corpus/output.h"
#include "fuzz-perf/generate/parameters.h"
#include "fuzz-perf/prove/probe.h"
#include "fuzz-perf/search/batch.h"
#include "fuzz-perf/search/fuzz.h"

#define INSTANCE     "main"
#define SIZES	     2
#define SEEDS_MAX    6
#define LEAST_BYTES  32
#define BYTES_MAX    256
#define SLICE_EDGES  20000000 /* between looks at the budget */
#define SLICE_LEAST  64
#define SLICE_MAX    4096
#define SLICE_SHARE  20 /* of the budget, at most */
#define EDGE_LIMIT   300000
#define LEAST_EDGES  2000
#define LARGEST_KEYS 3
#define FASTEST_KEYS 6
#define WANTED_KEYS  4
#define HANDED	     200
#define SEEDS_DRAWN  32	  /* by a generator that was given none */
#define SEEDS_TRIED  4096 /* while none is valid */
#define SEED_BYTES   32	  /* of a file with nothing but a seed */

void search_release(struct search_bases *bases)
{
	for (size_t i = 0; i < bases->count; i++)
		bytes_release(&bases->base[i]);
	bases->count = bases->seeds = 0;
}

void search_drop_champions(struct search_bases *bases)
{
	while (bases->count > bases->seeds)
		bytes_release(&bases->base[--bases->count]);
}

static void add_base(
	struct search_bases *bases, const uint8_t *at, size_t length)
{
	struct bytes base = {(uint8_t *)at, length};

	if (!length || bases->count == SEARCH_BASES)
		return;
	for (size_t i = 0; i < bases->count; i++)
		if (bytes_are_equal(&bases->base[i], &base))
			return;
	bases->base[bases->count++] = bytes_dup(at, length);
}

/* ---- seeds ---- */

struct seed_reader {
	struct search_bases *bases;
	size_t limit;
};

static int read_seed(
	void *context, const char *folder, const char *name, struct error *err)
{
	struct seed_reader *reader = context;
	char *path = memory_format("%s/%s", folder, name);
	uint8_t *bytes;
	size_t length;
	int result = whole_file_read(path, reader->limit, &bytes, &length, err);

	if (!result) {
		add_base(reader->bases, bytes, length);
		free(bytes);
	}
	free(path);
	return result;
}

static int compare_lengths(const void *left, const void *right)
{
	const struct bytes *a = left, *b = right;

	return a->length < b->length ? -1 : a->length > b->length;
}

static void keep_shortest(struct search_bases *bases)
{
	if (bases->count)
		qsort(bases->base, bases->count, sizeof *bases->base,
			compare_lengths);
	while (bases->count > SEEDS_MAX)
		bytes_release(&bases->base[--bases->count]);
	bases->seeds = bases->count;
}

int search_read_seeds(struct search_bases *bases, const char *folder,
	size_t limit, struct error *err)
{
	struct seed_reader reader = {bases, limit};

	if (output_each_seed(folder, read_seed, &reader, err))
		return error_add_context(err, "seeds");
	keep_shortest(bases);
	return 0;
}

int search_draw_seeds(
	struct search_bases *bases, struct probe *probe, struct error *err)
{
	const struct perf_slot *slot = &probe->map->slot[0];
	struct parameters parameters = {.count = 1};
	uint64_t *value = memory_alloc_zero(probe->values, sizeof(uint64_t));
	uint8_t bytes[SEED_BYTES];
	enum probe_end end;
	int result = 0;

	for (uint64_t i = 1;
		!result && i <= (bases->count ? SEEDS_DRAWN : SEEDS_TRIED);
		i++) {
		parameters.seed = i;
		size_t length =
			parameters_write(&parameters, bytes, sizeof bytes);
		result = probe_run(probe, bytes, length, value, &end, err);
		/* The worker leaves there what the generator used. */
		if (!result && end == PROBE_RAN &&
			!(slot->outcome & PERF_INVALID))
			add_base(bases, probe_slot(probe, 0), slot->length);
	}
	free(value);
	keep_shortest(bases);
	return result;
}

/* ---- one campaign ---- */

struct campaign {
	struct fuzz fuzz;
	struct fuzz_counts noted; /* what the probe knows of */
	char *out;
	bool is_open;
};

/* Of one input: a slice must not be much of the whole budget. */
static uint64_t edge_limit(const struct probe *probe)
{
	uint64_t limit = probe->work_limit / (SLICE_LEAST * SLICE_SHARE);

	return limit > EDGE_LIMIT    ? EDGE_LIMIT
	       : limit < LEAST_EDGES ? LEAST_EDGES
				     : limit;
}

static int open_campaign(struct campaign *campaign, const struct proof *proof,
	size_t size, const char *seeds, const struct log *log,
	struct error *err)
{
	const struct probe *probe = &proof->probe;
	struct fuzz_options own = proof->options.fuzz;

	campaign->out =
		memory_format("%s/search/n%06zu", proof->options.out, size);
	own.execute.max_length = size;
	own.execute.edge_limit = edge_limit(probe);
	own.out = campaign->out;
	own.instance = INSTANCE;
	own.seeds = seeds;
	own.is_quiet = true;
	own.is_portable = true;
	own.execs = 1; /* set before each slice */
	own.hangs = probe_hangs_left(probe);
	own.execute.end_ms = probe_end_ms(probe);
	own.execute.is_stopped = probe->is_stopped;
	campaign->is_open = true;
	return campaign_open(
		&campaign->fuzz, &own, probe->is_stopped, log, err);
}

static void close_campaign(struct campaign *campaign)
{
	if (campaign->is_open)
		campaign_release(&campaign->fuzz);
	free(campaign->out);
}

/* Tells PROBE what the campaign did since it was told last. */
static void note_work(struct campaign *campaign, struct probe *probe)
{
	const struct fuzz_counts *counts = &campaign->fuzz.counts;
	struct fuzz_counts *noted = &campaign->noted;

	probe_note_work(probe, counts->execs - noted->execs,
		counts->edges - noted->edges);
	probe_note_hangs(probe, counts->hangs - noted->hangs);
	*noted = *counts;
}

/* In slices, so that edges and inputs that hang count, and not only inputs. */
static int search_run_campaign(struct campaign *campaign, uint64_t execs,
	struct probe *probe, struct error *err)
{
	struct fuzz *fuzz = &campaign->fuzz;
	uint64_t slice = SLICE_LEAST;

	note_work(campaign, probe);
	while (!probe_is_over(probe) &&
		fuzz->counts.execs + fuzz->counts.earlier_execs < execs) {
		uint64_t edges = fuzz->counts.edges;
		fuzz->options.execs = fuzz->counts.execs + slice;
		fuzz->options.hangs =
			fuzz->counts.hangs + probe_hangs_left(probe);
		if (campaign_run(fuzz, err))
			return -1;
		note_work(campaign, probe);
		/* What is found may cost a hundred times as much at once. */
		if (fuzz->counts.edges - edges > SLICE_EDGES / 2)
			slice = slice / 2 > SLICE_LEAST ? slice / 2
							: SLICE_LEAST;
		else if (slice < SLICE_MAX)
			slice *= 2;
	}
	return 0;
}

/* ---- what to take from it ---- */

struct search_ranked {
	uint32_t key;
	double heat;
};

static int compare_heat(const void *left, const void *right)
{
	const struct search_ranked *a = left, *b = right;

	if (a->heat != b->heat)
		return a->heat < b->heat ? 1 : -1;
	return a->key < b->key ? -1 : a->key > b->key;
}

static uint64_t champion_value(const struct fuzz *fuzz, uint32_t key)
{
	return fuzz->feedback.champion[key].input
		       ? fuzz->feedback.champion[key].value
		       : 0;
}

static void add_champion(
	struct search_bases *bases, const struct fuzz *fuzz, uint32_t key)
{
	const struct corpus_input *input = fuzz->feedback.champion[key].input;

	if (input && input->bytes)
		add_base(bases, input->bytes, input->length);
}

/* Adds the champions of the COUNT keys of the most heat: large counts, and if
 * there is an EARLIER search at half the size, counts that grew fastest. */
static void add_hottest(struct search_bases *bases, const struct fuzz *fuzz,
	const struct fuzz *earlier, const struct probe *probe,
	const bool *wanted, size_t count)
{
	struct search_ranked *ranked =
		memory_alloc_zero(probe->key_count + 1, sizeof *ranked);
	size_t found = 0;

	for (uint32_t key = 0; key < probe->key_count; key++) {
		double value = (double)champion_value(fuzz, key);
		if (!value || !probe_is_cost(probe, key) ||
			(wanted && !wanted[key]))
			continue;
		double heat = value;
		if (earlier)
			heat = log2(value + 1) *
			       log2((value + 1) /
				       ((double)champion_value(earlier, key) +
					       1));
		ranked[found++] = (struct search_ranked){key, heat};
	}
	qsort(ranked, found, sizeof *ranked, compare_heat);
	for (size_t i = 0; i < found && i < count; i++)
		add_champion(bases, fuzz, ranked[i].key);
	free(ranked);
}

static void add_champions(struct search_bases *bases, const struct fuzz *small,
	const struct fuzz *large, const struct probe *probe, const bool *wanted)
{
	if (wanted) {
		add_hottest(bases, small, NULL, probe, wanted, WANTED_KEYS);
		add_hottest(bases, large, NULL, probe, wanted, WANTED_KEYS);
	}
	add_champion(bases, small, probe->key_count + PERF_TOTAL_EDGES);
	add_champion(bases, large, probe->key_count + PERF_TOTAL_EDGES);
	add_hottest(bases, small, NULL, probe, NULL, LARGEST_KEYS);
	add_hottest(bases, large, small, probe, NULL, FASTEST_KEYS);
	add_hottest(bases, large, NULL, probe, NULL, LARGEST_KEYS);
	add_champion(bases, large, probe->key_count + PERF_TOTAL_BLOCK);
}

/* Writes what the next campaign begins with: inputs that hold an edge, at most
 * HANDED of them. An input holds many: each is written once. */
static int hand_on(
	const struct fuzz *fuzz, const char *folder, struct error *err)
{
	struct output output = {0};
	const struct feedback *feedback = &fuzz->feedback;
	const struct corpus_input *given[HANDED];
	size_t count = 0;
	int result = output_open(&output, folder, true, err);

	for (uint32_t i = 0; !result && i < feedback->live_count; i++) {
		const struct corpus_input *input =
			feedback->champion[feedback->live[i]].input;
		bool is_given = !input->bytes || count == HANDED;
		for (size_t j = 0; j < count && !is_given; j++)
			is_given = given[j] == input;
		if (is_given)
			continue;
		char *name = memory_format("%06u", input->id);
		given[count++] = input;
		result = output_write(&output, "queue", name, input->bytes,
			input->length, err);
		free(name);
	}
	output_release(&output);
	return result;
}

/* The first size is what the shortest seed needs. */
static size_t first_size(const struct search_bases *bases)
{
	size_t size = LEAST_BYTES;

	while (size < bases->base[0].length && size < BYTES_MAX)
		size *= 2;
	return size;
}

/* ---- inputs of other campaigns ---- */

struct more_reader {
	struct fuzz *fuzz;
	const struct probe *probe;
};

static int try_more(
	void *context, const char *folder, const char *name, struct error *err)
{
	struct more_reader *reader = context;
	char *path = memory_format("%s/%s", folder, name);
	uint8_t *bytes;
	size_t length;
	int result = 0;

	if (!probe_is_over(reader->probe)) {
		result = whole_file_read(path,
			reader->fuzz->options.execute.max_length, &bytes,
			&length, err);
		if (!result) {
			result = batch_try_input(
				reader->fuzz, bytes, length, "more", NULL, err);
			free(bytes);
		}
	}
	free(path);
	return result < 0 ? -1 : 0;
}

static int read_more(struct campaign *campaign, const char *more,
	const struct probe *probe, struct error *err)
{
	struct more_reader reader = {&campaign->fuzz, probe};

	if (!more)
		return 0;
	if (output_each_file(more, try_more, &reader, err))
		return error_add_context(err, "--more");
	return 0;
}

int search_run(struct search_bases *bases, struct proof *proof,
	const struct log *log, struct error *err)
{
	const struct prove_options *options = &proof->options;
	struct campaign *campaign = memory_alloc_zero(SIZES, sizeof *campaign);
	struct probe *probe = &proof->probe;
	char *handed = memory_format("%s/search/handed", options->out);
	char *queue = memory_format("%s/queue", handed);
	size_t size = first_size(bases);
	uint64_t soft_work = probe->soft_work, soft_ms = probe->soft_ms;
	bool is_cut = false;
	int result = 0;

	for (int i = 0; !result && i < SIZES; i++) {
		/* The first size gets half of what there is. */
		if (i == 0) {
			probe->soft_work =
				probe->work + (soft_work - probe->work) / 2;
			probe->soft_ms =
				probe_elapsed_ms(probe) +
				(soft_ms - probe_elapsed_ms(probe)) / 2;
		}
		result = open_campaign(&campaign[i], proof, size << i,
			i ? queue : options->fuzz.seeds, log, err);
		is_cut = result && probe_is_over(probe);
		if (!result)
			result = read_more(
				&campaign[i], options->more, probe, err);
		if (!result)
			result = search_run_campaign(&campaign[i],
				options->search_execs, probe, err);
		if (!result && i == 0)
			result = hand_on(&campaign[i].fuzz, handed, err);
		probe->soft_work = soft_work;
		probe->soft_ms = soft_ms;
	}
	/* The time was over before the target was ready: that is not an error. */
	if (is_cut)
		result = 0;
	else if (!result)
		add_champions(bases, &campaign[0].fuzz, &campaign[1].fuzz,
			probe, proof->wanted);
	for (int i = 0; i < SIZES; i++)
		close_campaign(&campaign[i]);
	free(campaign);
	free(queue);
	free(handed);
	return result;
}
