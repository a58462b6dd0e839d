/* SPDX-License-Identifier: MIT
 * Records the calls that a testbench makes of a kernel as first inputs of a campaign. The
 * testbench is compiled with the kernel's name being that of a function which writes down
 * its arguments (lib/hls/hls_record.h), and calls the kernel. A program that is already
 * built has that function preloaded (lib/hls/hls_host.h). */
#include "config.h"

#include "fuzz-perf/hls/command.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* A function with the kernel's parameters that records them. IS_PRELOADED: it finds the
 * kernel in the program that it is loaded into. */
static int seeds_print_recorder(FILE *out, const struct kernel_file *kernel,
	bool is_preloaded, struct error *err)
{
	const struct kernel_interface *interface = &kernel->interface;
	int result = 0;

	kernel_print_declaration(kernel, out);
	fprintf(out,
		"#include \"hls_record.h\"\n%s"
		"template <class T> using retread_type = T;\n%s%s " RECORDER
		"(",
		is_preloaded ? "#include \"hls_host.h\"\n" : "",
		kernel_is_all_c(kernel) ? "extern \"C\" " : "",
		interface->type);
	for (size_t i = 0; i < interface->count; i++)
		fprintf(out, "%sretread_type<%s> %s", i > 0 ? ", " : "",
			interface->port[i].type, interface->port[i].name);
	fputs(")\n{\n\tretread::recorded call;\n", out);
	for (size_t i = 0; result == 0 && i < kernel->inputs; i++)
		result = seeds_print_input(out, kernel, &kernel->input[i], err);
	fputs("\tcall.write();\n", out);
	if (is_preloaded)
		fputs("\tretread::host_call during;\n\treturn "
		      "((decltype(&" RECORDER "))retread::host.at)(",
			out);
	else
		fprintf(out, "\treturn %s(", interface->function);
	for (size_t i = 0; i < interface->count; i++)
		fprintf(out, "%s%s", i > 0 ? ", " : "",
			interface->port[i].name);
	fputs(");\n}\n", out);
	if (is_preloaded)
		fprintf(out,
			"__attribute__((constructor)) static void "
			"retread_start()\n{\n\tretread::host_start(\"%s\", "
			"(void *)&" RECORDER ");\n}\n",
			interface->function);
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

/* Writes the recorder. Returns 0, or with ERR filled 1 if something is refused, -1 if a
 * part is missing. */
static int seeds_write_recorder(const struct kernel_file *kernel,
	const char *path, bool is_preloaded, struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err), refused = 0;

	if (result == 0)
		refused = seeds_print_recorder(
			file.out, kernel, is_preloaded, err);
	result = whole_file_close(&file, result, err);
	return refused != 0 ? 1 : result;
}

/* Compiles the kernel, COUNT words of the testbench, and the recorder into
 * DIRECTORY/testbench. Returns as seeds_write_recorder. */
static int seeds_build(const struct kernel_file *kernel, char *const *word,
	size_t count, const char *directory, struct error *err)
{
	struct arguments link = {0};
	char *recorder = memory_format("%s/recorder.cpp", directory);
	size_t all = kernel->sources.count + count + 1;
	int result = seeds_write_recorder(kernel, recorder, false, err);

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

/* Compiles the recorder as a library that a host is run with. Returns as
 * seeds_write_recorder. */
static int seeds_build_preloaded(const struct kernel_file *kernel,
	const char *directory, struct error *err)
{
	struct arguments words = {0};
	char *recorder = memory_format("%s/recorder.cpp", directory);
	char *headers = kernel_headers_dup();
	char *whole = realpath(directory, NULL);
	char *library =
		memory_format("%s/recorder.so", whole ? whole : directory);
	int result = seeds_write_recorder(kernel, recorder, true, err);

	arguments_add(&words, "cc");
	arguments_add(&words, "-w");
	arguments_add(&words, "-shared");
	arguments_add(&words, "-fPIC");
	arguments_add_format(&words, "-isystem%s", headers ? headers : "");
	if (kernel->flags.count > 0)
		arguments_add_all(&words, kernel->flags.word);
	arguments_add(&words, "-o");
	arguments_add(&words, library);
	arguments_add(&words, recorder);
	arguments_add(&words, "-lstdc++");
	if (result == 0)
		result = simulator_run("cc", &words, recorder, err);
	setenv("LD_PRELOAD", library, 1);
	arguments_release(&words);
	free(library);
	free(whole);
	free(headers);
	free(recorder);
	return result;
}

/* Has the target of DIRECTORY make seeds of the calls that are texts in CALLS. Returns an
 * exit code, or -1 with ERR filled. */
static int seeds_encode(const char *calls, const char *directory,
	const char *function, struct error *err)
{
	char *seeds = memory_format("%s/seeds", directory);
	char *target = memory_format("%s/target", directory);
	char *first = memory_format("%s/0", calls);
	char *encode[] = {target, NULL};
	int status = PROGRAM_INCOMPLETE;

	setenv("RETREAD_HLS_ENCODE", seeds, 1);
	if (access(first, R_OK) == 0)
		status = hls_run_program(encode, false, err);
	else
		fprintf(stderr,
			"retread hls seeds: no call of %s was seen: is it a "
			"function of its own in that program, and not inlined "
			"or stripped of its name?\n",
			function);
	free(first);
	free(target);
	free(seeds);
	return status;
}

/* Runs WORDS, the testbench or a host, and makes seeds of its calls. Returns as
 * seeds_encode. */
static int seeds_record(struct arguments *words, const char *directory,
	const char *function, struct error *err)
{
	char *whole = realpath(directory, NULL);
	char *texts = memory_format("%s/calls", whole ? whole : directory);
	int status;

	setenv("RETREAD_HLS_RECORD", texts, 1);
	status = folders_make_in(directory, "calls", err);
	if (status == 0)
		status = folders_make_in(directory, "seeds", err);
	if (status == 0)
		status = hls_run_program(words->word, true, err);
	unsetenv("LD_PRELOAD");
	if (status > 0)
		fprintf(stderr,
			"retread hls seeds: the testbench ended with %d\n",
			status);
	if (status >= 0)
		status = seeds_encode(texts, directory, function, err);
	folders_remove(texts);
	free(texts);
	free(whole);
	return status;
}

/* Builds what records of WORD, COUNT sources of a testbench with arguments, or a host,
 * and runs it. Returns an exit code. */
static int seeds_build_and_record(const struct kernel_file *kernel,
	char *const *word, size_t count, const char *directory,
	struct error *err)
{
	struct arguments words = {0};
	int built = count > 0 ? seeds_build(kernel, word, count, directory, err)
			      : seeds_build_preloaded(kernel, directory, err);
	int status = 0;

	if (count > 0)
		arguments_add_format(&words, "%s/testbench", directory);
	arguments_add_all(&words, word + count);
	if (built == 0)
		status = seeds_record(
			&words, directory, kernel->interface.function, err);
	arguments_release(&words);
	if (built == 0 && status >= 0)
		return status;
	return hls_fail(
		built > 0 ? PROGRAM_USAGE : PROGRAM_ENVIRONMENT, "seeds", err);
}

static int hls_seeds(void *chosen, const struct operands *operands)
{
	const struct seeds_request *request = chosen;
	char *const *word = operands->operand + 1;
	struct kernel_file kernel = {0};
	struct error err = {{0}};
	size_t count = 0;
	bool has_host;
	int result;

	while (count < operands->count - 1 && seeds_is_source(word[count]))
		count++;
	has_host = count > 0 || access(word[0], X_OK) == 0;
	if (folders_make(request->output, &err) != 0)
		return hls_fail(PROGRAM_ENVIRONMENT, "seeds", &err);
	result = hls_build("seeds", operands->operand[0], 1 + SIMULATOR_NONE,
		request->output, &kernel);
	if (result == PROGRAM_DONE &&
		(!kernel.interface.function || !has_host)) {
		error_set(&err, "%s",
			!has_host ? "which testbench? Name its sources: "
				    "KERNEL.hls -- TESTBENCH.cpp, or a program"
				  : "a kernel whose calls are recorded needs "
				    "declare=, with integers and pointers to "
				    "them as parameters");
		result = hls_fail(PROGRAM_USAGE, "seeds", &err);
	}
	if (result == PROGRAM_DONE)
		result = seeds_build_and_record(
			&kernel, word, count, request->output, &err);
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
		"-o DIR KERNEL.hls -- {TESTBENCH.cpp... | HOST} [ARGUMENT]...",
		"Runs a testbench, which it compiles, or a program that calls "
		"the kernel, and keeps these calls as first inputs of a "
		"campaign.",
		OPTION_ROWS(rows), .least = 2,
		.few = "a kernel's file and its testbench, or a program that "
		       "calls it, are needed"};

	return options_run(&options, argc, argv, hls_seeds, &request);
}
