/* SPDX-License-Identifier: MIT
 * The program retread-ir, behind `retread ir`: irf_main() with a target that is
 * loaded, and reports. */
#include "config.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-perf/ir/ir.h"
#include "fuzz-perf/ir/report.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/program.h"

#define NAME   "retread ir"
#define PREFIX "ir-"
#define SUFFIX ".so"

static int is_module(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name), suffix = strlen(SUFFIX);

	return length > suffix && !strncmp(entry->d_name, PREFIX, 3) &&
	       !strcmp(entry->d_name + length - suffix, SUFFIX);
}

/* Modules beside this program, NAMES of *COUNT of them; free both. */
static struct dirent **find_modules(int *count)
{
	char *directory = program_directory(0);
	struct dirent **entry = NULL;

	*count = directory ? scandir(directory, &entry, is_module, alphasort)
			   : 0;
	if (*count < 0)
		*count = 0;
	free(directory);
	return entry;
}

static void free_modules(struct dirent **entry, int count)
{
	for (int i = 0; i < count; i++)
		free(entry[i]);
	free(entry);
}

/* Free it. NULL: there is no module. */
static char *default_target(void)
{
	int count;
	struct dirent **entry = find_modules(&count);
	char *name = NULL;

	if (count)
		name = memory_format("%.*s",
			(int)(strlen(entry[count - 1]->d_name) -
				strlen(PREFIX SUFFIX)),
			entry[count - 1]->d_name + strlen(PREFIX));
	free_modules(entry, count);
	return name;
}

static int list_targets(void)
{
	int count;
	struct dirent **entry = find_modules(&count);

	for (int i = 0; i < count; i++)
		printf("%.*s\n",
			(int)(strlen(entry[i]->d_name) - strlen(PREFIX SUFFIX)),
			entry[i]->d_name + strlen(PREFIX));
	if (!count)
		puts("none: configure found no LLVM 14, 16 or 19 with its "
		     "headers; --target FILE.so takes any other compiler");
	free_modules(entry, count);
	return PROGRAM_DONE;
}

/* NULL with ERR filled, which is empty if the module said why. */
static const struct irf_target *load(const char *name, struct error *err)
{
	char *directory = program_directory(0);
	char *path = strchr(name, '/')
			     ? memory_format("%s", name)
			     : memory_format("%s/" PREFIX "%s" SUFFIX,
				       directory ? directory : ".", name);
	const struct irf_target *(*module)(void) = NULL;
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	if (!handle)
		error_set(
			err, "there is no target \"%s\": %s", name, dlerror());
	else
		*(void **)&module = dlsym(handle, "irf_module");
	if (handle && !module)
		error_set(err, "%s: it defines no irf_module()", path);
	free(path);
	free(directory);
	return module ? module() : NULL;
}

static int print_help(void)
{
	puts("Usage: retread ir [--target NAME] PART [OPTION]...\n"
	     "Finds what compilers do wrong, with functions that are made of "
	     "random bytes.\n\n"
	     "  fuzz      search\n"
	     "  replay    run one input and tell its verdict\n"
	     "  minimize  make an input small that still fails\n"
	     "  bisect    find the passes that an input needs to fail\n"
	     "  print     print the function and the passes of an input\n"
	     "  encode    make an input of a function's text\n"
	     "  verify    make many functions and verify each\n"
	     "  passes    list the passes\n"
	     "  report    print what a search found\n"
	     "  targets   list the compilers that there are\n\n"
	     "NAME is one of `retread ir targets`, or a FILE.so with a '/'. "
	     "`retread ir PART --help` has\nthe options.");
	return PROGRAM_DONE;
}

static int run_target(int argc, char **argv, const char *name)
{
	struct error err = {{0}};
	char *chosen = name ? memory_format("%s", name) : default_target();
	const struct irf_target *target = chosen ? load(chosen, &err) : NULL;

	if (!chosen)
		error_set(&err, "there is no compiler to test; `retread ir "
				"targets` says why");
	else if (!target && !*err.text)
		return PROGRAM_ENVIRONMENT;
	free(chosen);
	if (target)
		return irf_main(argc, argv, target);
	return program_fail(PROGRAM_USAGE, NAME, err.text,
		"--target takes one of them, or a FILE.so.");
}

int main(int argc, char **argv)
{
	static char name[] = NAME;
	const char *target = NULL;

	if (argc > 2 && !strcmp(argv[1], "--target")) {
		target = argv[2];
		argc -= 2;
		argv += 2;
	}
	argv[0] = name;
	if (argc < 2)
		return program_fail(PROGRAM_USAGE, NAME, "which part?",
			"`retread ir --help` lists them.");
	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		return print_help();
	if (argc > 1 && !strcmp(argv[1], "report"))
		return ir_report(argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "targets"))
		return list_targets();
	return run_target(argc, argv, target);
}
