/* SPDX-License-Identifier: MIT
 * From options to a campaign. */
#include "config.h"

#include "fuzz-perf/ir/request.h"

#include <stdlib.h>
#include <string.h>

#include "lib/command/program.h"

/* ---- options ---- */

/* What a run depends on, as replay needs it, too. */
static const struct option_row case_rows[] = {
	{.kind = OPTION_HEADING, .help = "What is run"},
	{"target-options", 0, OPTION_TEXT,
		.offset = offsetof(struct ir_request, options),
		.argument = "TEXT", .help = "for the compiler"},
	{"passes", 0, OPTION_TEXT,
		.offset = offsetof(struct ir_request, passes),
		.argument = "LIST",
		.help = "run these, with commas between, and no "
			"others"},
	{"max-passes", 0, OPTION_NUMBER,
		.offset = offsetof(struct ir_request, max_passes),
		.argument = "N", .min = 1, .max = 32,
		.help = "at most N passes at once (8)"},
	{"sets", 0, OPTION_NUMBER, .offset = offsetof(struct ir_request, sets),
		.argument = "N", .min = 1, .max = IR_SETS,
		.help = "of arguments for each function (of a given "
			"input 256, in a search 10)"},
	{"width", 0, OPTION_NUMBER,
		.offset = offsetof(struct ir_request, width), .argument = "N",
		.max = IRF_WIDTH_MAX, .help = "the widest numbers"},
	{"returns-all", 0, OPTION_FLAG,
		.offset = offsetof(struct ir_request, returns_all),
		.help = "return a tuple of all values"},
	{"fuel", 0, OPTION_NUMBER, .offset = offsetof(struct ir_request, fuel),
		.argument = "N",
		.help = "steps of a run of the function (4000)"},
	{"timeout", 0, OPTION_NUMBER,
		.offset = offsetof(struct ir_request, timeout_ms),
		.argument = "MS", .min = 1,
		.help = "milliseconds of processor time of one input "
			"(5000)"},
	{.kind = OPTION_HEADING, .help = "Oracles"},
	{"oracles", 0, OPTION_TEXT,
		.offset = offsetof(struct ir_request, asked),
		.argument = "LIST",
		.help = "ask these classes, crash and hang, and no "
			"others"},
	{"slower", 0, OPTION_NUMBER,
		.offset = offsetof(struct ir_request, slower_percent),
		.argument = "PERCENT", .min = 101,
		.help = "of the steps before: a finding (200)"},
	{"slower-steps", 0, OPTION_NUMBER,
		.offset = offsetof(struct ir_request, slower_steps),
		.argument = "N",
		.help = "if there were more than N before (500)"},
	{"compile-steps", 0, OPTION_NUMBER,
		.offset = offsetof(struct ir_request, compile_steps),
		.argument = "N", .min = 1,
		.help = "of a pass for each node: a finding (1000)"},
};
const struct option_set ir_request_case = {
	case_rows, sizeof case_rows / sizeof case_rows[0]};

const struct ir_request ir_request_defaults = {.options = "",
	.seed = 1,
	.jobs = 1,
	.nmax = 4,
	.fuel = 4000,
	.max_passes = 8,
	.timeout_ms = 5000,
	.every = 16,
	.slower_percent = 200,
	.slower_steps = 500,
	.compile_steps = 1000};

static bool request_are_alike(
	const struct arguments *a, const struct arguments *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (strcmp(a->word[i], b->word[i]) != 0)
			return false;
	return true;
}

static void note_changed(struct ir_request *request)
{
	for (size_t i = 0; i < ir_request_case.row_count; i++) {
		const struct option_set row = {&case_rows[i], 1};
		struct arguments now = {0}, usual = {0};

		options_add_arguments(&row, request, &now);
		options_add_arguments(&row, &ir_request_defaults, &usual);
		if (!request_are_alike(&now, &usual) && now.count)
			arguments_add_all(&request->changed, now.word);
		arguments_release(&now);
		arguments_release(&usual);
	}
}

int ir_request_fail(struct ir_request *request, int status)
{
	return program_fail(status, request->name, request->err.text, NULL);
}

/* ---- from options to a campaign ---- */

/* Of "loop(licm)" and the like, LENGTH bytes, what is inside. */
static const char *inside(const char *text, size_t *length)
{
	const char *open;

	while (*length && text[*length - 1] == ')' &&
		(open = memchr(text, '(', *length))) {
		*length -= (size_t)(open - text) + 2;
		text = open + 1;
	}
	return text;
}

/* How a pass may be called: as it is, as what is run inside, whatever its parameters
 * in <> are. */
enum request_call { CALL_EXACT, CALL_INSIDE, CALL_ANY, CALLS };

/* Is NAME what LENGTH bytes of TEXT say? */
static bool is_called(
	const char *name, const char *text, size_t length, enum request_call as)
{
	size_t whole = strlen(name);
	const char *end;

	if (as != CALL_EXACT) {
		name = inside(name, &whole);
		text = inside(text, &length);
	}
	if (as == CALL_ANY) {
		end = memchr(name, '<', whole);
		whole = end ? (size_t)(end - name) : whole;
		end = memchr(text, '<', length);
		length = end ? (size_t)(end - text) : length;
	}
	return whole == length && !memcmp(name, text, whole);
}

unsigned ir_request_find_pass(
	const struct ir_setup *setup, const char *text, size_t length)
{
	unsigned i = setup->passes;

	for (enum request_call as = CALL_EXACT;
		as < CALLS && i == setup->passes; as++)
		for (i = 0; i < setup->passes; i++)
			if (is_called(setup->pass[i].name, text, length, as))
				break;
	return i;
}

static int parse_passes(struct ir_request *request)
{
	struct ir_setup *setup = &request->setup;
	const char *at = request->passes;

	setup->fixed = request->fixed;
	while (*at) {
		size_t length = strcspn(at, ",");
		unsigned i = ir_request_find_pass(setup, at, length);
		if (i == setup->passes)
			return error_set(&request->err,
				"there is no pass \"%.*s\"; `passes` lists "
				"them",
				(int)length, at);
		if (setup->fixed_count == IRF_PASSES_MAX)
			return error_set(&request->err, "more than %d passes",
				IRF_PASSES_MAX);
		request->fixed[setup->fixed_count++] = i;
		at += length + (at[length] == ',');
	}
	return 0;
}

static int parse_oracles(struct ir_request *request)
{
	const char *at = request->asked;

	request->setup.classes = at ? 1u << IR_CRASH | 1u << IR_HANG : ~0u;
	while (at && *at) {
		size_t length = strcspn(at, ",");
		unsigned class = IR_LOWERING;
		while (class < IR_CLASSES &&
			(strlen(ir_class_name(class)) != length ||
				memcmp(ir_class_name(class), at, length)))
			class ++;
		if (class == IR_CLASSES)
			return error_set(&request->err,
				"there is no oracle \"%.*s\"; lowering, "
				"undefined, invalid, output, codegen, fatal, "
				"slower, unsettled and \"compile time\" are",
				(int)length, at);
		request->setup.classes |= 1u << class;
		at += length + (at[length] == ',');
	}
	return 0;
}

static void fill_setup(struct ir_request *request)
{
	const struct irf_target *target = request->target;
	struct ir_setup *setup = &request->setup;
	size_t count = target->npasses;

	setup->target = target;
	setup->pass = target->passes;
	if (target->find_passes)
		setup->pass = target->find_passes(setup->t, &count);
	setup->passes = (unsigned)count;
	setup->profile =
		(struct irf_profile){.max_width = (unsigned)request->width,
			.features = target->features,
			.op_weight = target->op_weight,
			.returns_all = request->returns_all};
	if (!request->width || request->width > target->max_width)
		setup->profile.max_width = target->max_width;
	setup->max_passes = (unsigned)request->max_passes;
	setup->sets =
		(unsigned)(request->sets ? request->sets : request->usual_sets);
	setup->fuel = request->fuel;
	setup->slower = (double)request->slower_percent / 100;
	setup->slower_steps = request->slower_steps;
	setup->compile_steps = request->compile_steps;
}

int ir_request_set_up(struct ir_request *request)
{
	const struct irf_target *target = request->target;

	if (target->abi != IRF_ABI) {
		error_set(&request->err,
			"the target is made for version %u of <retread/ir.h>, "
			"this is version %d; compile it again",
			target->abi, IRF_ABI);
		return ir_request_fail(request, PROGRAM_USAGE);
	}
	if (target->open) {
		request->setup.t = target->open(request->options);
		if (!request->setup.t)
			return PROGRAM_USAGE;
	}
	fill_setup(request);
	note_changed(request);
	if ((request->passes && parse_passes(request) != 0) ||
		parse_oracles(request) != 0)
		return ir_request_fail(request, PROGRAM_USAGE);
	return PROGRAM_DONE;
}

int ir_request_take(struct ir_request *request, struct ir_campaign *campaign)
{
	request->campaign = campaign;
	campaign->guidance = &ir_guidances[request->guidance];
	campaign->nmax_is_auto = request->nmax_is_auto;
	campaign->every = (unsigned)request->every;
	if (!request->goes_on) {
		campaign->nmax = (unsigned)request->nmax;
		campaign->random = request->seed;
	}
	request->findings = (struct ir_findings){.campaign = campaign,
		.directory = request->out,
		.timeout_ms = (unsigned)request->timeout_ms,
		.shrink_runs = 3000,
		.shrink_ms = 30000,
		.seed = request->seed,
		.program = request->program,
		.options = &request->changed};
	if (ir_findings_open(&request->findings, &request->err) != 0)
		return ir_request_fail(request, PROGRAM_ENVIRONMENT);
	return PROGRAM_DONE;
}

int ir_request_prepare(struct ir_request *request)
{
	int status = ir_request_set_up(request);
	struct ir_campaign *campaign =
		status == PROGRAM_DONE ? ir_campaign_new(&request->setup)
				       : NULL;

	if (campaign)
		return ir_request_take(request, campaign);
	if (status != PROGRAM_DONE)
		return status;
	error_set_errno(&request->err, "cannot share memory");
	return ir_request_fail(request, PROGRAM_ENVIRONMENT);
}

void ir_request_finish(struct ir_request *request)
{
	free(request->named);
	arguments_release(&request->changed);
	if (request->campaign) {
		ir_findings_close(&request->findings);
		ir_campaign_free(request->campaign);
	}
	if (!request->setup.target)
		return;
	if (request->target->close)
		request->target->close(request->setup.t);
}
