/* SPDX-License-Identifier: MIT
 * `retread export`: the results in the format of another tool. */
#include "config.h"

#include "cli/report/internal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/known_errors.h"
#include "cli/profile/profile.h"
#include "cli/results.h"
#include "cli/verbs.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

static const char *const format_names[] = {
	"callgrind", "folded", "sarif", "csv", "points", NULL};
static int (*const formats[])(const struct report *report,
	const struct export_options *options, FILE *out,
	struct error *err) = {export_callgrind, export_folded, export_sarif,
	export_csv, export_points};

/* Writes with the format's function to PATH, as a whole. */
static int write_file(const struct report *report,
	const struct export_options *options, int format, const char *path,
	struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		result = formats[format](report, options, file.out, err);
	return whole_file_close(&file, result, err);
}

/* DIRECTORY (NULL: the current one) as files are compared with it. Free it. */
static char *source_root(const char *directory)
{
	char *root = realpath(directory != NULL ? directory : ".", NULL);

	if (root == NULL)
		return memory_string_dup("/nowhere");
	if (strcmp(root, "/") == 0)
		*root = '\0';
	return root;
}

int export_write_sarif(const struct report *report,
	const struct comparison *before, const char *path, struct error *err)
{
	char *root = source_root(NULL);
	struct export_options options = {EXPORT_NAMES, root, before};
	int result = write_file(report, &options, 2, path, err);

	free(root);
	return result;
}

static int print(const struct report *report,
	const struct export_options *options, int format, struct error *err)
{
	if (formats[format](report, options, stdout, err) != 0)
		return -1;
	if (fflush(stdout) != 0 || ferror(stdout))
		return error_set_errno(err, "cannot write to stdout");
	return 0;
}

/* OUT may be NULL; FORMAT is not -1 if there is one. */
static int start_profile(struct profile_options *profile,
	const struct operands *operands, const char *out, int format)
{
	struct error err = {{0}};

	if (operands->count < 1 || operands->count > 2 || format >= 0) {
		error_set(&err, "%s",
			format >= 0 ? "a format, or a profile?"
				    : "which finding should be profiled?");
		return cli_fail(CLI_USAGE, "export", &err,
			"As in: retread export --profile callgrind "
			"RT-1f3c9a");
	}
	profile->name = operands->operand[0];
	profile->results = cli_out_directory(
		operands->count > 1 ? operands->operand[1] : NULL);
	profile->out = out;
	return profile_export(profile);
}

int verb_export(int argc, char **argv)
{
	int format = -1;
	struct profile_options profile = {.kind = -1};
	const char *out = NULL, *directory = NULL;
	struct export_options chosen = {.names = EXPORT_NAMES};
	const struct option_row rows[] = {
		{"format", 'f', OPTION_CHOICE, &format, .argument = "FORMAT",
			.help = "callgrind, folded (flame graphs), sarif, csv "
				"(findings) or points (what calls cost)",
			.choices = format_names},
		{"out", 'o', OPTION_TEXT, &out, .argument = "FILE",
			.help = "write FILE, not to stdout; with --profile a "
				"folder (export/ID in the results)"},
		{"source-root", 0, OPTION_TEXT, &directory, .argument = "DIR",
			.help = "sarif: name files as seen from DIR (the "
				"current directory)"},
		NAMES_ROW(&chosen.names),
		{"profile", 'p', OPTION_CHOICE, &profile.kind,
			.argument = "TOOL",
			.help = "run callgrind, massif, dhat or perf on the "
				"input that was proved for ID, and on a "
				"typical one",
			.choices = profile_kind_names},
		{"size", 0, OPTION_SIZE, &profile.size, .argument = "BYTES",
			.help = "with --profile: take inputs of about this "
				"size (the largest)"},
		{"input-names", 0, OPTION_CHOICE, &profile.names,
			.argument = "STYLE",
			.help = "with --profile: name inputs plain, as "
				"libfuzzer (slow-unit-...) or as afl",
			.choices = profile_name_choices},
		{"no-run", 0, OPTION_FLAG, &profile.is_script_only,
			.help = "with --profile: write the script only"},
	};
	const struct options options = {"retread export",
		"[OPTION]... -f FORMAT [DIR] | --profile TOOL ID|FOLDER [DIR]",
		"Writes the findings of the results in DIR (retread-out) for "
		"another tool; or profiles the input that was proved or "
		"fuzzed for the finding ID, or is in FOLDER.",
		rows, sizeof(rows) / sizeof(rows[0]), false};
	struct operands operands;
	struct report report;
	struct error err = {{0}};
	char *root;
	int status;

	if (!options_start(&options, argc, argv, &operands, &status))
		return status;
	if (profile.kind >= 0)
		return start_profile(&profile, &operands, out, format);
	if (operands.count > 1 || format < 0)
		return cli_misuse("export",
			format < 0 ? "in which format?"
				   : "one directory at a time",
			"As in: retread export -f callgrind -o "
			"callgrind.out.retread");
	report_init(&report);
	root = source_root(directory);
	chosen.source_root = root;
	status = CLI_DONE;
	if (results_load(&report,
		    cli_out_directory(
			    operands.count > 0 ? operands.operand[0] : NULL),
		    &err) != 0)
		status = cli_fail(CLI_USAGE, "export", &err, HINT_RECORD);
	else if ((out != NULL ? write_file(&report, &chosen, format, out, &err)
			      : print(&report, &chosen, format, &err)) != 0)
		status = cli_fail(CLI_ENVIRONMENT, "export", &err, NULL);
	free(root);
	report_release(&report);
	return status;
}
