/* SPDX-License-Identifier: MIT
 * Plans experiments with a test: which knobs are set together, and which are worth it. */
#include "config.h"

#include "fuzz-perf/grow/experiment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/grow/agent.h"
#include "lib/code/test_names.h"
#include "lib/error.h"
#include "lib/words.h"

#define TEXT_UNITS   16	  /* that show whether a text matters */
#define NEWS_DEGREE  1.25 /* of some line when several are larger at once */
#define LONGER	     4	  /* times, of a loop that decides how much there is */
#define TOGETHER_MAX 16	  /* texts or numbers that are grown at once */
#define BYTES_SLACK  64	  /* that a library touches more for no reason */

static bool is_near(uint64_t a, uint64_t b)
{
	return a <= b + 1 && b <= a + 1;
}

/* Whether a loop of KNOB's function can be made longer, or its size is marked: then the
 * calls follow. */
static bool has_loop(
	const struct experiments *experiments, const struct grow_knob *knob)
{
	const struct grow_knobs *knobs = experiments->knobs;

	for (size_t i = 0; i < knobs->count; i++) {
		const struct grow_knob *other = &knobs->knob[i];
		if (other->function == knob->function &&
			(other->kind == GROW_SIZE ||
				(other->kind == GROW_LOOP && !other->table &&
					other->max / LONGER >= other->base &&
					experiments_rounds(
						experiments, other, 0) > 0)))
			return true;
	}
	return false;
}

/* Whether the command has a number that can be larger. */
static bool has_argument(const struct grow_knobs *knobs)
{
	for (size_t i = 0; i < knobs->count; i++)
		if (knobs->knob[i].kind == GROW_ARG)
			return true;
	return false;
}

static bool is_call_reached(
	const struct experiments *experiments, const struct grow_knob *knob)
{
	const struct counts *counts = &experiments->counts;
	const struct grow_code *code = &experiments->knobs->code;
	uint32_t program = counts_object(counts, code->path);
	uint64_t call = knob->kind == GROW_INT ? knob->back : knob->at;

	for (const struct count_edge *edge = counts_from(
		     counts, program, grow_code_offset(code, call));
		edge; edge = edge->next_from)
		if (edge->count[0] > 0)
			return true;
	return false;
}

/* Whether KNOB is in a function that was inlined into main and is not a test: a fixture. */
static bool plan_is_inlined_fixture(
	const struct experiments *experiments, const struct grow_knob *knob)
{
	struct grow_names names;

	grow_code_list_names(&experiments->knobs->code, knob->at, 2, &names);
	return !strcmp(knob->function->name, "main") && names.count == 2 &&
	       !test_names_have_word(names.name[0]);
}

/* Whether KNOB's function is neither a test nor leads to TEST, and is executed when TEST runs
 * alone: a fixture. */
static bool is_beside(const struct experiments *experiments,
	const struct grow_function *test, const struct grow_knob *knob)
{
	const struct grow_function *function = knob->function;
	const struct counts *counts = &experiments->counts;
	const struct grow_code *code = &experiments->knobs->code;
	uint32_t program = counts_object(counts, code->path);

	if (plan_is_inlined_fixture(experiments, knob))
		return true;
	if (function->is_test || !strcmp(function->name, "main") ||
		grow_code_reaches(code, function, test))
		return false;
	for (const struct count_edge *edge = counts_to(
		     counts, program, grow_code_offset(code, function->start));
		edge; edge = edge->next_to)
		if (edge->count[0] > 0)
			return true;
	return false;
}

bool experiments_is_runner(const struct experiments *experiments,
	const struct grow_function *function)
{
	const struct grow_code *code = &experiments->knobs->code;

	for (size_t i = 0; i < code->count; i++)
		if (&code->function[i] != function &&
			code->function[i].is_test &&
			grow_code_reaches(code, function, &code->function[i]))
			return true;
	return false;
}

bool experiments_reach(const struct experiments *experiments,
	const struct grow_function *test, const struct grow_knob *knob)
{
	const struct grow_code *code = &experiments->knobs->code;
	const struct grow_function *own = knob->function;

	if (!own)
		return true;
	if (test && own != test) {
		/* The size of a test may be in what calls it. */
		bool is_passed = knob->kind == GROW_INT &&
				 grow_code_reaches(code, own, test);
		if (own->is_test && !is_passed &&
			experiments_is_runner(experiments, test))
			return false;
		if (!is_passed && !grow_code_reaches(code, test, own) &&
			!is_beside(experiments, test, knob))
			return false;
	}
	switch (knob->kind) {
	case GROW_LOOP:
		return experiments_rounds(experiments, knob, 0) > 0;
	case GROW_CALLS:
		return is_call_reached(experiments, knob) &&
		       !has_loop(experiments, knob);
	case GROW_INT:
		return is_call_reached(experiments, knob);
	case GROW_ARRAY: /* that no loop makes */
		return is_call_reached(experiments, knob) &&
		       !has_loop(experiments, knob) &&
		       !has_argument(experiments->knobs);
	default:
		return true;
	}
}

/* All knobs of a kind with one value make one experiment: a loop that builds, and one that
 * looks up; and all calls. */
static void join_alike(const struct experiments *experiments,
	struct experiment *experiment, size_t first, bool *is_planned)
{
	const struct grow_knobs *knobs = experiments->knobs;
	const struct grow_knob *knob = &knobs->knob[first];

	for (size_t i = first; i < knobs->count &&
			       experiment->choice_count < EXPERIMENT_KNOBS_MAX;
		i++) {
		const struct grow_knob *other = &knobs->knob[i];
		if (is_planned[i] || other->kind != knob->kind ||
			!experiments_can_use(experiments, other) ||
			(i != first && knob->kind == GROW_ARG) ||
			!is_near(other->base, knob->base) ||
			!experiments_reach(
				experiments, experiment->test, other))
			continue;
		experiment->choice[experiment->choice_count++].knob = other;
		is_planned[i] = true;
	}
}

/* The knobs of EXPERIMENT, or those of either half of them if all are too much for the
 * test. */
static int do_halves(struct experiments *experiments,
	const struct experiment *experiment, struct error *err)
{
	struct experiment all = *experiment;
	size_t half = all.choice_count / 2;
	int result = 0;

	if (all.choice_count == 0 || experiments_are_over(experiments))
		return 0;
	result = experiment_do(experiments, &all, err);
	/* What takes too long does so with each half, too. */
	if (result || !*all.note || half == 0 || all.line_count > 0 ||
		all.is_too_long)
		return result;
	for (size_t i = 0; !result && i < 2; i++) {
		struct experiment part = {.test = all.test,
			.choice_count = i ? all.choice_count - half : half};
		memcpy(part.choice, all.choice + i * half,
			part.choice_count * sizeof part.choice[0]);
		result = do_halves(experiments, &part, err);
	}
	return result;
}

/*--- texts and numbers, which are many ---*/

bool experiments_is_of_subject(
	const struct counts *counts, const struct count_edge *edge)
{
	const char *path = counts->object[edge->from_object];

	return edge->from_object &&
	       (edge->to_object || edge->kind == SNAP_KINDS) &&
	       !counts_is_system(path) &&
	       strcmp(words_base_name(path), words_base_name(GROW_AGENT)) != 0;
}

/* Libraries touch a little more or less in every run: where memory is, and what of
 * them is linked already, differ. */
static bool is_count_larger(const struct count_edge *edge)
{
	uint64_t slack = edge->kind == SNAP_KINDS
				 ? edge->count[0] / 4 + BYTES_SLACK
				 : TEXT_UNITS / 2;

	return edge->count[1] > edge->count[0] + slack;
}

bool experiments_have_changed(const struct experiments *experiments)
{
	const struct counts *counts = &experiments->counts;

	for (size_t i = 0; i < counts->edge_count; i++)
		if (experiments_is_of_subject(counts, counts->edge[i]) &&
			is_count_larger(counts->edge[i]))
			return true;
	return false;
}

/* Whether KNOB's text says how others are printed: "%d of %s". */
static bool is_format(
	const struct grow_knobs *knobs, const struct grow_knob *knob)
{
	size_t left;
	const char *text =
		(const char *)grow_code_bytes(&knobs->code, knob->text, &left);

	for (; text && (text = memchr(text, '%', strnlen(text, left)));
		text++) {
		const char *end = text + 1 + strspn(text + 1, "-+#.0123456789");
		end += strspn(end, "lhzjt");
		if (*end && strchr("diouxXcsfgep", *end))
			return true;
	}
	return false;
}

bool experiments_can_use(
	const struct experiments *experiments, const struct grow_knob *knob)
{
	size_t index = (size_t)(knob - experiments->knobs->knob);

	if (experiments->is_left_out && experiments->is_left_out[index])
		return false;
	return knob->kind != GROW_TEXT || !is_format(experiments->knobs, knob);
}

/* Loops and calls are grown together; texts apart from them, since what is called more
 * often with more is their product. Ways to make one text longer exclude each other: the
 * first of all texts are grown together, then the second. Numbers mean many things. */
unsigned experiments_rank(const struct grow_knobs *knobs, size_t i)
{
	const struct grow_knob *knob = &knobs->knob[i];
	unsigned rank = 1;

	if (knob->kind == GROW_FILE)
		return EXPERIMENT_RANK_FILE;
	if (knob->kind != GROW_TEXT)
		return knob->kind == GROW_INT || knob->kind == GROW_ARRAY
			       ? EXPERIMENT_RANK_INT
			       : 0;
	while (rank <= i && rank + 1 < EXPERIMENT_RANK_INT &&
		knobs->knob[i - rank].kind == GROW_TEXT &&
		knobs->knob[i - rank].text == knob->text &&
		knobs->knob[i - rank].function == knob->function)
		rank++;
	return rank;
}

/* What was seen of texts or numbers that were grown. */
struct plan_texts {
	const struct grow_knob **last; /* those that were grown alone */
	size_t count;
	size_t news;  /* parts of them that bend */
	size_t lines; /* that grow */
};

/* KNOB alone; of a text, the ways to make it longer until one shows growth. */
static int do_families(struct experiments *experiments,
	const struct grow_function *test, const struct grow_knob *knob,
	struct plan_texts *tried, struct error *err)
{
	const struct grow_knobs *knobs = experiments->knobs;
	const struct grow_knob *end = knobs->knob + knobs->count;
	int result = 0;

	for (const struct grow_knob *other = knob; !result && other < end;
		other++) {
		struct experiment experiment = {.test = test,
			.choice = {{.knob = other}},
			.choice_count = 1};
		if (other->kind != knob->kind || other->text != knob->text ||
			(other != knob && knob->kind != GROW_TEXT) ||
			other->function != knob->function ||
			experiments_are_over(experiments))
			break;
		result = experiment_do(experiments, &experiment, err);
		tried->lines += experiment.line_count;
		if (experiment.line_count > 0 || experiments->is_screened)
			break;
	}
	return result;
}

bool experiments_have_files(const struct experiments *experiments)
{
	const struct grow_knobs *knobs = experiments->knobs;

	for (size_t i = 0; i < knobs->count; i++)
		if (knobs->knob[i].kind == GROW_FILE)
			return true;
	return false;
}

/* Each way to make a file larger: one of them may not reach what another does. What one
 * has shown the others need not. */
static int do_files(struct experiments *experiments, struct error *err)
{
	const struct grow_knobs *knobs = experiments->knobs;
	bool is_screened = experiments->is_screened;
	int result = 0;

	experiments->is_screened = true;
	for (size_t i = 0; !result && i < knobs->count; i++) {
		struct experiment experiment = {
			.choice = {{.knob = &knobs->knob[i]}},
			.choice_count = 1};
		if (knobs->knob[i].kind == GROW_FILE &&
			!experiments_are_over(experiments))
			result = experiment_do(experiments, &experiment, err);
	}
	experiments->is_screened = is_screened;
	return result;
}

static struct grow_choice choose_units(const struct grow_knob *knob)
{
	struct grow_choice choice = {.knob = knob, .value = TEXT_UNITS};

	if (knob->kind == GROW_INT)
		choice.value *= knob->base;
	if (choice.value > knob->max)
		choice.value = knob->max;
	return choice;
}

/* Runs ALL, which has run once, with units that are four times as many. *HAS_NEWS: it did not
 * end, or something bends. */
static int do_larger(struct experiments *experiments, struct experiment *all,
	bool *has_news, struct error *err)
{
	for (size_t i = 0; i < all->choice_count; i++)
		all->choice[i].value =
			all->choice[i].value * 4 < all->choice[i].knob->max
				? all->choice[i].value * 4
				: all->choice[i].knob->max;
	if (experiment_run_look(experiments, all, err))
		return -1;
	for (size_t run = 0; run < 3; run++)
		all->size[run] = run == 0 ? 1 : TEXT_UNITS * (run == 1 ? 1 : 4);
	all->is_used[0] = true;
	*has_news = !all->is_used[2] ||
		    experiments_have_news(experiments, all, NEWS_DEGREE);
	return 0;
}

/* The COUNT knobs at KNOB, all of which matter, at once: of names that are looked up in a list
 * both must be many. */
static int do_together(struct experiments *experiments,
	const struct grow_function *test, const struct grow_knob **knob,
	size_t count, struct plan_texts *tried, struct error *err)
{
	struct experiment all = {.test = test, .is_product = true};
	int result;

	if (count < 2 || count > TOGETHER_MAX ||
		experiments_are_over(experiments))
		return 0;
	for (size_t i = 0; i < count; i++)
		experiment_add_together(&all, knob[i]);
	result = all.choice_count > 1 ? experiment_do(experiments, &all, err)
				      : 0;
	tried->lines += all.line_count;
	return result;
}

static int do_texts(struct experiments *experiments,
	const struct grow_function *test, const struct grow_knob **knob,
	size_t count, struct plan_texts *tried, struct error *err);

/* Tests have many texts that only a failed check prints: half of those at KNOB after
 * half are grown at once, and forgotten if nothing comes of it. */
static int do_these_texts(struct experiments *experiments,
	const struct grow_function *test, const struct grow_knob **knob,
	size_t count, struct plan_texts *tried, struct error *err)
{
	struct experiment all = {.test = test, .choice_count = count};
	size_t half = count / 2;
	bool has_news = false;
	int result;

	if (count == 0 || experiments_are_over(experiments))
		return 0;
	if (count > EXPERIMENT_KNOBS_MAX) {
		result = do_texts(experiments, test, knob, half, tried, err);
		return result ? result
			      : do_texts(experiments, test, knob + half,
					count - half, tried, err);
	}
	for (size_t i = 0; i < count; i++)
		all.choice[i] = choose_units(knob[i]);
	experiments_keep_base(experiments);
	result = experiment_run_look(experiments, &all, err);
	if (result ||
		(all.is_used[1] && !experiments_have_changed(experiments)))
		return result;
	experiments->is_slow |=
		experiments->counts.run[1].outcome == COUNT_TOO_LONG;
	if (experiments->is_screened && count > 1 && all.is_used[1]) {
		result = do_larger(experiments, &all, &has_news, err);
		if (result || !has_news)
			return result;
		tried->news++;
	}
	/* What takes too long may double with each unit; what ends the test does not. */
	if (count == 1 && experiments->counts.run[1].outcome == COUNT_DIED)
		return 0;
	if (count == 1) {
		tried->last[tried->count++] = *knob;
		return do_families(experiments, test, *knob, tried, err);
	}
	size_t news = tried->news, lines = tried->lines;
	result = do_texts(experiments, test, knob, half, tried, err);
	if (!result)
		result = do_texts(experiments, test, knob + half, count - half,
			tried, err);
	/* What none of the halves shows may be the product of two texts. */
	if (!result && has_news && tried->news == news && tried->lines == lines)
		result =
			do_together(experiments, test, knob, count, tried, err);
	return result;
}

static int do_texts(struct experiments *experiments,
	const struct grow_function *test, const struct grow_knob **knob,
	size_t count, struct plan_texts *tried, struct error *err)
{
	bool is_slow = experiments->is_slow;
	int result = do_these_texts(experiments, test, knob, count, tried, err);

	experiments->is_slow = is_slow;
	return result;
}

/* Of the knobs of one text the first stands for all; where tests are screened, each way to
 * make it longer is looked at by itself. */
static bool plan_chooses(const struct experiments *experiments, size_t i,
	const struct grow_knob *last, unsigned ranks)
{
	const struct grow_knob *knob = &experiments->knobs->knob[i];

	if (experiments->is_screened)
		return ranks >> experiments_rank(experiments->knobs, i) & 1;
	return knob->kind != GROW_TEXT || !last || last->text != knob->text ||
	       last->function != knob->function;
}

/* One knob for each text, or each number, that TEST reaches. */
static int do_all_of_kind(struct experiments *experiments, enum grow_kind kind,
	const struct grow_function *test, unsigned ranks, struct error *err)
{
	const struct grow_knobs *knobs = experiments->knobs;
	const struct grow_knob **chosen =
		memory_alloc_zero(knobs->count + 1, sizeof(void *));
	struct plan_texts tried = {
		.last = memory_alloc_zero(knobs->count + 1, sizeof(void *))};
	size_t count = 0;
	int result;

	for (size_t i = 0; i < knobs->count; i++) {
		const struct grow_knob *knob = &knobs->knob[i];
		if (knob->kind == kind &&
			plan_chooses(experiments, i,
				count > 0 ? chosen[count - 1] : NULL, ranks) &&
			experiments_can_use(experiments, knob) &&
			experiments_reach(experiments, test, knob))
			chosen[count++] = knob;
	}
	result = do_texts(experiments, test, chosen, count, &tried, err);
	if (!result && !experiments->is_screened && tried.lines == 0)
		result = do_together(experiments, test, tried.last, tried.count,
			&tried, err);
	free(tried.last);
	free(chosen);
	return result;
}

static int do_loops_and_calls(struct experiments *experiments,
	const struct grow_function *test, struct error *err)
{
	const struct grow_knobs *knobs = experiments->knobs;
	bool *is_planned =
		memory_alloc_zero(knobs->count + 1, sizeof *is_planned);
	int result = 0;

	for (size_t i = 0; !result && i < knobs->count &&
			   !experiments_are_over(experiments);
		i++) {
		struct experiment experiment = {.test = test};
		if (experiments_rank(knobs, i) != 0)
			continue;
		join_alike(experiments, &experiment, i, is_planned);
		result = do_halves(experiments, &experiment, err);
	}
	free(is_planned);
	return result;
}

/* Whether TEST was refused. */
static bool plan_has_refused(
	const struct experiments *experiments, const struct grow_function *test)
{
	const struct grow_code *code = &experiments->knobs->code;

	return test && experiments->is_refused &&
	       experiments->is_refused[test - code->function];
}

/* TEST does not end by itself: others may. */
static int plan_refuse(struct experiments *experiments,
	const struct grow_function *test, struct error *err)
{
	const struct grow_code *code = &experiments->knobs->code;
	const char *outcome =
		experiment_outcome_name(&experiments->counts.run[0]);

	if (!test)
		return error_set(err, "%s: %s", code->path, outcome);
	fprintf(stderr, "retread: %s: %s when it runs alone; it is not grown\n",
		test->name, outcome);
	if (!experiments->is_refused)
		experiments->is_refused = arena_alloc_zero(&experiments->arena,
			code->count, sizeof *experiments->is_refused);
	experiments->is_refused[test - code->function] = true;
	return 0;
}

int experiments_begin(struct experiments *experiments,
	const struct grow_function *test, bool *is_refused, struct error *err)
{
	struct experiment base = {.test = test};

	*is_refused = plan_has_refused(experiments, test);
	counts_release(&experiments->counts);
	counts_init(&experiments->counts);
	if (*is_refused)
		return 0;
	if (experiment_run(experiments, &base, err))
		return -1;
	*is_refused = !base.is_used[0];
	return *is_refused ? plan_refuse(experiments, test, err) : 0;
}

int experiments_go_on(struct experiments *experiments,
	const struct grow_function *test, unsigned ranks, struct error *err)
{
	bool is_wanted =
		experiments_are_touched(experiments, experiments->changed);
	bool has_numbers = ranks >> EXPERIMENT_RANK_INT & 1;
	bool has_texts = (ranks & ((1u << EXPERIMENT_RANK_INT) - 1) & ~1u) != 0;
	bool has_files = !test && ranks >> EXPERIMENT_RANK_FILE & 1;
	size_t lines = experiments->line_total;
	int result = 0;

	/* A program that is given a file makes its data of that. */
	if (is_wanted && has_files)
		result = do_files(experiments, err);
	if (is_wanted && ranks & 1 && !result)
		result = do_loops_and_calls(experiments, test, err);
	if (is_wanted && has_numbers && !result)
		result =
			do_all_of_kind(experiments, GROW_INT, test, ranks, err);
	if (is_wanted && has_numbers && !result)
		result = do_all_of_kind(
			experiments, GROW_ARRAY, test, ranks, err);
	if (is_wanted && has_texts && !result)
		result = do_all_of_kind(
			experiments, GROW_TEXT, test, ranks, err);
	if (is_wanted && ranks & 1 && has_numbers && !result &&
		experiments->line_total == lines)
		result = experiments_join(experiments, test, err);
	return result;
}

int experiments_do(struct experiments *experiments,
	const struct grow_function *test, unsigned ranks, struct error *err)
{
	bool is_refused;
	int result = experiments_begin(experiments, test, &is_refused, err);

	return result || is_refused
		       ? result
		       : experiments_go_on(experiments, test, ranks, err);
}
