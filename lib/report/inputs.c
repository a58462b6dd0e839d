/* SPDX-License-Identifier: MIT
 * What a recorded process depended on, as a file. */
#include "config.h"

#include "lib/report/inputs.h"

#include <string.h>

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

bool report_inputs_is_path_of(const char *path, const char *name)
{
	size_t length = strlen(path), end = strlen(name);

	return length >= end && strcmp(path + length - end, name) == 0 &&
	       (length == end || path[length - end - 1] == '/');
}

static bool inputs_list_has(
	const char *const *path, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (report_inputs_is_path_of(path[i], name))
			return true;
	return false;
}

bool report_inputs_read(const struct report_inputs *inputs, const char *name)
{
	return inputs_list_has(inputs->file, inputs->file_count, name);
}

bool report_inputs_have(const struct report_inputs *inputs, const char *name)
{
	return !inputs->is_complete || report_inputs_read(inputs, name) ||
	       inputs_list_has(inputs->source, inputs->source_count, name) ||
	       inputs_list_has(inputs->object, inputs->object_count, name);
}
