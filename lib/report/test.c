/* SPDX-License-Identifier: MIT
 * How a process ended, in a file of its own: findings take long to read. */
#include "config.h"

#include "lib/error.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/report/joins.h"
#include "lib/report/report.h"
#include "lib/rows.h"

static const struct row test_row[] = {
	ROW_SCHEMA("retread-test-1"),
	ROW(report_process, program, ROW_COMPUTED, NULL),
	ROW(report_process, test, ROW_COMPUTED, NULL),
	ROW(report_process, command, ROW_COMPUTED, NULL),
	ROW(report_process, pid, 0, NULL),
	ROW_BETWEEN("exit_code", report_process, exit_code, -1, 255, 0, NULL),
	ROW_BETWEEN("signal", report_process, signal, -1, 255, 0, NULL),
	ROW(report_process, seconds, ROW_COMPUTED, NULL),
	ROW(report_process, truncated, 0, NULL),
	ROW(report_process, truncated_why, ROW_COMPUTED, NULL),
	{0},
};
static const struct rows test_rows = {
	NULL, NULL, test_row, sizeof(struct report_process), NULL};

int report_write_test(const struct report_process *process, const char *path,
	struct error *err)
{
	return rows_write(&test_rows, process, path, err);
}

/* The texts of the file are not kept. */
int report_read_test(
	struct report_process *process, const char *path, struct error *err)
{
	struct json_value *value = json_read_file(path, err);
	struct json_reader reader = {.err = err};
	struct arena none = {0};
	struct json_at top;

	*process = (struct report_process){0};
	if (!value)
		return -1;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	rows_read(&test_rows, &top, &none, process);
	if (reader.failed)
		error_add_context(err, "%s", path);
	arena_release(&none);
	json_free(value);
	return reader.failed ? -1 : 0;
}

struct json_value *report_make_test(const struct report_test *test)
{
	return rows_make(&report_test_rows, test);
}

static const struct row manifest_row[] = {
	ROW_LIST("commands", report, test, test_count, &report_test_rows, 0,
		NULL),
	{0},
};
static const struct rows manifest_rows = {
	NULL, NULL, manifest_row, sizeof(struct report), NULL};

int report_read_tests(
	struct report *report, const char *manifest, struct error *err)
{
	struct report read;

	if (rows_read_file(&manifest_rows, manifest, &report->private_->arena,
		    &read, err) != 0)
		return -1;
	for (size_t i = 0; i < read.test_count; i++)
		report_keep_test(report, &read.test[i]);
	return 0;
}
