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
#include "cli/known_errors.h"
#include "cli/project.h"
#include "lib/memory.h"
#include "lib/options.h"

static const char *const groups[] = {
	[CLI_TESTS] = "Your tests",
	[CLI_INPUTS] = "The inputs",
	[CLI_SUITE] = "The picture of a suite",
	[CLI_COMPILERS] = "Compilers and hardware",
	[CLI_INSTALLATION] = "The installation",
};

const struct cli_verb cli_verbs[] = {
	{"discover", CLI_TESTS, verb_discover, "find tests"},
	{"record", CLI_TESTS, verb_record,
		"run tests and analyse what they read"},
	{"wrap", CLI_TESTS, verb_wrap, "record a command for a test harness"},
	{"report", CLI_TESTS, verb_report, "print the findings"},
	{"show", CLI_TESTS, verb_show, "print one finding in full"},
	{"diff", CLI_TESTS, verb_diff,
		"show what is new, gone, worse and better"},
	{"export", CLI_TESTS, verb_export,
		"write findings for another tool, or profile them"},
	{"dump", CLI_TESTS, verb_dump, "print a trace as text"},
	{"fuzz", CLI_INPUTS, verb_fuzz, "search for inputs that cost the most"},
	{"prove", CLI_INPUTS, verb_prove,
		"show how the cost grows with the input"},
	{"hunt", CLI_INPUTS, verb_hunt,
		"record tests, then prove how their findings grow"},
	{"harness", CLI_INPUTS, verb_harness,
		"write a fuzz target for a function"},
	{"repro", CLI_INPUTS, verb_repro,
		"run one input and show what it costs"},
	{"gen", CLI_INPUTS, verb_gen,
		"show what a generator draws from an input"},
	{"shrink", CLI_INPUTS, verb_shrink,
		"make a failing input of a generator small"},
	{"plan", CLI_SUITE, verb_plan,
		"divide tests into shards for many machines"},
	{"submit", CLI_SUITE, verb_submit,
		"record the shards of a plan by a job engine"},
	{"cache", CLI_SUITE, verb_cache,
		"list or prune results kept for the next recording"},
	{"merge", CLI_SUITE, verb_merge,
		"merge results of shards and machines"},
	{"history", CLI_SUITE, verb_history,
		"show findings over the runs of years"},
	{"graph", CLI_SUITE, verb_graph,
		"draw how a finding's structure is reached"},
	{"ir", CLI_COMPILERS, verb_ir,
		"find functions that a compiler gets wrong"},
	{"hls", CLI_COMPILERS, verb_hls,
		"find inputs on which hardware differs from the CPU"},
	{"spectra", CLI_COMPILERS, verb_spectra,
		"show the values that a hardware kernel takes"},
	{"branches", CLI_COMPILERS, verb_branches,
		"count the branches that a program takes"},
	{"doctor", CLI_INSTALLATION, verb_doctor,
		"check that everything needed is installed"},
	{"config", CLI_INSTALLATION, verb_config,
		"show the settings that hold here"},
	{"help", CLI_INSTALLATION, verb_help, "explain a verb"},
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

/* What is no verb, but has a page. */
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

/* Returns -1 if NAME is no topic. */
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
		return verb->run(2, arguments);
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

int cli_run_verb(const char *name, int (*run)(int argc, char **argv), int argc,
	char **argv)
{
	struct error err = {{0}};
	char **all = project_add_options(name, &argc, argv, &err);

	if (!all)
		return cli_fail(CLI_USAGE, name, &err,
			"Write a verb and its options on each line: record "
			"--timeout 60");
	return run(argc, all);
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
		return cli_run_verb(
			"record", verb_record_and_report, argc, argv);
	verb = find_verb(argv[1]);
	if (verb && strcmp(verb->name, argv[1]) != 0)
		fprintf(stderr, "retread: %s is called %s now\n", argv[1],
			verb->name);
	return verb ? cli_run_verb(verb->name, verb->run, argc - 1, argv + 1)
		    : refuse_verb(argv[1]);
}
