/* SPDX-License-Identifier: MIT
 * retread-cc and retread-c++: run clang (or gcc) as they are told, with counters
 * planted into what is compiled and the runtime added to what is linked. */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz-perf/runtime/runtime.h"
#include "lib/arguments.h"
#include "lib/command/program.h"
#include "lib/memory.h"

#define PLUGIN_FILE    "retread-count.so"
#define RUNTIME_FILE   "libretread-runtime.a"
#define GENERATOR_FILE "libretread-gen.a"
#define INCLUDE_FILE   "include"
#define OPTIONS	       "RETREAD_OPTIONS"
#define PLUGIN_OPTIONS "RETREAD_PLUGIN_OPTIONS"

/* The wishes of one command line. */
struct compiler_request {
	bool has_input;
	bool compiles_only; /* -c, -S, -E, ... */
	bool is_shared;
	bool is_bare; /* -nostdlib, -r: nothing may be added */
	bool has_optimisation;
	bool has_debug;
	bool uses_gcc; /* asked for, or there is no clang */
	bool logs;     /* cmp */
	bool has_diff;
	const char *source; /* NULL: nothing is compiled */
};

static bool is_one_of(const char *word, const char *const *words)
{
	for (; *words; words++)
		if (!strcmp(word, *words))
			return true;
	return false;
}

static bool is_source(const char *word)
{
	static const char *const endings[] = {
		"c", "cc", "cpp", "cxx", "C", "c++", "i", "ii", NULL};
	const char *dot = strrchr(word, '.');

	return word[0] != '-' && dot && is_one_of(dot + 1, endings);
}

static void note_word(struct compiler_request *request, const char *word)
{
	static const char *const only[] = {"-c", "-S", "-E", "-M", "-MM",
		"-fsyntax-only", "--precompile", "-emit-ast", NULL};
	static const char *const bare[] = {"-nostdlib", "-nostartfiles",
		"-nodefaultlibs", "-r", "-Wl,-r", "-Wl,--relocatable", NULL};

	request->compiles_only |= is_one_of(word, only);
	request->is_bare |= is_one_of(word, bare);
	request->is_shared |= !strcmp(word, "-shared") ||
			      !strcmp(word, "-Wl,-shared") ||
			      !strcmp(word, "-dynamiclib");
	request->has_optimisation |= !strncmp(word, "-O", 2);
	request->has_debug |= !strncmp(word, "-g", 2) && word[2] != 'n';
	if (is_source(word))
		request->source = word;
	request->has_input |=
		word[0] != '-' || !strcmp(word, "-") || !strncmp(word, "-l", 2);
}

/* A target for libFuzzer asks for its main; ours takes that place. Returns the
 * word to pass on, or NULL. */
static const char *translate_word(const char *word)
{
	if (!strcmp(word, "-fsanitize=fuzzer") ||
		!strcmp(word, "-fsanitize=fuzzer-no-link"))
		return NULL;
	if (!strcmp(word, "-fsanitize=address,fuzzer") ||
		!strcmp(word, "-fsanitize=fuzzer,address"))
		return "-fsanitize=address";
	return word;
}

static char *need_part(const char *name)
{
	char *found = program_find_part(name, R_OK);

	if (!found) {
		fprintf(stderr,
			"retread-cc: %s is missing, beside this program and "
			"in %s; install retread again, built with %s and "
			"LLVM's development files\n",
			name, PKGLIBEXECDIR, CLANG);
		exit(4);
	}
	return found;
}

/* The changes of RANGE in the repository of SOURCE, by git, as the path of
 * an open file that nobody else needs to know of and that ends with us. */
static char *diff_of_range(const char *range, const char *source)
{
	char *folder = memory_string_dup(source);
	char *slash = strrchr(folder, '/');
	int fd = memfd_create("retread-diff", 0);
	int status = -1;

	if (slash)
		*slash = 0;
	else
		strcpy(folder, ".");
	pid_t pid = fd < 0 ? -1 : fork();
	if (pid == 0) {
		dup2(fd, STDOUT_FILENO);
		execlp("git", "git", "-C", *folder ? folder : "/", "diff",
			"--no-ext-diff", "--no-color", "-U0", range, "--",
			(char *)NULL);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status) {
		fprintf(stderr,
			"retread-cc: " OPTIONS ": diff=%s is neither a file "
			"nor a range of commits that git knows for %s\n",
			range, source);
		exit(2);
	}
	free(folder);
	return memory_format("/proc/self/fd/%d", fd);
}

static char *find_diff(const char *name, const struct compiler_request *request)
{
	char path[PATH_MAX];

	if (strstr(name, "..") && access(name, R_OK))
		return request->source ? diff_of_range(name, request->source)
				       : NULL;
	if (realpath(name, path))
		return memory_string_dup(path);
	fprintf(stderr, "retread-cc: " OPTIONS ": %s: %s\n", name,
		strerror(errno));
	exit(2);
}

/* RETREAD_OPTIONS: "cmp", "diff=FILE", "diff=FROM..TO"; a diff's path is made
 * absolute, since build systems compile in many directories. */
static void pass_options(struct compiler_request *request)
{
	const char *text = getenv(OPTIONS);
	char *list = memory_string_dup(text ? text : "");
	char *passed = memory_string_dup("");
	char *rest = list;

	for (char *word; (word = strtok_r(rest, ", ", &rest));) {
		char *joined;
		if (!strcmp(word, "cmp")) {
			joined = memory_format("%scmp,", passed);
			request->logs = true;
		} else if (!strcmp(word, "gcc")) {
			joined = memory_string_dup(passed);
			request->uses_gcc = true;
		} else if (!strncmp(word, "diff=", 5)) {
			char *path = find_diff(word + 5, request);
			request->has_diff |= path != NULL;
			joined =
				path ? memory_format("%sdiff=%s,", passed, path)
				     : memory_string_dup(passed);
			free(path);
		} else {
			fprintf(stderr,
				"retread-cc: " OPTIONS
				": unknown option \"%s\"; "
				"use cmp, gcc, diff=FILE or diff=FROM..TO\n",
				word);
			exit(2);
		}
		free(passed);
		passed = joined;
	}
	setenv(PLUGIN_OPTIONS, passed, 1);
	free(passed);
	free(list);
}

/* gcc plants calls; which block is which, the runtime finds out. */
static void add_gcc_words(
	struct arguments *command, const struct compiler_request *request)
{
	if (request->has_diff)
		fprintf(stderr, "retread-cc: " OPTIONS
				": diff needs clang; gcc does not say which "
				"lines changed\n");
	arguments_add(command,
		request->logs ? "-fsanitize-coverage=trace-pc,trace-cmp"
			      : "-fsanitize-coverage=trace-pc");
	/* A call in tail position is a jump, and says not where it is. */
	arguments_add(command, "-fno-optimize-sibling-calls");
	/* Larger blocks are copied by calls, which can be charged. */
	arguments_add(command, "-mmemcpy-strategy=unrolled_loop:256:noalign,"
			       "libcall:-1:noalign");
	arguments_add(command, "-mmemset-strategy=unrolled_loop:256:noalign,"
			       "libcall:-1:noalign");
	arguments_add_format(command, "-I%s", need_part(INCLUDE_FILE));
	if (!request->has_optimisation)
		arguments_add(command, "-O2");
	if (!request->has_debug)
		arguments_add(command, "-g1");
}

/* Calls of these go to fuzz-perf/runtime/wrap.c. */
static void add_wrap_words(struct arguments *command)
{
#define WRAP(name) "-Wl,--wrap=" #name,
	static const char *const words[] = {RETREAD_TAKERS(WRAP)
			RETREAD_BLOCK_FUNCTIONS(WRAP) RETREAD_GIVERS(WRAP)};
#undef WRAP

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		arguments_add(command, words[i]);
}

static void add_compile_words(
	struct arguments *command, const struct compiler_request *request)
{
	arguments_add(command, "--start-no-unused-arguments");
	arguments_add_format(
		command, "-fpass-plugin=%s", need_part(PLUGIN_FILE));
	/* Valgrind 3.19 reads no lines of clang's DWARF 5; what the user asks
	 * for comes later, and wins. */
	arguments_add(command, "-gdwarf-4");
	arguments_add_format(command, "-I%s", need_part(INCLUDE_FILE));
	if (!request->has_optimisation)
		arguments_add(command, "-O2");
	if (!request->has_debug)
		arguments_add(command, "-gline-tables-only");
	arguments_add(command, "--end-no-unused-arguments");
}

/* Libraries leave the runtime's names open: the program brings it, and lets
 * the libraries find it. */
static void add_link_words(
	struct arguments *command, const struct compiler_request *request)
{
	if (request->compiles_only || request->is_bare || !request->has_input)
		return;
	if (!request->uses_gcc)
		arguments_add(command, "--start-no-unused-arguments");
	if (request->is_shared) {
		arguments_add(command, "-Wl,-z,undefs");
	} else {
		if (request->uses_gcc)
			add_wrap_words(command);
		arguments_add(command, "-Wl,--undefined=__retread_register");
		/* Where a program with main begins: nothing else names it. */
		arguments_add(command, "-Wl,--undefined=retread_serve");
		arguments_add(
			command, "-Wl,--export-dynamic-symbol=__retread_*");
		arguments_add(command, "-x");
		arguments_add(command, "none");
		arguments_add(command, need_part(RUNTIME_FILE));
		arguments_add(command, need_part(GENERATOR_FILE));
		arguments_add(command, "-lpthread");
	}
	if (!request->uses_gcc)
		arguments_add(command, "--end-no-unused-arguments");
}

/* The program to run in our place. */
static const char *choose_compiler(
	struct compiler_request *request, bool is_plus_plus)
{
	request->uses_gcc |= !*CLANG;
	if (request->uses_gcc)
		return is_plus_plus ? "g++" : "gcc";
	return is_plus_plus ? CLANGXX : CLANG;
}

static bool is_plus_plus(const char *name)
{
	size_t length = strlen(name);

	return length >= 2 && !strcmp(name + length - 2, "++");
}

static void compiler_print_help(void)
{
	printf("Usage: retread-cc [OPTION-OF-CLANG]... FILE...\n"
	       "       retread-c++ [OPTION-OF-CLANG]... FILE...\n"
	       "Compiles and links as clang does, and plants counters for "
	       "`retread fuzz` and\n`retread prove`. A harness with "
	       "LLVMFuzzerTestOneInput gets a main.\n\n"
	       "Defaults: -O2 -g1. -fsanitize=fuzzer is dropped; "
	       "#include \"fuzz_domain.h\" works.\n\n"
	       "Environment:\n"
	       "  RETREAD_OPTIONS=WORD,...\n"
	       "      cmp            count how alike the sides of comparisons "
	       "are (--domain cmp)\n"
	       "      diff=FILE      FILE, a unified diff, changed this code "
	       "(--domain diff)\n"
	       "      diff=FROM..TO  so did these commits\n"
	       "      gcc            use gcc, which counts blocks\n\n"
	       "retread-cc(1) has the rest, `%s --help` the compiler's "
	       "options.\n",
		*CLANG ? CLANG : "gcc");
}

int main(int argc, char **argv)
{
	struct compiler_request request = {0};
	struct arguments command = {0};

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		compiler_print_help();
		return 0;
	}
	for (int i = 1; i < argc; i++)
		note_word(&request, argv[i]);
	pass_options(&request);
	arguments_add(
		&command, choose_compiler(&request, is_plus_plus(argv[0])));
	if (request.uses_gcc)
		add_gcc_words(&command, &request);
	else
		add_compile_words(&command, &request);
	for (int i = 1; i < argc; i++)
		if (translate_word(argv[i]))
			arguments_add(&command, translate_word(argv[i]));
	add_link_words(&command, &request);
	execvp(command.word[0], command.word);
	fprintf(stderr, "retread-cc: cannot start %s: %s\n", command.word[0],
		strerror(errno));
	return 4;
}
