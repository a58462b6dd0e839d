/* SPDX-License-Identifier: MIT
 * `retread export`: the results in the format of another tool. */
#include "config.h"

#include "cli/report/decisions.h"
#include "cli/report/forms.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/profile/profile.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/command/known_errors.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

typedef int export_function(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err);

static const char *const format_names[] = {"callgrind", "folded", "sarif",
	"csv", "points", "junit", "codeclimate", "markdown", NULL};
static export_function *const formats[] = {export_callgrind, export_folded,
	export_sarif, export_csv, export_points, export_junit,
	export_codeclimate, export_markdown};

/* Writes with the format's function to PATH, as a whole. */
static int export_write_file(const struct report *report,
	const struct export_options *options, export_function *print,
	const char *path, struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		result = print(report, options, file.out, err);
	return whole_file_close(&file, result, err);
}

/* DIRECTORY (NULL: the current one) as files are compared with it. Free it. */
static char *source_root(const char *directory)
{
	char *root = realpath(directory ? directory : ".", NULL);

	if (!root)
		return memory_string_dup("/nowhere");
	if (strcmp(root, "/") == 0)
		*root = '\0';
	return root;
}

int export_write_sarif(const struct report *report,
	const struct comparison *before, const char *path, struct error *err)
{
	char *root = source_root(NULL);
	struct export_options options = {
		.names = EXPORT_NAMES, .source_root = root, .before = before};
	int result =
		export_write_file(report, &options, export_sarif, path, err);

	free(root);
	return result;
}

int export_write_markdown(const struct report *report,
	const struct comparison *before, const char *pages, const char *path,
	struct error *err)
{
	char *root = source_root(NULL);
	struct export_options options = {.names = EXPORT_NAMES,
		.source_root = root,
		.before = before,
		.pages = pages};
	int result =
		export_write_file(report, &options, export_markdown, path, err);

	free(root);
	return result;
}

static int export_print(const struct report *report,
	const struct export_options *options, int format, struct error *err)
{
	if (formats[format](report, options, stdout, err) != 0)
		return -1;
	if (fflush(stdout) != 0 || ferror(stdout))
		return error_set_errno(err, "cannot write to stdout");
	return 0;
}

struct export_request {
	int format; /* -1: none */
	const char *out, *source_root;
	struct export_options how;
	const char *fail_on;
	struct profile_options profile;
};

/* What fails in JUnit: high without --fail-on. */
static int choose_failures(struct export_request *request, struct error *err)
{
	struct gate gate;

	if (gate_parse(&gate, request->fail_on ?: "high", err) != 0)
		return -1;
	if (gate.only_new)
		return error_set(err,
			"there is no baseline, so --fail-on %s "
			"has nothing to compare with",
			request->fail_on);
	request->how.fails =
		gate.is_set ? (unsigned)gate.severity : REPORT_HIGH + 1;
	return 0;
}

static int start_profile(
	struct export_request *request, const struct operands *operands)
{
	struct profile_options *profile = &request->profile;

	if (operands->count < 1 || request->format >= 0)
		return cli_misuse("export",
			request->format >= 0
				? "a format, or a profile?"
				: "which finding should be profiled?",
			"As in: retread export --profile callgrind "
			"RT-1f3c9a");
	profile->name = operands->operand[0];
	profile->results = cli_out_directory(operands->operand[1]);
	profile->out = request->out;
	return profile_export(profile);
}

static int export_results(void *chosen, const struct operands *operands)
{
	struct export_request *request = chosen;
	struct report report;
	struct error err = {{0}};
	char *root;
	int status = CLI_DONE;

	if (request->profile.kind >= 0)
		return start_profile(request, operands);
	if (choose_failures(request, &err) != 0)
		return cli_fail(CLI_USAGE, "export", &err, NULL);
	if (operands->count > 1 || request->format < 0)
		return cli_misuse("export",
			request->format < 0 ? "in which format?"
					    : "one directory at a time",
			"As in: retread export -f callgrind -o "
			"callgrind.out.retread");
	report_init(&report);
	root = source_root(request->source_root);
	request->how.source_root = root;
	if (results_load(&report, cli_out_directory(operands->operand[0]),
		    &err) != 0)
		status = cli_fail(CLI_USAGE, "export", &err, HINT_RECORD);
	else
		decisions_apply(&report, stderr);
	if (status == CLI_DONE &&
		(request->out ? export_write_file(&report, &request->how,
					formats[request->format], request->out,
					&err)
			      : export_print(&report, &request->how,
					request->format, &err)) != 0)
		status = cli_fail(CLI_ENVIRONMENT, "export", &err, NULL);
	free(root);
	report_release(&report);
	return status;
}

int verb_export(int argc, char **argv)
{
	struct export_request chosen = {
		.format = -1, .how.names = EXPORT_NAMES, .profile.kind = -1};
	const struct option_row rows[] = {
		{"format", 'f', OPTION_CHOICE, &chosen.format,
			.argument = "FORMAT",
			.help = "callgrind, folded (flame graphs), sarif, csv "
				"(findings), points (what calls cost), "
				"junit, codeclimate (GitLab) or markdown",
			.choices = format_names},
		{"out", 'o', OPTION_TEXT, &chosen.out, .argument = "FILE",
			.help = "write FILE, not to stdout; with --profile a "
				"folder (export/ID in the results)"},
		{"source-root", 0, OPTION_TEXT, &chosen.source_root,
			.argument = "DIR",
			.help = "sarif, junit, codeclimate: name files as seen "
				"from DIR (the current directory)"},
		NAMES_ROW(&chosen.how.names),
		{"fail-on", 0, OPTION_TEXT, &chosen.fail_on,
			.argument = "SEVERITY",
			.help = "junit: what is as severe or proved fails, as "
				"in report (high); none: nothing"},
		{"profile", 'p', OPTION_CHOICE, &chosen.profile.kind,
			.argument = "TOOL",
			.help = "run callgrind, massif, dhat or perf on the "
				"input that was proved for ID, and on a "
				"typical one",
			.choices = profile_kind_names},
		{"size", 0, OPTION_SIZE, &chosen.profile.size,
			.argument = "BYTES",
			.help = "with --profile: take inputs of about this "
				"size (the largest)"},
		{"input-names", 0, OPTION_CHOICE, &chosen.profile.names,
			.argument = "STYLE",
			.help = "with --profile: name inputs plain, as "
				"libfuzzer (slow-unit-...) or as afl",
			.choices = profile_name_choices},
		{"no-run", 0, OPTION_FLAG, &chosen.profile.is_script_only,
			.help = "with --profile: write the script only"},
	};
	const struct options options = {"retread export",
		"[OPTION]... -f FORMAT [DIR] | --profile TOOL ID|FOLDER [DIR]",
		"Writes the findings of the results in DIR (retread-out) for "
		"another tool; or profiles the input that was proved or "
		"fuzzed for the finding ID, or is in FOLDER.",
		OPTION_ROWS(rows), .most = 2,
		.many = "one finding or directory at a time"};

	return options_run(&options, results_choose(argc, argv), argv,
		export_results, &chosen);
}
