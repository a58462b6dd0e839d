/* SPDX-License-Identifier: MIT
 * `retread doctor`: what is installed, what is missing, what in a program will
 * not work. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/project.h"
#include "cli/verbs.h"
#include "lib/code/elf.h"
#include "lib/command/environment.h"
#include "lib/command/part.h"
#include "lib/command/program.h"
#include "lib/json.h"

/* Where the lines go: to stdout, or into an array. */
struct doctor {
	bool is_json, is_quiet;
	struct json_value *rows; /* NULL: they are printed */
};

/* One line: what, how it is, and whether that is well. */
static void doctor_tell(const struct doctor *doctor, const char *what,
	const char *how, const char *verdict)
{
	struct json_value *row;

	if (doctor->rows) {
		row = json_make_object();
		json_put_text(row, "what", what);
		json_put_text(row, "is", how);
		json_put_text(row, "verdict", verdict);
		json_append(doctor->rows, row);
		return;
	}
	printf("%-13s ", what);
	cli_print_clean(stdout, how);
	printf("   %s\n", verdict);
}

static int doctor_tell_recorder(
	const struct doctor *doctor, const struct environment *environment)
{
	struct error err = {{0}};
	const char *hint;
	char *analyzer;
	int status = environment_check(environment, &err, &hint);

	if (environment->valgrind)
		doctor_tell(doctor, "valgrind",
			environment->valgrind_version[0] != '\0'
				? environment->valgrind_version
				: environment->valgrind,
			environment->valgrind_version[0] != '\0'
				? "ok"
				: "version unknown");
	else
		doctor_tell(doctor, "valgrind", "not found", "needed");
	doctor_tell(doctor, "retread tool",
		environment->tool_directory ? "built for " VALGRIND_VERSION
					    : "not found",
		!environment->tool_directory ? "needed"
		: environment->valgrind_fits ? "ok"
					     : "does not fit");
	analyzer = environment->analyzer ? realpath(environment->analyzer, NULL)
					 : NULL;
	doctor_tell(doctor, "analyzer", analyzer ? analyzer : "not found",
		analyzer ? "ok" : "needed");
	free(analyzer);
	if (status == 0)
		return CLI_DONE;
	return cli_fail(CLI_ENVIRONMENT, "doctor", &err, "%s", hint);
}

/* Options that come from a file nobody typed. */
static void tell_config(const struct doctor *doctor)
{
	char *file = project_find_dup(PROJECT_OPTIONS);

	if (file)
		doctor_tell(doctor, "options", file, "are used");
	free(file);
}

static bool cpu_has_avx512(void)
{
	FILE *in = fopen("/proc/cpuinfo", "re");
	char *line = NULL;
	size_t bytes = 0;
	bool found = false;

	while (in && !found && getline(&line, &bytes, in) >= 0)
		found = strstr(line, " avx512f");
	free(line);
	if (in)
		fclose(in);
	return found;
}

/* Graphs are drawn by the part that is linked with Graphviz, if it was built. */
static void tell_graphviz(const struct doctor *doctor)
{
	char *part = program_find_part(PART_GRAPH, X_OK);
	char *argv[] = {part, (char *)"--check", NULL};
	char answer[256] = "";
	int status = part ? environment_ask(argv, answer, sizeof answer) : -1;

	answer[strcspn(answer, "\n")] = '\0';
	doctor_tell(doctor, "graphviz",
		!part		    ? "retread was built without it"
		: answer[0] == '\0' ? PART_GRAPH " cannot be run"
				    : answer,
		status == 0 ? "ok" : "access graphs cannot be drawn");
	free(part);
}

/* Things that are good to have. */
static void tell_helpers(const struct doctor *doctor)
{
	bool found;
	char *clang = environment_find_program("clang", &found);

	tell_graphviz(doctor);
	doctor_tell(doctor, "clang", clang ? clang : "not found",
		clang ? "ok" : "needed only to fuzz at full speed");
	if (cpu_has_avx512())
		doctor_tell(doctor, "AVX-512",
			"this CPU has it, Valgrind does not know it",
			"do not compile tests with -march=native");
	free(clang);
}

#ifdef HAVE_ZYDIS
#define HAS_ZYDIS true
#else
#define HAS_ZYDIS false
#endif
#ifdef HAVE_LIBCLANG
#define HAS_LIBCLANG true
#else
#define HAS_LIBCLANG false
#endif
#ifdef HAVE_SQLITE
#define HAS_SQLITE true
#else
#define HAS_SQLITE false
#endif

/* What verbs can do only where retread was built with something, or it is there. */
static const struct doctor_need {
	const char *verbs, *what, *package;
	bool is_built;
	const char *part, *program; /* that is there, too; NULL: none */
} needs[] = {
	{"retread-cc at full speed", "clang with its LLVM", "clang llvm-dev",
		true, "retread-count.so"},
	{"grow, branches, fuzz --no-source", "Zydis", "libzydis-dev",
		HAS_ZYDIS},
	{"history", "SQLite", "libsqlite3-dev", HAS_SQLITE},
	{"ir", "LLVM", "llvm-dev", sizeof IR_LLVM > 1},
	{"hls, spectra prepare", "libclang", "libclang-dev", HAS_LIBCLANG},
	{"hls", "clang with its LLVM", "clang llvm-dev", true,
		"retread-hardware.so"},
	{"hls confirm", "a simulator", "iverilog", true, NULL, "iverilog"},
};

static bool doctor_meets(const struct doctor_need *need)
{
	char *part = need->part ? program_find_part(need->part, R_OK) : NULL;
	bool is_met = need->is_built && (!need->part || part);
	bool found;
	char *program = is_met && need->program ? environment_find_program(
							  need->program, &found)
						: NULL;

	is_met = is_met && (!need->program || program);
	free(program);
	free(part);
	return is_met;
}

/* "off           ir: LLVM is missing   install llvm-dev and build again" */
static void tell_verbs(const struct doctor *doctor)
{
	for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
		const struct doctor_need *need = &needs[i];
		char how[256], verdict[256];
		if (doctor_meets(need))
			continue;
		snprintf(how, sizeof how, "%s: %s is missing", need->verbs,
			need->what);
		snprintf(verdict, sizeof verdict, "install %s%s", need->package,
			need->program ? "" : " and build again");
		doctor_tell(doctor, "off", how, verdict);
	}
}

/* What stands before the compiler's name and version. */
static void tell_debug_info(const struct doctor *doctor, const char *name,
	const struct elf_facts *facts)
{
	char how[1024];

	if (facts->dwarf_version > 0)
		snprintf(how, sizeof how, "%s: DWARF %u%s%s%s%s", name,
			facts->dwarf_version,
			facts->compiler[0] != '\0' ? ", " : "", facts->compiler,
			facts->debug_file[0] != '\0' ? ", in " : "",
			facts->debug_file);
	else
		snprintf(how, sizeof how, "%s: %s", name,
			facts->has_zstd_debug ? "compressed by zstd" : "none");
	doctor_tell(doctor, "debug info", how,
		facts->dwarf_version > 0 ? "ok"
		: facts->has_zstd_debug
			? "this libdw cannot read it: compile with -gz=zlib, "
			  "or build with elfutils 0.189"
			: "nothing in it will be named: compile with -g");
}

/* Returns whether it can be recorded. */
static bool tell_program(const struct doctor *doctor, const char *name)
{
	struct elf_facts facts;
	struct error err = {{0}};
	bool found, ok = true;
	char *path = environment_find_program(name, &found);
	char how[512];

	if (!path) {
		doctor_tell(doctor, "program", name,
			found ? "is not executable" : "is not found");
		return false;
	}
	if (elf_read_facts(path, &facts, &err) != 0) {
		doctor_tell(doctor, "program", err.text, "cannot be looked at");
		ok = false;
	} else if (!facts.is_elf) {
		doctor_tell(doctor, "program", name,
			"a script: the programs it starts are recorded");
	} else if (!facts.is_x86_64) {
		doctor_tell(doctor, "program", name,
			"not for x86-64: cannot be recorded");
		ok = false;
	} else {
		tell_debug_info(doctor, name, &facts);
		snprintf(how, sizeof how, "%s in %.200s",
			facts.sanitizer ? facts.sanitizer : "none", name);
		doctor_tell(doctor, "sanitizers", how,
			!facts.sanitizer
				? "ok"
				: "does not run under Valgrind: record a "
				  "build without it");
		if (facts.is_static)
			doctor_tell(doctor, "linking", "static",
				"its malloc is not seen: link dynamically");
		if (facts.needs_avx512)
			doctor_tell(doctor, "AVX-512", name,
				"is marked as needing it: compile without "
				"-march=native");
		ok = !facts.sanitizer;
	}
	free(path);
	return ok;
}

static int examine(const struct doctor *doctor, const struct operands *programs)
{
	struct environment environment;
	int status;

	environment_init(&environment);
	status = doctor_tell_recorder(doctor, &environment);
	environment_release(&environment);
	tell_helpers(doctor);
	tell_verbs(doctor);
	tell_config(doctor);
	for (size_t i = 0; i < programs->count; i++)
		if (!tell_program(doctor, programs->operand[i]))
			status = CLI_ENVIRONMENT;
	return status;
}

static int doctor_print_json(struct doctor *doctor, bool is_well)
{
	struct json_value *top = json_make_object();
	struct error err = {{0}};
	int status;

	json_put_text(top, "schema", "retread-doctor-1");
	json_put_bool(top, "ok", is_well);
	json_put(top, "rows", doctor->rows);
	status = json_print(top, stdout, &err);
	json_free(top);
	return status == 0 ? CLI_DONE
			   : cli_fail(CLI_ENVIRONMENT, "doctor", &err, NULL);
}

static int diagnose(void *chosen, const struct operands *operands)
{
	struct doctor *doctor = chosen;
	int status;

	if (doctor->is_json)
		doctor->rows = json_make_array();
	status = examine(doctor, operands);
	if (doctor->is_json)
		return doctor_print_json(doctor, status == CLI_DONE) != CLI_DONE
			       ? CLI_ENVIRONMENT
			       : status;
	if (doctor->is_quiet)
		return status;
	if (status == CLI_DONE)
		printf("next: retread -- %s\n",
			operands->count > 0 ? operands->operand[0] : "CMD");
	else
		puts("next: fix that, then run retread doctor again");
	return status;
}

int verb_doctor(int argc, char **argv)
{
	struct doctor doctor = {0};
	const struct option_row rows[] = {
		{"json", 0, OPTION_FLAG, &doctor.is_json, .help = "print JSON"},
		{"quiet", 'q', OPTION_FLAG, &doctor.is_quiet,
			.help = "do not suggest the next command"},
	};
	const struct options options = {"retread doctor",
		"[OPTION]... [PROGRAM]...",
		"Lists what is installed, what is missing, and what will not "
		"work in PROGRAM.",
		OPTION_ROWS(rows)};

	return options_run(&options, argc, argv, diagnose, &doctor);
}
