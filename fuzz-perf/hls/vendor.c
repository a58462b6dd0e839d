/* SPDX-License-Identifier: MIT
 * Makes a program that answers a kernel's calls by the kernel itself, compiled with
 * the vendor's open headers (lib/hls/hls_native.h): another opinion of widths, rounding
 * and saturation, not of what hardware does else. */
#include "config.h"

#include "fuzz-perf/hls/simulator.h"

#include <stdlib.h>

#include "lib/error.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

static void print_argument_list(FILE *out, const struct kernel_file *kernel)
{
	for (size_t i = 0; i < kernel->interface.count; i++)
		fprintf(out, "%sits_%s", i > 0 ? ", " : "",
			kernel->interface.port[i].name);
}

static void print_for_each(
	FILE *out, const struct kernel_file *kernel, const char *verb)
{
	for (size_t i = 0; i < kernel->interface.count; i++)
		fprintf(out, "\tits_%s.%s();\n", kernel->interface.port[i].name,
			verb);
}

static void vendor_print_worker(FILE *out, const struct kernel_file *kernel)
{
	kernel_print_declaration(kernel, out);
	fputs("#include \"hls_native.h\"\n", out);
	for (size_t i = 0; i < kernel->interface.count; i++)
		fprintf(out, "static retread::argument its_%s(%u, %d, %d);\n",
			kernel->interface.port[i].name,
			kernel->interface.port[i].bytes,
			kernel->interface.port[i].is_array,
			kernel->interface.port[i].is_const);
	fputs("static void call()\n{\n", out);
	print_for_each(out, kernel, "take");
	fprintf(out, "\t%s%s(",
		kernel->interface.returned_bytes > 0 ? "auto returned = " : "",
		kernel->interface.function);
	print_argument_list(out, kernel);
	fputs(");\n\tfputs(\"done 0\", stdout);\n", out);
	if (kernel->interface.returned_bytes > 0)
		fprintf(out,
			"\tretread::give_number((uint64_t)returned, %u);\n",
			kernel->interface.returned_bytes);
	print_for_each(out, kernel, "give");
	fputs("}\nint main()\n{\n\treturn retread::native_run(call);\n}\n",
		out);
}

/* WORDS compile the sources and WORKER with the vendor's headers, then ours. */
static void add_compiler(struct arguments *words,
	const struct kernel_file *kernel, const char *headers,
	const char *program, const char *worker)
{
	char *vendor = kernel_path_dup(kernel, kernel->headers);

	arguments_add(words, "cc");
	arguments_add(words, "-O1");
	arguments_add(words, "-w");
	arguments_add_format(words, "-isystem%s", vendor);
	arguments_add(words, "-idirafter");
	arguments_add(words, headers);
	if (kernel->flags.count > 0)
		arguments_add_all(words, kernel->flags.word);
	arguments_add(words, "-o");
	arguments_add(words, program);
	arguments_add(words, worker);
	simulator_add_files(words, kernel, &kernel->sources);
	arguments_add(words, "-lstdc++");
	arguments_add(words, "-lm");
	free(vendor);
}

int vendor_build(const struct kernel_file *kernel, const char *directory,
	struct error *err)
{
	struct arguments words = {0};
	struct whole_file file;
	char *worker = memory_format("%s/worker.cpp", directory);
	char *program = memory_format("%s/simulate", directory);
	char *headers = kernel_headers_dup();
	int result = whole_file_open(&file, worker, err);

	if (result == 0)
		vendor_print_worker(file.out, kernel);
	result = whole_file_close(&file, result, err);
	if (result == 0 && !headers)
		result = error_set(err,
			"the headers for kernels are not beside this program");
	if (result == 0) {
		add_compiler(&words, kernel, headers, program, worker);
		result = simulator_run("cc", &words,
			"the kernel with the headers of headers=", err);
		arguments_release(&words);
	}
	free(headers);
	free(program);
	free(worker);
	return result;
}
