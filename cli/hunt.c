/* SPDX-License-Identifier: MIT
 * `retread hunt`: records tests, then proves how each finding grows in a fuzz
 * target. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/json.h"
#include "lib/memory.h"

#define PROVED	    1
#define NOT_SHOWN   5
#define FINDINGS    8 /* that are proved, the most severe first */
#define WORDS_EXTRA 24

struct hunt {
	const char *out, *seeds, *target, *budget;
	uint64_t findings, seed;
	int quiet;
	char **test; /* NULL-ended */
	char self[4096];
};

/* Runs COMMAND (NULL-ended) with OUT as the result directory; what it prints to
 * the standard output goes where ours goes, or nowhere. Returns its exit code. */
static int run(const struct hunt *hunt, char **command, bool is_shown)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		setenv("RETREAD_OUT", hunt->out, 1);
		if (!is_shown && freopen("/dev/null", "w", stdout) == NULL)
			_exit(CLI_ENVIRONMENT);
		execv(hunt->self, command);
		_exit(CLI_ENVIRONMENT);
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (pid < 0)
		return CLI_ENVIRONMENT;
	return WIFEXITED(status) ? WEXITSTATUS(status)
				 : CLI_SIGNAL + WTERMSIG(status);
}

static int record(struct hunt *hunt)
{
	char *command[WORDS_EXTRA + 256] = {(char *)"retread", (char *)"record",
		(char *)"-q", (char *)"--out", (char *)hunt->out, (char *)"--"};
	size_t count = 6;

	for (char **word = hunt->test; *word != NULL && count < 256; word++)
		command[count++] = *word;
	command[count] = NULL;
	return run(hunt, command, true);
}

static int report(struct hunt *hunt)
{
	char *command[] = {(char *)"retread", (char *)"report", (char *)"-q",
		(char *)hunt->out, NULL};

	return run(hunt, command, true);
}

static int prove(struct hunt *hunt, const char *id)
{
	char *seed = memory_format("%llu", (unsigned long long)hunt->seed);
	char *command[] = {(char *)"retread", (char *)"prove", (char *)id,
		(char *)"-q", (char *)"--budget", (char *)hunt->budget,
		(char *)"--seed", seed, (char *)"-i", (char *)hunt->seeds,
		(char *)"--", (char *)hunt->target, NULL};
	int status = run(hunt, command, false);

	free(seed);
	return status;
}

static void print_line(const char *title, const char *text)
{
	printf("            %s", title);
	cli_print_clean(stdout, text);
	putchar('\n');
}

/* What the proof of ID says, and the input that shows it. */
static int print_proof(const struct hunt *hunt, const char *id)
{
	char *path = memory_format("%s/prove/%s/proof.json", hunt->out, id);
	struct error err = {{0}};
	struct json_value *value = json_read_file(path, &err);
	struct json_reader reader = {&err, false};
	const char *text = NULL, *pattern = NULL;

	if (value != NULL) {
		struct json_at top =
			json_at_top(&reader, value, JSON_KIND_OBJECT);
		text = json_get_text(&top, "sentence");
		pattern = json_get_text_or_null(&top, "pattern");
	}
	if (text != NULL)
		print_line("", text);
	if (text != NULL && pattern != NULL)
		print_line("input ", pattern);
	json_free(value);
	free(path);
	return text != NULL ? 0 : -1;
}

static void print_result(const struct hunt *hunt,
	const struct report_finding *finding, int status)
{
	bool is_tried = status == 0 || status == PROVED || status == NOT_SHOWN;

	printf(" %s  ", finding->id);
	cli_print_clean(stdout, finding->function ? finding->function : "?");
	fputs("()\n", stdout);
	if (!is_tried || print_proof(hunt, finding->id) < 0)
		print_line("", "not tried: the target has no code of it, or "
			       "could not be run");
	fflush(stdout);
}

static int prove_all(struct hunt *hunt, struct error *err)
{
	struct report found;
	size_t tried = 0, proved = 0;
	int status;

	report_init(&found);
	if (results_load(&found, hunt->out, err) < 0) {
		report_release(&found);
		return cli_fail(CLI_TESTS_FAILED, "hunt", err, NULL);
	}
	for (size_t i = 0; i < found.finding_count && tried < hunt->findings;
		i++) {
		const struct report_finding *finding = &found.finding[i];
		if (finding->suppressed || finding->severity < REPORT_LOW)
			continue;
		tried++;
		status = prove(hunt, finding->id);
		if (status >= CLI_SIGNAL) {
			report_release(&found);
			return status;
		}
		proved += status == PROVED;
		print_result(hunt, finding, status);
	}
	report_release(&found);
	printf("retread: %zu finding%s tried, %zu proved to grow faster than "
	       "n log n\nnext: retread report %s\n",
		tried, cli_plural(tried), proved, hunt->out);
	return proved ? PROVED : CLI_DONE;
}

/* `hunt -- ./tests --target ./target -i seeds`: our options may follow the
 * tests' command. Moves them before the dashes. */
static char **reorder(int argc, char **argv)
{
	char **ordered = memory_alloc_zero((size_t)argc + 1, sizeof *ordered);
	int dashes = 1, options, count = 0;

	while (dashes < argc && strcmp(argv[dashes], "--") != 0)
		dashes++;
	for (options = dashes; options < argc; options++)
		if (options > dashes + 1 &&
			strcmp(argv[options], "--target") == 0)
			break;
	for (int i = 0; i < dashes; i++)
		ordered[count++] = argv[i];
	for (int i = options; i < argc; i++)
		ordered[count++] = argv[i];
	for (int i = dashes; i < options; i++)
		ordered[count++] = argv[i];
	return ordered;
}

static int hunt_all(struct hunt *hunt)
{
	struct error err = {{0}};
	ssize_t length =
		readlink("/proc/self/exe", hunt->self, sizeof(hunt->self) - 1);
	int status;

	if (length < 0) {
		error_set_errno(&err, "/proc/self/exe");
		return cli_fail(CLI_ENVIRONMENT, "hunt", &err, NULL);
	}
	status = record(hunt);
	if (status != CLI_DONE && status != CLI_TESTS_FAILED)
		return status;
	status = report(hunt);
	return status == CLI_DONE ? prove_all(hunt, &err) : status;
}

int verb_hunt(int argc, char **argv)
{
	struct hunt hunt = {.budget = "60s", .findings = FINDINGS, .seed = 1};
	const struct option_row rows[] = {
		{"target", 0, OPTION_TEXT, &hunt.target, "PROGRAM",
			"the same code as a target compiled by retread-cc"},
		{"input", 'i', OPTION_TEXT, &hunt.seeds, "DIR",
			"seeds of the target: small inputs, at least one"},
		{"out", 'o', OPTION_TEXT, &hunt.out, "DIR",
			"write to DIR instead of retread-out"},
		{"budget", 0, OPTION_TEXT, &hunt.budget, "LIMIT",
			"for each finding: time (60s, 10m) or executed edges "
			"(500M, 2G) (60s)"},
		{"findings", 0, OPTION_NUMBER, &hunt.findings, "N",
			"prove the N most severe findings (8)", .min = 1},
		{"seed", 0, OPTION_NUMBER, &hunt.seed, "N",
			"random numbers (1)"},
	};
	const struct options options = {"retread hunt",
		"--target PROGRAM -i DIR [OPTION]... -- TESTS [ARGUMENT]...",
		"Records TESTS, and proves for each finding how its cost grows "
		"with the input of PROGRAM.",
		rows, sizeof rows / sizeof rows[0], true};
	char **ordered = reorder(argc, argv);
	struct operands operands;
	struct error err = {{0}};
	int status;

	if (!cli_parse(&options, argc, ordered, &operands, &status))
		goto out;
	if (operands.count == 0 || hunt.target == NULL || hunt.seeds == NULL) {
		error_set(&err, "%s",
			operands.count == 0   ? "which tests?"
			: hunt.target == NULL ? "--target PROGRAM is missing"
					      : "-i DIR with seeds is missing");
		status = cli_fail(CLI_USAGE, "hunt", &err,
			"Write: retread hunt --target PROGRAM -i SEEDS -- "
			"TESTS");
		goto out;
	}
	hunt.out = cli_out_directory(hunt.out);
	hunt.test = operands.operand;
	status = hunt_all(&hunt);
out:
	free(ordered);
	return status;
}
