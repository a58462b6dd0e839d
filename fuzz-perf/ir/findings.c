/* SPDX-License-Identifier: MIT
 * What was found: made small, classified, and kept in a folder. A finding is a
 * directory of texts; retread-ir reads them for reports. */
#include "config.h"

#include "fuzz-perf/ir/findings.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/folders.h"
#include "lib/memory.h"

#define IR_SIGNATURE 6 /* operations that tell findings of one pass apart */
/* While a finding that does not end is made small, it is not waited for as long as
 * before: each run would take all of its time. */
#define HASTE	      20
#define SHRINK_ROUNDS 4 /* of bytes and of nodes */
#define HASTE_MS_MIN  100
#define STOP_MS	      5000 /* for what is being made small when a search is stopped */

/* ---- one run, in a process that may die ---- */

static int judge_all(struct gen *g, void *arg)
{
	static bool is_confined;
	struct ir_findings *findings = arg;
	struct ir_campaign *campaign = findings->campaign;
	struct ir_case *case_ = gen_alloc(g, sizeof *case_);
	struct ir_verdict *verdict = &campaign->verdict;
	struct ir_setup setup = *campaign->setup;

	if (!is_confined)
		ir_confine(campaign);
	is_confined = true;
	*verdict = (struct ir_verdict){.culprit = -1};
	if (campaign->wants_only != IR_FINE)
		setup.classes &= 1u << campaign->wants_only;
	ir_case_draw(g, &setup, case_);
	if (case_->passes > campaign->prefix_limit)
		case_->passes = campaign->prefix_limit;
	ir_judge(&setup, case_,
		campaign->wants_fewer ? IR_ASK_QUICK : IR_ASK_ALL, verdict,
		NULL, NULL);
	irf_free(case_->fn);
	if (verdict->class <= IR_UNLOWERED)
		return GEN_VALID;
	g->run->record->identity = ir_verdict_key(verdict);
	return GEN_FAIL;
}

int ir_findings_open(struct ir_findings *findings, struct error *err)
{
	findings->property = (struct gen_property){.name = "ir",
		.run = judge_all,
		.argument = findings,
		.timeout_ms = findings->timeout_ms,
		.is_quiet = true};
	findings->isolate = isolate_new(&findings->property, IR_INPUT_BYTES);
	if (!findings->isolate)
		return error_set_errno(err, "cannot share memory");
	return findings->directory ? folders_make(findings->directory, err) : 0;
}

void ir_findings_close(struct ir_findings *findings)
{
	if (findings->isolate)
		isolate_free(findings->isolate);
	free(findings->known);
	findings->known = NULL;
	findings->isolate = NULL;
}

bool ir_findings_try(struct ir_findings *findings,
	const struct parameters *input, struct ir_verdict *verdict,
	uint64_t *identity)
{
	struct ir_campaign *campaign = findings->campaign;
	char line[160];

	campaign->tries++;
	ir_campaign_forget_printed(campaign);
	struct gen_record *record =
		isolate_run(findings->isolate, input, UINT32_MAX);

	*verdict = campaign->verdict;
	*identity = record->identity;
	if (record->verdict != GEN_FAIL)
		return false;
	if (verdict->class > IR_UNLOWERED)
		return true;
	/* It died on the way. */
	bool is_hang = !strcmp(record->text, "it does not end");
	verdict->class = is_hang ? IR_HANG : IR_CRASH;
	ir_campaign_printed(campaign, line, sizeof line);
	snprintf(verdict->text, IR_TEXT, "%.200s%s%s", record->text,
		*line ? ": " : "", line);
	return true;
}

/* ---- from an input to a finding ---- */

/* For what comes next: HASTE, or the time that is given. */
static void set_haste(struct ir_findings *findings, bool haste)
{
	unsigned ms = findings->timeout_ms / HASTE;

	findings->property.timeout_ms = !haste ? findings->timeout_ms
					: ms < HASTE_MS_MIN ? HASTE_MS_MIN
							    : ms;
}

static unsigned count_computing(const struct irf_region *region)
{
	unsigned count = 0;

	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			count += count_computing(node->region[j]);
		count += node->op != IRF_PARAM && node->op != IRF_CONST &&
			 node->op != IRF_INDEX && node->op != IRF_CARRY;
	}
	return count;
}

/* Does OP compute no number, but bring one there, or decide when it is computed? */
static bool findings_is_frame(unsigned op)
{
	return (op >= IRF_MAKE && op <= IRF_FREEZE) || op == IRF_SELECT ||
	       op == IRF_SWITCH || op >= IRF_FUNCTION;
}

static bool has_operation(const struct ir_operations *operations, unsigned op)
{
	return operations->bits[op / 64] >> op % 64 & 1;
}

/* A process dies in one place of a pass, whichever way numbers came there. */
static void name_operations(struct ir_finding *finding)
{
	struct ir_operations *needs = &finding->needs, numbers;
	size_t at = 0, size = sizeof finding->operations;
	bool computes = false;
	int names = 0;

	numbers = *needs = ir_operations_of(finding->case_.fn);
	finding->nodes = count_computing(&finding->case_.fn->body);
	for (unsigned op = 0; op < IRF_NOPS; op++)
		if (findings_is_frame(op))
			numbers.bits[op / 64] &= ~(1ull << op % 64);
		else
			computes |= has_operation(needs, op);
	if (computes && finding->verdict.class == IR_CRASH)
		*needs = numbers;
	for (unsigned op = 0; op < IRF_NOPS && names < IR_SIGNATURE; op++)
		if (has_operation(needs, op) && at < size)
			at += (size_t)snprintf(finding->operations + at,
				size - at, "%s%s", names++ ? " " : "",
				irf_op_name(op));
}

static void set_id(struct ir_finding *finding)
{
	uint64_t hash = parameters_hash(finding->verdict.class,
		finding->culprit, strlen(finding->culprit));

	if (!ir_verdict_is_general(&finding->verdict))
		hash = parameters_hash(
			hash, finding->operations, strlen(finding->operations));
	hash += finding->verdict.is_of_any;
	hash += ir_verdict_words(&finding->verdict);
	snprintf(finding->id, sizeof finding->id, "%016" PRIx64, hash);
}

/* The case that FINDING's input is. */
static void draw_case(struct ir_findings *findings, struct ir_finding *finding)
{
	struct parameters input;

	irf_free(finding->case_.fn);
	parameters_read(&input, finding->input, finding->length);
	ir_redraw(findings->campaign->setup, &finding->run, &input,
		&finding->case_);
}

static void keep_whole(struct ir_findings *findings, struct ir_finding *finding,
	const struct parameters *input)
{
	free(finding->input);
	finding->input = ir_input_write_dup(input, &finding->length);
	draw_case(findings, finding);
}

/* FINDING has only the first COUNT passes, of which VERDICT is said. */
static void findings_cut_passes(struct ir_findings *findings,
	struct ir_finding *finding, unsigned count,
	const struct ir_verdict *verdict)
{
	struct parameters input;
	uint8_t *bytes;
	size_t length = ir_encode_passes(
		findings->campaign->setup, finding->case_.pass, count, &bytes);

	finding->verdict = *verdict;
	if (!length)
		return;
	parameters_read(&input, finding->input, finding->length);
	struct parameters_stream *passes = ir_input_stream(&input, IR_STREAM_P);
	passes->bytes = bytes;
	passes->length = length;
	keep_whole(findings, finding, &input);
	free(bytes);
}

/* The shortest prefix of passes with which the process dies; or one that leaves what is
 * invalid, of which the next pass dies. */
static void findings_find_culprit(struct ir_findings *findings,
	struct ir_finding *finding, const struct parameters *input)
{
	struct ir_campaign *campaign = findings->campaign;
	struct ir_verdict verdict;
	uint64_t identity;
	unsigned count = finding->case_.passes;

	set_haste(findings, finding->is_endless);
	for (unsigned n = 0; n <= count; n++) {
		campaign->prefix_limit = n;
		bool fails =
			ir_findings_try(findings, input, &verdict, &identity);
		if (fails && verdict.class == IR_INVALID) {
			findings_cut_passes(findings, finding, n, &verdict);
			break;
		}
		if (!fails || verdict.class != finding->verdict.class)
			continue;
		finding->verdict.prefix = n;
		finding->verdict.culprit =
			n ? (int)finding->case_.pass[n - 1] : -1;
		break;
	}
	campaign->prefix_limit = IRF_PASSES_MAX;
	set_haste(findings, false);
}

/* Makes PASS the last one of FINDING's that is needed, and takes that if it fails in the same
 * way. */
static bool findings_take_pass(
	struct ir_findings *findings, struct ir_finding *finding, unsigned pass)
{
	unsigned list[IRF_PASSES_MAX], count = finding->verdict.prefix;
	struct ir_verdict verdict;
	struct parameters input;
	uint64_t identity;
	uint8_t *bytes;

	memcpy(list, finding->case_.pass, count * sizeof *list);
	list[count - 1] = pass;
	size_t length = ir_encode_passes(
		findings->campaign->setup, list, count, &bytes);
	if (!length)
		return false;
	parameters_read(&input, finding->input, finding->length);
	struct parameters_stream *passes = ir_input_stream(&input, IR_STREAM_P);
	passes->bytes = bytes;
	passes->length = length;
	bool fails =
		ir_findings_try(findings, &input, &verdict, &identity) &&
		verdict.class == finding->verdict.class &&
		(verdict.class >= IR_CRASH || verdict.culprit == (int)pass);
	if (fails) {
		keep_whole(findings, finding, &input);
		verdict.prefix = count;
		verdict.culprit = (int)pass;
		finding->verdict = verdict;
	}
	free(bytes);
	return fails;
}

/* Of many passes that are one it is to be known which. */
static void findings_name_part(
	struct ir_findings *findings, struct ir_finding *finding)
{
	const struct ir_setup *setup = findings->campaign->setup;
	int culprit = finding->verdict.culprit;

	if (setup->fixed || culprit < 0 ||
		!(setup->pass[culprit].flags & IRF_PASS_LIST))
		return;
	set_haste(findings, finding->is_endless);
	for (unsigned i = 0; i < setup->passes; i++)
		if (!(setup->pass[i].flags & IRF_PASS_LIST) &&
			findings_take_pass(findings, finding, i))
			break;
	set_haste(findings, false);
}

static void findings_describe(
	struct ir_findings *findings, struct ir_finding *finding)
{
	struct parameters input;

	parameters_read(&input, finding->input, finding->length);
	if (finding->verdict.class >= IR_CRASH)
		findings_find_culprit(findings, finding, &input);
	findings_name_part(findings, finding);
	if (finding->verdict.culprit >= 0)
		finding->culprit = findings->campaign->setup
					   ->pass[finding->verdict.culprit]
					   .name;
	name_operations(finding);
	set_id(finding);
}

/* Whether INPUT, with which FINDING died, does not end in haste either; *IDENTITY is that
 * then. What runs until its memory is used up is as endless as what runs until its time
 * is, and which of them comes first is chance. */
static bool is_endless(struct ir_findings *findings,
	const struct ir_finding *finding, const struct parameters *input,
	uint64_t *identity)
{
	struct ir_verdict verdict;
	uint64_t hasty;

	if (finding->verdict.class < IR_CRASH)
		return false;
	set_haste(findings, true);
	bool is_hang = ir_findings_try(findings, input, &verdict, &hasty) &&
		       verdict.class == IR_HANG;
	set_haste(findings, false);
	if (is_hang)
		*identity = hasty;
	return is_hang;
}

/* From now on the least is asked with which INPUT still fails as CLASS: most smaller inputs do
 * not fail, and most of those that do are asked more than once, which pass it was. */
static void ask_least(struct ir_findings *findings,
	const struct parameters *input, enum ir_class class, uint64_t identity)
{
	struct ir_campaign *campaign = findings->campaign;
	struct ir_verdict verdict;
	uint64_t hasty;

	campaign->wants_only = class;
	for (int more = 0; more < 2; more++) {
		campaign->wants_fewer = !more;
		if (ir_findings_try(findings, input, &verdict, &hasty) &&
			hasty == identity)
			return;
	}
	campaign->wants_only = IR_FINE;
}

bool ir_findings_is_late(struct ir_findings *findings)
{
	uint64_t now_ms = gen_clock_ms(CLOCK_MONOTONIC);

	/* What is left half-way would be another finding than what it becomes. */
	if (findings->stop && *findings->stop && !findings->is_stopping) {
		findings->is_stopping = true;
		if (findings->late_ms > now_ms + STOP_MS)
			findings->late_ms = now_ms + STOP_MS;
	}
	return now_ms >= findings->late_ms;
}

static void keep_small(struct ir_findings *findings, struct ir_finding *finding,
	const struct parameters *input, uint64_t identity)
{
	set_haste(findings, finding->is_endless);
	ask_least(findings, input, finding->verdict.class, identity);
	const struct shrink_limits limits = {
		findings->shrink_runs, findings->shrink_ms};
	struct parameters from = *input;

	findings->is_stopping = false;
	findings->late_ms = UINT64_MAX;
	if (limits.ms)
		findings->late_ms = gen_clock_ms(CLOCK_MONOTONIC) +
				    SHRINK_ROUNDS * (uint64_t)limits.ms;
	/* Bytes that are gone may make nodes useless, and the reverse. */
	for (int round = 0; round < SHRINK_ROUNDS; round++) {
		uint8_t *earlier = finding->input;

		gen_shrink(findings->isolate, &from, identity, &limits,
			&finding->input, &finding->length);
		free(earlier);
		draw_case(findings, finding);
		uint32_t nodes = finding->case_.fn->node_count;
		ir_finding_shrink_nodes(findings, finding, identity);
		draw_case(findings, finding);
		if (finding->case_.fn->node_count >= nodes ||
			ir_findings_is_late(findings))
			break;
		parameters_read(&from, finding->input, finding->length);
	}
	findings->campaign->wants_fewer = false;
	findings->campaign->wants_only = IR_FINE;
	set_haste(findings, false);
}

/* Whether FINDING's input fails, with all the time that there is. */
static bool still_fails(
	struct ir_findings *findings, struct ir_finding *finding)
{
	struct ir_verdict *verdict = &finding->verdict;
	struct parameters input;
	uint64_t identity;
	char why[IR_TEXT];

	parameters_read(&input, finding->input, finding->length);
	if (!ir_findings_try(findings, &input, verdict, &identity))
		return false;
	if (!finding->is_endless || verdict->class != IR_CRASH)
		return true;
	verdict->class = IR_HANG;
	snprintf(why, sizeof why, "%s", verdict->text);
	snprintf(verdict->text, IR_TEXT, "it does not end: %.200s", why);
	return true;
}

/* A process that died of what an earlier pass had left invalid: that is what is made small.
 * Returns its input, a file of *LENGTH bytes to be freed, whose identity is in *IDENTITY; NULL: it
 * died of something else. */
static uint8_t *findings_go_back(struct ir_findings *findings,
	struct ir_finding *finding, const struct parameters *input,
	uint64_t *identity, size_t *length)
{
	struct ir_verdict died = finding->verdict;
	struct parameters own;
	uint8_t *file;

	if (died.class < IR_CRASH)
		return NULL;
	keep_whole(findings, finding, input);
	findings_find_culprit(findings, finding, input);
	*length = finding->length;
	file = memory_alloc(*length + 1);
	memcpy(file, finding->input, *length);
	parameters_read(&own, file, *length);
	if (finding->verdict.class == IR_INVALID &&
		ir_findings_try(findings, &own, &finding->verdict, identity) &&
		finding->verdict.class == IR_INVALID)
		return file;
	finding->verdict = died;
	free(file);
	return NULL;
}

bool ir_finding_make(struct ir_findings *findings, struct ir_finding *finding,
	const struct parameters *input, bool wants_small)
{
	struct parameters earlier;
	uint64_t identity;
	size_t length;

	*finding = (struct ir_finding){.culprit = ""};
	if (!ir_findings_try(findings, input, &finding->verdict, &identity))
		return false;
	finding->run.limit = IR_INPUT_BYTES;
	finding->run.record = memory_alloc(gen_record_size(IR_INPUT_BYTES));
	gen_record_clear(finding->run.record, IR_INPUT_BYTES);
	finding->is_endless = is_endless(findings, finding, input, &identity);
	uint8_t *file =
		findings_go_back(findings, finding, input, &identity, &length);
	if (file) {
		parameters_read(&earlier, file, length);
		input = &earlier;
	}
	if (wants_small)
		keep_small(findings, finding, input, identity);
	/* What is small may end after all. */
	if (!wants_small || !still_fails(findings, finding)) {
		keep_whole(findings, finding, input);
		if (!still_fails(findings, finding)) {
			ir_finding_release(finding);
			free(file);
			return false;
		}
	}
	free(file);
	findings_describe(findings, finding);
	return true;
}

void ir_finding_release(struct ir_finding *finding)
{
	irf_free(finding->case_.fn);
	gen_run_release(&finding->run);
	for (unsigned i = 0; i < PARAMETERS_STREAMS; i++)
		free(finding->run.stream[i]);
	free(finding->run.record);
	free(finding->input);
}
