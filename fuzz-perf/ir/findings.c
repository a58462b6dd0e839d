/* SPDX-License-Identifier: MIT
 * What was found: made small, classified, and kept in a folder. A finding is a
 * directory of texts; retread-ir reads them for reports. */
#include "config.h"

#include "fuzz-perf/ir/findings.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/words.h"

#define IR_SIGNATURE 6 /* operations that tell findings of one pass apart */
#define TEXTS_MS     20000
/* While a finding that does not end is made small, it is not waited for as long as
 * before: each run would take all of its time. */
#define HASTE	      20
#define SHRINK_ROUNDS 4 /* of bytes and of nodes */
#define HASTE_MS_MIN  100

/* ---- one run, in a process that may die ---- */

static int judge_all(struct gen *g, void *arg)
{
	static bool is_confined;
	struct ir_findings *findings = arg;
	struct ir_campaign *campaign = findings->campaign;
	struct ir_case *case_ = gen_alloc(g, sizeof *case_);
	struct ir_verdict *verdict = &campaign->verdict;

	if (!is_confined)
		ir_confine(campaign);
	is_confined = true;
	*verdict = (struct ir_verdict){.culprit = -1};
	ir_case_draw(g, campaign->setup, case_);
	if (case_->passes > campaign->prefix_limit)
		case_->passes = campaign->prefix_limit;
	ir_judge(campaign->setup, case_, true, verdict, NULL, NULL);
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

/* The shortest prefix of passes with which the process dies. */
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

static void findings_add_name(bool is_there[IRF_NOPS],
	struct ir_finding *finding, const struct irf_region *region)
{
	for (uint32_t i = 0; i < region->count; i++) {
		const struct irf_node *node = region->node[i];
		for (int j = 0; j < IRF_REGIONS_MAX && node->region[j]; j++)
			findings_add_name(is_there, finding, node->region[j]);
		if (node->op == IRF_PARAM || node->op == IRF_CONST ||
			node->op == IRF_INDEX || node->op == IRF_CARRY)
			continue;
		is_there[node->op] = true;
		finding->nodes++;
	}
}

/* Does OP compute no number, but bring one there, or decide when it is computed? */
static bool findings_is_frame(unsigned op)
{
	return (op >= IRF_MAKE && op <= IRF_FREEZE) || op == IRF_SELECT ||
	       op == IRF_SWITCH || op >= IRF_FUNCTION;
}

/* A process dies in one place of a pass, whichever way numbers came there. */
static void name_operations(struct ir_finding *finding)
{
	bool is_there[IRF_NOPS] = {false}, computes = false;
	size_t at = 0, size = sizeof finding->operations;
	int names = 0;

	findings_add_name(is_there, finding, &finding->case_.fn->body);
	for (unsigned op = 0; op < IRF_NOPS; op++)
		computes |= is_there[op] && !findings_is_frame(op);
	computes &= finding->verdict.class == IR_CRASH;
	for (unsigned op = 0; op < IRF_NOPS && names < IR_SIGNATURE; op++)
		if (is_there[op] && at < size &&
			!(computes && findings_is_frame(op)))
			at += (size_t)snprintf(finding->operations + at,
				size - at, "%s%s", names++ ? " " : "",
				irf_op_name(op));
}

static void set_id(struct ir_finding *finding)
{
	uint64_t hash = parameters_hash(finding->verdict.class,
		finding->culprit, strlen(finding->culprit));

	/* A pass that never settles does so for one reason, whatever it is given. */
	if (finding->verdict.class != IR_UNSETTLED)
		hash = parameters_hash(
			hash, finding->operations, strlen(finding->operations));
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

static void findings_describe(
	struct ir_findings *findings, struct ir_finding *finding)
{
	struct parameters input;

	parameters_read(&input, finding->input, finding->length);
	if (finding->verdict.class >= IR_CRASH)
		findings_find_culprit(findings, finding, &input);
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

static void keep_whole(struct ir_findings *findings, struct ir_finding *finding,
	const struct parameters *input)
{
	free(finding->input);
	finding->length = parameters_write(input, NULL, 0);
	finding->input = memory_alloc(finding->length + 1);
	parameters_write(input, finding->input, finding->length);
	draw_case(findings, finding);
}

static void keep_small(struct ir_findings *findings, struct ir_finding *finding,
	const struct parameters *input, uint64_t identity)
{
	set_haste(findings, finding->is_endless);
	const struct shrink_limits limits = {
		findings->shrink_runs, findings->shrink_ms};
	struct parameters from = *input;

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
		if (finding->case_.fn->node_count >= nodes)
			break;
		parameters_read(&from, finding->input, finding->length);
	}
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

bool ir_finding_make(struct ir_findings *findings, struct ir_finding *finding,
	const struct parameters *input, bool wants_small)
{
	uint64_t identity;

	*finding = (struct ir_finding){.culprit = ""};
	if (!ir_findings_try(findings, input, &finding->verdict, &identity))
		return false;
	finding->run.limit = IR_INPUT_BYTES;
	finding->run.record = memory_alloc(gen_record_size(IR_INPUT_BYTES));
	gen_record_clear(finding->run.record, IR_INPUT_BYTES);
	finding->is_endless = is_endless(findings, finding, input, &identity);
	if (wants_small)
		keep_small(findings, finding, input, identity);
	/* What is small may end after all. */
	if (!wants_small || !still_fails(findings, finding)) {
		keep_whole(findings, finding, input);
		if (!still_fails(findings, finding)) {
			ir_finding_release(finding);
			return false;
		}
	}
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

/* ---- the directory of a finding ---- */

/* A release that keeps the meaning; NULL: none does, or none was asked. */
static const char *find_sound(const struct ir_finding *finding)
{
	for (unsigned i = 0; i < finding->opinions; i++)
		if (!strcmp(finding->opinion[i].verdict,
			    ir_class_name(IR_FINE)))
			return finding->opinion[i].release;
	return NULL;
}

static void findings_print_evidence(const struct ir_setup *setup,
	const struct ir_finding *finding, FILE *out)
{
	bool is_output = finding->verdict.class == IR_OUTPUT;
	bool is_interpreted = is_output || finding->verdict.class == IR_SLOWER;
	const char *sound = is_output ? find_sound(finding) : NULL;

	fputs("evidence: ", out);
	if (finding->verdict.is_confirmed)
		fputs("confirmed by native code\n", out);
	else if (sound)
		fprintf(out, "confirmed by %s, which keeps the meaning\n",
			sound);
	else
		fprintf(out, "%s\n",
			is_interpreted && setup->target->exec
				? "interpreter only"
			: is_output ? "interpreter and reference"
				    : "seen once more");
}

static unsigned count_passes(const struct ir_finding *finding)
{
	return finding->verdict.culprit >= 0 ? finding->verdict.prefix
					     : finding->case_.passes;
}

char *ir_finding_passes(
	const struct ir_setup *setup, const struct ir_finding *finding)
{
	struct arguments names = {0};

	for (unsigned i = 0; i < count_passes(finding); i++)
		arguments_add(&names, setup->pass[finding->case_.pass[i]].name);
	char *list = names.count ? arguments_join_dup(&names, ",")
				 : memory_string_dup("");
	arguments_release(&names);
	return list;
}

static void findings_print_releases(const struct ir_finding *finding, FILE *out)
{
	for (unsigned i = 0; i < finding->opinions; i++)
		fprintf(out, "%s%s %s",
			i ? "; " : "releases: ", finding->opinion[i].release,
			finding->opinion[i].verdict);
	if (finding->opinions)
		putc('\n', out);
}

/* The compiler's own command; passes one by one are a pipe of them. Free it. */
static char *findings_command_of(const struct ir_setup *setup,
	const struct ir_finding *finding, const char *file)
{
	const struct irf_target *target = setup->target;
	const unsigned *pass = finding->case_.pass;
	unsigned count = count_passes(finding);
	char *all = NULL;

	if (!finding->case_.is_stepwise || count < 2)
		return target->command(setup->t, pass, count, file);
	for (unsigned i = 0; i < count; i++) {
		char *one =
			target->command(setup->t, pass + i, 1, i ? "-" : file);
		char *longer = memory_format(
			"%s%s%s", i ? all : "", i ? " | " : "", one);
		free(one);
		free(all);
		all = longer;
	}
	return all;
}

/* What shows it: by the compiler's own tool, and by ours. */
static void findings_print_commands(const struct ir_findings *findings,
	const struct ir_finding *finding, const char *directory, FILE *out)
{
	const struct ir_setup *setup = findings->campaign->setup;
	const struct irf_target *target = setup->target;
	char *module = memory_format("%s/before", directory);
	char *file = words_shell_quote(module);
	char *command = target->command
				? findings_command_of(setup, finding, file)
				: NULL;

	if (command)
		fprintf(out, "command: %s\n", command);
	fprintf(out, "replay: %s replay", findings->program->command);
	for (size_t i = 0; i < findings->options->count; i++) {
		char *word = words_shell_quote(findings->options->word[i]);
		fprintf(out, " %s", word);
		free(word);
	}
	free(module);
	free(file);
	module = memory_format("%s/input", directory);
	file = words_shell_quote(module);
	fprintf(out, " %s\n", file);
	free(command);
	free(module);
	free(file);
}

void ir_finding_print(const struct ir_findings *findings,
	const struct ir_finding *finding, const char *directory, FILE *out)
{
	const struct ir_setup *setup = findings->campaign->setup;
	const struct irf_target *target = setup->target;
	const struct ir_verdict *verdict = &finding->verdict;
	char *passes = ir_finding_passes(setup, finding);

	fprintf(out, "class: %s\n", ir_class_name(verdict->class));
	fprintf(out, "target: %s%s%s\n", target->name,
		target->version ? " " : "",
		target->version ? target->version : "");
	fprintf(out, "pass: %s\n",
		*finding->culprit ? finding->culprit : "none");
	fprintf(out, "passes: %s\n", passes);
	fprintf(out, "detail: %s\n", verdict->text);
	findings_print_evidence(setup, finding, out);
	findings_print_releases(finding, out);
	fprintf(out, "operations: %s\n", finding->operations);
	fprintf(out, "nodes: %u\n", finding->nodes);
	if (directory)
		findings_print_commands(findings, finding, directory, out);
	if (findings->campaign->counts.runs)
		fprintf(out, "found: run %" PRIu64 " of seed %" PRIu64 "\n",
			findings->campaign->counts.runs, findings->seed);
	free(passes);
}

static int findings_write_text(
	const char *directory, const char *name, const void *text, size_t size)
{
	char *path = memory_format("%s/%s", directory, name);
	FILE *out = fopen(path, "we");
	bool is_written = out && fwrite(text, 1, size, out) == size;

	if (out && fclose(out) != 0)
		is_written = false;
	free(path);
	return is_written ? 0 : -1;
}

/* What the target says of the function, before its passes and after; it may die on
 * the way. */
static void write_modules(const struct ir_findings *findings,
	const struct ir_finding *finding, const char *directory)
{
	const struct ir_setup *setup = findings->campaign->setup;
	const struct irf_target *target = setup->target;
	struct irf_log log = {0};
	pid_t child = target->print ? fork() : -1;
	int status;

	if (child > 0)
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
	if (child)
		return;
	alarm(TEXTS_MS / 1000);
	void *m = target->lower(setup->t, finding->case_.fn);
	char *text = m ? target->print(setup->t, m) : NULL;
	if (text)
		findings_write_text(directory, "before", text, strlen(text));
	ir_confine(findings->campaign);
	if (m && ir_run_passes(setup, &finding->case_, m,
			 finding->verdict.prefix, &log) == IRF_OK)
		text = target->print(setup->t, m);
	else
		text = NULL;
	if (text)
		findings_write_text(directory, "after", text, strlen(text));
	_exit(0);
}

/* What other releases make of it. */
static void ask_releases(const struct ir_findings *findings,
	struct ir_finding *finding, const char *directory)
{
	struct arguments options = {0};
	char *input = memory_format("%s/input", directory);
	char *passes = ir_finding_passes(findings->campaign->setup, finding);

	if (findings->options->count)
		arguments_add_all(&options, findings->options->word);
	arguments_add_option(&options, "passes", passes);
	finding->opinions = ir_ask_releases(findings->program, &options, input,
		ir_function_key(finding->case_.fn), finding->opinion);
	arguments_release(&options);
	free(passes);
	free(input);
}

/* Into the folder UNNAMED, which will be called DIRECTORY. */
static int write_finding(const struct ir_findings *findings,
	struct ir_finding *finding, const char *unnamed, const char *directory,
	struct error *err)
{
	char *text = irf_print(finding->case_.fn), *lines = NULL;
	size_t size;
	FILE *out = open_memstream(&lines, &size);
	int result = 0;

	write_modules(findings, finding, unnamed);
	if (findings_write_text(unnamed, "portable", text, strlen(text)) != 0 ||
		findings_write_text(
			unnamed, "input", finding->input, finding->length) != 0)
		result = error_set_errno(err, "%s", unnamed);
	else
		ask_releases(findings, finding, unnamed);
	ir_finding_print(findings, finding, directory, out);
	fclose(out);
	if (result == 0 &&
		findings_write_text(unnamed, "finding", lines, size) != 0)
		result = error_set_errno(err, "%s", unnamed);
	free(text);
	free(lines);
	return result;
}

/* The compiler says itself that this pass fails. */
static bool is_no_news(
	const struct ir_setup *setup, const struct ir_finding *finding)
{
	const struct ir_verdict *verdict = &finding->verdict;

	return verdict->culprit >= 0 &&
	       setup->pass[verdict->culprit].flags & IRF_PASS_UNSTABLE &&
	       (verdict->class == IR_FATAL || verdict->class >= IR_CRASH);
}

/* Whether a line of the known ones begins with ID. */
static bool findings_is_known(
	const struct ir_findings *findings, const char *id)
{
	size_t length = strlen(id);

	for (const char *line = findings->known; line && *line;) {
		if (!strncmp(line, id, length) &&
			!isxdigit((unsigned char)line[length]))
			return true;
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	return false;
}

/* The folder has it as a whole or not at all. An earlier search may have kept it. */
static int findings_keep(const struct ir_findings *findings,
	struct ir_finding *finding, struct error *err)
{
	char *directory =
		memory_format("%s/%s", findings->directory, finding->id);
	/* The same if this process is killed, and another one goes on. */
	char *unnamed = memory_format("%s/.%s-%" PRIu64, findings->directory,
		finding->id, findings->seed);
	int result = folders_make_all(findings->directory, err);

	if (result == 0 && access(directory, F_OK) != 0) {
		folders_remove(unnamed);
		result = folders_make(unnamed, err);
		if (result == 0)
			result = write_finding(
				findings, finding, unnamed, directory, err);
		/* Another campaign of this search may have been faster. */
		if (result == 0 && rename(unnamed, directory) != 0 &&
			access(directory, F_OK) != 0)
			result = error_set_errno(err, "%s", directory);
		folders_remove(unnamed);
	}
	free(unnamed);
	free(directory);
	return result;
}

int ir_findings_add(struct ir_findings *findings, struct error *err)
{
	struct ir_campaign *campaign = findings->campaign;
	struct ir_finding finding;
	struct parameters input;
	uint8_t streams[IR_INPUT_BYTES];
	int result = 0;

	gen_record_parameters(campaign->record, &input, streams);
	if (!ir_finding_make(findings, &finding, &input, true))
		return 0;
	if (!is_no_news(campaign->setup, &finding) &&
		!findings_is_known(findings, finding.id)) {
		/* Once it is kept it may be called met: we may be killed. */
		result = findings_keep(findings, &finding, err);
		if (!ir_campaign_meet(
			    campaign, strtoull(finding.id, NULL, 16))) {
			campaign->counts.kept++;
			campaign->counts.kept_hangs +=
				finding.verdict.class == IR_HANG;
			fprintf(stderr, "%s: %s %s: %s: %s\n", finding.id,
				ir_class_name(finding.verdict.class),
				finding.culprit, finding.operations,
				finding.verdict.text);
		}
	}
	ir_finding_release(&finding);
	return result;
}
