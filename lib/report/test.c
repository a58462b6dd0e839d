/* SPDX-License-Identifier: MIT
 * How a process ended, in a file of its own: findings take long to read. */
#include "config.h"

#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/report/report.h"

#define TEST_SCHEMA "retread-test-1"

int report_write_test(const struct report_process *process, const char *path,
	struct error *err)
{
	struct json_value *test = json_make_object();
	int result;

	json_put_text(test, "schema", TEST_SCHEMA);
	json_put_text(test, "program", process->program);
	json_put_text(test, "test", process->test);
	json_put_text(test, "command", process->command);
	json_put_count(test, "pid", process->pid);
	json_put_number(test, "exit_code", process->exit_code);
	json_put_number(test, "signal", process->signal);
	json_put_real(test, "seconds", process->seconds);
	json_put_bool(test, "truncated", process->truncated);
	json_put_text(test, "truncated_why", process->truncated_why);
	result = json_write_file(test, path, err);
	json_free(test);
	return result;
}

int report_read_test(
	struct report_process *process, const char *path, struct error *err)
{
	struct json_value *value = json_read_file(path, err);
	struct json_reader reader = {.err = err};
	struct json_at top;
	const char *schema;

	*process = (struct report_process){0};
	if (value == NULL)
		return -1;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	schema = json_get_text(&top, "schema");
	if (!reader.failed && strcmp(schema, TEST_SCHEMA) != 0)
		json_at_fail(&top, "schema",
			"is \"%.40s\", this retread reads \"%s\"", schema,
			TEST_SCHEMA);
	process->pid = (unsigned)json_get_count(&top, "pid", UINT32_MAX);
	process->exit_code = (int)json_get_number(&top, "exit_code", -1, 255);
	process->signal = (int)json_get_number(&top, "signal", -1, 255);
	process->truncated = json_get_bool(&top, "truncated");
	if (reader.failed)
		error_add_context(err, "%s", path);
	json_free(value);
	return reader.failed ? -1 : 0;
}
