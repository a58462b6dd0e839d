/* SPDX-License-Identifier: MIT
 * Compiles a kernel with sites, and a file that calls it, into a target. */
#include "config.h"

#include "fuzz-perf/hls/kernel.h"

#include <assert.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/kernel/source.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

#define PLUGIN_FILE  "retread-hardware.so"
#define RUNTIME_FILE "libretread-hls.a"

extern char **environ;

struct tools {
	char *c, *cxx; /* compilers */
	char *headers; /* directory */
	char *plugin, *runtime;
};

/* NAME in the tree of this program, or in its DIRECTORY of an installation. NULL:
 * it is not there. Free it. */
static char *build_find_beside(const char *directory, const char *name)
{
	char *top = program_directory(2);
	char *path = memory_format("%s/%s", top ? top : "", name);

	if (access(path, R_OK) != 0) {
		free(path);
		path = memory_format(
			"%s/%s/%s", top ? top : "", directory, name);
	}
	free(top);
	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

char *kernel_path_dup(const struct kernel_file *kernel, const char *word)
{
	return memory_format(
		"%s%s", *word == '/' ? "" : kernel->directory, word);
}

char *kernel_headers_dup(void)
{
	char *headers =
		build_find_beside("include/retread", "include/retread/hls");

	return headers ? headers : build_find_beside("include/retread", "hls");
}

static int find_tools(struct tools *tools, struct error *err)
{
	tools->c = build_find_beside("bin", "retread-cc");
	tools->cxx = build_find_beside("bin", "retread-c++");
	tools->headers = kernel_headers_dup();
	tools->plugin = program_find_part(PLUGIN_FILE, R_OK);
	tools->runtime = program_find_part(RUNTIME_FILE, R_OK);
	if (!tools->plugin)
		return error_set(err,
			"%s is not there: sites need clang and LLVM's headers "
			"when retread is built",
			PLUGIN_FILE);
	if (!tools->c || !tools->cxx || !tools->headers || !tools->runtime)
		return error_set(err,
			"retread-cc, the headers for kernels or %s is not "
			"beside this program",
			RUNTIME_FILE);
	return 0;
}

static void release_tools(struct tools *tools)
{
	free(tools->c);
	free(tools->cxx);
	free(tools->headers);
	free(tools->plugin);
	free(tools->runtime);
}

int build_run(char **words, struct error *err)
{
	pid_t child;
	int status;

	assert(words[0]); /* a compiler */
	if (posix_spawn(&child, words[0], NULL, NULL, words, environ) != 0)
		return error_set_errno(err, "cannot start %s", words[0]);
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return error_set_errno(err, "%s", words[0]);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Returns 0; 1 if it fails, which has said why; -1 with ERR filled. */
static int run_words(char **words, struct error *err)
{
	int status = build_run(words, err);

	return status > 0 ? 1 : status;
}

static int is_c(const char *source)
{
	size_t length = strlen(source);

	return length > 2 && strcmp(source + length - 2, ".c") == 0;
}

/* Adds what the compiler and the reader of pragmas need for SOURCE. */
static void build_add_options(struct arguments *words,
	const struct kernel_file *kernel, const struct tools *tools,
	const char *source)
{
	arguments_add_format(words, "-isystem%s", tools->headers);
	if (!is_c(source)) {
		arguments_add(words, "-fno-exceptions");
		arguments_add(words, "-include");
		arguments_add_format(words, "%s/hls_sim.h", tools->headers);
	}
	if (kernel->flags.count > 0)
		arguments_add_all(words, kernel->flags.word);
}

/* Compiles SOURCE with what is AFTER the common options. */
static int build_compile(const struct kernel_file *kernel,
	const struct tools *tools, const char *source, char *const *after,
	struct error *err)
{
	struct arguments words = {0};
	int result;

	arguments_add(&words, is_c(source) ? tools->c : tools->cxx);
	arguments_add(&words, "-O1");
	arguments_add(&words, "-g");
	arguments_add(&words, "-w");
	build_add_options(&words, kernel, tools, source);
	arguments_add_all(&words, after);
	arguments_add(&words, source);
	result = run_words(words.word, err);
	arguments_release(&words);
	return result;
}

/* Has the plug-in know the pragmas of SOURCE. Returns as kernel_build. */
static int build_export_pragmas(const struct kernel_file *kernel,
	const struct tools *tools, char *source, FILE *others,
	struct error *err)
{
	struct arguments words = {0};
	struct source_request request = {.path = &source, .count = 1};
	int result;

	/* Kernels have register variables; newer compilers refuse these. */
	arguments_add(&words, "-Wno-register");
	build_add_options(&words, kernel, tools, source);
	request.argument = words.word;
	request.argument_count = words.count;
	result = pragmas_export(&request, others, err);
	arguments_release(&words);
	if (result == 0 || !source_can_parse())
		return result;
	return 1;
}

/* Compiles source WORD into OBJECT, its pragmas being known. The plug-in lists regions of
 * dataflow that run as on the CPU after the pragmas in OTHERS. */
static int compile_source(const struct kernel_file *kernel,
	const struct tools *tools, const char *word, const char *object,
	struct whole_file *others, struct error *err)
{
	char *source = kernel_path_dup(kernel, word);
	char *plugin = memory_format("-fpass-plugin=%s", tools->plugin);
	char *words[] = {plugin, "-c", "-o", (char *)object, NULL};
	int result =
		build_export_pragmas(kernel, tools, source, others->out, err);

	fflush(others->out);
	setenv("RETREAD_HLS_UNMODELLED", others->temporary, 1);
	if (result == 0)
		result = build_compile(kernel, tools, source, words, err);
	unsetenv("RETREAD_HLS_UNMODELLED");
	fseek(others->out, 0, SEEK_END);
	free(plugin);
	free(source);
	return result;
}

/*--- the file that calls it ---*/

static void print_inputs(const struct kernel_file *kernel, FILE *out)
{
	fputs("static const struct retread_hls_input inputs[] = {\n", out);
	for (size_t i = 0; i < kernel->inputs; i++) {
		const struct kernel_input *input = &kernel->input[i];
		fprintf(out,
			"\t{\"%s\", %u, %d, %lld, %lld, (int64_t)%lluull, "
			"(int64_t)%lluull},\n",
			input->name, input->bytes, input->is_signed,
			(long long)input->count_min,
			(long long)input->count_max,
			(unsigned long long)input->min,
			(unsigned long long)input->max);
	}
	fputs("};\n", out);
}

/* The kernel's name leads to a function that notes what it returns, and asks its
 * Verilog instead while that is wanted. */
static void build_print_simulated(
	const struct kernel_interface *interface, FILE *out)
{
	bool returns = interface->returned_bytes > 0;

	fputs("static const struct retread_hls_port retread_ports[] = {\n",
		out);
	for (size_t i = 0; i < interface->count; i++)
		fprintf(out, "\t{%u, %d, %d},\n", interface->port[i].bytes,
			interface->port[i].is_array,
			interface->port[i].is_const);
	/* The type of an array cannot stand before a name by itself. */
	fprintf(out,
		"};\ntemplate <class T> using retread_type = T;\n"
		"static %s simulated(",
		interface->type);
	for (size_t i = 0; i < interface->count; i++)
		fprintf(out, "%sretread_type<%s> %s", i > 0 ? ", " : "",
			interface->port[i].type, interface->port[i].name);
	fputs(")\n{\n\tvoid *retread_argument[] = {", out);
	for (size_t i = 0; i < interface->count; i++)
		fprintf(out, "(void *)%s%s, ",
			interface->port[i].is_array ? "" : "&",
			interface->port[i].name);
	fprintf(out,
		"0};\n\tunsigned long long retread_returned = 0;\n"
		"\tif (!retread_hls_simulate(retread_ports, %zu, "
		"retread_argument, %u, &retread_returned))\n\t\t%s%s(",
		interface->count, interface->returned_bytes,
		returns ? "retread_returned = " : "", interface->function);
	for (size_t i = 0; i < interface->count; i++)
		fprintf(out, "%s%s", i > 0 ? ", " : "",
			interface->port[i].name);
	fprintf(out,
		");\n\tretread_hls_returned(retread_returned);\n\treturn%s;\n}"
		"\n"
		"#define %s simulated\n",
		returns ? " retread_returned" : "", interface->function);
}

bool kernel_is_all_c(const struct kernel_file *kernel)
{
	bool all_c = true;

	for (size_t i = 0; i < kernel->sources.count; i++)
		all_c &= is_c(kernel->sources.word[i]);
	return all_c;
}

void kernel_print_declaration(const struct kernel_file *kernel, FILE *out)
{
	bool all_c = kernel_is_all_c(kernel);

	fputs("#include <stdint.h>\n#include \"hls_target.h\"\n", out);
	if (all_c)
		fputs("extern \"C\" {\n", out);
	for (size_t i = 0; i < kernel->includes.count; i++) {
		char *path = kernel_path_dup(kernel, kernel->includes.word[i]);
		char *whole = realpath(path, NULL);
		fprintf(out, "#include \"%s\"\n", whole ? whole : path);
		free(whole);
		free(path);
	}
	if (kernel->declare)
		fprintf(out, "#line %u \"%s\"\n%s;\n", kernel->declare_line,
			kernel->path, kernel->declare);
	if (all_c)
		fputs("}\n", out);
}

static void print_caller(const struct kernel_file *kernel, FILE *out)
{
	kernel_print_declaration(kernel, out);
	if (kernel->interface.function)
		build_print_simulated(&kernel->interface, out);
	print_inputs(kernel, out);
	fprintf(out,
		"const struct retread_hls_kernel retread_hls_kernel = {\n"
		"\tinputs, %zu, %lld, %u, %d, %lld, %lld, %lld, %d};\n"
		"void retread_hls_call(void *const *array, const int "
		"*array_count, "
		"void *result_bytes)\n{\n"
		"\t%s_t *result = (%s_t *)result_bytes;\n\t(void)result;\n",
		kernel->inputs,
		(long long)(kernel->results * kernel->result_bytes),
		kernel->result_bytes, *kernel->result_type != 'u',
		(long long)kernel->calls_min, (long long)kernel->calls_max,
		(long long)kernel->ticks, kernel->is_fresh, kernel->result_type,
		kernel->result_type);
	for (size_t i = 0; i < kernel->inputs; i++) {
		const struct kernel_input *input = &kernel->input[i];
		fprintf(out,
			"\t%s_t *%s = (%s_t *)array[%zu]; (void)%s;\n"
			"\tint %s_count = array_count[%zu]; (void)%s_count;\n",
			input->type, input->name, input->type, i, input->name,
			input->name, i, input->name);
	}
	fprintf(out, "#line %u \"%s\"\n\t%s;\n}\n", kernel->call_line,
		kernel->path, kernel->call);
}

static int write_caller(
	const struct kernel_file *kernel, const char *path, struct error *err)
{
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		print_caller(kernel, file.out);
	return whole_file_close(&file, result, err);
}

/* With the headers as the kernel has them: their functions are linked once. */
static int compile_caller(const struct kernel_file *kernel,
	const struct tools *tools, const char *source, const char *object,
	struct error *err)
{
	char *words[] = {"-c", "-o", (char *)object, NULL};

	return build_compile(kernel, tools, source, words, err);
}

static int link_target(const struct tools *tools, const char *directory,
	size_t objects, struct error *err)
{
	struct arguments words = {0};
	int result;

	arguments_add(&words, tools->cxx);
	arguments_add(&words, "-o");
	arguments_add_format(&words, "%s/target", directory);
	for (size_t i = 0; i < objects; i++)
		arguments_add_format(&words, "%s/%zu.o", directory, i);
	arguments_add(&words, "-Wl,--whole-archive");
	arguments_add(&words, tools->runtime);
	arguments_add(&words, "-Wl,--no-whole-archive");
	arguments_add(&words, "-Wl,--wrap=exit");
	result = run_words(words.word, err);
	arguments_release(&words);
	return result;
}

/* All of KERNEL, into DIRECTORY/0.o and so on. */
static int compile_sources(const struct kernel_file *kernel,
	const struct tools *tools, const char *directory, struct error *err)
{
	char *path = memory_format("%s/unmodelled", directory);
	struct whole_file others;
	int result = whole_file_open(&others, path, err), closed;

	for (size_t i = 0; result == 0 && i < kernel->sources.count; i++) {
		char *object = memory_format("%s/%zu.o", directory, i);
		result = compile_source(kernel, tools, kernel->sources.word[i],
			object, &others, err);
		free(object);
	}
	free(path);
	closed = whole_file_close(&others, result, err);
	return result != 0 ? result : closed;
}

int kernel_build(const struct kernel_file *kernel, const char *directory,
	struct error *err)
{
	struct tools tools = {0};
	char *caller = memory_format("%s/caller.cpp", directory);
	int result = find_tools(&tools, err);
	size_t i = kernel->sources.count;

	if (result == 0)
		result = compile_sources(kernel, &tools, directory, err);
	if (result == 0)
		result = write_caller(kernel, caller, err);
	if (result == 0) {
		char *object = memory_format("%s/%zu.o", directory, i);
		result = compile_caller(kernel, &tools, caller, object, err);
		free(object);
	}
	if (result == 0)
		result = link_target(&tools, directory, i + 1, err);
	free(caller);
	release_tools(&tools);
	return result;
}
