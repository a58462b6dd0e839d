/* SPDX-License-Identifier: MIT
 * The loop: Tzer's algorithm 1, and reduced variants for ablation. */
#include "config.h"

#include "fuzz-perf/ir/campaign.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-perf/ir/compose.h"
#include "lib/random.h"

#define FIRST_SEEDS	8
#define FAVOUR_PERCENT	80
#define TOURNAMENT	3
#define GIVEN_ROUNDS	64 /* of seeds that are given */
#define GIVEN_LISTS	16 /* one of these in so many has other passes */
#define FRESH		8 /* one seed in so many is new: there are none given */
#define SMALL		2 /* one new seed in so many is small */
#define SMALL_BYTES	64
#define COMPOSED	2 /* one run in so many is of a composed function */
#define COMPOSED_BESIDE 8 /* the same, in a search with seeds that were given */
#define COMPOSED_LISTS                                                         \
	4	     /* one of these in so many has a random list of passes */
#define TRY_RUNS   4 /* a try, which asks all oracles, costs as much as so many */
#define ADAPT_RUNS 512 /* between two changes of an automatic nmax */

const struct ir_guidance ir_guidances[IR_GUIDANCES] = {
	{"tzer", true, true, true, IR_PASSES_TZER},
	{"joint", true, true, false, IR_PASSES_RANDOM},
	{"domain", true, true, false, IR_PASSES_FIXED},
	{"coverage", true, false, false, IR_PASSES_FIXED},
	{"random", false, false, false, IR_PASSES_RANDOM},
};

void ir_campaign_forget_printed(struct ir_campaign *campaign)
{
	if (campaign->told >= 0 && ftruncate(campaign->told, 0) == 0)
		lseek(campaign->told, 0, SEEK_SET);
}

void ir_campaign_printed(
	const struct ir_campaign *campaign, char *line, size_t size)
{
	ssize_t got = campaign->told < 0
			      ? 0
			      : pread(campaign->told, line, size - 1, 0);

	line[got < 0 ? 0 : got] = '\0';
	line[strcspn(line, "\n")] = '\0';
}

/* ---- features ---- */

static void note_feature(void *arg, enum irf_domain domain, uint64_t key)
{
	struct ir_campaign *campaign = arg;
	uint64_t hash = parameters_hash(domain, &key, sizeof key);
	uint64_t bit = (domain == IRF_D_BLOCK ? key : hash) % IR_MAP_BITS;
	uint8_t *byte = &campaign->map[domain][bit / 8];
	uint32_t at = campaign->run_feature_count++;

	if (at < 64)
		campaign->run_features[at] = hash;
	if (*byte >> bit % 8 & 1)
		return;
	*byte |= (uint8_t)(1u << bit % 8);
	campaign->counts.covered[domain]++;
	campaign->is_new++;
}

/* ---- seeds ---- */

static uint8_t *take_bytes(struct ir_campaign *campaign, size_t size)
{
	if (IR_ARENA_BYTES - campaign->arena_used < size)
		return NULL;
	uint8_t *bytes = campaign->arena + campaign->arena_used;
	campaign->arena_used += (size + 7) & ~(size_t)7;
	return bytes;
}

/* What RECORD took is SEED's input from now on. Returns false without room. */
static bool set_input(struct ir_campaign *campaign, struct ir_seed *seed,
	const struct gen_record *record)
{
	struct parameters taken;
	uint8_t streams[IR_INPUT_BYTES];

	gen_record_parameters(record, &taken, streams);
	size_t size = parameters_write(&taken, NULL, 0);
	uint8_t *bytes = take_bytes(campaign, size);
	if (!bytes)
		return false;
	parameters_write(&taken, bytes, size);
	seed->at = (size_t)(bytes - campaign->arena);
	seed->length = (uint32_t)size;
	return true;
}

static void lose_feature(struct ir_campaign *campaign, uint32_t seed)
{
	if (seed)
		campaign->seed[seed - 1].features--;
}

/* SEED becomes the champion of the run's features that cost less with it. */
static void crown(struct ir_campaign *campaign, uint32_t at)
{
	struct ir_seed *seed = &campaign->seed[at];
	uint32_t count = campaign->run_feature_count;

	for (uint32_t i = 0; i < count && i < 64; i++) {
		struct ir_champion *champion =
			&campaign->champion[campaign->run_features[i] %
					    IR_CHAMPIONS];
		if (champion->seed && champion->cost <= seed->cost)
			continue;
		lose_feature(campaign, champion->seed);
		*champion = (struct ir_champion){at + 1, seed->cost};
		seed->features++;
	}
}

void ir_campaign_add(struct ir_campaign *campaign,
	const struct gen_record *record, uint64_t work)
{
	struct ir_seed *seed = &campaign->seed[campaign->seed_count];

	if (campaign->seed_count == IR_SEEDS ||
		!set_input(campaign, seed, record))
		return;
	seed->failures = 0;
	seed->cost = (work + 100) * (seed->length + 10);
	crown(campaign, campaign->seed_count++);
}

static uint32_t select_seed(struct ir_campaign *campaign)
{
	bool favours =
		random_mix_below(&campaign->random, 100) < FAVOUR_PERCENT;
	uint32_t best = 0;
	bool has_best = false;

	for (int i = 0; i < TOURNAMENT; i++) {
		uint32_t at = random_mix_below(
			&campaign->random, campaign->seed_count);
		struct ir_seed *seed = &campaign->seed[at];
		bool is_worse =
			has_best && seed->cost >= campaign->seed[best].cost;
		if (favours && (is_worse || (has_best && !seed->features)))
			continue;
		best = at;
		has_best = true;
	}
	return best;
}

/* ---- runs ---- */

static int judge_drawn(struct gen *g, void *arg)
{
	struct ir_campaign *campaign = arg;
	struct ir_case *case_ = gen_alloc(g, sizeof *case_);

	ir_case_draw(g, campaign->setup, case_);
	if (case_->passes > campaign->prefix_limit)
		case_->passes = campaign->prefix_limit;
	campaign->run_operations = ir_operations_of(case_->fn);
	campaign->run_shape = ir_shape_of(case_);
	ir_judge(campaign->setup, case_, campaign->asked, &campaign->verdict,
		note_feature, campaign);
	irf_free(case_->fn);
	return GEN_VALID;
}

/* Which of the oracles that take long the next run asks. */
static enum ir_asked ask_now(const struct ir_campaign *campaign)
{
	uint64_t runs = campaign->counts.runs;

	if (!campaign->every || runs % campaign->every)
		return IR_ASK_QUICK;
	return runs / campaign->every % 2 ? IR_ASK_OPTIMISED : IR_ASK_PLAIN;
}

/* Runs INPUT. Returns whether it covered something new. */
static bool execute(struct ir_campaign *campaign, struct gen_run *run,
	const struct parameters *input)
{
	struct ir_counts *counts = &campaign->counts;
	const struct ir_verdict *verdict = &campaign->verdict;

	campaign->is_new = campaign->run_feature_count = 0;
	campaign->asked = ask_now(campaign);
	counts->runs++;
	run->record = campaign->record;
	gen_run_once(run, input, judge_drawn, campaign);
	counts->unlowered += verdict->class == IR_UNLOWERED;
	counts->class[verdict->class]++;
	counts->compared += verdict->compared;
	counts->undefined += verdict->undefined;
	counts->fuel += verdict->fuel;
	counts->work += verdict->work;
	if (campaign->is_new && verdict->class == IR_FINE)
		counts->valuable++;
	return campaign->is_new;
}

uint64_t ir_verdict_words(const struct ir_verdict *verdict)
{
	uint64_t hash = 0;

	if (verdict->class == IR_INVALID)
		for (const char *at = verdict->text; *at; at++)
			if (*at < '0' || *at > '9')
				hash = parameters_hash(hash, at, 1);
	return hash;
}

uint64_t ir_verdict_key(const struct ir_verdict *verdict)
{
	uint64_t key[4] = {verdict->class, (uint64_t)verdict->culprit,
		verdict->is_of_any, ir_verdict_words(verdict)};

	return parameters_hash(0, key, sizeof key);
}

bool ir_campaign_is_news(struct ir_campaign *campaign, uint64_t key)
{
	struct ir_sighting *sighting = &campaign->sighting[key % IR_SIGHTINGS];

	if (sighting->key != key)
		*sighting = (struct ir_sighting){key, 0};
	sighting->count++;
	return !(sighting->count & (sighting->count - 1));
}

void ir_campaign_note_cause(struct ir_campaign *campaign, uint64_t key,
	const struct ir_operations *operations)
{
	if (campaign->cause_count < IR_CAUSES)
		campaign->cause[campaign->cause_count++] =
			(struct ir_cause){key, *operations};
}

static bool campaign_has_operations(
	const struct ir_operations *few, const struct ir_operations *many)
{
	for (size_t i = 0; i < sizeof few->bits / sizeof *few->bits; i++)
		if (few->bits[i] & ~many->bits[i])
			return false;
	return true;
}

bool ir_campaign_has_news(struct ir_campaign *campaign)
{
	uint64_t key = ir_verdict_key(&campaign->verdict);

	for (uint32_t i = 0; i < campaign->cause_count; i++)
		if (campaign->cause[i].key == key &&
			campaign_has_operations(&campaign->cause[i].operations,
				&campaign->run_operations))
			return !ir_verdict_is_general(&campaign->verdict) &&
			       ir_campaign_is_news(campaign,
				       parameters_hash(key, &i, sizeof i));
	/* One bug of a pass may hide another that is rarer: all are looked at, while that
	 * costs no more than the search does. */
	bool is_rare = ir_campaign_is_news(campaign, key);
	return is_rare ||
	       (campaign->verdict.class < IR_CRASH &&
		       campaign->tries * TRY_RUNS <= campaign->counts.runs);
}

static bool is_finding(const struct ir_campaign *campaign)
{
	return campaign->verdict.class > IR_UNLOWERED;
}

/* ---- the steps of the algorithm ---- */

static uint64_t draw_seed(struct ir_campaign *campaign)
{
	uint64_t high = random_mix_below(&campaign->random, UINT32_MAX);

	return high << 32 |
	       (random_mix_below(&campaign->random, UINT32_MAX) + 1u);
}

/* Streams of a new seed. */
struct fresh {
	uint8_t function[SMALL_BYTES], passes[64], args[1024];
};

static void set_stream(struct ir_campaign *campaign, struct parameters *input,
	const char *name, uint8_t *bytes, size_t length)
{
	struct parameters_stream *stream =
		*name ? ir_input_stream(input, name) : &input->stream[0];

	for (size_t i = 0; i < length; i++)
		bytes[i] = (uint8_t)random_mix_below(&campaign->random, 256);
	stream->bytes = bytes;
	stream->length = length;
}

/* After the end of a stream there are zeros, with which functions and lists end.
 * Most bugs need little, and small functions take little time. */
static void make_small(struct ir_campaign *campaign, struct parameters *input,
	struct fresh *fresh)
{
	input->seed = 0;
	set_stream(campaign, input, "", fresh->function,
		8 + random_mix_below(&campaign->random, SMALL_BYTES - 7));
	set_stream(campaign, input, IR_STREAM_P, fresh->passes,
		1 + random_mix_below(&campaign->random, 24));
	set_stream(
		campaign, input, IR_STREAM_A, fresh->args, sizeof fresh->args);
}

/* All of it is random, except for passes that are one of a few lists. */
static void make_fresh(struct ir_campaign *campaign, struct parameters *input,
	struct fresh *fresh)
{
	uint64_t list = random_mix_below(&campaign->random, IR_FIXED_LISTS) + 1;
	uint8_t *passes = fresh->passes;

	parameters_read(input, NULL, 0);
	input->seed = draw_seed(campaign);
	if (!random_mix_below(&campaign->random, SMALL))
		make_small(campaign, input, fresh);
	if (campaign->guidance->passes != IR_PASSES_FIXED)
		return;
	for (int i = 0; i < 64; i++)
		passes[i] = parameters_extend(list, IR_STREAM_P, (uint64_t)i);
	struct parameters_stream *stream = ir_input_stream(input, IR_STREAM_P);
	stream->bytes = passes;
	stream->length = 64;
}

/* Lines 7 to 16. */
static bool step_passes(
	struct ir_campaign *campaign, struct gen_run *run, struct ir_seed *seed)
{
	struct parameters input;

	parameters_read(&input, campaign->arena + seed->at, seed->length);
	input.seed = draw_seed(campaign);
	ir_input_stream(&input, IR_STREAM_P)->length = 0;
	seed->failures = 0;
	campaign->counts.pass_runs++;
	bool covers = execute(campaign, run, &input);
	if (is_finding(campaign))
		return ir_campaign_has_news(campaign);
	if (covers) {
		campaign->counts.pass_valuable++;
		set_input(campaign, seed, campaign->record);
	}
	return false;
}

/* Lines 17 to 26. */
static bool step_function(
	struct ir_campaign *campaign, struct gen_run *run, struct ir_seed *seed)
{
	uint8_t changed[IR_F_BYTES];
	struct parameters input;

	parameters_read(&input, campaign->arena + seed->at, seed->length);
	input.stream[0].length =
		ir_mutate(campaign, &input, false, changed, sizeof changed);
	input.stream[0].bytes = changed;
	input.seed = draw_seed(campaign);
	if (campaign->guidance->passes == IR_PASSES_RANDOM)
		ir_input_stream(&input, IR_STREAM_P)->length = 0;
	if (random_mix_below(&campaign->random, 8) == 0)
		ir_input_stream(&input, IR_STREAM_A)->length = 0;
	bool covers = execute(campaign, run, &input);
	if (is_finding(campaign))
		return ir_campaign_has_news(campaign);
	if (covers && campaign->verdict.class == IR_FINE) {
		ir_campaign_add(
			campaign, campaign->record, campaign->verdict.work);
		seed->failures = 0;
	} else {
		seed->failures++;
	}
	return false;
}

/* Passes are changed more often while that pays more for each run. */
static void adapt(struct ir_campaign *campaign)
{
	struct ir_counts *counts = &campaign->counts;
	uint64_t others = counts->runs - counts->pass_runs;

	if (!campaign->nmax_is_auto || counts->runs % ADAPT_RUNS ||
		!counts->pass_runs || !others)
		return;
	double pass = (double)counts->pass_valuable / (double)counts->pass_runs;
	double other = (double)(counts->valuable - counts->pass_valuable) /
		       (double)others;
	if (pass > other && campaign->nmax > 1)
		campaign->nmax--;
	else if (pass < other && campaign->nmax < IR_NMAX_MAX)
		campaign->nmax++;
}

static bool step_fresh(struct ir_campaign *campaign, struct gen_run *run)
{
	struct parameters input;
	struct fresh fresh;

	make_fresh(campaign, &input, &fresh);
	bool covers = execute(campaign, run, &input);
	if (is_finding(campaign))
		return ir_campaign_has_news(campaign);
	if (campaign->guidance->keeps &&
		(covers || campaign->seed_count < FIRST_SEEDS))
		ir_campaign_add(
			campaign, campaign->record, campaign->verdict.work);
	return false;
}

/* The passes of INPUT are one, drawn by its weight. Free what is returned; NULL: they are as
 * they were. */
static uint8_t *set_one_pass(
	struct ir_campaign *campaign, struct parameters *input)
{
	unsigned weight[IR_PASSES_DRAWN], pass;
	unsigned count = ir_pass_weights(campaign->setup, weight);
	uint8_t *bytes = NULL;

	if (campaign->setup->fixed || !count)
		return NULL;
	pass = random_mix_weighted(&campaign->random, weight, count);
	size_t length = ir_encode_passes(campaign->setup, &pass, 1, &bytes);
	if (!length)
		return NULL;
	struct parameters_stream *stream = ir_input_stream(input, IR_STREAM_P);
	stream->bytes = bytes;
	stream->length = length;
	return bytes;
}

/* A function that is composed is one more of its kind rather than a seed: there is little to
 * change. */
static bool step_composed(struct ir_campaign *campaign, struct gen_run *run)
{
	struct irf_fn *fn =
		ir_compose(&campaign->setup->profile, &campaign->random);
	struct parameters input;
	struct fresh fresh;
	uint8_t *function, *passes = NULL;
	size_t length = irf_encode(fn, &campaign->setup->profile, &function);

	irf_free(fn);
	parameters_read(&input, NULL, 0);
	make_small(campaign, &input, &fresh);
	if (length) {
		input.stream[0].bytes = function;
		input.stream[0].length = length;
	}
	if (random_mix_below(&campaign->random, COMPOSED_LISTS))
		passes = set_one_pass(campaign, &input);
	execute(campaign, run, &input);
	if (length)
		free(function);
	free(passes);
	return is_finding(campaign) && ir_campaign_has_news(campaign);
}

/* What is before each seed that is given. */
struct ir_given_head {
	uint64_t length;
	uint64_t
		shape; /* that it had in the first round, as a place in ALIKE */
};

int ir_campaign_give(
	struct ir_campaign *campaign, const uint8_t *bytes, size_t length)
{
	struct ir_given *given = &campaign->given;
	struct ir_given_head head = {.length = length};
	uint8_t *to = NULL;

	if (campaign->arena_used + length < IR_GIVEN_BYTES)
		to = take_bytes(campaign, sizeof head + length);
	if (!to)
		return -1;
	memcpy(to, &head, sizeof head);
	memcpy(to + sizeof head, bytes, length);
	given->end = campaign->arena_used;
	return 0;
}

/* The next one to be run. Of many that are alike one is, in each round after the first. */
static struct ir_given_head *take_given(struct ir_campaign *campaign)
{
	struct ir_given *given = &campaign->given;
	struct ir_given_head *head;
	uint16_t alike;

	do {
		unsigned turn = given->turn;
		head = (struct ir_given_head *)(campaign->arena + given->at);
		/* Before it is run: a crash is not a reason to run it again. */
		given->at += (sizeof *head + head->length + 7) & ~(size_t)7;
		if (given->at == given->end && ++given->turn < GIVEN_ROUNDS)
			given->at = given->begin;
		alike = turn ? given->alike[head->shape] : 0;
	} while (alike > 1 && given->at < given->end &&
		 random_mix_below(&campaign->random, alike));
	return head;
}

/* Runs the next one that was given: all as they are in the first round, then mostly with their
 * functions changed, and with other passes. Each is a seed, whatever it covers. */
static bool step_given(struct ir_campaign *campaign, struct gen_run *run)
{
	struct ir_given *given = &campaign->given;
	bool is_first = !given->turn;
	struct ir_given_head *head = take_given(campaign);
	uint8_t changed[IR_F_BYTES];
	struct parameters input;

	parameters_read(&input, (const uint8_t *)(head + 1), head->length);
	if (!is_first)
		input.seed = draw_seed(campaign);
	if (!is_first && random_mix_below(&campaign->random, GIVEN_LISTS)) {
		input.stream[0].length = ir_mutate(
			campaign, &input, true, changed, sizeof changed);
		input.stream[0].bytes = changed;
	} else if (!is_first) {
		ir_input_stream(&input, IR_STREAM_P)->length = 0;
	}
	execute(campaign, run, &input);
	if (is_first) {
		head->shape = campaign->run_shape % IR_GIVEN_SHAPES;
		given->alike[head->shape] += given->alike[head->shape] < 1000;
	}
	if (is_finding(campaign))
		return ir_campaign_has_news(campaign);
	if (is_first && campaign->guidance->keeps)
		ir_campaign_add(
			campaign, campaign->record, campaign->verdict.work);
	return false;
}

bool ir_campaign_step(struct ir_campaign *campaign, struct gen_run *run)
{
	if (campaign->given.at < campaign->given.end)
		return step_given(campaign, run);
	if (campaign->guidance->composes &&
		!random_mix_below(&campaign->random,
			campaign->given.end ? COMPOSED_BESIDE : COMPOSED))
		return step_composed(campaign, run);
	if (!campaign->guidance->keeps || campaign->seed_count < FIRST_SEEDS ||
		!random_mix_below(&campaign->random, FRESH))
		return step_fresh(campaign, run);
	struct ir_seed *seed = &campaign->seed[select_seed(campaign)];
	if (campaign->guidance->passes == IR_PASSES_TZER &&
		seed->failures >= campaign->nmax) {
		adapt(campaign);
		return step_passes(campaign, run, seed);
	}
	return step_function(campaign, run, seed);
}

struct redraw {
	const struct ir_setup *setup;
	struct ir_case *case_;
};

static int draw_only(struct gen *g, void *arg)
{
	struct redraw *redraw = arg;

	ir_case_draw(g, redraw->setup, redraw->case_);
	return GEN_VALID;
}

struct irf_fn *ir_redraw(const struct ir_setup *setup, struct gen_run *run,
	const struct parameters *input, struct ir_case *case_)
{
	struct redraw redraw = {setup, case_};

	case_->fn = NULL;
	gen_run_once(run, input, draw_only, &redraw);
	return (struct irf_fn *)case_->fn;
}
