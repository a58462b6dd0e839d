/* SPDX-License-Identifier: MIT
 * `retread doctor`: what is installed, what is missing, what in a program will
 * not work. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/environment.h"
#include "cli/verbs.h"
#include "lib/elf.h"

/* One line: what, how it is, and whether that is well. */
static void tell(const char *what, const char *how, const char *verdict)
{
	printf("%-13s ", what);
	cli_print_clean(stdout, how);
	printf("   %s\n", verdict);
}

static int tell_recorder(const struct environment *environment)
{
	struct error err = {{0}};
	const char *cure;
	int status = environment_check(environment, &err, &cure);

	if (environment->valgrind != NULL)
		tell("valgrind",
			environment->valgrind_version[0] != '\0'
				? environment->valgrind_version
				: environment->valgrind,
			environment->valgrind_version[0] != '\0'
				? "ok"
				: "does not tell its version");
	else
		tell("valgrind", "not found", "needed");
	tell("retread tool",
		environment->tool_directory != NULL
			? "built for " VALGRIND_VERSION
			: "not found",
		environment->tool_directory == NULL ? "needed"
		: environment->valgrind_fits	    ? "ok"
						    : "does not fit");
	tell("analyzer",
		environment->analyzer != NULL ? environment->analyzer
					      : "not found",
		environment->analyzer != NULL ? "ok" : "needed");
	if (status == 0)
		return CLI_DONE;
	return cli_fail(CLI_ENVIRONMENT, "doctor", &err, "%s", cure);
}

static bool cpu_has_avx512(void)
{
	FILE *in = fopen("/proc/cpuinfo", "re");
	char *line = NULL;
	size_t bytes = 0;
	bool found = false;

	while (in != NULL && !found && getline(&line, &bytes, in) >= 0)
		found = strstr(line, " avx512f") != NULL;
	free(line);
	if (in != NULL)
		fclose(in);
	return found;
}

/* Things that are good to have. */
static void tell_helpers(void)
{
	bool found;
	char *dot = environment_find_program("dot", &found);
	char *clang = environment_find_program("clang", &found);

	tell("dot", dot != NULL ? dot : "not found",
		dot != NULL ? "ok"
			    : "access graphs will be written as .dot only");
	tell("clang", clang != NULL ? clang : "not found",
		clang != NULL ? "ok" : "needed only to fuzz at full speed");
	if (cpu_has_avx512())
		tell("AVX-512", "this CPU has it, Valgrind does not know it",
			"do not compile tests with -march=native");
	free(dot);
	free(clang);
}

/* What stands before the compiler's name and version. */
static void tell_debug_info(const char *name, const struct elf_facts *facts)
{
	char how[1024];

	if (facts->dwarf_version > 0)
		snprintf(how, sizeof(how), "%s: DWARF %u%s%s%s%s", name,
			facts->dwarf_version,
			facts->compiler[0] != '\0' ? ", " : "", facts->compiler,
			facts->debug_file[0] != '\0' ? ", in " : "",
			facts->debug_file);
	else
		snprintf(how, sizeof(how), "%s: none", name);
	tell("debug info", how,
		facts->dwarf_version > 0
			? "ok"
			: "nothing in it will be named: compile with -g");
}

/* Returns whether it can be recorded. */
static bool tell_program(const char *name)
{
	struct elf_facts facts;
	struct error err = {{0}};
	bool found, ok = true;
	char *path = environment_find_program(name, &found);
	char how[512];

	if (path == NULL) {
		tell("program", name,
			found ? "is not executable" : "is not found");
		return false;
	}
	if (elf_read_facts(path, &facts, &err) != 0) {
		tell("program", err.text, "cannot be looked at");
		ok = false;
	} else if (!facts.is_elf) {
		tell("program", name,
			"a script: the programs it starts are recorded");
	} else if (!facts.is_x86_64) {
		tell("program", name, "not for x86-64: cannot be recorded");
		ok = false;
	} else {
		tell_debug_info(name, &facts);
		snprintf(how, sizeof(how), "%s in %.200s",
			facts.sanitizer != NULL ? facts.sanitizer : "none",
			name);
		tell("sanitizers", how,
			facts.sanitizer == NULL
				? "ok"
				: "does not run under Valgrind: record a "
				  "build without it");
		if (facts.is_static)
			tell("linking", "static",
				"its malloc is not seen: link dynamically");
		if (facts.needs_avx512)
			tell("AVX-512", name,
				"is marked as needing it: compile without "
				"-march=native");
		ok = facts.sanitizer == NULL;
	}
	free(path);
	return ok;
}

int verb_doctor(int argc, char **argv)
{
	const struct options options = {"retread doctor", "[PROGRAM]...",
		"Tells what is installed, what is missing, and what in PROGRAM "
		"will not work.",
		NULL, 0, false};
	struct environment environment;
	struct operands operands;
	int status;

	if (!cli_parse(&options, argc, argv, &operands, &status))
		return status;
	environment_init(&environment);
	status = tell_recorder(&environment);
	environment_release(&environment);
	tell_helpers();
	for (size_t i = 0; i < operands.count; i++) {
		if (!tell_program(operands.operand[i]))
			status = CLI_ENVIRONMENT;
	}
	if (status == CLI_DONE)
		printf("next: retread -- %s\n",
			operands.count > 0 ? operands.operand[0] : "CMD");
	else
		puts("next: retread doctor, when that is repaired");
	return status;
}
