/* SPDX-License-Identifier: MIT
 * What a recorded process depended on, as a file. */
#include "config.h"

#include "lib/report/inputs.h"

#include "lib/rows.h"

static const struct row inputs_row[] = {
	ROW_SCHEMA("retread-inputs-1"),
	ROW(report_inputs, test, 0, NULL),
	ROW_TEXTS("objects", report_inputs, object, object_count, 0, NULL),
	ROW_TEXTS("sources", report_inputs, source, source_count, 0, NULL),
	ROW_TEXTS("files", report_inputs, file, file_count, 0, NULL),
	ROW_AS("complete", report_inputs, is_complete, 0, NULL),
	{0},
};
static const struct rows inputs_rows = {
	.row = inputs_row, .bytes = sizeof(struct report_inputs)};

int report_read_inputs(struct report_inputs *inputs, struct arena *arena,
	const char *path, struct error *err)
{
	return rows_read_file(&inputs_rows, path, arena, inputs, err);
}

int report_write_inputs(
	const struct report_inputs *inputs, const char *path, struct error *err)
{
	return rows_write(&inputs_rows, inputs, path, err);
}
