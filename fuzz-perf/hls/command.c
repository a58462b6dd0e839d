/* SPDX-License-Identifier: MIT
 * The parts of `retread hls`. */
#include "config.h"

#include "fuzz-perf/hls/command.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/hls/kernel.h"
#include "fuzz-perf/hls/simulator.h"
#include "lib/arguments.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/command/subverbs.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/found/found.h"
#include "lib/memory.h"

#define FUZZER_FILE "retread-fuzz"

extern char **environ;

int hls_fail(int status, const char *part, const struct error *err)
{
	char name[64];

	snprintf(name, sizeof name, "retread hls %s", part);
	return program_fail(status, name, err->text, NULL);
}

/* What --simulator chooses; the first is whichever is installed. */
static const char *const simulators[] = {
	"any", "icarus", "verilator", "headers", NULL};

static struct option_row simulator_row(int *simulator)
{
	return (struct option_row){"simulator", 0, OPTION_CHOICE, simulator,
		.argument = "PROGRAM", .choices = simulators,
		.help = "that stands for hardware: icarus begins at once, "
			"verilator compiles first and is faster, headers is "
			"the kernel with the vendor's (any)"};
}

/* Whether the kernel's file names what SIMULATOR takes. */
static bool has_hardware(const struct kernel_file *kernel, int simulator)
{
	if (simulator == 1 + SIMULATOR_HEADERS)
		return kernel->headers;
	return kernel->rtl.count > 0 || (simulator == 0 && kernel->headers);
}

static int try_simulators(const struct kernel_file *kernel, int simulator,
	const char *directory, struct error *err)
{
	int result;

	if (simulator > 0)
		return simulator_build(kernel, (enum simulator)(simulator - 1),
			directory, err);
	result = simulator_build(kernel, SIMULATOR_ICARUS, directory, err);
	if (result < 0)
		result = simulator_build(
			kernel, SIMULATOR_VERILATOR, directory, err);
	if (result < 0)
		error_set(err, "neither iverilog nor verilator is installed");
	return result;
}

/* Compiles what stands for hardware, if there is some, and tells the target where.
 * Returns an exit code. */
static int build_simulator(const char *part, const char *file, int simulator,
	const char *directory, const struct kernel_file *kernel)
{
	struct error err = {{0}};
	char *program;
	int result;

	unsetenv("RETREAD_HLS_SIMULATOR");
	unsetenv("RETREAD_HLS_C_SIMULATION");
	if (simulator == 1 + SIMULATOR_NONE || !has_hardware(kernel, simulator))
		return PROGRAM_DONE;
	if (simulator == 0 && kernel->rtl.count == 0)
		simulator = 1 + SIMULATOR_HEADERS;
	result = try_simulators(kernel, simulator, directory, &err);
	if (result > 0 && kernel->has_found_headers) {
		fprintf(stderr,
			"retread hls %s: the headers of %s are not used\n",
			part, kernel->headers);
		return PROGRAM_DONE;
	}
	if (result > 0) {
		error_add_context(&err, "%s", file);
		return hls_fail(PROGRAM_USAGE, part, &err);
	}
	if (result < 0) {
		fprintf(stderr, "retread hls %s: %s; the Verilog is not run\n",
			part, err.text);
		return PROGRAM_DONE;
	}
	program = memory_format("%s/simulate", directory);
	setenv("RETREAD_HLS_SIMULATOR", program, 1);
	if (simulator == 1 + SIMULATOR_HEADERS)
		setenv("RETREAD_HLS_C_SIMULATION", "", 1);
	free(program);
	return PROGRAM_DONE;
}

int hls_build(const char *part, const char *file, int simulator,
	const char *directory, struct kernel_file *kernel)
{
	struct error err = {{0}};
	int result;

	if (kernel_read(kernel, file, &err) != 0)
		return hls_fail(PROGRAM_USAGE, part, &err);
	result = kernel_build(kernel, directory, &err);
	if (result < 0)
		return hls_fail(PROGRAM_ENVIRONMENT, part, &err);
	if (result > 0) {
		if (err.text[0] == '\0')
			error_set(&err,
				"%s: the kernel or its call does not compile; "
				"the compiler says why",
				file);
		return hls_fail(PROGRAM_USAGE, part, &err);
	}
	return build_simulator(part, file, simulator, directory, kernel);
}

int hls_run_program(char **words, bool quiet, struct error *err)
{
	posix_spawn_file_actions_t actions;
	pid_t child;
	int status;

	posix_spawn_file_actions_init(&actions);
	if (quiet)
		posix_spawn_file_actions_addopen(
			&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	status = posix_spawn(&child, words[0], &actions, NULL, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (status != 0)
		return error_set_errno(err, "cannot start %s", words[0]);
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return error_set_errno(err, "%s", words[0]);
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	return error_set(
		err, "%s was ended by signal %d", words[0], WTERMSIG(status));
}

/*--- run, check, agree ---*/

/* Pragmas of the kernel in DIRECTORY of which sites know nothing. */
static void hls_print_unmodelled(const char *directory)
{
	char *path = memory_format("%s/unmodelled", directory);
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t capacity = 0;

	while (in && getline(&line, &capacity, in) >= 0)
		printf("not modelled: %s", line);
	if (in)
		fclose(in);
	fflush(stdout);
	free(line);
	free(path);
}

/* Compiles and runs the target with VARIABLE of its environment, which says what it
 * does and then ends: target.c has them. */
static int hls_run_once(const char *part, const char *file, int simulator,
	const char *variable, const char *value)
{
	char *directory;
	struct kernel_file kernel = {0};
	struct error err = {{0}};
	char *target, *words[2] = {NULL};
	int status;

	directory = folders_make_temporary(&err);
	if (!directory)
		return hls_fail(PROGRAM_ENVIRONMENT, part, &err);
	status = hls_build(part, file, simulator, directory, &kernel);
	if (status == PROGRAM_DONE) {
		if (strcmp(part, "check") == 0)
			hls_print_unmodelled(directory);
		target = memory_format("%s/target", directory);
		words[0] = target;
		setenv(variable, value, 1);
		status = hls_run_program(words, false, &err);
		if (status < 0)
			status = hls_fail(PROGRAM_INCOMPLETE, part, &err);
		free(target);
	}
	folders_remove(directory);
	free(directory);
	kernel_release(&kernel);
	return status;
}

static int hls_check(void *chosen, const struct operands *operands)
{
	(void)chosen;
	return hls_run_once(
		"check", operands->operand[0], 0, "RETREAD_HLS_RUN", "");
}

static int run_check(int argc, char **argv)
{
	const struct options options = {"retread hls check", "KERNEL.hls",
		"Compiles a kernel and lists its sites: where hardware may do "
		"otherwise than the CPU.",
		.least = 1, .most = 1, .few = "which kernel? Name its file",
		.many = "one kernel at a time"};

	return options_run(&options, argc, argv, hls_check, NULL);
}

struct run_request {
	int simulator;
	bool counts_lost;
};

static int hls_run(void *chosen, const struct operands *operands)
{
	const struct run_request *request = chosen;
	struct error err = {{0}};

	if (access(operands->operand[1], R_OK) != 0) {
		error_set_errno(&err, "%s", operands->operand[1]);
		return hls_fail(PROGRAM_USAGE, "run", &err);
	}
	if (request->counts_lost)
		setenv("RETREAD_HLS_LOST", "", 1);
	return hls_run_once("run", operands->operand[0], request->simulator,
		"RETREAD_HLS_RUN", operands->operand[1]);
}

static int run_run(int argc, char **argv)
{
	struct run_request request = {0};
	const struct option_row rows[] = {
		{"lost-values", 0, OPTION_FLAG, &request.counts_lost,
			.help = "exit with 1 for a lost value, too"},
		simulator_row(&request.simulator)};
	const struct options options = {"retread hls run",
		"[OPTION]... KERNEL.hls INPUT",
		"Runs a kernel on one input as the CPU does and as hardware "
		"does, and reports what the difference comes from. INPUT has a "
		"line NAME: NUMBER... for each input of the kernel.",
		OPTION_ROWS(rows), .least = 2, .most = 2,
		.few = "a kernel's file and an input are needed",
		.many = "one input at a time"};

	return options_run(&options, argc, argv, hls_run, &request);
}

struct agree_request {
	uint64_t inputs, seed;
	int simulator;
};

static int hls_agree(void *chosen, const struct operands *operands)
{
	const struct agree_request *request = chosen;
	char *value =
		memory_format("%llu %llu", (unsigned long long)request->inputs,
			(unsigned long long)request->seed);
	int status = hls_run_once("agree", operands->operand[0],
		request->simulator, "RETREAD_HLS_AGREE", value);

	free(value);
	return status;
}

static int run_agree(int argc, char **argv)
{
	struct agree_request request = {.inputs = 1000, .seed = 1};
	const struct option_row rows[] = {
		{"inputs", 'n', OPTION_NUMBER, &request.inputs, .argument = "N",
			.help = "of each of the two (1000)", .min = 1},
		{"seed", 0, OPTION_NUMBER, &request.seed, .argument = "N",
			.help = "random numbers (1)"},
		simulator_row(&request.simulator),
	};
	const struct options options = {"retread hls agree",
		"[OPTION]... KERNEL.hls",
		"Compares the sites with the kernel's Verilog in a simulator, "
		"on inputs at which a site does otherwise than the CPU and on "
		"inputs at which none does.",
		OPTION_ROWS(rows), .least = 1, .most = 1,
		.few = "which kernel? Name its file",
		.many = "one kernel at a time"};

	return options_run(&options, argc, argv, hls_agree, &request);
}

/*--- fuzz ---*/

struct fuzz_request {
	const char *output;
	int policy, odds; /* index into policies and profiles */
	int simulator;
	bool is_blind; /* to spectra */
	uint64_t seconds, execs, seed;
};

/* As select.c has them. */
static const char *const policies[] = {
	"tiered", "always", "paper", "never", NULL};
/* As mutate_typed.c has them. */
static const char *const profiles[] = {"bucketed", "paper", "uniform", NULL};

#define SEED_BYTES 32

/* Something short, but no array empty that has elements always, and something long. */
static int write_seeds(
	const char *output, const struct kernel_file *kernel, struct error *err)
{
	uint64_t bytes = kernel_test_bytes(kernel), least = 0;

	for (size_t i = 0; i < kernel->inputs; i++)
		least += (uint64_t)kernel->input[i].count_min *
			 kernel->input[i].bytes;
	if (least < SEED_BYTES)
		least = SEED_BYTES;
	for (int i = 0; i < 2; i++) {
		char *path = memory_format("%s/seeds/%d", output, i);
		FILE *out = fopen(path, "we");
		uint64_t length = i == 0 && least < bytes ? least : bytes;
		if (!out)
			error_set_errno(err, "%s", path);
		free(path);
		if (!out)
			return -1;
		for (uint64_t at = 0; at < length; at++)
			fputc(i == 0 ? 1 : at % 4 == 0, out);
		fclose(out);
	}
	return 0;
}

static int hls_prepare(const struct fuzz_request *request,
	const struct kernel_file *kernel, struct error *err)
{
	if (folders_make_in(request->output, "seeds", err) != 0 ||
		folders_make_in(request->output, "symptoms", err) != 0)
		return -1;
	return write_seeds(request->output, kernel, err);
}

/* Starts the engine on the target, or goes on where it was ended. */
static int start_engine(const struct fuzz_request *request,
	const struct kernel_file *kernel, struct error *err)
{
	struct arguments words = {0};
	char *here = program_directory(0);
	char *program = memory_format("%s/" FUZZER_FILE, here ? here : "");
	char *queue = memory_format("%s/campaign", request->output);
	char *symptoms = memory_format("%s/symptoms", request->output);
	int status;

	arguments_add(&words, program);
	arguments_add(&words, "fuzz");
	arguments_add(&words, "--quiet");
	if (access(queue, F_OK) != 0)
		arguments_add_format(
			&words, "--input=%s/seeds", request->output);
	arguments_add_format(&words, "--out=%s", queue);
	arguments_add(&words, request->is_blind
				      ? "--domain=coverage"
				      : "--domain=coverage,spectra,near");
	arguments_add(&words, "--limit=0");
	arguments_add_format(&words, "--max-len=%llu",
		(unsigned long long)kernel_test_bytes(kernel));
	arguments_add_format(
		&words, "--seed=%llu", (unsigned long long)request->seed);
	if (request->seconds > 0)
		arguments_add_format(&words, "--time=%llus",
			(unsigned long long)request->seconds);
	if (request->execs > 0)
		arguments_add_format(&words, "--execs=%llu",
			(unsigned long long)request->execs);
	arguments_add(&words, "--");
	arguments_add_format(&words, "%s/target", request->output);
	setenv("RETREAD_HLS_SYMPTOMS", symptoms, 1);
	setenv("RETREAD_HLS_SELECT", policies[request->policy], 1);
	setenv("RETREAD_HLS_ODDS", profiles[request->odds], 1);
	status = hls_run_program(words.word, true, err);
	arguments_release(&words);
	free(symptoms);
	free(queue);
	free(program);
	free(here);
	return status;
}

/* Has the user's command run an input of each symptom. Returns an exit code. */
static int hls_confirm(
	const char *output, const struct kernel_file *kernel, struct error *err)
{
	char *target = memory_format("%s/target", output);
	char *words[] = {target, NULL};
	int status;

	setenv("RETREAD_HLS_CONFIRM", kernel->confirm, 1);
	status = hls_run_program(words, false, err);
	free(target);
	return status < 0 ? hls_fail(PROGRAM_ENVIRONMENT, "fuzz", err) : status;
}

/* Prints what the campaign in OUTPUT has found. */
static int hls_print_found(const char *output)
{
	struct found_list list = {.kind = FOUND_DIVERGENCE};
	struct error err = {{0}};
	int status = PROGRAM_DONE;

	if (found_read(&list, (char *[]){(char *)output, NULL}, &err) != 0 ||
		found_print(&list, FOUND_TEXT, stdout, &err) != 0)
		status = hls_fail(PROGRAM_USAGE, "report", &err);
	if (status == PROGRAM_DONE && list.uncompared > 0) {
		error_set(&err,
			"nothing was compared: each input fails on the CPU "
			"(%s), so the kernel's file or its call is wrong",
			list.failure ? list.failure : "unknown");
		status = hls_fail(PROGRAM_INCOMPLETE, "fuzz", &err);
	}
	found_release(&list);
	return status;
}

static int hls_fuzz(void *chosen, const struct operands *operands)
{
	const struct fuzz_request *request = chosen;
	struct kernel_file kernel = {0};
	struct error err = {{0}};
	int status;

	if (folders_make(request->output, &err) != 0)
		return hls_fail(PROGRAM_ENVIRONMENT, "fuzz", &err);
	status = hls_build("fuzz", operands->operand[0], request->simulator,
		request->output, &kernel);
	if (status == PROGRAM_DONE && hls_prepare(request, &kernel, &err) != 0)
		status = hls_fail(PROGRAM_ENVIRONMENT, "fuzz", &err);
	if (status == PROGRAM_DONE) {
		int ended = start_engine(request, &kernel, &err);
		if (ended < 0)
			status = hls_fail(PROGRAM_ENVIRONMENT, "fuzz", &err);
		else if (ended == PROGRAM_USAGE || ended == PROGRAM_ENVIRONMENT)
			status = ended;
		else {
			int confirmed = kernel.confirm
						? hls_confirm(request->output,
							  &kernel, &err)
						: PROGRAM_DONE;
			status = hls_print_found(request->output);
			if (status == PROGRAM_DONE)
				status = confirmed;
		}
	}
	kernel_release(&kernel);
	return status;
}

static int run_fuzz(int argc, char **argv)
{
	struct fuzz_request request = {.seed = 1};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &request.output, .argument = "DIR",
			.help = "where the campaign is kept; if it is there, "
				"go on",
			.missing = "where shall the campaign be kept? Name a "
				   "directory: -o DIR"},
		{"time", 0, OPTION_TIME, &request.seconds, .argument = "TIME",
			.help = "stop after 90s, 10m, 2h"},
		{"execs", 0, OPTION_NUMBER, &request.execs, .argument = "N",
			.help = "stop after N inputs", .min = 1},
		{"seed", 0, OPTION_NUMBER, &request.seed, .argument = "N",
			.help = "random numbers (1)"},
		{"select", 0, OPTION_CHOICE, &request.policy,
			.argument = "POLICY", .choices = policies,
			.help = "inputs that the Verilog is run on: tiered "
				"(by what sites say, with an audit), always, "
				"paper (by range and size), never"},
		simulator_row(&request.simulator),
		{"odds", 0, OPTION_CHOICE, &request.odds, .argument = "PROFILE",
			.choices = profiles,
			.help = "of mutations: bucketed (who finds new lengths "
				"of numbers becomes more likely, less so each "
				"time), paper (without the last), uniform"},
		{"no-spectra", 0, OPTION_FLAG, &request.is_blind,
			.help = "keep inputs for their paths only, to see "
				"what spectra are worth"},
	};
	const struct options options = {"retread hls fuzz",
		"-o DIR [OPTION]... KERNEL.hls",
		"Searches inputs on which hardware does otherwise than the "
		"CPU, and makes them small.",
		OPTION_ROWS(rows), .least = 1, .most = 1,
		.few = "which kernel? Name its file",
		.many = "one kernel at a time"};

	return options_run(&options, argc, argv, hls_fuzz, &request);
}

static int hls_run_report(int argc, char **argv)
{
	return found_run_part(
		&(struct found_part){"retread hls report",
			"Prints what campaigns found: each class of difference "
			"once, with its causes and the smallest input.",
			FOUND_DIVERGENCE, "which campaign? Name its directory",
			"fail-on-divergence", "lost-values"},
		argc, argv);
}

int hls_command_run(int argc, char **argv)
{
	static const struct subverb parts[] = {
		{"check", "compile a kernel and list where they may differ",
			run_check},
		{"run", "compare both on one input", run_run},
		{"fuzz", "search inputs on which they differ", run_fuzz},
		{"report", "print what was found", hls_run_report},
		{"agree", "compare the model with the kernel's Verilog",
			run_agree},
		{"seeds", "record a testbench's calls as first inputs",
			seeds_run},
		{"synth", "have Vitis HLS make Verilog of a kernel", synth_run},
	};
	const struct subverbs hls = {"retread hls",
		"Finds inputs on which the hardware built from a kernel and "
		"its CPU build differ.",
		parts, sizeof parts / sizeof parts[0]};

	return subverbs_run(&hls, argc, argv);
}
