/* SPDX-License-Identifier: MIT
 * The oracles, and how findings are made small, with a compiler that does nothing but
 * say so. */
#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "fuzz-perf/ir/findings.h"
#include "lib/folders.h"

#define KEYS 64

/* Pass 0 changes nothing, pass 1 does, pass 2 is both. */
static const struct irf_pass passes[] = {{.name = "idle"}, {.name = "busy"},
	{.name = "both", .flags = IRF_PASS_LIST}};

static const struct irf_fn *lowered;
static uint64_t list_changes; /* what is said of a list */
static bool is_compared; /* what a pass leaves alone is known to be the same */
static unsigned evaluated, optimised; /* how often, in this process */

static void *lower(void *t, const struct irf_fn *fn)
{
	(void)t;
	lowered = fn;
	return malloc(1);
}

static bool has(const struct irf_fn *fn, enum irf_op op)
{
	for (uint32_t i = 0; i < fn->body.count; i++)
		if (fn->body.node[i]->op == op)
			return true;
	return false;
}

/* Does a remainder have a divisor that is computed, by more than a NOT? */
static bool has_computed_divisor(const struct irf_fn *fn)
{
	for (uint32_t i = 0; i < fn->body.count; i++) {
		const struct irf_node *node = fn->body.node[i];
		if (node->op == IRF_UREM && node->operand[1]->op >= IRF_ADD &&
			node->operand[1]->op != IRF_NOT)
			return true;
	}
	return false;
}

/* Is a divisor all ones, as it can be seen? */
static bool has_ones_divisor(const struct irf_fn *fn)
{
	for (uint32_t i = 0; i < fn->body.count; i++) {
		const struct irf_node *node = fn->body.node[i], *by;

		if (node->op != IRF_UDIV)
			continue;
		by = node->operand[1];
		if (by->op == IRF_CONST
				? *by->words == 1
				: by->op == IRF_EQ &&
					  by->operand[0] == by->operand[1])
			return true;
	}
	return false;
}

/* Has an AND something that is made of a sum alone? */
static bool has_made_of_sum(const struct irf_fn *fn)
{
	for (uint32_t i = 0; i < fn->body.count; i++) {
		const struct irf_node *node = fn->body.node[i];
		if (node->op == IRF_AND &&
			node->operand[0]->operand_count == 1 &&
			node->operand[0]->operand[0]->op == IRF_ADD)
			return true;
	}
	return false;
}

/* A multiplication is too much for it, used or not, a remainder by what is computed, an AND of
 * what is made of a sum, and a division by ones; what it dies of is a division with something frozen. */
static enum irf_status run(void *t, void *m, const unsigned *pass, size_t count,
	struct irf_log *log)
{
	(void)t;
	(void)m;
	log->changed = count == 1 ? pass[0] : list_changes;
	log->is_same = is_compared && !log->changed;
	if (count && has(lowered, IRF_SDIV) && has(lowered, IRF_FREEZE))
		raise(SIGKILL);
	return count && (has(lowered, IRF_MUL) ||
				has_computed_divisor(lowered) ||
				has_made_of_sum(lowered) ||
				has_ones_divisor(lowered))
		       ? IRF_ERROR
		       : IRF_OK;
}

/* How much is left for a pass that takes SHARE away each time, and says so. */
static unsigned left, share;

static enum irf_status take_away(void *t, void *m, const unsigned *pass,
	size_t count, struct irf_log *log)
{
	(void)t;
	(void)m;
	(void)pass;
	(void)count;
	log->changed = left > 0;
	left -= left ? share : 0;
	return IRF_OK;
}

static void *clone(void *t, void *m)
{
	(void)t;
	(void)m;
	return malloc(1);
}

static char *print(void *t, void *m)
{
	(void)t;
	(void)m;
	char *text = calloc(left + 1, 1);

	return text ? memset(text, '.', left) : NULL;
}

static enum irf_status eval(void *t, void *m, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *steps)
{
	(void)t;
	(void)m;
	evaluated++;
	return irf_eval(lowered, args, vals, steps);
}

/* How often native code was run, in whichever process. */
static unsigned *native;

static enum irf_status exec(void *t, void *m, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *instructions)
{
	(void)t;
	(void)m;
	(void)args;
	(void)vals;
	(void)instructions;
	++*native;
	return IRF_ERROR;
}

/* Adds 1. */
static enum irf_status exec_optimised(void *t, void *m,
	const struct irf_args *args, const struct irf_vals *vals,
	uint64_t *instructions)
{
	uint64_t steps;

	(void)t;
	(void)m;
	(void)instructions;
	optimised++;
	enum irf_status status = irf_eval(lowered, args, vals, &steps);
	vals->result[0]++;
	return status;
}

static const struct irf_target idler = {.abi = IRF_ABI,
	.name = "idler",
	.passes = passes,
	.npasses = 2,
	.lower = lower,
	.run = run,
	.eval = eval,
	.exec = exec,
	.exec_optimised = exec_optimised};

static const struct irf_target sweeper = {.abi = IRF_ABI,
	.name = "sweeper",
	.passes = passes,
	.npasses = 2,
	.lower = lower,
	.clone = clone,
	.run = take_away,
	.eval = eval,
	.print = print};

/* Its first pass breaks what the second one dies of. */
static bool is_broken;

static void *breaker_lower(void *t, const struct irf_fn *fn)
{
	is_broken = false;
	return lower(t, fn);
}

static enum irf_status breaker_verify(void *t, void *m, char *why, size_t size)
{
	(void)t;
	(void)m;
	(void)why;
	(void)size;
	return is_broken ? IRF_ERROR : IRF_OK;
}

static enum irf_status breaker_run(void *t, void *m, const unsigned *pass,
	size_t count, struct irf_log *log)
{
	(void)t;
	(void)m;
	for (size_t i = 0; i < count; i++) {
		if (pass[i] && is_broken && has(lowered, IRF_NEG))
			raise(SIGKILL);
		is_broken |= !pass[i] && has(lowered, IRF_OR);
	}
	log->changed = UINT64_MAX;
	return IRF_OK;
}

static const struct irf_target breaker = {.abi = IRF_ABI,
	.name = "breaker",
	.passes = passes,
	.npasses = 2,
	.lower = breaker_lower,
	.verify = breaker_verify,
	.run = breaker_run,
	.eval = eval};

/* After a pass it is undefined what a sum or product does. */
static void *spoiler_lower(void *t, const struct irf_fn *fn)
{
	free(lower(t, fn));
	return calloc(1, 1);
}

static enum irf_status spoiler_run(void *t, void *m, const unsigned *pass,
	size_t count, struct irf_log *log)
{
	(void)t;
	(void)pass;
	*(char *)m = count && (has(lowered, IRF_ADD) || has(lowered, IRF_MUL));
	log->changed = UINT64_MAX;
	return IRF_OK;
}

static enum irf_status spoiler_eval(void *t, void *m,
	const struct irf_args *args, const struct irf_vals *vals,
	uint64_t *steps)
{
	return *(char *)m ? IRF_UB : eval(t, m, args, vals, steps);
}

static const struct irf_target spoiler = {.abi = IRF_ABI,
	.name = "spoiler",
	.passes = passes,
	.npasses = 2,
	.lower = spoiler_lower,
	.run = spoiler_run,
	.eval = spoiler_eval};

/* That is judged, and the passes that a finding is of. */
static const struct irf_target *judged = &idler;
static const unsigned both[] = {0, 1};
static const unsigned *finding_passes = both + 1;
static unsigned finding_passes_count = 1;

struct keys {
	uint64_t key[KEYS];
	unsigned count;
};

static void note(void *arg, enum irf_domain domain, uint64_t key)
{
	struct keys *keys = arg;

	if (domain == IRF_D_SHAPE && keys->count < KEYS)
		keys->key[keys->count++] = key;
}

/* What is said of a function and its PASSES, which KEYS may tell. */
static struct ir_verdict judge_passes(
	struct ir_case case_, enum ir_asked asked, struct keys *keys)
{
	const uint64_t number = 3, *const param[] = {&number};
	const struct ir_setup setup = {.target = judged,
		.pass = passes,
		.passes = 2,
		.classes = ~0u,
		.slower = 2,
		.compile_steps = 1000};
	struct ir_verdict verdict;
	char why[100];

	case_.sets = 1;
	case_.fn = irf_parse(
		"%0 = param i8\n%1 = neg i8 %0\nresult %1\n", why, sizeof why);
	assert_non_null(case_.fn);
	case_.args[0] = (struct irf_args){.param = param, .fuel = 100};
	ir_judge(&setup, &case_, asked, &verdict, note, keys);
	irf_free(case_.fn);
	return verdict;
}

/* What is new when a function goes through idle, busy, idle. */
static struct keys judge(bool is_stepwise)
{
	struct keys keys = {.count = 0};
	struct ir_verdict verdict =
		judge_passes((struct ir_case){.pass = {0, 1, 0},
				     .passes = 3,
				     .is_stepwise = is_stepwise},
			IR_ASK_QUICK, &keys);

	assert_int_equal(verdict.class, IR_FINE);
	return keys;
}

static void what_is_the_same_is_not_run_again(void **state)
{
	const struct ir_case idle = {.pass = {0}, .passes = 1};
	struct keys keys = {.count = 0};
	struct ir_verdict verdict;

	(void)state;
	for (int i = 0; i < 2; i++) {
		is_compared = i;
		evaluated = 0;
		verdict = judge_passes(idle, IR_ASK_QUICK, &keys);
		assert_int_equal(verdict.class, IR_FINE);
		assert_int_equal(verdict.compared, 1);
		assert_int_equal(verdict.steps[1], verdict.steps[0]);
		assert_int_equal(evaluated, i ? 1 : 2);
	}
	is_compared = false;
}

static void what_is_taken_away_bit_by_bit_settles(void **state)
{
	const struct ir_case busy = {.pass = {1}, .passes = 1};
	struct keys keys = {.count = 0};

	(void)state;
	judged = &sweeper;
	left = 100;
	share = 1;
	assert_int_equal(
		judge_passes(busy, IR_ASK_PLAIN, &keys).class, IR_FINE);
	left = 100;
	share = 0;
	assert_int_equal(
		judge_passes(busy, IR_ASK_PLAIN, &keys).class, IR_UNSETTLED);
	judged = &idler;
}

static void native_code_is_asked_in_turns(void **state)
{
	const struct ir_case idle = {.pass = {0}, .passes = 1};
	struct keys keys = {.count = 0};
	struct ir_verdict verdict;

	(void)state;
	*native = optimised = 0;
	verdict = judge_passes(idle, IR_ASK_PLAIN, &keys);
	assert_int_equal(verdict.class, IR_FINE);
	assert_int_equal(optimised, 0);
	assert_true(*native > 0);
	*native = 0;
	verdict = judge_passes(idle, IR_ASK_OPTIMISED, &keys);
	assert_int_equal(verdict.class, IR_CODEGEN);
	assert_true(verdict.is_optimised);
	assert_true(optimised > 0);
	assert_int_equal(*native, 0);
}

static unsigned count_common(const struct keys *a, const struct keys *b)
{
	unsigned count = 0;

	for (unsigned i = 0; i < a->count; i++)
		for (unsigned k = 0; k < b->count; k++)
			count += a->key[i] == b->key[k];
	return count;
}

/* Of the three that tell of passes. */
static void which_pass_changed_something_is_a_feature(void **state)
{
	struct keys stepwise = judge(true), unknown, none, second;

	(void)state;
	list_changes = UINT64_MAX;
	unknown = judge(false);
	list_changes = 0;
	none = judge(false);
	list_changes = 2;
	second = judge(false);
	assert_int_equal(count_common(&stepwise, &second), second.count);
	assert_int_equal(stepwise.count, second.count);
	assert_int_equal(stepwise.count - count_common(&stepwise, &unknown), 3);
	/* Shapes of code are told if anything changed. */
	assert_true(none.count < second.count);
	assert_int_equal(none.count - count_common(&none, &second), 1);
}

/* Without the shrinking of bytes. */
/* TEXT becomes a finding of CLASS with OPERATIONS in so many NODES. */
static volatile int stop;

/* What is found of TEXT with the COUNT passes of LIST, or those of SETUP; what FINDING has
 * allocated is gone. */
static void make_finding(const struct ir_setup *setup, const char *text,
	const unsigned *list, unsigned count, struct ir_finding *finding)
{
	struct ir_findings findings = {.campaign = ir_campaign_new(setup),
		.timeout_ms = 5000,
		.stop = &stop};
	struct parameters input;
	struct error err;
	char why[100];
	uint8_t *bytes, *drawn = NULL;
	struct irf_fn *fn = irf_parse(text, why, sizeof why);

	size_t length = irf_encode(fn, &setup->profile, &bytes);
	parameters_read(&input, bytes, length);
	if (count) {
		struct parameters_stream *stream =
			ir_input_stream(&input, IR_STREAM_P);
		stream->length = ir_encode_passes(setup, list, count, &drawn);
		stream->bytes = drawn;
	}
	assert_int_equal(ir_findings_open(&findings, &err), 0);
	assert_true(ir_finding_make(&findings, finding, &input, true));
	ir_finding_release(finding);
	ir_findings_close(&findings);
	ir_campaign_free(findings.campaign);
	free(bytes);
	free(drawn);
	irf_free(fn);
}

static void check_finding(const char *text, enum ir_class class,
	const char *operations, unsigned nodes)
{
	struct ir_setup setup = {.target = judged,
		.pass = passes,
		.passes = 2,
		.profile = {.max_width = 64, .features = IRF_F_ALL},
		.sets = 1,
		.classes = ~0u,
		.fuel = 100,
		.fixed = finding_passes,
		.fixed_count = finding_passes_count,
		.slower = 2,
		.compile_steps = 1000};
	struct ir_finding finding;

	make_finding(&setup, text, NULL, 0, &finding);
	assert_int_equal(finding.verdict.class, class);
	assert_string_equal(finding.operations, operations);
	assert_int_equal(finding.nodes, nodes);
}

static void what_nothing_uses_may_be_what_matters(void **state)
{
	(void)state;
	check_finding("%0 = param i8\n%1 = mul i8 %0, %0\n%2 = neg i8 %0\n"
		      "%3 = add i8 %2, %1\n%4 = not i8 %2\n"
		      "%5 = xor i8 %4, %0\nresult %5\n",
		IR_FATAL, "mul", 1);
	/* Candidates without it are fine, which is all that is to be known of them: native code
	 * is run of what the pass is given, at first and at last. */
	assert_int_equal(*native, 2);
}

static void what_has_a_known_cause_is_seldom_news(void **state)
{
	const struct ir_setup setup = {.target = &idler};
	const struct ir_operations needs = {{6}}, less = {{2}}, more = {{14}};
	struct ir_campaign *campaign = ir_campaign_new(&setup);
	int news[3] = {0};

	(void)state;
	campaign->counts.runs = 1000;
	campaign->verdict.class = IR_OUTPUT;
	for (int i = 0; i < 8; i++)
		news[0] += ir_campaign_has_news(campaign);
	ir_campaign_note_cause(
		campaign, ir_verdict_key(&campaign->verdict), &needs);
	campaign->run_operations = more;
	for (int i = 0; i < 8; i++)
		news[1] += ir_campaign_has_news(campaign);
	campaign->run_operations = less;
	for (int i = 0; i < 8; i++)
		news[2] += ir_campaign_has_news(campaign);
	assert_int_equal(news[0], 8);
	assert_int_equal(news[1], 4); /* the 1st, 2nd, 4th, 8th */
	assert_int_equal(news[2], 8);
	ir_campaign_free(campaign);
}

static void how_an_operand_is_computed_is_not_told(void **state)
{
	(void)state;
	check_finding("%0 = param i8\n%1 = rotl i8 %0, %0\n"
		      "%2 = urem i8 %0, %1\nresult %2\n",
		IR_FATAL, "add urem", 2);
	check_finding("%0 = param i8\n%1 = bswap i8 %0\n"
		      "%2 = urem i8 %0, %1\nresult %2\n",
		IR_FATAL, "add urem", 2);
	check_finding("%0 = param i8\n%1 = param i4\n%2 = sext i8 %1\n"
		      "%3 = urem i8 %0, %2\nresult %3\n",
		IR_FATAL, "add urem", 2);
}

static void what_is_made_of_a_computed_operand_is_its_not(void **state)
{
	(void)state;
	check_finding("%0 = param i8\n%1 = add i8 %0, %0\n%2 = ctlz i8 %1\n"
		      "%3 = and i8 %2, %0\nresult %3\n",
		IR_FATAL, "add and not", 3);
	check_finding("%0 = param i8\n%1 = add i8 %0, %0\n%2 = bswap i8 %1\n"
		      "%3 = and i8 %2, %0\nresult %3\n",
		IR_FATAL, "add and not", 3);
}

static void what_dies_of_what_is_invalid_is_told_as_that(void **state)
{
	(void)state;
	judged = &breaker;
	finding_passes = both;
	finding_passes_count = 2;
	check_finding("%0 = param i8\n%1 = or i8 %0, %0\n%2 = neg i8 %1\n"
		      "result %2\n",
		IR_INVALID, "or neg", 2);
	judged = &idler;
	finding_passes = both + 1;
	finding_passes_count = 1;
}

static void what_is_known_to_be_ones_is_a_constant(void **state)
{
	(void)state;
	check_finding("%0 = param i1\n%1 = eq i1 %0, %0\n"
		      "%2 = udiv i1 %0, %1\nresult %2\n",
		IR_FATAL, "udiv", 1);
}

static void a_crash_is_told_by_what_is_computed(void **state)
{
	(void)state;
	check_finding("%0 = param i8\n%1 = neg i8 %0\n%2 = freeze i8 %1\n"
		      "%3 = sdiv i8 %2, %0\nresult %3\n",
		IR_CRASH, "sdiv", 2);
}

/* Passes are those of an input. */
static const struct ir_setup drawn = {.target = &idler,
	.pass = passes,
	.passes = 3,
	.max_passes = 4,
	.profile = {.max_width = 64, .features = IRF_F_ALL},
	.sets = 1,
	.classes = ~0u,
	.fuel = 100,
	.slower = 2,
	.compile_steps = 1000};

static void of_a_list_the_pass_at_fault_is_named(void **state)
{
	const unsigned list = 2;
	struct ir_finding finding;

	(void)state;
	make_finding(&drawn, "%0 = param i8\n%1 = mul i8 %0, %0\nresult %1\n",
		&list, 1, &finding);
	assert_int_equal(finding.verdict.class, IR_FATAL);
	assert_string_equal(finding.culprit, "idle");
}

static void what_is_found_when_a_search_is_stopped_is_made_small(void **state)
{
	(void)state;
	stop = 1;
	check_finding("%0 = param i8\n%1 = neg i8 %0\n%2 = mul i8 %1, %0\n"
		      "%3 = not i8 %2\nresult %3\n",
		IR_FATAL, "mul", 1);
	stop = 0;
}

/* Whether a process dies of what is invalid is chance. */
static void what_is_invalid_is_made_small_as_that(void **state)
{
	struct ir_setup setup = drawn;
	struct ir_finding finding;

	(void)state;
	setup.target = &breaker;
	make_finding(&setup,
		"%0 = param i8\n%1 = neg i8 %0\n%2 = or i8 %0, %1\n"
		"result %2\n",
		both, 2, &finding);
	assert_int_equal(finding.verdict.class, IR_INVALID);
	assert_string_equal(finding.operations, "or");
}

static void poison_that_becomes_undefined_behaviour_is_one_finding_of_a_pass(
	void **state)
{
	const unsigned list = 1;
	const char *const text[] = {"%0 = param i8\n%1 = poison i8\n%2 = add "
				    "i8 %0, %1\nresult %2\n",
		"%0 = param i8\n%1 = poison i8\n%2 = mul i8 %0, %1\nresult "
		"%2\n",
		"%0 = param i8\n%1 = add i8 %0, %0\nresult %1\n"};
	struct ir_setup setup = drawn;
	struct ir_finding finding[3];

	(void)state;
	setup.target = &spoiler;
	for (int i = 0; i < 3; i++)
		make_finding(&setup, text[i], &list, 1, &finding[i]);
	assert_string_equal(finding[0].operations, "add poison");
	assert_string_equal(finding[1].operations, "mul poison");
	assert_string_equal(finding[0].id, finding[1].id);
	assert_string_not_equal(finding[1].id, finding[2].id);
}

/* What a pass leaves of sums and products is invalid, with a difference in another way. */
static enum irf_status invalidator_verify(
	void *t, void *m, char *why, size_t size)
{
	(void)t;
	snprintf(why, size, "value %u is %s", lowered->node_count,
		has(lowered, IRF_SUB) ? "nowhere" : "twice");
	return *(char *)m ? IRF_ERROR : IRF_OK;
}

static void what_is_invalid_in_one_way_is_one_finding_of_a_pass(void **state)
{
	const unsigned list = 1;
	const char *const text[] = {
		"%0 = param i8\n%1 = add i8 %0, %0\nresult %1\n",
		"%0 = param i8\n%1 = mul i8 %0, %0\nresult %1\n",
		("%0 = param i8\n%1 = add i8 %0, %0\n%2 = sub i8 %1, %0\n"
		 "result %2\n")};
	struct irf_target invalidator = spoiler;
	struct ir_setup setup = drawn;
	struct ir_finding finding[3];

	(void)state;
	invalidator.verify = invalidator_verify;
	setup.target = &invalidator;
	for (int i = 0; i < 3; i++) {
		make_finding(&setup, text[i], &list, 1, &finding[i]);
		assert_int_equal(finding[i].verdict.class, IR_INVALID);
	}
	assert_string_equal(finding[0].id, finding[1].id);
	assert_string_not_equal(finding[1].id, finding[2].id);
}

/* ---- what a folder keeps ---- */

static bool needs_or;

/* Changes for ever what has an AND, and, if NEEDS_OR, an OR. */
static enum irf_status run_restless(void *t, void *m, const unsigned *pass,
	size_t count, struct irf_log *log)
{
	(void)t;
	(void)m;
	(void)pass;
	log->changed = count && has(lowered, IRF_AND) &&
		       (!needs_or || has(lowered, IRF_OR));
	return IRF_OK;
}

static void *copy_nothing(void *t, void *m)
{
	(void)t;
	(void)m;
	return malloc(1);
}

static const struct irf_target restless = {.abi = IRF_ABI,
	.name = "restless",
	.passes = passes,
	.npasses = 2,
	.lower = lower,
	.clone = copy_nothing,
	.run = run_restless,
	.eval = eval};

/* As a search that has run TEXT adds what it found. */
static void add_finding(struct ir_findings *findings, const char *text)
{
	struct ir_campaign *campaign = findings->campaign;
	const struct irf_profile *profile = &campaign->setup->profile;
	struct gen_run run = {
		.limit = IR_INPUT_BYTES, .record = campaign->record};
	static struct ir_case case_;
	struct parameters input;
	struct error err;
	uint8_t *bytes;
	char why[100];
	struct irf_fn *fn = irf_parse(text, why, sizeof why);

	size_t length = irf_encode(fn, profile, &bytes);
	parameters_read(&input, bytes, length);
	irf_free(ir_redraw(campaign->setup, &run, &input, &case_));
	gen_run_release(&run);
	for (unsigned i = 0; i < PARAMETERS_STREAMS; i++)
		free(run.stream[i]);
	campaign->verdict = (struct ir_verdict){.class = IR_UNSETTLED};
	assert_int_equal(ir_findings_add(findings, &err), 0);
	free(bytes);
	irf_free(fn);
}

/* A pass that does not settle is one finding. When it is found again and needs less, it is still
 * there. */
static void a_cause_that_is_met_again_is_not_lost(void **state)
{
	const unsigned busy = 1;
	const struct ir_setup setup = {.target = &restless,
		.pass = passes,
		.passes = 2,
		.profile = {.max_width = 64, .features = IRF_F_ALL},
		.sets = 1,
		.classes = ~0u,
		.fuel = 100,
		.fixed = &busy,
		.fixed_count = 1,
		.slower = 2,
		.compile_steps = 1000};
	const struct ir_program program = {.command = "restless"};
	const struct arguments none = {0};
	char *folder = folders_make_temporary(NULL);
	struct ir_findings findings = {.campaign = ir_campaign_new(&setup),
		.timeout_ms = 5000,
		.directory = folder,
		.program = &program,
		.options = &none};
	struct ir_campaign *campaign = findings.campaign;
	struct error err;

	(void)state;
	assert_int_equal(ir_findings_open(&findings, &err), 0);
	needs_or = true;
	add_finding(&findings, "%0 = param i8\n%1 = param i8\n"
			       "%2 = and i8 %0, %1\n%3 = or i8 %2, %1\n"
			       "result %3\n");
	assert_int_equal(campaign->counts.kept, 1);
	needs_or = false;
	add_finding(&findings, "%0 = param i8\n%1 = param i8\n"
			       "%2 = and i8 %0, %1\nresult %2\n");
	assert_int_equal(campaign->counts.kept, 1);
	ir_findings_close(&findings);
	ir_campaign_free(campaign);
	folders_remove(folder);
	free(folder);
}

static unsigned count_folder(const char *folder)
{
	DIR *stream = opendir(folder);
	unsigned count = 0;

	assert_non_null(stream);
	for (struct dirent *entry; (entry = readdir(stream));)
		count += *entry->d_name != '.';
	closedir(stream);
	return count;
}

/* What is undefined whatever its operand is needs no poison. Another operation is another cause. */
static void what_needs_no_poison_is_not_one_of_poison_as_well(void **state)
{
	static const char sum[] =
		"%0 = param i8\n%1 = add i8 %0, %0\nresult %1\n";
	static const char none[] =
		"%0 = param i8\n%1 = poison i8\n%2 = add i8 %0, %1\n"
		"result %2\n";
	static const char product[] =
		"%0 = param i8\n%1 = poison i8\n%2 = mul i8 %0, %1\n"
		"result %2\n";
	const char *const text[2][3] = {
		{sum, none, product}, {none, sum, product}};
	const unsigned busy = 1;
	struct ir_setup setup = drawn;
	const struct ir_program program = {.command = "spoiler"};
	const struct arguments options = {0};

	(void)state;
	setup.target = &spoiler;
	setup.fixed = &busy;
	setup.fixed_count = 1;
	for (int i = 0; i < 2; i++) {
		char *folder = folders_make_temporary(NULL);
		struct ir_findings findings = {
			.campaign = ir_campaign_new(&setup),
			.timeout_ms = 5000,
			.directory = folder,
			.program = &program,
			.options = &options};
		struct error err;

		assert_int_equal(ir_findings_open(&findings, &err), 0);
		for (int k = 0; k < 3; k++) {
			add_finding(&findings, text[i][k]);
			assert_int_equal(count_folder(folder), k < 2 ? 1 : 2);
		}
		ir_findings_close(&findings);
		ir_campaign_free(findings.campaign);
		folders_remove(folder);
		free(folder);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_pass_changed_something_is_a_feature),
		cmocka_unit_test(what_is_the_same_is_not_run_again),
		cmocka_unit_test(native_code_is_asked_in_turns),
		cmocka_unit_test(what_nothing_uses_may_be_what_matters),
		cmocka_unit_test(how_an_operand_is_computed_is_not_told),
		cmocka_unit_test(what_is_made_of_a_computed_operand_is_its_not),
		cmocka_unit_test(what_is_taken_away_bit_by_bit_settles),
		cmocka_unit_test(what_is_known_to_be_ones_is_a_constant),
		cmocka_unit_test(what_dies_of_what_is_invalid_is_told_as_that),
		cmocka_unit_test(a_crash_is_told_by_what_is_computed),
		cmocka_unit_test(what_has_a_known_cause_is_seldom_news),
		cmocka_unit_test(of_a_list_the_pass_at_fault_is_named),
		cmocka_unit_test(
			poison_that_becomes_undefined_behaviour_is_one_finding_of_a_pass),
		cmocka_unit_test(
			what_is_invalid_in_one_way_is_one_finding_of_a_pass),
		cmocka_unit_test(what_is_invalid_is_made_small_as_that),
		cmocka_unit_test(
			what_is_found_when_a_search_is_stopped_is_made_small),
		cmocka_unit_test(a_cause_that_is_met_again_is_not_lost),
		cmocka_unit_test(
			what_needs_no_poison_is_not_one_of_poison_as_well),
	};

	native = mmap(NULL, sizeof *native, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (native == MAP_FAILED)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
