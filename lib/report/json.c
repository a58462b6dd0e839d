/* SPDX-License-Identifier: MIT
 * A report as JSON, "retread-report-1": the same bytes for the same content.
 * Nothing in a file is believed: what is not of its type or range is refused with
 * its path. */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "lib/error.h"
#include "lib/json.h"
#include "lib/report/joins.h"
#include "lib/report/report.h"

/* In files of more findings, what several have stands once: they are for programs, and
 * were three times as large. */
#define SHARED_FINDINGS 50

struct json_value *report_make_json(struct report *report)
{
	struct json_value *value;

	report_sort(report);
	report_fold_graphs(report);
	value = rows_make_whole(&report_rows, report);
	report_unfold_graphs(report);
	return value;
}

int report_write_json(
	struct report *report, const char *path, struct error *err)
{
	int result;

	report_sort(report);
	report_fold_graphs(report);
	result = report->finding_count > SHARED_FINDINGS
			 ? rows_write(&report_rows, report, path, err)
			 : rows_write_whole(&report_rows, report, path, err);
	report_unfold_graphs(report);
	return result;
}

int report_print_json(struct report *report, FILE *out, struct error *err)
{
	int result;

	report_sort(report);
	report_fold_graphs(report);
	result = rows_print_whole(&report_rows, report, out, err);
	report_unfold_graphs(report);
	return result;
}

/* Fills in which process each witness of the finding AT speaks of. */
static void find_processes(const struct report *read,
	struct report_finding *finding, const struct json_at *at)
{
	struct json_at witnesses =
		json_at_member(at, "witnesses", JSON_KIND_ARRAY);

	for (size_t i = 0; i < finding->witness_count; i++) {
		struct json_at witness =
			json_at_element(&witnesses, i, JSON_KIND_OBJECT);
		uint64_t process =
			json_get_count(&witness, "process", UINT32_MAX);
		if (process < read->process_count)
			finding->witness[i].process =
				report_process_key(&read->process[process]);
		else
			json_at_fail(&witness, "process",
				"is %" PRIu64
				", but only %zu processes are listed",
				process, read->process_count);
	}
}

/* Appends what was READ from TOP. */
static void json_keep(struct report *report, const struct report *read,
	const struct json_at *top)
{
	struct json_at findings =
		json_at_member(top, "findings", JSON_KIND_ARRAY);

	report->is_grown |= read->is_grown;
	for (size_t i = 0; i < read->process_count; i++)
		report_keep_process(report, &read->process[i]);
	for (size_t i = 0; i < read->warning_count; i++)
		report_add_warning(report, "%s", read->warning[i]);
	for (size_t i = 0; i < read->finding_count; i++) {
		struct json_at at =
			json_at_element(&findings, i, JSON_KIND_OBJECT);
		find_processes(read, &read->finding[i], &at);
		if (top->reader->failed)
			return;
		report_keep_finding(report, &read->finding[i]);
	}
	for (size_t i = 0; i < read->graph_count; i++) {
		report_read_nodes(&report->private_->arena, &read->graph[i]);
		report_keep_graph(report, &read->graph[i]);
	}
	for (size_t i = 0; i < read->test_count; i++)
		report_keep_test(report, &read->test[i]);
	for (size_t i = 0; i < read->suppression_count; i++)
		report_keep_suppression(report, &read->suppression[i]);
}

int report_read_json(struct report *report, const char *path, struct error *err)
{
	struct json_value *value = json_read_file(path, err);
	struct json_reader reader = {.err = err};
	struct report read;
	struct json_at top;

	if (!value)
		return -1;
	top = json_at_top(&reader, value, JSON_KIND_OBJECT);
	rows_read(&report_rows, &top, &report->private_->arena, &read);
	if (!reader.failed)
		json_keep(report, &read, &top);
	if (reader.failed)
		error_add_context(err, "%s", path);
	else
		report_sort(report);
	json_free(value);
	return reader.failed ? -1 : 0;
}
