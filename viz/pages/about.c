/* SPDX-License-Identifier: MIT
 * The page about the report itself: commands, limits, suppressions, words. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/memory.h"
#include "lib/rows.h"
#include "viz/data.h"
#include "viz/site.h"

#define PROCESSES_MAX 2000 /* looked at for commands */

static const struct row about_row[] = {
	ROW_RECORD(
		"coverage", report, coverage, &report_coverage_rows, 0, NULL),
	ROW_LIST("suppressions", report, suppression, suppression_count,
		&report_suppression_rows, 0, NULL),
	ROW_TEXTS("warnings", report, warning, warning_count, 0, NULL),
	{0},
};
static const struct rows about_rows = {
	.row = about_row, .bytes = sizeof(struct report)};

static size_t about_least(size_t count)
{
	return count < PROCESSES_MAX ? count : PROCESSES_MAX;
}

static bool page_about_is_known(const struct report *report, size_t index)
{
	const char *command = report->process[index].command;

	for (size_t i = 0; i < index && command; i++)
		if (report->process[i].command &&
			strcmp(report->process[i].command, command) == 0)
			return true;
	return !command;
}

/* Children were started by the commands; they have a parent that is here. */
static bool is_child(const struct report *report, size_t index)
{
	for (size_t i = 0; i < report->process_count; i++)
		if (report->process[i].pid == report->process[index].parent_pid)
			return true;
	return false;
}

static struct json_value *about_make_command(const void *closure, size_t index)
{
	const struct report *report = closure;

	return page_about_is_known(report, index) || is_child(report, index)
		       ? NULL
		       : json_make_text(report->process[index].command);
}

/* Was the program of command INDEX told before? */
static bool is_told(const struct recorded *recorded, size_t index)
{
	const char *program = recorded->command[index].program;

	for (size_t i = 0; i < index && program; i++)
		if (recorded->command[i].program &&
			strcmp(recorded->command[i].program, program) == 0)
			return true;
	return !program;
}

/* Which build was recorded. */
static struct json_value *about_make_program(const void *closure, size_t index)
{
	const struct recorded *recorded = closure;
	const struct shown_command *command = &recorded->command[index];

	return is_told(recorded, index)
		       ? NULL
		       : JSON_OBJECT(JSON("name", command->program),
				 JSON("build_id", command->build_id ?: "none"));
}

/* The same for programs, if it is beside the pages. */
static struct json_value *about_make_files(const struct site_options *options)
{
	static const char *const name[] = {"report.json", "report.txt"};
	struct json_value *files = json_make_array();

	for (size_t i = 0; !options->is_one_file && i < 2; i++) {
		char *path = memory_format("%s/%s", options->out, name[i]);
		if (access(path, R_OK) == 0)
			json_append_text(files, name[i]);
		free(path);
	}
	return files;
}

struct json_value *page_about(struct page *page, size_t unused)
{
	const struct report *report = page->site->report;
	const struct recorded *recorded = &page->site->recorded;

	(void)unused;
	return JSON_OBJECT(JSON("version", PACKAGE_VERSION),
		JSON("process_count", report->process_count),
		JSON("report", rows_make_whole(&about_rows, report)),
		JSON("files", about_make_files(&page->site->options)),
		JSON("commands", data_list(about_least(report->process_count),
					 about_make_command, report)),
		JSON("recorded", rows_make_whole(&recorded_rows, recorded)),
		JSON("programs", data_list(about_least(recorded->command_count),
					 about_make_program, recorded)));
}
