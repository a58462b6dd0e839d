/* SPDX-License-Identifier: MIT
 * Tests of reading reports: whatever a file holds, it is read or refused with a
 * message that says where. */
#include "config.h"

#include "lib/report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"

static const char valid[] =
	"{\"schema\":\"retread-report-1\","
	"\"run\":{\"retread\":\"0\",\"processes\":[{\"program\":\"/bin/x\","
	"\"test\":\"x\",\"command\":\"x\",\"pid\":7,\"parent_pid\":1,"
	"\"started_unix_ms\":5,\"exit_code\":0,\"signal\":0,"
	"\"truncated\":false,\"truncated_why\":null,\"events\":9,\"calls\":2,"
	"\"activations\":2,\"functions\":1,\"traversing\":1,"
	"\"traversal_points\":1,\"seconds\":0.5}],\"warnings\":[\"w\"]},"
	"\"findings\":[{\"id\":\"RT-000001\","
	"\"fingerprint\":\"0000010000000000\",\"rule\":\"rewalk\","
	"\"severity\":\"high\",\"function\":\"f\",\"file\":\"f.c\",\"line\":3,"
	"\"sentence\":\"again\",\"aec\":[{\"function\":\"f\",\"file\":\"f.c\","
	"\"line\":4,\"column\":2,\"object\":\"/bin/x\",\"text\":\"n->next\"}],"
	"\"sites\":[],\"callers\":[],\"root\":\"list\",\"field\":\"next\","
	"\"structure\":{\"kind\":\"heap\",\"type\":\"struct n\","
	"\"allocated_at\":[]},\"suppressed\":false,"
	"\"witnesses\":[{\"process\":0,\"severity\":\"high\","
	"\"exactness\":\"exact\",\"score\":1,\"tests\":[\"x\"],"
	"\"sentence\":\"again\",\"evidence\":{\"activations\":1,"
	"\"walks\":{\"min\":1,\"max\":2},\"walk_length\":{\"min\":3,\"max\":4},"
	"\"reads\":6,\"distinct\":3,\"rewalk_ratio\":0.5,\"multiplicity\":2,"
	"\"growth\":{\"degree\":2,\"low\":1.9,\"high\":2.1,\"points\":5}}}]}],"
	"\"graphs\":[{\"function\":\"f\",\"file\":\"f.c\",\"line\":3,"
	"\"activations\":1,\"left_out\":0,\"nodes\":[{\"variable\":\"list\"},"
	"{\"aec\":[{\"function\":\"f\",\"file\":\"f.c\",\"line\":8,"
	"\"column\":2}],\"traversal\":true,\"redundant\":false,\"reads\":6,"
	"\"walks\":{\"count\":2,\"first\":[{\"cells\":3},{\"cells\":3}]}}],"
	"\"edges\":[{\"from\":0,\"to\":1,\"label\":\"head\",\"reads\":2}]}]}";

static char path[] = "test_report_read.XXXXXX";

static void write_text(const char *text, size_t length)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	assert_int_equal(fwrite(text, 1, length, out), length);
	fclose(out);
}

/* Reads TEXT as a report. An error's text must not be empty. */
static int read_text(const char *text, size_t length, struct error *err)
{
	struct report report;
	int result;

	write_text(text, length);
	report_init(&report);
	memset(err, 0, sizeof(*err));
	result = report_read_json(&report, path, err);
	if (result != 0)
		assert_non_null(strstr(err->text, path));
	else
		assert_true(report.finding_count <= 1);
	report_release(&report);
	return result;
}

static void a_whole_report_is_read(void **unused)
{
	struct report report;
	struct error err = {{0}};

	(void)unused;
	write_text(valid, strlen(valid));
	report_init(&report);
	if (report_read_json(&report, path, &err) != 0)
		fail_msg("%s", err.text);
	assert_int_equal(report.finding_count, 1);
	assert_string_equal(report.finding[0].aec.place[0].text, "n->next");
	assert_int_equal(report.finding[0].evidence.reads, 6);
	assert_int_equal(report.finding[0].evidence.points, 5);
	assert_int_equal(report.process[0].pid, 7);
	assert_int_equal(report.graph_count, 1);
	assert_int_equal(report.graph[0].edge_count, 1);
	assert_string_equal(report.warning[0], "w");
	report_release(&report);
}

static void a_report_cut_anywhere_is_refused(void **unused)
{
	struct error err;

	(void)unused;
	for (size_t length = 0; length < strlen(valid); length++)
		assert_int_equal(read_text(valid, length, &err), -1);
}

static void a_changed_byte_never_crashes_the_reader(void **unused)
{
	static const unsigned char change[] = {0x01, 0x02, 0x10, 0x80, 0xff};
	struct error err;
	char text[sizeof(valid)];

	(void)unused;
	for (size_t i = 0; i < strlen(valid); i++) {
		for (size_t k = 0; k < sizeof(change); k++) {
			memcpy(text, valid, sizeof(valid));
			text[i] ^= (char)change[k];
			read_text(text, strlen(valid), &err);
		}
	}
}

/* Every number, word and list of the valid report, replaced by values of other
 * types: refused or read, never a crash. */
static void a_value_of_another_type_never_crashes_the_reader(void **unused)
{
	static const char *const value[] = {"null", "true", "-1", "1e308",
		"99999999999999999999", "9223372036854775807", "\"\"", "[]",
		"{}", "[[]]", "[null]", "{\"min\":2,\"max\":1}"};
	const char *colon = valid;
	struct error err;

	(void)unused;
	while ((colon = strchr(colon, ':')) != NULL) {
		size_t before = (size_t)(++colon - valid);
		size_t length = strcspn(colon, ",}]");
		for (size_t i = 0; i < sizeof(value) / sizeof(value[0]); i++) {
			char text[sizeof(valid) + 64];
			snprintf(text, sizeof(text), "%.*s%s%s", (int)before,
				valid, value[i], colon + length);
			read_text(text, strlen(text), &err);
		}
	}
}

static void wrong_values_are_refused_by_their_path(void **unused)
{
	static const struct {
		const char *from, *to, *says;
	} row[] = {
		{"\"retread-report-1\"", "\"retread-report-9\"",
			"this retread reads"},
		{"\"pid\":7", "\"pid\":-7",
			"run.processes[0]: \"pid\" is -7, outside"},
		{"\"pid\":7", "\"pid\":5000000000", "outside"},
		{"\"pid\":7", "\"pid\":7.5", "is not a whole number"},
		{"\"exit_code\":0", "\"exit_code\":256", "outside"},
		{"\"truncated\":false", "\"truncated\":0", "true or false"},
		{"\"program\":\"/bin/x\",", "", "\"program\" is missing"},
		{"\"rewalk\"", "\"walks\"",
			"findings[0]: \"rule\" is \"walks\""},
		{"\"line\":4", "\"line\":\"4\"",
			"findings[0].aec[0]: \"line\" is not"},
		{"\"process\":0", "\"process\":1", "only 1 processes"},
		{"\"reads\":6", "\"reads\":-6",
			"findings[0].witnesses[0].evidence: \"reads\""},
		{"\"rewalk_ratio\":0.5", "\"rewalk_ratio\":1.5", "outside"},
		{"{\"min\":1,\"max\":2}", "{\"min\":3,\"max\":2}", "above"},
		{"[\"x\"]", "[7]", "element 0 is not a string"},
		{"RT-000001", "RT-000002", "does not belong"},
		{"0000010000000000", "000001000000000G", "hexadecimal"},
		{"0000010000000000", "0000000000000000", "does not belong"},
		{"\"sites\":[]", "\"sites\":{}",
			"findings[0].sites: is not an array"},
		{"\"warnings\":[\"w\"]", "\"warnings\":\"w\"", "not an array"},
		{"\"text\":\"n->next\"", "\"text\":\"\\u0000\"", "NUL"},
		{"\"pid\":7", "\"pid\":7,\"pid\":8", "duplicate"},
		{"\"to\":1", "\"to\":2",
			"graphs[0].edges[0]: joins nodes 0 and 2"},
		{"\"to\":1", "\"to\":-1", "outside"},
		{"\"traversal\":true", "\"traversal\":7",
			"graphs[0].nodes[1]: \"traversal\" is not true or "
			"false"},
		{"\"cells\":3}", "\"cells\":4294967296}",
			"nodes[1].walks.first[0]: \"cells\""},
		{"\"graphs\":[", "\"graphs\":[[],", "is not an object"},
	};
	struct error err;

	(void)unused;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		char text[sizeof(valid) + 64];
		const char *at = strstr(valid, row[i].from);
		assert_non_null(at);
		snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - valid),
			valid, row[i].to, at + strlen(row[i].from));
		assert_int_equal(read_text(text, strlen(text), &err), -1);
		if (strcasestr(err.text, row[i].says) == NULL)
			fail_msg("\"%s\" does not say \"%s\"", err.text,
				row[i].says);
	}
}

static void a_finding_without_witnesses_is_refused(void **unused)
{
	char text[sizeof(valid) + 64];
	const char *at = strstr(valid, "\"witnesses\":");
	struct error err;

	(void)unused;
	snprintf(text, sizeof(text), "%.*s\"witnesses\":[]}]}",
		(int)(at - valid), valid);
	assert_int_equal(read_text(text, strlen(text), &err), -1);
	assert_non_null(strstr(err.text, "is empty"));
}

static void deep_nesting_is_refused(void **unused)
{
	size_t depth = 1000000;
	char *text = malloc(depth);
	struct error err;

	(void)unused;
	memset(text, '[', depth);
	assert_int_equal(read_text(text, depth, &err), -1);
	free(text);
}

static void what_is_no_file_is_refused_without_waiting(void **unused)
{
	struct report report;
	struct error err = {{0}};

	(void)unused;
	report_init(&report);
	assert_int_equal(report_read_json(&report, "/dev/zero", &err), -1);
	assert_non_null(strstr(err.text, "not a regular file"));
	assert_int_equal(report_read_json(&report, "/", &err), -1);
	assert_int_equal(report_read_json(&report, "no/such", &err), -1);
	assert_non_null(strstr(err.text, "No such file"));
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(report_read_json(&report, path, &err), -1);
	unlink(path);
	report_release(&report);
}

/* The file that tells of a process without its findings. */
static void how_a_process_ended_is_read_or_refused(void **unused)
{
	const struct report_process written = {.program = "/bin/x",
		.test = "x",
		.command = "x -1",
		.pid = 7,
		.exit_code = -1,
		.signal = 9,
		.truncated = true,
		.truncated_why = "cut"};
	struct report_process read;
	struct error err = {{0}};
	struct stat status;

	(void)unused;
	assert_int_equal(report_write_test(&written, path, &err), 0);
	assert_int_equal(report_read_test(&read, path, &err), 0);
	assert_int_equal(read.pid, 7);
	assert_int_equal(read.exit_code, -1);
	assert_int_equal(read.signal, 9);
	assert_true(read.truncated);
	assert_int_equal(stat(path, &status), 0);
	/* All but the newline at its end. */
	for (off_t size = status.st_size - 2; size >= 0; size--) {
		assert_int_equal(truncate(path, size), 0);
		assert_int_equal(report_read_test(&read, path, &err), -1);
		assert_non_null(strstr(err.text, path));
	}
	write_text(valid, strlen(valid));
	assert_int_equal(report_read_test(&read, path, &err), -1);
	assert_non_null(strstr(err.text, "retread-test-1"));
}

static int make_path(void **unused)
{
	int descriptor = mkstemp(path);

	(void)unused;
	if (descriptor >= 0)
		close(descriptor);
	return descriptor < 0;
}

static int remove_path(void **unused)
{
	(void)unused;
	unlink(path);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_report_is_read),
		cmocka_unit_test(a_report_cut_anywhere_is_refused),
		cmocka_unit_test(a_changed_byte_never_crashes_the_reader),
		cmocka_unit_test(
			a_value_of_another_type_never_crashes_the_reader),
		cmocka_unit_test(wrong_values_are_refused_by_their_path),
		cmocka_unit_test(a_finding_without_witnesses_is_refused),
		cmocka_unit_test(deep_nesting_is_refused),
		cmocka_unit_test(how_a_process_ended_is_read_or_refused),
		cmocka_unit_test(what_is_no_file_is_refused_without_waiting),
	};

	return cmocka_run_group_tests(tests, make_path, remove_path);
}
