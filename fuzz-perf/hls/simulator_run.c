/* SPDX-License-Identifier: MIT
 * How a simulator of Verilog is found and started, whichever it is. */
#include "config.h"

#include "fuzz-perf/hls/simulator.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

void simulator_add_files(struct arguments *words,
	const struct kernel_file *kernel, const struct arguments *files)
{
	for (size_t i = 0; i < files->count; i++) {
		char *path = kernel_path_dup(kernel, files->word[i]);
		arguments_add(words, path);
		free(path);
	}
}

int simulator_run(const char *name, const struct arguments *words,
	const char *given, struct error *err)
{
	struct arguments all = {0};
	int status;

	arguments_add(&all, "/bin/sh");
	arguments_add(&all, "-c");
	arguments_add(&all, "exec \"$0\" \"$@\"");
	arguments_add_all(&all, words->word);
	status = build_run(all.word, err);
	arguments_release(&all);
	if (status == 127)
		return error_set(err, "%s is not installed", name);
	if (status > 0)
		error_set(
			err, "%s refuses %s, and says why above", name, given);
	return status > 0 ? 1 : status;
}

bool simulator_has(const struct arguments *found, const char *name,
	const char *part, unsigned number)
{
	char *wanted = memory_format("%s%s%u", name, part, number);
	bool is_there = false;

	for (size_t i = 0; i < found->count && !is_there; i++)
		is_there = strcmp(found->word[i], wanted) == 0;
	free(wanted);
	return is_there;
}

void simulator_print_kernel(FILE *out, const struct kernel_file *kernel,
	const struct arguments *found)
{
	fprintf(out, "\t%s kernel(", kernel->interface.function);
	for (size_t i = 0; i < found->count; i++)
		fprintf(out, "%s\n\t\t.%s(%s)", i > 0 ? "," : "",
			found->word[i],
			strcmp(found->word[i], "ap_rst_n") == 0
				? "!ap_rst"
				: found->word[i]);
	fputs(");\n", out);
}
