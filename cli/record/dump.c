/* SPDX-License-Identifier: MIT
 * `retread dump`: a trace as text, or what there is in it. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/verbs.h"
#include "lib/json.h"
#include "lib/memory.h"
#include "lib/trace/printer.h"
#include "lib/trace/trace.h"

#define TRACES_HINT "Traces are kept by: retread record --keep-trace"

struct dump {
	const char *path;
	const char *records; /* names with commas between; NULL: all */
	uint64_t limit;	     /* of records; 0: none */
	bool summary;
	bool json;
	bool wanted[TRACE_RECORD_LIMIT];

	uint64_t count[TRACE_RECORD_LIMIT];
	uint64_t total;
	uint64_t blocks;
	uint64_t clock_end;
	bool reached_limit;
};

/* Sets the type that the LENGTH bytes at NAME mean as wanted. */
static int want(
	struct dump *dump, const char *name, size_t length, struct error *err)
{
	const char *names[TRACE_RECORD_LIMIT];
	char word[64];
	const char *near;

	for (unsigned type = 0; type < TRACE_RECORD_LIMIT; type++) {
		names[type] = trace_record_name(type);
		if (strlen(names[type]) == length &&
			strncmp(names[type], name, length) == 0) {
			dump->wanted[type] = true;
			return 0;
		}
	}
	snprintf(word, sizeof word, "%.*s", (int)length, name);
	near = options_nearest(word, names, TRACE_RECORD_LIMIT);
	return error_set(err, "--records: there is no record \"%s\"%s%s%s",
		word, near ? "; did you mean \"" : "", near ? near : "",
		near ? "\"?" : "");
}

static int choose_records(struct dump *dump, struct error *err)
{
	const char *name = dump->records;

	for (unsigned type = 0; type < TRACE_RECORD_LIMIT; type++)
		dump->wanted[type] = !name;
	while (name) {
		size_t length = strcspn(name, ",");
		if (want(dump, name, length, err) < 0)
			return -1;
		name = name[length] == ',' ? name + length + 1 : NULL;
	}
	return 0;
}

static void dump_block(struct dump *dump, struct trace_printer *printer,
	const struct trace_view *view)
{
	struct trace_cursor cursor;
	const uint8_t *record;

	trace_cursor_init(&cursor, view);
	dump->blocks++;
	while ((record = trace_cursor_next(&cursor))) {
		unsigned type = trace_record_is_read(record)
					? 0
					: trace_record_type(record);
		trace_printer_record(printer, record,
			(size_t)(cursor.next - record),
			trace_cursor_clock(&cursor, record),
			dump->wanted[type] && !dump->summary);
		dump->clock_end = trace_cursor_clock_after(&cursor);
		if (!dump->wanted[type])
			continue;
		dump->count[type]++;
		dump->total++;
		if (dump->limit != 0 && dump->total == dump->limit) {
			dump->reached_limit = true;
			break;
		}
	}
}

static void dump_print_summary(
	const struct dump *dump, const struct trace_reader *reader)
{
	const struct trace_header *header = trace_header(reader);
	const char *reason = trace_incomplete_reason(reader);
	char time[TRACE_PRINTER_TIME_BYTES];

	printf("trace      ");
	cli_print_clean(stdout, dump->path);
	printf("\nprocess    %u, child of %u, started %s\ncommand    ",
		header->pid, header->parent_pid,
		trace_printer_time(time, header->started_unix_ms));
	trace_printer_print_command(stdout, header);
	printf("\nclock      1 to %" PRIu64 "\nbytes      %" PRIu64
	       "\nblocks     %" PRIu64 "\nrecords    %" PRIu64 "\n",
		dump->clock_end, trace_offset(reader), dump->blocks,
		dump->total);
	for (unsigned type = 0; type < TRACE_RECORD_LIMIT; type++)
		if (dump->count[type] != 0)
			printf("  %-10s %" PRIu64 "\n", trace_record_name(type),
				dump->count[type]);
	if (dump->reached_limit)
		reason = "--limit was reached";
	printf("complete   %s%s\n", reason ? "no: " : "yes",
		reason ? reason : "");
}

static void put_process(
	struct json_value *top, const struct trace_header *header)
{
	struct json_value *process = json_make_object();
	struct json_value *command = json_make_array();
	const char *word = header->command;
	const char *end = word + header->command_bytes;

	json_put_count(process, "pid", header->pid);
	json_put_count(process, "parent_pid", header->parent_pid);
	json_put_count(process, "started_unix_ms", header->started_unix_ms);
	while (word < end) {
		size_t length = strnlen(word, (size_t)(end - word));
		char *copy = memory_string_dup_length(word, length);
		json_append_text(command, copy);
		free(copy);
		word += length + 1;
	}
	json_put(process, "command", command);
	json_put(top, "process", process);
}

static int dump_print_json(const struct dump *dump,
	const struct trace_reader *reader, struct error *err)
{
	struct json_value *top = json_make_object();
	struct json_value *records = json_make_object();
	int result;

	json_put_text(top, "trace", dump->path);
	put_process(top, trace_header(reader));
	json_put_count(top, "clock_end", dump->clock_end);
	json_put_count(top, "bytes", trace_offset(reader));
	json_put_count(top, "blocks", dump->blocks);
	for (unsigned type = 0; type < TRACE_RECORD_LIMIT; type++)
		json_put_count(
			records, trace_record_name(type), dump->count[type]);
	json_put(top, "records", records);
	json_put_bool(top, "complete", trace_is_complete(reader));
	json_put_text(top, "incomplete_reason",
		dump->reached_limit ? "--limit was reached"
				    : trace_incomplete_reason(reader));
	result = json_print(top, stdout, err);
	json_free(top);
	return result;
}

/* A trace without its end is still a trace. */
static void warn_incomplete(
	const struct dump *dump, const struct trace_reader *reader)
{
	fputs("retread dump: ", stderr);
	cli_print_clean(stderr, dump->path);
	fprintf(stderr, " is not complete: %s\n",
		trace_incomplete_reason(reader));
}

static int dump_trace(struct dump *dump, struct trace_reader *reader)
{
	struct trace_printer *printer = trace_printer_new(stdout);
	struct error damage = {{0}};
	struct error err = {{0}};
	struct trace_view view;
	int got = 1;
	int status = CLI_DONE;

	if (!dump->summary)
		trace_printer_print_header(printer, trace_header(reader));
	while (!dump->reached_limit &&
		(got = trace_next_block(reader, &view, &damage)) > 0)
		dump_block(dump, printer, &view);
	trace_printer_free(printer);
	if (dump->json && dump_print_json(dump, reader, &err) < 0)
		return cli_fail(CLI_ENVIRONMENT, "dump", &err, NULL);
	if (dump->summary && !dump->json)
		dump_print_summary(dump, reader);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		error_set_errno(&err, "cannot write the output");
		return cli_fail(CLI_ENVIRONMENT, "dump", &err, NULL);
	}
	if (got < 0)
		status = cli_fail(CLI_TESTS_FAILED, "dump", &damage, NULL);
	else if (!dump->reached_limit && !trace_is_complete(reader) &&
		 !dump->summary)
		warn_incomplete(dump, reader);
	return status;
}

static int dump_file(void *chosen, const struct operands *operands)
{
	struct dump *dump = chosen;
	struct trace_reader *reader;
	struct error err = {{0}};
	int status;

	dump->path = operands->operand[0];
	dump->summary |= dump->json;
	if (choose_records(dump, &err) < 0)
		return cli_fail(CLI_USAGE, "dump", &err, NULL);
	reader = trace_open_file(dump->path, &err);
	if (!reader)
		return cli_fail(CLI_USAGE, "dump", &err, TRACES_HINT);
	status = dump_trace(dump, reader);
	trace_close(reader);
	return status;
}

int verb_dump(int argc, char **argv)
{
	struct dump dump = {0};
	const struct option_row rows[] = {
		{"records", 'r', OPTION_TEXT, &dump.records,
			.argument = "NAME[,NAME]...",
			.help = "only records of these names: read, call, ..."},
		{"limit", 'n', OPTION_NUMBER, &dump.limit, .argument = "N",
			.help = "stop after N records"},
		{"summary", 's', OPTION_FLAG, &dump.summary,
			.help = "count the records instead of printing them"},
		{"json", 0, OPTION_FLAG, &dump.json,
			.help = "the summary as JSON"},
	};
	const struct options options = {"retread dump", "[OPTION]... TRACE",
		"Prints a trace, compressed or not, as text: one record a "
		"line. See retread-trace(5).",
		OPTION_ROWS(rows), .least = 1, .most = 1, .few = "which trace?",
		.many = "one trace at a time", .hint = TRACES_HINT};

	return options_run(&options, argc, argv, dump_file, &dump);
}
