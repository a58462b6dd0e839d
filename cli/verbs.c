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
#include "cli/cures.h"
#include "lib/memory.h"
#include "lib/options.h"

const struct cli_verb cli_verbs[] = {
	{"record", verb_record, "run tests and analyse what they read"},
	{"report", verb_report, "print the findings"},
	{"show", verb_show, "print one finding in full"},
	{"merge", verb_merge, "join results of shards and machines"},
	{"diff", verb_diff, "tell what is new, gone, worse and better"},
	{"graph", verb_graph, "draw how a finding's structure is reached"},
	{"export", verb_export, "write the findings for another tool"},
	{"dump", verb_dump, "print a trace as text"},
	{"wrap", verb_wrap, "record a command for a test harness"},
	{"fuzz", verb_fuzz, "search inputs that cost the most"},
	{"prove", verb_prove, "show how the cost grows with the input"},
	{"hunt", verb_hunt, "record tests, then prove how findings grow"},
	{"repro", verb_repro, "run one input and show what it costs"},
	{"spectra", verb_spectra, "tell what values a hardware kernel takes"},
	{"doctor", verb_doctor, "tell what is missing"},
	{"help", verb_help, "explain a verb"},
	{NULL, NULL, NULL},
};

static void print_usage(FILE *out)
{
	fputs("Usage: retread [OPTION]... -- CMD [ARGUMENT]...\n"
	      "       retread VERB [OPTION]...\n"
	      "Finds structures that a program walks again and again. Without "
	      "a verb: record, then\nreport.\n\nVerbs:\n",
		out);
	for (const struct cli_verb *verb = cli_verbs; verb->name != NULL;
		verb++)
		fprintf(out, "  %-10s%s\n", verb->name, verb->summary);
	fputs("\n`retread help VERB` explains a verb, `retread --help` the "
	      "options of `retread -- CMD`.\nnext: retread -- CMD, CMD being a "
	      "test program compiled with -g\n",
		out);
}

static const struct cli_verb *find_verb(const char *name)
{
	const struct cli_verb *verb = cli_verbs;

	while (verb->name != NULL && strcmp(verb->name, name) != 0)
		verb++;
	return verb->name != NULL ? verb : NULL;
}

static int refuse_verb(const char *name)
{
	const char *names[sizeof(cli_verbs) / sizeof(cli_verbs[0])];
	const char *nearest;
	size_t count = 0;

	for (const struct cli_verb *verb = cli_verbs; verb->name != NULL;
		verb++)
		names[count++] = verb->name;
	nearest = options_nearest(name, names, count);
	fprintf(stderr, "retread: there is no verb \"");
	cli_print_clean(stderr, name);
	fprintf(stderr, "\"%s%s%s\n",
		nearest != NULL ? "; did you mean \"" : "",
		nearest != NULL ? nearest : "", nearest != NULL ? "\"?" : "");
	fputs("  To record a command, put -- before it: retread -- CMD. "
	      "Verbs: retread help\n",
		stderr);
	return CLI_USAGE;
}

/* Shows the installed manual page in this process' place, if there is one and a
 * terminal to read it on. */
static void show_page(const char *name)
{
	char *page = memory_format("%s/man1/retread-%s.1", MANDIR, name);

	if (isatty(STDOUT_FILENO) && access(page, R_OK) == 0)
		execlp("man", "man", page, (char *)NULL);
	free(page);
}

int verb_help(int argc, char **argv)
{
	const struct options options = {"retread help", "[VERB|ERROR]",
		"Explains VERB, or an error by its number, or lists the verbs.",
		NULL, 0, false};
	const struct cli_verb *verb;
	struct operands operands;
	char help[] = "--help";
	int status;

	if (!cli_parse(&options, argc, argv, &operands, &status))
		return status;
	if (operands.count == 0) {
		print_usage(stdout);
		return CLI_DONE;
	}
	if (cures_explain(operands.operand[0], stdout) == 0)
		return CLI_DONE;
	verb = find_verb(operands.operand[0]);
	if (verb == NULL)
		return refuse_verb(operands.operand[0]);
	show_page(verb->name);
	{
		char *arguments[] = {(char *)verb->name, help, NULL};
		return verb->run(2, arguments);
	}
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
		return verb_record_and_report(argc, argv);
	verb = find_verb(argv[1]);
	return verb != NULL ? verb->run(argc - 1, argv + 1)
			    : refuse_verb(argv[1]);
}
