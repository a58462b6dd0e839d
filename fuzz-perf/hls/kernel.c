/* SPDX-License-Identifier: MIT
 * Reads a kernel's file. */
#include "config.h"

#include "fuzz-perf/hls/kernel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/memory.h"

#define COUNT_LIMIT 65535
#define TICKS	    100000
#define CYCLES	    20000

static const struct {
	const char *name;
	unsigned bytes;
	int is_signed;
} types[] = {
	{"int8", 1, 1},
	{"int16", 2, 1},
	{"int32", 4, 1},
	{"int64", 8, 1},
	{"uint8", 1, 0},
	{"uint16", 2, 0},
	{"uint32", 4, 0},
};

static int find_type(const char *name, unsigned *bytes, int *is_signed)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (strcmp(types[i].name, name) == 0) {
			*bytes = types[i].bytes;
			*is_signed = types[i].is_signed;
			return 0;
		}
	return -1;
}

/* LOW..HIGH, or one number. */
static int read_range(const char *text, int64_t *low, int64_t *high)
{
	char *end;

	errno = 0;
	*low = strtoll(text, &end, 0);
	*high = *low;
	if (end == text || errno != 0)
		return -1;
	if (strncmp(end, "..", 2) == 0) {
		text = end + 2;
		*high = strtoll(text, &end, 0);
		if (end == text || errno != 0)
			return -1;
	}
	return *end == '\0' && *low <= *high ? 0 : -1;
}

static int kernel_read_input(struct kernel_file *kernel, const char *name,
	const char *value, struct error *err)
{
	struct kernel_input *input = &kernel->input[kernel->inputs];
	char count[48] = "1", range[48] = "";

	if (kernel->inputs == KERNEL_INPUTS)
		return error_set(err, "more than %d inputs", KERNEL_INPUTS);
	if (sscanf(value, "%15s %47s %47s", input->type, count, range) < 1 ||
		find_type(input->type, &input->bytes, &input->is_signed) != 0)
		return error_set(err,
			"input.%s is TYPE COUNT..COUNT MIN..MAX; a type is "
			"int8, int16, int32, int64, uint8, uint16 or uint32",
			name);
	input->max = input->is_signed
			     ? (int64_t)(UINT64_MAX >> (65 - 8 * input->bytes))
			     : (int64_t)(UINT64_MAX >> (64 - 8 * input->bytes));
	input->min = input->is_signed ? -input->max - 1 : 0;
	if (read_range(count, &input->count_min, &input->count_max) != 0 ||
		input->count_min < 0 || input->count_max > COUNT_LIMIT)
		return error_set(err,
			"%s: a number of elements is 0 to %d, or a range",
			count, COUNT_LIMIT);
	if (*range != '\0') {
		int64_t low, high;
		if (read_range(range, &low, &high) != 0 || low < input->min ||
			high > input->max)
			return error_set(err, "%s is not a range of %s", range,
				input->type);
		input->min = low;
		input->max = high;
	}
	input->name = memory_string_dup(name);
	kernel->inputs++;
	return 0;
}

static int read_result(
	struct kernel_file *kernel, const char *value, struct error *err)
{
	char count[48] = "1";
	int is_signed;
	int64_t most;

	if (sscanf(value, "%15s %47s", kernel->result_type, count) < 1 ||
		find_type(kernel->result_type, &kernel->result_bytes,
			&is_signed) != 0 ||
		read_range(count, &kernel->results, &most) != 0 ||
		kernel->results < 1 || most > COUNT_LIMIT)
		return error_set(err, "result is TYPE COUNT, say int32 4");
	kernel->results = most;
	return 0;
}

static int kernel_read_number(const char *key, const char *value, int64_t most,
	int64_t *number, struct error *err)
{
	int64_t high;

	if (read_range(value, number, &high) != 0 || *number != high ||
		*number < 1 || *number > most)
		return error_set(err, "%s is a number from 1 to %lld", key,
			(long long)most);
	return 0;
}

static int read_calls(
	struct kernel_file *kernel, const char *value, struct error *err)
{
	if (read_range(value, &kernel->calls_min, &kernel->calls_max) != 0 ||
		kernel->calls_min < 1 || kernel->calls_max > 100)
		return error_set(err,
			"calls is a number from 1 to 100, or a range: 1..4");
	return 0;
}

static int kernel_read_state(
	struct kernel_file *kernel, const char *value, struct error *err)
{
	kernel->is_fresh = strcmp(value, "fresh") == 0;
	if (!kernel->is_fresh && strcmp(value, "kept") != 0)
		return error_set(err, "state is kept or fresh, not %s", value);
	return 0;
}

static void kernel_add_words(struct arguments *words, char *value)
{
	char *next = NULL;

	for (char *word = strtok_r(value, " \t", &next); word;
		word = strtok_r(NULL, " \t", &next))
		arguments_add(words, word);
}

static int read_key(struct kernel_file *kernel, const char *key, char *value,
	struct error *err)
{
	if (strcmp(key, "source") == 0)
		kernel_add_words(&kernel->sources, value);
	else if (strcmp(key, "cflags") == 0)
		kernel_add_words(&kernel->flags, value);
	else if (strcmp(key, "include") == 0)
		kernel_add_words(&kernel->includes, value);
	else if (strcmp(key, "declare") == 0 && !kernel->declare)
		kernel->declare = memory_string_dup(value);
	else if (strcmp(key, "call") == 0 && !kernel->call)
		kernel->call = memory_string_dup(value);
	else if (strncmp(key, "input.", 6) == 0 && key[6] != '\0')
		return kernel_read_input(kernel, key + 6, value, err);
	else if (strcmp(key, "result") == 0)
		return read_result(kernel, value, err);
	else if (strcmp(key, "calls") == 0)
		return read_calls(kernel, value, err);
	else if (strcmp(key, "state") == 0)
		return kernel_read_state(kernel, value, err);
	else if (strcmp(key, "ticks") == 0)
		return kernel_read_number(
			key, value, INT32_MAX, &kernel->ticks, err);
	else if (strcmp(key, "rtl") == 0)
		kernel_add_words(&kernel->rtl, value);
	else if (strcmp(key, "headers") == 0 && !kernel->headers)
		kernel->headers = memory_string_dup(value);
	else if (strcmp(key, "confirm") == 0 && !kernel->confirm)
		kernel->confirm = memory_string_dup(value);
	else if (strcmp(key, "cycles") == 0)
		return kernel_read_number(
			key, value, INT32_MAX, &kernel->cycles, err);
	else
		return error_set(err,
			"%s is not a key, or there twice: source, cflags, "
			"include, declare, "
			"call, input.NAME, result, calls, state, ticks, rtl, "
			"headers, cycles and confirm are known",
			key);
	return 0;
}

/* Cuts blanks off both ends. */
static char *trim(char *text)
{
	size_t length;

	text += strspn(text, " \t");
	length = strlen(text);
	while (length > 0 && strchr(" \t\r\n", text[length - 1]))
		text[--length] = '\0';
	return text;
}

static int kernel_read_line(
	struct kernel_file *kernel, char *line, struct error *err)
{
	char *text = trim(line), *equals = strchr(text, '=');

	if (*text == '\0' || *text == '#' || *text == '[')
		return 0;
	if (!equals)
		return error_set(err, "a line is KEY=VALUE, not \"%s\"", text);
	*equals = '\0';
	return read_key(kernel, trim(text), trim(equals + 1), err);
}

/* The next line of IN, without its end, and those that it goes on in: after a
 * backslash. NULL: there is none. Free it. */
static char *kernel_next_line(FILE *in, unsigned *number)
{
	char *whole = NULL, *line = NULL;
	size_t capacity = 0;
	bool goes_on = true;

	while (goes_on && getline(&line, &capacity, in) >= 0) {
		char *before = whole, *text = trim(line);
		size_t length = strlen(text);
		++*number;
		goes_on = length > 0 && text[length - 1] == '\\';
		if (goes_on)
			text[length - 1] = '\0';
		whole = memory_format("%s%s", before ? before : "", text);
		free(before);
	}
	free(line);
	return whole;
}

static int kernel_check(struct kernel_file *kernel, struct error *err)
{
	if (kernel->sources.count == 0)
		return error_set(err, "there is no source=");
	if (!kernel->declare && kernel->includes.count == 0)
		return error_set(err,
			"there is no declare=, the declaration of the kernel, "
			"and no include=, a header that has it");
	if (!kernel->call)
		return error_set(err,
			"there is no call=, which calls the kernel and sets "
			"result[]");
	if (kernel->inputs == 0)
		return error_set(err, "there is no input.NAME=");
	if (kernel->declare && ports_read(kernel, err) == 0)
		return 0;
	if (kernel->rtl.count == 0 && !kernel->headers && !kernel->confirm)
		return 0;
	return kernel->declare ? -1
			       : error_set(err, "rtl=, headers= and confirm= "
						"need declare=, the "
						"declaration of the kernel");
}

/* LINE is where TEXT was, if there is one now. */
static void kernel_note_line(unsigned *line, const char *text, unsigned number)
{
	if (text && *line == 0)
		*line = number;
}

/* The vendor's headers where its tool says they are, if the file names none and the
 * kernel has ports. */
static void kernel_find_headers(struct kernel_file *kernel)
{
	static const char *const variables[] = {"XILINX_HLS", "XILINX_VITIS"};

	for (size_t i = 0; !kernel->headers && kernel->rtl.count == 0 &&
			   kernel->interface.function &&
			   i < sizeof variables / sizeof variables[0];
		i++) {
		const char *top = getenv(variables[i]);
		char *header =
			memory_format("%s/include/ap_int.h", top ? top : "");
		kernel->has_found_headers = top && access(header, R_OK) == 0;
		if (kernel->has_found_headers)
			kernel->headers = memory_format("%s/include", top);
		free(header);
	}
}

int kernel_read(struct kernel_file *kernel, const char *path, struct error *err)
{
	FILE *in = fopen(path, "re");
	const char *slash = strrchr(path, '/');
	char *line;
	unsigned number = 0;
	int result = 0;

	memset(kernel, 0, sizeof(*kernel));
	if (!in)
		return error_set_errno(err, "%s", path);
	kernel->directory = slash ? memory_string_dup_length(
					    path, (size_t)(slash - path) + 1)
				  : memory_string_dup("");
	strcpy(kernel->result_type, "int32");
	kernel->result_bytes = 4;
	kernel->results = 1;
	kernel->calls_min = 1;
	kernel->calls_max = 1;
	kernel->ticks = TICKS;
	kernel->cycles = CYCLES;
	kernel->path = path;
	while (result == 0) {
		unsigned first = number + 1;
		line = kernel_next_line(in, &number);
		if (!line)
			break;
		result = kernel_read_line(kernel, line, err);
		kernel_note_line(&kernel->declare_line, kernel->declare, first);
		kernel_note_line(&kernel->call_line, kernel->call, first);
		free(line);
	}
	fclose(in);
	if (result != 0)
		return error_add_context(err, "%s:%u", path, number);
	if (kernel_check(kernel, err) != 0)
		return error_add_context(err, "%s", path);
	kernel_find_headers(kernel);
	return 0;
}

void kernel_release(struct kernel_file *kernel)
{
	arguments_release(&kernel->sources);
	arguments_release(&kernel->flags);
	arguments_release(&kernel->includes);
	for (size_t i = 0; i < kernel->inputs; i++)
		free(kernel->input[i].name);
	free(kernel->directory);
	free(kernel->declare);
	free(kernel->call);
	free(kernel->confirm);
	free(kernel->headers);
	arguments_release(&kernel->rtl);
	interface_release(&kernel->interface);
}

uint64_t kernel_test_bytes(const struct kernel_file *kernel)
{
	uint64_t bytes = 2; /* calls and schedule */

	for (size_t i = 0; i < kernel->inputs; i++)
		bytes += 2 + (uint64_t)kernel->input[i].count_max *
				     kernel->input[i].bytes;
	return bytes;
}
