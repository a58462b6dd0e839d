/* SPDX-License-Identifier: MIT
 * The table of verbs, and what leads to one: `retread VERB`, `retread -- CMD`,
 * `retread help`. */
#include "config.h"

#include "cli/verbs.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/programs.h"
#include "cli/project.h"
#include "lib/command/known_errors.h"
#include "lib/command/options.h"
#include "lib/command/part.h"
#include "lib/memory.h"

static const char *const groups[] = {
	[CLI_TESTS] = "Your tests",
	[CLI_INPUTS] = "The inputs",
	[CLI_SUITE] = "The picture of a suite",
	[CLI_COMPILERS] = "Compilers and hardware",
	[CLI_INSTALLATION] = "The installation",
};

const struct cli_verb cli_verbs[] = {
	{"discover", CLI_TESTS, "find tests", .run = verb_discover},
	{"record", CLI_TESTS, "run tests and analyse what they read",
		.run = verb_record},
	{"wrap", CLI_TESTS, "record a command for a test harness",
		.run = verb_wrap},
	{"grow", CLI_TESTS, "make tests larger and find what grows faster",
		.run = verb_grow},
	{"report", CLI_TESTS, "print the findings", .run = verb_report},
	{"show", CLI_TESTS, "print one finding in full", .run = verb_show},
	{"triage", CLI_TESTS, "decide which findings are left out",
		.run = verb_triage},
	{"diff", CLI_TESTS, "show what is new, gone, worse and better",
		.run = verb_diff},
	{"export", CLI_TESTS,
		"write findings for another tool, or profile them",
		.run = verb_export},
	{"dump", CLI_TESTS, "print a trace as text", .run = verb_dump},
	{"fuzz", CLI_INPUTS, "search for inputs that cost the most",
		PART_FUZZER, verb_fuzz},
	{"found", CLI_INPUTS, "print what searches found", "retread-found"},
	{"prove", CLI_INPUTS, "show how the cost grows with the input",
		PART_PROVER, verb_prove},
	{"hunt", CLI_INPUTS, "record tests, then prove how their findings grow",
		.run = verb_hunt},
	{"harness", CLI_INPUTS, "write a fuzz target for a function",
		PART_HARNESS, verb_harness},
	{"repro", CLI_INPUTS, "run one input and show what it costs",
		PART_FUZZER, verb_repro},
	{"gen", CLI_INPUTS, "show what a generator draws from an input",
		PART_FUZZER},
	{"shrink", CLI_INPUTS,
		"make an input small that crashes, hangs or is slow",
		PART_FUZZER},
	{"plan", CLI_SUITE, "divide tests into shards for many machines",
		.run = verb_plan},
	{"submit", CLI_SUITE, "record the shards of a plan by a job engine",
		.run = verb_submit},
	{"cache", CLI_SUITE,
		"list or prune results kept for the next recording",
		.run = verb_cache},
	{"merge", CLI_SUITE, "merge results of shards and machines",
		.run = verb_merge},
	{"history", CLI_SUITE, "show how findings changed over time",
		.run = verb_history},
	{"graph", CLI_SUITE, "draw how a finding's structure is reached",
		.run = verb_graph},
	{"ir", CLI_COMPILERS, "find functions that a compiler gets wrong",
		"retread-ir"},
	{"hls", CLI_COMPILERS,
		"find inputs on which hardware differs from the CPU",
		"retread-hls"},
	{"spectra", CLI_COMPILERS,
		"show the values that a hardware kernel takes",
		"retread-spectra"},
	{"branches", CLI_COMPILERS, "count the branches that a program takes",
		"retread-edges"},
	{"doctor", CLI_INSTALLATION,
		"check that everything needed is installed",
		.run = verb_doctor},
	{"config", CLI_INSTALLATION, "show the settings that hold here",
		.run = verb_config},
	{"help", CLI_INSTALLATION, "explain a verb", .run = verb_help},
	{NULL},
};

/* What verbs were called before. */
static const struct {
	const char *name, *now;
} former[] = {{"trace", "branches"}};

static void print_usage(FILE *out)
{
	fputs("Usage: retread [OPTION]... -- CMD [ARGUMENT]...\n"
	      "       retread VERB [OPTION]...\n"
	      "Finds data structures that a program walks repeatedly. Without "
	      "a verb: record, then\nreport.\n",
		out);
	for (const struct cli_verb *verb = cli_verbs; verb->name; verb++) {
		if (verb == cli_verbs || verb->group != verb[-1].group)
			fprintf(out, "\n%s:\n", groups[verb->group]);
		fprintf(out, "  %-10s%s\n", verb->name, verb->summary);
	}
	fputs("\n`retread help VERB` explains a verb, `retread --help` the "
	      "options of `retread -- CMD`.\nnext: retread -- CMD, where CMD "
	      "is a test program compiled with -g\n",
		out);
}

static const struct cli_verb *find_verb(const char *name)
{
	const struct cli_verb *verb = cli_verbs;

	for (size_t i = 0; i < sizeof former / sizeof former[0]; i++)
		if (strcmp(name, former[i].name) == 0)
			name = former[i].now;
	while (verb->name && strcmp(verb->name, name) != 0)
		verb++;
	return verb->name ? verb : NULL;
}

static int refuse_verb(const char *name)
{
	const char *names[sizeof cli_verbs / sizeof cli_verbs[0]];
	const char *nearest;
	size_t count = 0;

	for (const struct cli_verb *verb = cli_verbs; verb->name; verb++)
		names[count++] = verb->name;
	nearest = options_nearest(name, names, count);
	fprintf(stderr, "retread: unknown verb \"");
	cli_print_clean(stderr, name);
	fprintf(stderr, "\"%s%s%s\n", nearest ? "; did you mean \"" : "",
		nearest ? nearest : "", nearest ? "\"?" : "");
	fputs("  To record a command, put -- before it: retread -- CMD. "
	      "Verbs: retread help\n",
		stderr);
	return CLI_USAGE;
}

/* Shows the installed manual page in this process' place, if there is one and a
 * terminal to read it on. */
static void show_page(const char *name, int section)
{
	char *page = memory_format(
		"%s/man%d/retread-%s.%d", MANDIR, section, name, section);

	if (isatty(STDOUT_FILENO) && access(page, R_OK) == 0)
		execlp("man", "man", page, (char *)NULL);
	free(page);
}

/* What is not a verb, but has a page. */
static const struct topic {
	const char *name;
	const char *page;
	int section;
	const char *sentence;
} topics[] = {
	{"target", "cc", 1,
		"A target is a program that `retread fuzz` and `retread "
		"prove` run on inputs. Write a\nfunction "
		"LLVMFuzzerTestOneInput("
		"data, size), or a program that reads its standard\ninput or a "
		"file, and compile it with retread-cc; retread harness "
		"FUNCTION writes one."},
	{"suppressions", "report", 1,
		"A suppression file hides known findings: "
		"retread report\n--gen-suppressions prints one, retread report "
		"--suppressions FILE uses it."},
	{"baseline", "report", 1,
		"A baseline is a report.json kept from an earlier run: retread "
		"report --baseline FILE\nshows what is new since, --fail-on "
		"new:high fails for it."},
};

/* Returns -1 if NAME is not a topic. */
static int explain_topic(const char *name)
{
	for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
		const struct topic *topic = &topics[i];
		if (strcmp(topic->name, name) != 0)
			continue;
		show_page(topic->page, topic->section);
		printf("%s\nMore: man %d retread-%s\n", topic->sentence,
			topic->section, topic->page);
		return 0;
	}
	return -1;
}

static int explain(void *chosen, const struct operands *operands)
{
	const struct cli_verb *verb;
	char help[] = "--help";

	(void)chosen;
	if (operands->count == 0) {
		print_usage(stdout);
		return CLI_DONE;
	}
	if (known_errors_explain(operands->operand[0], stdout) == 0 ||
		explain_topic(operands->operand[0]) == 0)
		return CLI_DONE;
	verb = find_verb(operands->operand[0]);
	if (!verb)
		return refuse_verb(operands->operand[0]);
	show_page(verb->name, 1);
	{
		char *arguments[] = {(char *)verb->name, help, NULL};
		return verb->run ? verb->run(2, arguments)
				 : programs_start(verb->part, arguments);
	}
}

int verb_help(int argc, char **argv)
{
	const struct options options = {"retread help", "[VERB|ERROR|TOPIC]",
		"Explains VERB, an error by its number, or one of target, "
		"suppressions and baseline; or lists the verbs."};

	return options_run(&options, argc, argv, explain, NULL);
}
/* What we were started with must not get in the way: files of ours must not
 * become a standard stream, and ends of children must be told. */
static void begin_cleanly(void)
{
	int descriptor;

	do /* closed again for whatever we start, as it was for us */
		descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
	while (descriptor >= 0 && descriptor <= STDERR_FILENO);
	if (descriptor >= 0)
		close(descriptor);
	signal(SIGCHLD, SIG_DFL);
}

int cli_run(int argc, char **argv)
{
	const struct cli_verb *verb;

	begin_cleanly();
	if (argc < 2) {
		print_usage(stderr);
		return CLI_USAGE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("retread " PACKAGE_VERSION);
		return CLI_DONE;
	}
	if (argv[1][0] == '-')
		return project_run_verb(
			"record", verb_record_and_report, argc, argv);
	verb = find_verb(argv[1]);
	if (!verb)
		return refuse_verb(argv[1]);
	if (strcmp(verb->name, argv[1]) != 0) {
		fprintf(stderr, "retread: %s is called %s now\n", argv[1],
			verb->name);
		argv[1] = (char *)verb->name;
	}
	return verb->run ? project_run_verb(
				   verb->name, verb->run, argc - 1, argv + 1)
			 : programs_start(verb->part, argv + 1);
}
