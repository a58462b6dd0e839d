/* SPDX-License-Identifier: MIT
 * The page about the report itself: commands, limits, suppressions, words. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/memory.h"
#include "viz/data.h"
#include "viz/site.h"

#define WARNINGS_MAX	 500
#define PROCESSES_MAX	 2000 /* looked at for commands */
#define COMMANDS_MAX	 100
#define PROGRAMS_MAX	 200
#define SUPPRESSIONS_MAX 500
#define TEXT_CHARACTERS	 300

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

static struct json_value *about_make_commands(const struct report *report)
{
	struct json_value *commands = json_make_array();

	for (size_t i = 0; i < report->process_count && i < PROCESSES_MAX &&
			   json_length(commands) < COMMANDS_MAX;
		i++)
		if (!page_about_is_known(report, i) && !is_child(report, i))
			json_append(
				commands, data_short(report->process[i].command,
						  TEXT_CHARACTERS));
	return commands;
}

static struct json_value *about_make_version(const char *text)
{
	return text ? data_short(text, TEXT_CHARACTERS) : json_make_text(NULL);
}

/* The run by its manifest, if that is there and whole. */
static struct json_value *about_make_versions(const struct recorded *recorded)
{
	return JSON_OBJECT(
		JSON("retread", about_make_version(recorded->retread)),
		JSON("valgrind", about_make_version(recorded->valgrind)),
		JSON("system", about_make_version(recorded->system)),
		JSON("host", about_make_version(recorded->host)),
		JSON("run", about_make_version(recorded->id)));
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

/* Which builds were recorded. */
static struct json_value *about_make_programs(const struct recorded *recorded)
{
	struct json_value *programs = json_make_array();

	for (size_t i = 0; i < recorded->command_count && i < PROCESSES_MAX &&
			   json_length(programs) < PROGRAMS_MAX;
		i++) {
		const struct shown_command *command = &recorded->command[i];
		if (!is_told(recorded, i))
			json_append(programs,
				JSON_OBJECT(JSON("name",
						    data_short(command->program,
							    TEXT_CHARACTERS)),
					JSON("build_id",
						command->build_id ?: "none")));
	}
	return programs;
}

static struct json_value *about_make_suppressions(const struct report *report)
{
	struct json_value *suppressions = json_make_array();

	for (size_t i = 0;
		i < report->suppression_count && i < SUPPRESSIONS_MAX; i++) {
		const struct report_suppression *one = &report->suppression[i];
		json_append(suppressions,
			JSON_OBJECT(JSON("name", data_short(one->name,
							 TEXT_CHARACTERS)),
				JSON("file",
					data_short(one->file, TEXT_CHARACTERS)),
				JSON("line", (uint64_t)one->line),
				JSON("findings", one->findings)));
	}
	return suppressions;
}

static struct json_value *about_make_warnings(const struct report *report)
{
	struct json_value *warnings = json_make_array();

	for (size_t i = 0; i < report->warning_count && i < WARNINGS_MAX; i++)
		json_append(warnings, data_short(report->warning[i], 1000));
	return warnings;
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
	struct json_value *files = about_make_files(&page->site->options);

	(void)unused;
	return JSON_OBJECT(JSON("version", PACKAGE_VERSION),
		JSON("processes", report->process_count),
		JSON("is_one", report->process_count == 1),
		JSON("calls", report->coverage.calls),
		JSON("events", report->coverage.events),
		JSON("activations", report->coverage.activations),
		JSON("has_files", json_length(files) > 0), JSON("files", files),
		JSON("commands", about_make_commands(report)),
		JSON_IF(recorded->retread, "versions",
			about_make_versions(recorded)),
		JSON("has_programs", recorded->command_count > 0),
		JSON("programs", about_make_programs(recorded)),
		JSON("has_suppressions", report->suppression_count > 0),
		JSON("suppressions", about_make_suppressions(report)),
		JSON("suppressions_left_out",
			data_left_out(
				report->suppression_count, SUPPRESSIONS_MAX)),
		JSON("has_warnings", report->warning_count > 0),
		JSON("warnings", about_make_warnings(report)),
		JSON("left_out",
			data_left_out(report->warning_count, WARNINGS_MAX)));
}
