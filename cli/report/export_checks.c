/* SPDX-License-Identifier: MIT
 * JUnit and Code Climate: findings as the servers that run checks show them. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/report/forms.h"
#include "lib/json.h"
#include "lib/markup.h"
#include "lib/memory.h"
#include "lib/output/junit.h"

/*--- JUnit: a case for each finding, and for each test that was recorded ---*/

/* From the function down to the read, a line each. */
static void export_checks_print_places(FILE *out,
	const struct report_finding *finding,
	const struct export_options *options)
{
	for (size_t i = 0; i < finding->aec.count; i++) {
		const struct report_place *place = &finding->aec.place[i];
		bool is_relative;
		char *file = export_path_dup(
			place->file ? place->file : "?", options, &is_relative);
		char *name = names_show(export_names(options),
			place->function ? place->function : "?",
			place->linkage);
		markup_print(out, file);
		fprintf(out, ":%u in ", place->line);
		markup_print(out, name);
		putc('\n', out);
		free(name);
		free(file);
	}
}

/* As the gate of a report has it. */
static bool export_fails(const struct report_finding *finding,
	const struct export_options *options)
{
	return report_finding_is_shown(finding) &&
	       (unsigned)finding->severity >= options->fails;
}

static void export_checks_print_finding(FILE *out,
	const struct report_finding *finding,
	const struct export_options *options)
{
	char *claim = export_claim_dup(finding, options);
	bool is_relative;
	char *file = export_path_dup(
		finding->file ? finding->file : "?", options, &is_relative);
	char *name = memory_format("%s %s", finding->id,
		finding->function ? finding->function : "?");

	junit_begin_case(out, file, name);
	if (finding->suppressed) {
		char *excuse = report_finding_excuse_dup(finding);
		fputs("><skipped", out);
		junit_print_attribute(out, "message", excuse);
		fputs("/>", out);
		free(excuse);
	} else if (!export_fails(finding, options)) {
		fputs("><system-out>", out);
		markup_print(out, claim);
		putc('\n', out);
		export_checks_print_places(out, finding, options);
		fputs("</system-out>", out);
	} else {
		fputs("><failure", out);
		junit_print_attribute(
			out, "type", report_severity_name(finding->severity));
		junit_print_attribute(out, "message", claim);
		putc('>', out);
		export_checks_print_places(out, finding, options);
		fputs("</failure>", out);
	}
	junit_end_case(out);
	free(name);
	free(file);
	free(claim);
}

static void export_checks_print_findings(FILE *out, const struct report *report,
	const struct export_options *options)
{
	size_t cases = 0, failures = 0;

	for (size_t i = 0; i < report->finding_count; i++) {
		cases += report_finding_is_notable(&report->finding[i]);
		failures += export_fails(&report->finding[i], options);
	}
	junit_begin_suite(out, "retread findings", cases, "failures", failures);
	for (size_t i = 0; i < report->finding_count; i++)
		if (report_finding_is_notable(&report->finding[i]))
			export_checks_print_finding(
				out, &report->finding[i], options);
	junit_end_suite(out);
}

/* Why the recording of PROCESS says less than it could; NULL: it does not. Free
 * it. */
static char *trouble_of(const struct report_process *process)
{
	if (process->truncated_why)
		return memory_format(
			"recorded in part: %s", process->truncated_why);
	if (process->signal != 0)
		return memory_format("ended by signal %d", process->signal);
	return process->exit_code != 0
		       ? memory_format("exit code %d", process->exit_code)
		       : NULL;
}

/* A case of the suite of recordings. TROUBLE is an error, NULL: it has none. */
static void print_recording(FILE *out, const char *program, const char *test,
	double seconds, const char *element, const char *trouble)
{
	junit_begin_case(out, program, test);
	fprintf(out, " time=\"%.3f\">", seconds);
	if (trouble) {
		fprintf(out, "<%s", element);
		junit_print_attribute(out, "message", trouble);
		fputs("/>", out);
	}
	junit_end_case(out);
}

static void print_processes(FILE *out, const struct report *report)
{
	size_t errors = 0;

	for (size_t i = 0; i < report->process_count; i++) {
		char *trouble = trouble_of(&report->process[i]);
		errors += trouble != NULL;
		free(trouble);
	}
	junit_begin_suite(out, "retread recording", report->process_count,
		"errors", errors);
	for (size_t i = 0; i < report->process_count; i++) {
		const struct report_process *process = &report->process[i];
		char *trouble = trouble_of(process);
		print_recording(out, process->program, process->test,
			process->seconds, "error", trouble);
		free(trouble);
	}
	junit_end_suite(out);
}

/* Why TEST says less than it could; NULL: it does not. Free it. */
static char *test_trouble(const struct report_test *test)
{
	const char *outcome = report_outcome_name(test->outcome);

	if (test->outcome != REPORT_RECORDED)
		return test->why ? memory_format("%s: %s", outcome, test->why)
				 : memory_string_dup(outcome);
	return test->processes_in_part + test->processes_lost > 0
		       ? memory_format("recorded in part: %" PRIu64
				       " of %" PRIu64 " processes",
				 test->processes_in_part + test->processes_lost,
				 test->processes)
		       : NULL;
}

/* Also those of which nothing was recorded. */
static void export_checks_print_tests(FILE *out, const struct report *report)
{
	size_t errors = 0;

	for (size_t i = 0; i < report->test_count; i++) {
		char *trouble = test_trouble(&report->test[i]);
		errors += trouble && report->test[i].outcome != REPORT_SKIPPED;
		free(trouble);
	}
	junit_begin_suite(
		out, "retread recording", report->test_count, "errors", errors);
	for (size_t i = 0; i < report->test_count; i++) {
		const struct report_test *test = &report->test[i];
		char *trouble = test_trouble(test);
		print_recording(out, "retread", test->name, test->seconds,
			test->outcome == REPORT_SKIPPED ? "skipped" : "error",
			trouble);
		free(trouble);
	}
	junit_end_suite(out);
}

int export_junit(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err)
{
	(void)err;
	junit_begin(out);
	export_checks_print_findings(out, report, options);
	if (report->test_count > 0)
		export_checks_print_tests(out, report);
	else
		print_processes(out, report);
	junit_end(out);
	return 0;
}

/*--- Code Climate, as GitLab takes it -------------------------------------*/

static const char *const severities[] = {
	[REPORT_INFO] = "info",
	[REPORT_LOW] = "minor",
	[REPORT_MEDIUM] = "major",
	[REPORT_HIGH] = "critical",
};

static struct json_value *issue(const struct report_finding *finding,
	const struct export_options *options)
{
	bool is_relative;
	char *path = export_path_dup(finding->file, options, &is_relative);
	char *claim = export_claim_dup(finding, options);
	char *text = memory_format("%s: %s", finding->id, claim);
	char *check =
		memory_format("retread-%s", report_rule_name(finding->rule));
	char fingerprint[17];
	struct json_value *object;

	snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64,
		finding->fingerprint);
	object = JSON_OBJECT(JSON("type", "issue"), JSON("check_name", check),
		JSON("description", text), JSON("fingerprint", fingerprint),
		JSON("severity", report_finding_is_proved(finding)
					 ? "critical"
					 : severities[finding->severity]),
		JSON("location",
			JSON_OBJECT(JSON("path", path),
				JSON("lines", JSON_OBJECT(JSON("begin",
						      finding->line > 0
							      ? finding->line
							      : 1))))));
	free(check);
	free(text);
	free(claim);
	free(path);
	return object;
}

/* A finding without a file has no place in a diff. */
int export_codeclimate(const struct report *report,
	const struct export_options *options, FILE *out, struct error *err)
{
	struct json_value *array = json_make_array();
	int status;

	for (size_t i = 0; i < report->finding_count; i++)
		if (report_finding_is_shown(&report->finding[i]) &&
			report->finding[i].file)
			json_append(array, issue(&report->finding[i], options));
	status = json_print(array, out, err);
	json_free(array);
	return status;
}
