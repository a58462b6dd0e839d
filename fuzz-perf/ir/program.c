/* SPDX-License-Identifier: MIT
 * The program retread-ir, which `retread ir` starts: irf_main() with a target that is
 * loaded, and reports. */
#include "config.h"

#include <dirent.h>
#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-perf/ir/ir.h"
#include "fuzz-perf/ir/releases.h"
#include "lib/arguments.h"
#include "lib/command/program.h"
#include "lib/error.h"
#include "lib/found/found.h"
#include "lib/memory.h"
#include "lib/words.h"

#define NAME   "retread ir"
#define PREFIX "ir-"
#define SUFFIX ".so"

static int is_module(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name), suffix = strlen(SUFFIX);

	return length > suffix && !strncmp(entry->d_name, PREFIX, 3) &&
	       !strcmp(entry->d_name + length - suffix, SUFFIX);
}

/* Names of the modules beside this program, in their order; to be released. */
static struct arguments find_modules(void)
{
	char *directory = program_directory(0);
	struct arguments names = {0};
	struct dirent **entry = NULL;
	int count = directory ? scandir(directory, &entry, is_module, alphasort)
			      : 0;

	for (int i = 0; i < count; i++) {
		arguments_add_format(&names, "%.*s",
			(int)(strlen(entry[i]->d_name) - strlen(PREFIX SUFFIX)),
			entry[i]->d_name + strlen(PREFIX));
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	free(directory);
	return names;
}

static int list_targets(void)
{
	struct arguments names = find_modules();

	for (size_t i = 0; i < names.count; i++)
		puts(names.word[i]);
	if (!names.count)
		puts("none: configure found no LLVM 14, 16 or 19 with its "
		     "headers; --target FILE.so takes any other compiler");
	arguments_release(&names);
	return PROGRAM_DONE;
}

/*--- releases ---*/

/* Up to and with the last '-', after which a release stands. */
static size_t stem_length(const char *name)
{
	const char *dash = strrchr(name, '-');

	return dash && !strchr(dash, '/') ? (size_t)(dash + 1 - name) : 0;
}

/* Modules that are called as NAME, except for their release: those beside this program,
 * or, for a file, those beside it. */
static struct arguments find_releases(const char *name)
{
	size_t stem = stem_length(name);
	struct arguments all = {0}, releases = {0};
	glob_t found;

	if (strchr(name, '/')) {
		char *pattern = memory_format("%.*s*" SUFFIX, (int)stem, name);
		if (stem && glob(pattern, 0, NULL, &found) == 0) {
			arguments_add_all(&all, found.gl_pathv);
			globfree(&found);
		}
		free(pattern);
	} else {
		all = find_modules();
	}
	for (size_t i = 0; stem && i < all.count; i++)
		if (stem_length(all.word[i]) == stem &&
			!strncmp(all.word[i], name, stem))
			arguments_add(&releases, all.word[i]);
	arguments_release(&all);
	return releases;
}

/* NULL with ERR filled, which is empty if the module said why. */
static const struct irf_target *ir_load(const char *name, struct error *err)
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

static int ir_program_print_help(void)
{
	puts("Usage: retread ir [--target NAME] PART [OPTION]...\n"
	     "Finds what compilers do wrong, with functions that are made of "
	     "random bytes.\n\n"
	     "  fuzz      search\n"
	     "  replay    run one input and print its verdict\n"
	     "  minimize  make an input small that still fails\n"
	     "  bisect    find the passes that an input needs to fail\n"
	     "  releases  run an input with each release of the compiler\n"
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

static int run_releases(int argc, char **argv, const struct irf_target *target,
	const char *name)
{
	static const char *const none[] = {NULL};
	struct arguments releases = find_releases(name);
	char *word = words_shell_quote(name);
	char *command = memory_format(NAME " --target %s", word);
	const struct ir_program program = {.command = command,
		.file = "/proc/self/exe",
		.own = name,
		.release = releases.count ? (const char *const *)releases.word
					  : none};
	int status = ir_main(argc, argv, target, &program);

	arguments_release(&releases);
	free(word);
	free(command);
	return status;
}

static int run_target(int argc, char **argv, const char *name)
{
	struct error err = {{0}};
	struct arguments all = find_modules();
	char *chosen = name	   ? memory_string_dup(name)
		       : all.count ? memory_string_dup(all.word[all.count - 1])
				   : NULL;
	const struct irf_target *target = chosen ? ir_load(chosen, &err) : NULL;

	if (!chosen)
		error_set(&err, "there is no compiler to test; `retread ir "
				"targets` says why");
	else if (!target && !*err.text)
		return PROGRAM_ENVIRONMENT;
	arguments_release(&all);
	if (target) {
		int status = run_releases(argc, argv, target, chosen);
		free(chosen);
		return status;
	}
	free(chosen);
	return program_fail(PROGRAM_USAGE, NAME, err.text,
		"--target takes one that `retread ir targets` lists, or a "
		"FILE.so.");
}

int main(int argc, char **argv)
{
	static char name[] = NAME;
	const char *target = NULL;

	argc--; /* the verb */
	argv++;
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
		return ir_program_print_help();
	if (argc > 1 && !strcmp(argv[1], "report"))
		return found_run_part(
			&(struct found_part){NAME " report",
				"Prints what searches found, each once.",
				FOUND_MISCOMPILATION,
				"which search? Name its folder",
				"fail-on-finding"},
			argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "targets"))
		return list_targets();
	return run_target(argc, argv, target);
}
