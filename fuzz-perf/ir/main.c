/* SPDX-License-Identifier: MIT
 * The program that irf_main() makes of a target. */
#include "config.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fuzz-perf/ir/given.h"
#include "fuzz-perf/ir/jobs.h"
#include "lib/command/program.h"
#include "lib/memory.h"

#define SEARCH_SETS 10

/* ---- one input ---- */

/* What INPUT has as it was written, to be freed; NULL: nothing, or the target takes no such
 * functions. */
static char *ir_find_written(
	const struct ir_request *request, struct parameters *input)
{
	static const char *const names[] = {IR_STREAM_W, IR_STREAM_O};

	for (unsigned i = 1; i < input->count; i++)
		for (int k = 0; k < 2; k++)
			if (!strcmp(input->stream[i].name, names[k]) &&
				request->target->read_function)
				return memory_format("%.*s",
					(int)input->stream[i].length,
					(const char *)input->stream[i].bytes);
	return NULL;
}

/* malloc'd. Returns NULL with ERR filled. */
static uint8_t *ir_read_input(
	struct ir_request *request, const char *path, struct parameters *input)
{
	size_t length;
	const char *end = strrchr(path, '.');
	uint8_t *bytes;

	if (end && !strcmp(end, ".ll") && request->target->import_file) {
		error_set(&request->err,
			"%s: this is a function of the compiler's own; "
			"`import` makes an input of it",
			path);
		return NULL;
	}
	bytes = gen_file_read(path, &length);
	if (!bytes) {
		error_set_errno(&request->err, "%s", path);
		return NULL;
	}
	parameters_read(input, bytes, length);
	request->written = ir_find_written(request, input);
	request->named = ir_release_take_passes(request->program, input);
	if (!request->passes)
		request->passes = request->named;
	return bytes;
}

/* Is the function that INPUT has beside the written one another one? */
static bool is_only_written(const struct parameters *input)
{
	for (unsigned i = 1; i < input->count; i++)
		if (!strcmp(input->stream[i].name, IR_STREAM_O))
			return true;
	return false;
}

static int ir_write_input(
	struct ir_request *request, const struct ir_finding *finding)
{
	struct parameters input;
	char *passes, *named;
	uint8_t *bytes;
	size_t length;
	int result;

	if (!request->out)
		return PROGRAM_DONE;
	parameters_read(&input, finding->input, finding->length);
	passes = ir_finding_passes(&request->setup, finding);
	named = ir_release_name_passes(request->program, &input, passes);
	bytes = ir_input_write_dup(&input, &length);
	result = gen_file_write(request->out, bytes, length);
	free(bytes);
	free(named);
	free(passes);
	if (result == 0)
		return PROGRAM_DONE;
	error_set_errno(&request->err, "%s", request->out);
	return ir_request_fail(request, PROGRAM_ENVIRONMENT);
}

/* The directory of the finding that INPUT is of; NULL: it is of none. Free it. */
static char *finding_directory(const char *input)
{
	const char *slash = strrchr(input, '/');
	char *directory =
		slash ? memory_format("%.*s", (int)(slash - input), input)
		      : memory_string_dup(".");
	char *file = memory_format("%s/finding", directory);
	bool is_there =
		slash && !strcmp(slash, "/input") && access(file, R_OK) == 0;

	free(file);
	if (is_there)
		return directory;
	free(directory);
	return NULL;
}

/* The case that INPUT is, in CASE_; its function is freed by irf_free. */
static void draw_input(struct ir_request *request,
	const struct parameters *input, struct ir_case *case_)
{
	struct gen_run run = {
		.limit = IR_INPUT_BYTES, .record = request->campaign->record};

	ir_redraw(&request->setup, &run, input, case_);
	gen_run_release(&run);
	for (unsigned i = 0; i < PARAMETERS_STREAMS; i++)
		free(run.stream[i]);
}

/* Which argument sets were run, and which function it was: other releases may decode
 * INPUT otherwise. */
static void print_case_facts(
	struct ir_request *request, const struct parameters *input)
{
	static struct ir_case case_;
	unsigned count[IR_SET_KINDS] = {0};

	request->setup.written =
		is_only_written(input) ? request->written : NULL;
	draw_input(request, input, &case_);
	for (unsigned i = 0; i < case_.sets; i++)
		count[ir_set_kind(i)]++;
	if (case_.fn->param_count || case_.fn->buffer_count)
		printf("sets: %u (%u random, %u with limits, %u with equal "
		       "numbers)\n",
			case_.sets, count[IR_SET_RANDOM], count[IR_SET_LIMITS],
			count[IR_SET_EQUAL]);
	else
		puts("sets: 1 (it has no parameters)");
	printf("function: %016" PRIx64 "\n", ir_function_key(case_.fn));
	irf_free(case_.fn);
}

/* Runs INPUT as it was WRITTEN, or the function of the portable IR if that is NULL; adds
 * the argument sets that could be compared to *COMPARED. */
static bool find_in_form(struct ir_request *request, struct ir_finding *finding,
	const struct parameters *input, const char *written, unsigned *compared)
{
	bool wants_small = !request->as_it_is && !written, is_found;

	/* The process that runs inputs knows what was asked when it began. */
	if (request->setup.written != written) {
		request->setup.written = written;
		ir_findings_close(&request->findings);
		if (ir_findings_open(&request->findings, &request->err) != 0)
			return false;
	}
	is_found = ir_finding_make(
		&request->findings, finding, input, wants_small);
	*compared += request->campaign->verdict.compared;
	return is_found;
}

/* In both forms, of which only that of the portable IR can be made small. */
static bool find_in_forms(struct ir_request *request,
	struct ir_finding *finding, const struct parameters *input,
	unsigned *compared)
{
	bool has_portable = !is_only_written(input);
	bool is_first =
		has_portable && (!request->as_it_is || !request->written);

	*compared = 0;
	if (is_first && find_in_form(request, finding, input, NULL, compared))
		return true;
	if (request->written && find_in_form(request, finding, input,
					request->written, compared))
		return true;
	return has_portable && !is_first &&
	       find_in_form(request, finding, input, NULL, compared);
}

/* Were there argument sets to judge, if some are asked for, of which COMPARED could be? */
static bool is_judged(const struct ir_request *request, unsigned compared)
{
	unsigned of_runs = 1u << IR_LOWERING | 1u << IR_UNDEFINED |
			   1u << IR_OUTPUT | 1u << IR_SLOWER;

	return compared ||
	       (!(request->setup.classes & of_runs) &&
		       request->campaign->verdict.class != IR_UNLOWERED);
}

/* Says what it means that the input at PATH shows nothing, of which COMPARED argument sets
 * could be judged. Returns the exit code. */
static int tell_fine(struct ir_request *request, const struct parameters *input,
	const char *path, unsigned compared)
{
	static struct ir_case case_;
	bool is_run = is_judged(request, compared);
	const char *what =
		"nothing goes wrong with these passes and arguments; "
		"try others (--passes, --target-options), or another --target";

	draw_input(request, input, &case_);
	if (!is_run && request->campaign->verdict.class == IR_UNLOWERED)
		what = "the compiler has no such function: what it works on "
		       "is too wide, or not in its language; try another "
		       "--target";
	else if (!is_run)
		what = "not one of its argument sets can be judged: what it "
		       "does is undefined, has no end, or is nothing that the "
		       "interpreter knows";
	else if (!case_.passes)
		what = "nothing goes wrong without passes, and it has none: "
		       "name those of the report by --passes";
	irf_free(case_.fn);
	puts(is_run ? "class: fine" : "class: not run");
	fflush(stdout);
	if (!request->as_it_is || !is_run || !request->setup.fixed_count)
		fprintf(stderr, "%s: %s: %s\n", request->name, path, what);
	return request->as_it_is && is_run ? PROGRAM_DONE : PROGRAM_NOTHING;
}

/* Prints FINDING of the input at PATH, and writes it if it was made small. Returns the exit
 * code. */
static int tell_found(struct ir_request *request,
	const struct ir_finding *finding, const char *path)
{
	char *directory = finding_directory(path);

	ir_finding_print(&request->findings, finding, directory, stdout);
	free(directory);
	if (request->as_it_is)
		return PROGRAM_GATE;
	fflush(stdout);
	if (request->setup.written)
		fprintf(stderr,
			"%s: %s: what shows it is the function as it was "
			"written, which stays as it is; a tool that reduces "
			"texts may make it smaller\n",
			request->name, path);
	return ir_write_input(request, finding);
}

/* replay, and minimize unless AS_IT_IS */
static int ir_replay(void *chosen, const struct operands *operands)
{
	struct ir_request *request = chosen;
	const char *out = request->out;
	struct parameters input;
	struct ir_finding finding;
	unsigned compared;

	uint8_t *bytes = ir_read_input(request, operands->operand[0], &input);
	if (!bytes)
		return ir_request_fail(request, PROGRAM_USAGE);
	request->out = NULL;
	int status = ir_request_prepare(request);
	request->out = out;
	if (status == PROGRAM_DONE) {
		if (find_in_forms(request, &finding, &input, &compared)) {
			status = tell_found(
				request, &finding, operands->operand[0]);
			ir_finding_release(&finding);
		} else {
			status = tell_fine(request, &input,
				operands->operand[0], compared);
		}
		if (request->as_it_is)
			print_case_facts(request, &input);
	}
	ir_request_finish(request);
	free(request->written);
	free(bytes);
	return status;
}

/* All passes but those that the verdict needs, one by one. */
static void drop_passes(struct ir_request *request, struct ir_finding *finding,
	const struct parameters *input)
{
	struct ir_setup *setup = &request->setup;
	struct ir_verdict verdict;
	uint64_t identity;

	setup->fixed = request->fixed;
	for (unsigned i = setup->fixed_count; i-- > 0;) {
		unsigned kept = request->fixed[i], last = --setup->fixed_count;
		memmove(request->fixed + i, request->fixed + i + 1,
			(last - i) * sizeof kept);
		ir_findings_close(&request->findings);
		if (ir_findings_open(&request->findings, &request->err) == 0 &&
			ir_findings_try(&request->findings, input, &verdict,
				&identity) &&
			verdict.class == finding->verdict.class)
			continue;
		memmove(request->fixed + i + 1, request->fixed + i,
			(last - i) * sizeof kept);
		request->fixed[i] = kept;
		setup->fixed_count++;
	}
}

static int ir_bisect(void *chosen, const struct operands *operands)
{
	struct ir_request *request = chosen;
	struct ir_setup *setup = &request->setup;
	struct parameters input;
	struct ir_finding finding;
	unsigned compared;

	uint8_t *bytes = ir_read_input(request, operands->operand[0], &input);
	if (!bytes)
		return ir_request_fail(request, PROGRAM_USAGE);
	int status = ir_request_prepare(request);
	if (status == PROGRAM_DONE &&
		find_in_forms(request, &finding, &input, &compared)) {
		setup->fixed_count = finding.verdict.prefix;
		memcpy(request->fixed, finding.case_.pass,
			setup->fixed_count * sizeof *request->fixed);
		drop_passes(request, &finding, &input);
		printf("%s: ", ir_class_name(finding.verdict.class));
		for (unsigned i = 0; i < setup->fixed_count; i++)
			printf("%s%s", i ? "," : "",
				setup->pass[request->fixed[i]].name);
		putchar('\n');
		ir_finding_release(&finding);
		status = PROGRAM_GATE;
	} else if (status == PROGRAM_DONE) {
		status = tell_fine(
			request, &input, operands->operand[0], compared);
	}
	ir_request_finish(request);
	free(request->written);
	free(bytes);
	return status;
}

static void print_case(
	struct ir_request *request, struct ir_case *case_, bool has_portable)
{
	const struct irf_target *target = request->target;
	char *text = irf_print(case_->fn);

	if (has_portable)
		fputs(text, stdout);
	free(text);
	fputs("passes ", stdout);
	for (unsigned i = 0; i < case_->passes; i++)
		printf("%s%s", i ? "," : "",
			request->setup.pass[case_->pass[i]].name);
	putchar('\n');
	void *m = target->print ? ir_case_lower(&request->setup, case_) : NULL;
	if (!m)
		return;
	text = target->print(request->setup.t, m);
	printf("\n%s", text ? text : "");
	free(text);
	if (target->drop)
		target->drop(request->setup.t, m);
	else
		free(m);
}

static int ir_print(void *chosen, const struct operands *operands)
{
	struct ir_request *request = chosen;
	static struct ir_case case_;
	struct parameters input;

	uint8_t *bytes = ir_read_input(request, operands->operand[0], &input);
	if (!bytes)
		return ir_request_fail(request, PROGRAM_USAGE);
	int status = ir_request_prepare(request);
	if (status == PROGRAM_DONE) {
		draw_input(request, &input, &case_);
		case_.written = request->written;
		print_case(request, &case_, !is_only_written(&input));
		irf_free(case_.fn);
	}
	ir_request_finish(request);
	free(request->written);
	free(bytes);
	return status;
}

/* What each release makes of it. */
static int releases(void *chosen, const struct operands *operands)
{
	struct ir_request *request = chosen;
	struct ir_opinion opinion[IR_RELEASES];
	struct parameters input;

	uint8_t *bytes = ir_read_input(request, operands->operand[0], &input);
	if (!bytes)
		return ir_request_fail(request, PROGRAM_USAGE);
	int status = ir_request_prepare(request);
	if (status == PROGRAM_DONE) {
		struct ir_finding all = {.verdict.culprit = -1};
		draw_input(request, &input, &all.case_);
		char *passes = ir_finding_passes(&request->setup, &all);
		if (!request->passes)
			arguments_add_option(
				&request->changed, "passes", passes);
		unsigned count = ir_ask_releases(request->program,
			&request->changed, operands->operand[0],
			ir_function_key(all.case_.fn), opinion);
		status = count ? PROGRAM_NOTHING : PROGRAM_DONE;
		for (unsigned i = 0; i < count; i++) {
			printf("%s: %s\n", opinion[i].release,
				opinion[i].verdict);
			if (!opinion[i].is_judged)
				continue;
			if (strcmp(opinion[i].verdict, ir_class_name(IR_FINE)))
				status = PROGRAM_GATE;
			else if (status == PROGRAM_NOTHING)
				status = PROGRAM_DONE;
		}
		free(passes);
		irf_free(all.case_.fn);
	}
	ir_request_finish(request);
	free(request->written);
	free(bytes);
	return status;
}

/* ---- without an input ---- */

static int list_passes(void *chosen, const struct operands *operands)
{
	struct ir_request *request = chosen;
	int status = ir_request_prepare(request);

	(void)operands;
	for (unsigned i = 0;
		status == PROGRAM_DONE && i < request->setup.passes; i++) {
		const struct irf_pass *pass = &request->setup.pass[i];
		printf("%s%s%s%s%s\n", pass->name,
			pass->flags & IRF_PASS_LOWERING ? " (may be slower)"
							: "",
			pass->flags & IRF_PASS_UNSTABLE ? " (may fail)" : "",
			pass->needs ? " after " : "",
			pass->needs ? pass->needs : "");
	}
	ir_request_finish(request);
	return status;
}

/* Random functions, lowered and verified, but not run. */
static int ir_verify(void *chosen, const struct operands *operands)
{
	struct ir_request *request = chosen;

	(void)operands;
	if (!request->seconds && !request->runs)
		request->runs = 10000;
	request->guidance = 4; /* random */
	request->asked = "lowering,undefined";
	request->passes = "";
	return jobs_run(request, false);
}

#define USUAL_SECONDS 60 /* of a search */

static int ir_fuzz(void *chosen, const struct operands *operands)
{
	struct ir_request *request = chosen;

	(void)operands;
	if (!request->seconds && !request->runs)
		request->seconds = USUAL_SECONDS;
	return jobs_run(request, true);
}

/* ---- the parts ---- */

static const struct ir_part {
	const char *name, *synopsis, *summary;
	int (*run)(void *chosen, const struct operands *operands);
	size_t operands;
	bool as_it_is;
} parts[] = {
	{"fuzz", "[OPTION]...",
		"Searches for functions and passes with which the compiler "
		"goes wrong.",
		ir_fuzz, 0, false},
	{"replay", "[OPTION]... INPUT",
		"Runs one input and prints its verdict.", ir_replay, 1, true},
	{"minimize", "[OPTION]... INPUT",
		"Makes an input small that still fails in the same way.",
		ir_replay, 1, false},
	{"bisect", "[OPTION]... INPUT",
		"Finds the shortest list of passes with which an input fails.",
		ir_bisect, 1, true},
	{"releases", "[OPTION]... INPUT",
		"Runs one input with each release of the compiler that there "
		"is.",
		releases, 1, true},
	{"encode", "[OPTION]... TEXT",
		"Makes an input of a function's text; -o FILE, or stdout.",
		given_encode, 1, true},
	{"import", "[OPTION]... FILE...",
		"Makes inputs of the functions of the compiler's own files; -o "
		"FOLDER.",
		given_import, SIZE_MAX, true},
	{"verify", "[OPTION]...",
		"Makes random functions and verifies each, without passes.",
		ir_verify, 0, true},
	{"print", "[OPTION]... INPUT",
		"Prints the function and the passes that an input is.",
		ir_print, 1, true},
	{"passes", "[OPTION]...", "Lists the compiler's passes.", list_passes,
		0, true},
};
#define PARTS (sizeof parts / sizeof parts[0])

static int ir_run_part(const struct ir_part *part, struct ir_request *request,
	int argc, char **argv)
{
	static const char *const guidances[] = {
		"tzer", "joint", "domain", "coverage", "random", NULL};
	const struct option_row rows[] = {
		{.kind = OPTION_HEADING, .help = "The search"},
		{"time", 0, OPTION_TIME, &request->seconds, .argument = "TIME",
			.help = "how long to search (60s)"},
		{"runs", 0, OPTION_NUMBER, &request->runs, .argument = "N",
			.help = "stop after N runs"},
		{"first", 0, OPTION_FLAG, &request->stops_first,
			.help = "stop at the first finding"},
		{"jobs", 'j', OPTION_NUMBER, &request->jobs, .argument = "N",
			.min = 1, .max = IR_JOBS_MAX,
			.help = "run N searches at once, each with a seed of "
				"its own (1)"},
		{"resume", 0, OPTION_FLAG, &request->goes_on,
			.help = "go on with the search in the folder, however "
				"it ended"},
		{"seed", 0, OPTION_NUMBER, &request->seed, .argument = "N",
			.help = "of the random numbers (1)"},
		{"in", 'i', OPTION_TEXT, &request->in, .argument = "PATH",
			.help = "begin with these: inputs, and files (*.ll) "
				"that import reads"},
		{"exclude-known", 0, OPTION_TEXT, &request->known,
			.argument = "FILE",
			.help = "lines that begin with ids of findings, as a "
				"search prints them: these are not kept"},
		{"guidance", 0, OPTION_CHOICE, &request->guidance,
			.argument = "NAME", .choices = guidances,
			.help = "what is kept and changed: tzer, joint, "
				"domain, "
				"coverage or random"},
		{"nmax", 0, OPTION_NUMBER, &request->nmax, .argument = "N",
			.min = 1, .max = 1000,
			.help = "functions that fail to cover anything before "
				"the passes are changed (4)"},
		{"nmax-auto", 0, OPTION_FLAG, &request->nmax_is_auto,
			.help = "let --nmax follow what pays"},
		{"out", 'o', OPTION_TEXT, &request->out, .argument = "PATH",
			.help = "folder for findings (retread-out/ir); file "
				"for "
				"a small input"},
		{"every", 0, OPTION_NUMBER, &request->every, .argument = "N",
			.help = "ask the slow oracles (native code, settling) "
				"in one of N runs (16)"},
		{.kind = OPTION_SET, .value = request, .set = &ir_request_case},
	};
	const struct options options = {request->name, part->synopsis,
		part->summary, OPTION_ROWS(rows), .least = part->operands > 0,
		.most = part->operands, .few = "which input? Name its file",
		.many = part->operands ? "one input at a time"
				       : "it takes no operands"};

	return options_run(&options, argc, argv, part->run, request);
}

static int ir_print_help(const char *program)
{
	printf("Usage: %s PART [OPTION]...\n"
	       "Fuzzes a compiler with functions of a portable IR and lists of "
	       "passes.\n\n",
		program);
	for (size_t i = 0; i < PARTS; i++)
		printf("  %-10s%s\n", parts[i].name, parts[i].summary);
	printf("\n`%s PART --help` has the options.\n", program);
	return PROGRAM_DONE;
}

int ir_main(int argc, char **argv, const struct irf_target *target,
	const struct ir_program *program)
{
	struct ir_request request = ir_request_defaults;
	const char *names[PARTS];
	char name[80];

	request.target = target;
	request.program = program;
	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		return ir_print_help(argv[0]);
	for (size_t i = 0; argc > 1 && i < PARTS; i++) {
		names[i] = parts[i].name;
		if (strcmp(argv[1], parts[i].name) != 0)
			continue;
		snprintf(name, sizeof name, "%.60s %s", argv[0], parts[i].name);
		request.name = name;
		request.as_it_is = parts[i].as_it_is;
		request.usual_sets = parts[i].operands ? IR_SETS : SEARCH_SETS;
		return ir_run_part(&parts[i], &request, argc - 1, argv + 1);
	}
	const char *nearest =
		argc > 1 ? options_nearest(argv[1], names, PARTS) : NULL;
	request.name = argv[0];
	error_set(&request.err,
		argc > 1 ? "there is no part \"%.40s\"%s%s%s"
			 : "which part?%s%s%s%s",
		argc > 1 ? argv[1] : "", nearest ? "; did you mean \"" : "",
		nearest ? nearest : "", nearest ? "\"?" : "");
	return program_fail(PROGRAM_USAGE, request.name, request.err.text,
		"Parts: fuzz, replay, minimize, bisect, releases, encode, "
		"import, "
		"verify, print, passes.");
}

int irf_main(int argc, char **argv, const struct irf_target *target)
{
	const struct ir_program program = {.command = argv[0]};

	return ir_main(argc, argv, target, &program);
}
