/* SPDX-License-Identifier: MIT
 * Records the calls that a testbench makes of a kernel as first inputs of a campaign. The
 * testbench is compiled with the kernel's name being that of a function which writes down
 * its arguments (lib/hls/hls_record.h), and calls the kernel. */
#include "config.h"

#include "fuzz-perf/hls/command.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/hls/simulator.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

#define RECORDER "retread_recorded"

struct seeds_request {
	const char *output;
};

static bool seeds_is_source(const char *word)
{
	static const char *const ends[] = {".c", ".cc", ".cpp", ".cxx", ".C"};
	const char *dot = strrchr(word, '.');

	for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
		if (strcmp(dot, ends[i]) == 0)
			return true;
	return false;
}

/*--- what the call gives the kernel ---*/

/* Where WORD begins in TEXT, up to END, as a name of its own; NULL: nowhere. */
static const char *seeds_find_word(
	const char *text, const char *end, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = text; at + length <= end; at++) {
		bool begins = at == text || (!isalnum((unsigned char)at[-1]) &&
						    at[-1] != '_');
		bool ends = at + length == end ||
			    (!isalnum((unsigned char)at[length]) &&
				    at[length] != '_');
		if (begins && ends && strncmp(at, word, length) == 0)
			return at;
	}
	return NULL;
}

/* The end of the argument at TEXT: a comma or parenthesis that is not within others. */
static const char *seeds_argument_end(const char *text)
{
	int depth = 0;

	for (; *text != '\0'; text++) {
		if (depth == 0 && (*text == ',' || *text == ')'))
			break;
		depth += *text == '(' || *text == '[';
		depth -= *text == ')' || *text == ']';
	}
	return text;
}

/* The port that the call of KERNEL gives NAME; NULL: none. */
static const struct kernel_port *seeds_find_port(
	const struct kernel_file *kernel, const char *name)
{
	const struct kernel_interface *interface = &kernel->interface;
	const char *at = seeds_find_word(kernel->call,
		kernel->call + strlen(kernel->call), interface->function);

	at = at ? strchr(at, '(') : NULL;
	for (size_t i = 0; at && i < interface->count; i++) {
		const char *end = seeds_argument_end(++at);
		if (seeds_find_word(at, end, name))
			return &interface->port[i];
		at = *end == ',' ? end : NULL;
	}
	return NULL;
}

static int seeds_print_input(FILE *out, const struct kernel_file *kernel,
	const struct kernel_input *input, struct error *err)
{
	char *count = memory_format("%s_count", input->name);
	const struct kernel_port *port = seeds_find_port(kernel, input->name);
	const struct kernel_port *length = seeds_find_port(kernel, count);

	free(count);
	if (!port)
		return error_set(err,
			"%s: call= does not give the kernel %s, so a call of "
			"it does not say what that is",
			kernel->path, input->name);
	fprintf(out, "\tcall.take(\"%s\", %s, ", input->name, port->name);
	if (length)
		fprintf(out, "(long long)%s);\n", length->name);
	else
		fprintf(out, "%lldll);\n", (long long)input->count_max);
	return 0;
}

/* A function with the kernel's parameters that records them. */
static int seeds_print_recorder(
	FILE *out, const struct kernel_file *kernel, struct error *err)
{
	const struct kernel_interface *interface = &kernel->interface;
	int result = 0;

	kernel_print_declaration(kernel, out);
	fprintf(out,
		"#include \"hls_record.h\"\n"
		"template <class T> using retread_type = T;\n%s%s " RECORDER
		"(",
		kernel_is_all_c(kernel) ? "extern \"C\" " : "",
		interface->type);
	for (size_t i = 0; i < interface->count; i++)
		fprintf(out, "%sretread_type<%s> %s", i > 0 ? ", " : "",
			interface->port[i].type, interface->port[i].name);
	fputs(")\n{\n\tretread::recorded call;\n", out);
	for (size_t i = 0; result == 0 && i < kernel->inputs; i++)
		result = seeds_print_input(out, kernel, &kernel->input[i], err);
	fprintf(out, "\tcall.write();\n\treturn %s(", interface->function);
	for (size_t i = 0; i < interface->count; i++)
		fprintf(out, "%s%s", i > 0 ? ", " : "",
			interface->port[i].name);
	fputs(");\n}\n", out);
	return result;
}

/*--- the testbench ---*/

/* Compiles WORD, with the kernel's name being the recorder's if it RECORDS. */
static int seeds_compile(const struct kernel_file *kernel, const char *word,
	const char *object, bool records, struct error *err)
{
	struct arguments words = {0};
	char *headers = kernel_headers_dup();
	int result;

	arguments_add(&words, "cc");
	arguments_add(&words, "-w");
	arguments_add_format(&words, "-isystem%s", headers ? headers : "");
	if (records)
		arguments_add_format(
			&words, "-D%s=" RECORDER, kernel->interface.function);
	if (kernel->flags.count > 0)
		arguments_add_all(&words, kernel->flags.word);
	arguments_add(&words, "-c");
	arguments_add(&words, "-o");
	arguments_add(&words, object);
	arguments_add(&words, word);
	result = simulator_run("cc", &words, word, err);
	arguments_release(&words);
	free(headers);
	return result;
}

/* Compiles the kernel, COUNT words of the testbench, and the recorder into
 * DIRECTORY/testbench. Returns 0, or with ERR filled 1 if something is refused, -1 if a
 * part is missing. */
static int seeds_build(const struct kernel_file *kernel, char *const *word,
	size_t count, const char *directory, struct error *err)
{
	struct whole_file file;
	struct arguments link = {0};
	char *recorder = memory_format("%s/recorder.cpp", directory);
	size_t all = kernel->sources.count + count + 1;
	int result = whole_file_open(&file, recorder, err), refused = 0;

	if (result == 0)
		refused = seeds_print_recorder(file.out, kernel, err);
	result = whole_file_close(&file, result, err);
	if (refused != 0)
		result = 1;
	arguments_add(&link, "cc");
	arguments_add(&link, "-o");
	arguments_add_format(&link, "%s/testbench", directory);
	for (size_t i = 0; result == 0 && i < all; i++) {
		bool is_kernel = i < kernel->sources.count;
		char *object = memory_format("%s/seed%zu.o", directory, i);
		char *source =
			is_kernel ? kernel_path_dup(
					    kernel, kernel->sources.word[i])
				  : memory_string_dup(
					    i + 1 == all
						    ? recorder
						    : word[i - kernel->sources
								       .count]);
		result = seeds_compile(
			kernel, source, object, !is_kernel && i + 1 < all, err);
		arguments_add(&link, object);
		free(source);
		free(object);
	}
	arguments_add(&link, "-lstdc++");
	arguments_add(&link, "-lm");
	if (result == 0)
		result = simulator_run("cc", &link, "the testbench", err);
	arguments_release(&link);
	free(recorder);
	return result;
}

/* Runs the testbench with what is left of WORD, then has the target of DIRECTORY make
 * seeds of its calls. */
static int seeds_record(
	char *const *word, const char *directory, struct error *err)
{
	char *texts = memory_format("%s/calls", directory);
	char *seeds = memory_format("%s/seeds", directory);
	struct arguments words = {0};
	char *target = memory_format("%s/target", directory);
	char *encode[] = {target, NULL};
	int status;

	arguments_add_format(&words, "%s/testbench", directory);
	arguments_add_all(&words, word);
	setenv("RETREAD_HLS_RECORD", texts, 1);
	status = folders_make_in(directory, "calls", err);
	if (status == 0)
		status = folders_make_in(directory, "seeds", err);
	if (status == 0)
		status = hls_run_program(words.word, true, err);
	if (status > 0)
		fprintf(stderr,
			"retread hls seeds: the testbench ended with %d\n",
			status);
	setenv("RETREAD_HLS_ENCODE", seeds, 1);
	if (status >= 0)
		status = hls_run_program(encode, false, err);
	folders_remove(texts);
	arguments_release(&words);
	free(target);
	free(seeds);
	free(texts);
	return status;
}

static int hls_seeds(void *chosen, const struct operands *operands)
{
	const struct seeds_request *request = chosen;
	char *const *word = operands->operand + 1;
	struct kernel_file kernel = {0};
	struct error err = {{0}};
	size_t count = 0;
	int result;

	while (count < operands->count - 1 && seeds_is_source(word[count]))
		count++;
	if (folders_make(request->output, &err) != 0)
		return hls_fail(PROGRAM_ENVIRONMENT, "seeds", &err);
	result = hls_build("seeds", operands->operand[0], 1 + SIMULATOR_NONE,
		request->output, &kernel);
	if (result == PROGRAM_DONE &&
		(!kernel.interface.function || count == 0)) {
		error_set(&err, "%s",
			count == 0 ? "which testbench? Name its sources: "
				     "KERNEL.hls -- TESTBENCH.cpp"
				   : "a kernel whose calls are recorded needs "
				     "declare=, with integers and pointers to "
				     "them as parameters");
		result = hls_fail(PROGRAM_USAGE, "seeds", &err);
	}
	if (result == PROGRAM_DONE) {
		int built = seeds_build(
			&kernel, word, count, request->output, &err);
		int status = built == 0 ? seeds_record(word + count,
						  request->output, &err)
					: 0;
		if (built != 0 || status < 0)
			result = hls_fail(
				built > 0 ? PROGRAM_USAGE : PROGRAM_ENVIRONMENT,
				"seeds", &err);
		else
			result = status;
	}
	kernel_release(&kernel);
	return result;
}

int seeds_run(int argc, char **argv)
{
	struct seeds_request request = {0};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &request.output, .argument = "DIR",
			.help = "the campaign that begins with them",
			.missing = "which campaign are the seeds for? Name "
				   "its directory: -o DIR"},
	};
	const struct options options = {"retread hls seeds",
		"-o DIR KERNEL.hls -- TESTBENCH.cpp... [ARGUMENT]...",
		"Compiles a testbench, runs it, and keeps the calls that it "
		"makes of the kernel as first inputs of a campaign.",
		OPTION_ROWS(rows), .least = 2,
		.few = "a kernel's file and the sources of its testbench are "
		       "needed"};

	return options_run(&options, argc, argv, hls_seeds, &request);
}
