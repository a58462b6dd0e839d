/* SPDX-License-Identifier: MIT
 * `retread hls synth`: has the vendor's tool make Verilog of a kernel, once, and
 * writes a kernel's file that names it. The tool's command line and configuration are
 * those of the Vitis reference guide (UG1702, v++ mode HLS). */
#include "config.h"

#include "fuzz-perf/hls/command.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-perf/hls/kernel.h"
#include "lib/command/options.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

struct synth_request {
	const char *output, *part, *clock;
};

/* WORD of KERNEL's file as a path from anywhere. Free it. */
static char *absolute_dup(const struct kernel_file *kernel, const char *word)
{
	char *path = kernel_path_dup(kernel, word);
	char *whole = realpath(path, NULL);

	if (!whole)
		return path;
	free(path);
	return whole;
}

static void print_configuration(FILE *out, const struct kernel_file *kernel,
	const struct synth_request *request)
{
	char *flags = kernel->flags.count > 0
			      ? arguments_join_dup(&kernel->flags, " ")
			      : NULL;

	fprintf(out, "part=%s\n\n[hls]\nflow_target=vivado\nclock=%s\n",
		request->part, request->clock);
	fprintf(out, "syn.top=%s\n", kernel->interface.function);
	for (size_t i = 0; i < kernel->sources.count; i++) {
		char *path = absolute_dup(kernel, kernel->sources.word[i]);
		fprintf(out, "syn.file=%s\n", path);
		free(path);
	}
	if (flags)
		fprintf(out, "syn.cflags=%s\n", flags);
	free(flags);
}

static int is_verilog(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return dot && strcmp(dot, ".v") == 0;
}

/* The lines of the kernel's FILE, except for sources, which move, and Verilog, which is
 * that of DIRECTORY. */
static int print_kernel(FILE *out, const char *file,
	const struct kernel_file *kernel, const char *directory,
	struct error *err)
{
	struct dirent **entry;
	int count = scandir(directory, &entry, is_verilog, alphasort);
	char *line = NULL;
	size_t capacity = 0;
	FILE *in;

	if (count <= 0)
		return error_set(err,
			"v++ is done, but there is no Verilog in %s",
			directory);
	fputs("rtl=", out);
	for (int i = 0; i < count; i++) {
		fprintf(out, "%s%s/%s", i > 0 ? " " : "", directory,
			entry[i]->d_name);
		free(entry[i]);
	}
	free(entry);
	fputs("\nsource=", out);
	for (size_t i = 0; i < kernel->sources.count; i++) {
		char *path = absolute_dup(kernel, kernel->sources.word[i]);
		fprintf(out, "%s%s", i > 0 ? " " : "", path);
		free(path);
	}
	fputc('\n', out);
	in = fopen(file, "re");
	if (!in)
		return error_set_errno(err, "%s", file);
	while (getline(&line, &capacity, in) >= 0) {
		const char *key = line + strspn(line, " \t");
		if (strncmp(key, "rtl", 3) != 0 &&
			strncmp(key, "source", 6) != 0)
			fputs(line, out);
	}
	free(line);
	fclose(in);
	return 0;
}

/* Runs the vendor's tool in DIRECTORY. Returns 0, or -1 with ERR filled. */
static int synthesise(const struct kernel_file *kernel,
	const struct synth_request *request, struct error *err)
{
	char *path = memory_format("%s/hls_config.cfg", request->output);
	char *work = memory_format("%s/vitis", request->output);
	char *words[] = {"/bin/sh", "-c", "exec \"$0\" \"$@\"", "v++", "-c",
		"--mode", "hls", "--config", path, "--work_dir", work, NULL};
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		print_configuration(file.out, kernel, request);
	result = whole_file_close(&file, result, err);
	if (result == 0)
		result = build_run(words, err);
	if (result == 127)
		error_set(err,
			"v++ is not there: source the settings of Vitis "
			"first, or run it where it is installed with %s",
			path);
	else if (result > 0)
		error_set(err, "v++ ended with %d, and says why above", result);
	free(work);
	free(path);
	return result == 0 ? 0 : -1;
}

static int synth_kernel(const struct kernel_file *kernel, const char *file,
	const struct synth_request *request, struct error *err)
{
	char *verilog, *path;
	struct whole_file made;
	char *whole;
	int result;

	if (folders_make(request->output, err) != 0)
		return -1;
	if (synthesise(kernel, request, err) != 0)
		return -1;
	whole = realpath(request->output, NULL);
	verilog = memory_format("%s/vitis/hls/syn/verilog", whole ? whole : "");
	path = memory_format(
		"%s/%s.hls", request->output, kernel->interface.function);
	result = whole_file_open(&made, path, err);
	if (result == 0)
		result = print_kernel(made.out, file, kernel, verilog, err);
	result = whole_file_close(&made, result, err);
	if (result == 0)
		printf("%s names the Verilog; go on with\n  retread hls agree "
		       "%s\n",
			path, path);
	free(path);
	free(verilog);
	free(whole);
	return result;
}

static int synth(void *chosen, const struct operands *operands)
{
	const char *file = operands->operand[0];
	struct kernel_file kernel = {0};
	struct error err = {{0}};
	int result = kernel_read(&kernel, file, &err);

	if (result == 0 && !kernel.interface.function)
		result = ports_read(&kernel, &err);
	if (result != 0)
		return program_fail(
			PROGRAM_USAGE, "retread hls synth", err.text, NULL);
	result = synth_kernel(&kernel, file, chosen, &err);
	kernel_release(&kernel);
	return result == 0 ? PROGRAM_DONE
			   : program_fail(PROGRAM_ENVIRONMENT,
				     "retread hls synth", err.text, NULL);
}

int synth_run(int argc, char **argv)
{
	struct synth_request request = {
		.part = "xc7z020clg400-1", .clock = "10ns"};
	const struct option_row rows[] = {
		{"out", 'o', OPTION_TEXT, &request.output, .argument = "DIR",
			.help = "where the Verilog goes",
			.missing = "where shall the Verilog go? Name a "
				   "directory: -o DIR"},
		{"part", 0, OPTION_TEXT, &request.part, .argument = "PART",
			.help = "the device (xc7z020clg400-1)"},
		{"clock", 0, OPTION_TEXT, &request.clock, .argument = "TIME",
			.help = "a cycle (10ns)"},
	};
	const struct options options = {"retread hls synth",
		"-o DIR [OPTION]... KERNEL.hls",
		"Has Vitis HLS (v++) make Verilog of a kernel, and writes a "
		"kernel's file that names it.",
		OPTION_ROWS(rows), .least = 1, .most = 1,
		.few = "which kernel? Name its file",
		.many = "one kernel at a time"};

	return options_run(&options, argc, argv, synth, &request);
}
