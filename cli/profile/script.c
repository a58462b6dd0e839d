/* SPDX-License-Identifier: MIT
 * The folder of an export: inputs, the command, and a script that runs the
 * profiler. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/profile/profile.h"
#include "lib/code/elf.h"
#include "lib/command/environment.h"
#include "lib/digest.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/whole_file.h"
#include "lib/words.h"

#define ANSWER_BYTES 4096

const char *const profile_name_choices[] = {"plain", "libfuzzer", "afl", NULL};

/* For each kind: what `run` is told, for the input $side; and the profile. */
static const struct {
	const char *recipe;
	const char *file; /* %s is the side */
} kinds[PROFILE_KINDS] = {
	[PROFILE_CALLGRIND] =
		{"\trun valgrind --tool=callgrind \\\n"
		 "\t\t--log-file=\"$here/callgrind.$side.log\" \\\n"
		 "\t\t--callgrind-out-file=\"$here/callgrind.out.$side\"\n"
		 "\tcallgrind_annotate --inclusive=yes \\\n"
		 "\t\t\"$here/callgrind.out.$side\" \\\n"
		 "\t\t>\"$here/callgrind.$side.txt\"\n"
		 "\t# Functions by their callers, for flame graphs.\n"
		 "\trun valgrind -q --tool=callgrind --dump-line=no \\\n"
		 "\t\t--separate-callers=" PROFILE_CONTEXTS_TEXT " \\\n"
		 "\t\t--callgrind-out-file=\"$here/callgrind.stacks.$side\"\n",
			"callgrind.out.%s"},
	[PROFILE_MASSIF] = {"\trun valgrind --tool=massif \\\n"
			    "\t\t--log-file=\"$here/massif.$side.log\" \\\n"
			    "\t\t--massif-out-file=\"$here/massif.out.$side\"\n"
			    "\tms_print \"$here/massif.out.$side\" \\\n"
			    "\t\t>\"$here/massif.$side.txt\"\n",
		"massif.out.%s"},
	[PROFILE_DHAT] = {"\trun valgrind --tool=dhat \\\n"
			  "\t\t--log-file=\"$here/dhat.$side.log\" \\\n"
			  "\t\t--dhat-out-file=\"$here/dhat.out.$side.json\"\n",
		"dhat.out.%s.json"},
	[PROFILE_PERF] = {"\tfor event in cycles:u cpu-clock:u; do\n"
			  "\t\trun perf record -q -e \"$event\" -F 4999 \\\n"
			  "\t\t\t--call-graph dwarf "
			  "-o \"$here/perf.data.$side\" -- && break\n"
			  "\tdone\n"
			  "\tperf script -i \"$here/perf.data.$side\" "
			  "2>/dev/null \\\n"
			  "\t\t>\"$here/perf.$side.txt\"\n",
		"perf.%s.txt"},
};

char *profile_file_dup(const struct profile_run *run, enum profile_side side)
{
	char *name = memory_string_dup(kinds[run->kind].file);
	char *mark = strstr(name, "%s");
	char *path;

	*mark = '\0';
	path = memory_format("%s/%s%s%s", run->out, name,
		profile_side_names[side], mark + 2);
	free(name);
	return path;
}

/* --- the target --------------------------------------------------------- */

/* What a shell prints when it runs COMMAND without input. */
static void script_ask(const char *command, char *answer, size_t bytes)
{
	char *line = memory_format("%s </dev/null", command);
	char *argv[] = {(char *)"/bin/sh", (char *)"-c", line, NULL};

	environment_ask(argv, answer, bytes);
	free(line);
}

static bool can_valgrind_read(const char *quoted)
{
	char answer[ANSWER_BYTES];
	char *command = memory_format("valgrind -q --tool=none %s", quoted);

	script_ask(command, answer, sizeof answer);
	free(command);
	return !strstr(answer, "Possibly corrupted debuginfo");
}

/* Valgrind before 3.20 ends at clang's DWARF 5: it gets a copy that has symbols
 * only. */
static int copy_without_debug(
	struct profile_run *run, const char *program, struct error *err)
{
	char *copy = memory_format("%s/target", run->out);
	char *from = words_shell_quote(program), *to = words_shell_quote(copy);
	char *command = memory_format("objcopy --strip-debug %s %s", from, to);
	char answer[ANSWER_BYTES];
	int result = 0;

	unlink(copy);
	script_ask(command, answer, sizeof answer);
	if (access(copy, X_OK) == 0)
		run->target = realpath(copy, NULL);
	else
		result = error_set(err,
			"Valgrind cannot read the debug information of %s, and "
			"objcopy made no copy without it: %s",
			program, answer);
	free(command);
	free(from);
	free(to);
	free(copy);
	return result;
}

static int choose_target(struct profile_run *run, struct error *err)
{
	const char *word = run->subject->command[0];
	bool is_there = false;
	char *program = environment_find_program(word, &is_there), *quoted;
	struct elf_facts facts;
	int result = 0;

	if (!program)
		return error_set(err, "the target %s cannot be found", word);
	run->program = realpath(program, NULL);
	run->target = memory_string_dup(run->program);
	if (elf_read_facts(program, &facts, NULL) != 0)
		facts = (struct elf_facts){0};
	run->is_harness = facts.is_harness;
	quoted = words_shell_quote(program);
	if (!run->subject->is_grown && run->kind != PROFILE_PERF &&
		facts.dwarf_version >= 5 &&
		profile_check(run->kind, NULL) == 0 &&
		!can_valgrind_read(quoted)) {
		free(run->target);
		run->target = NULL;
		result = copy_without_debug(run, program, err);
		run->is_without_debug = true;
	}
	free(quoted);
	free(program);
	return result;
}

/* --- inputs ------------------------------------------------------------- */

static char *input_name_dup(const struct profile_run *run,
	enum profile_side side, struct error *err)
{
	const char *file = run->subject->input[side];
	char digest[DIGEST_HEX_BYTES];

	switch (run->names) {
	case PROFILE_LIBFUZZER:
		if (digest_sha1_file(digest, file, err) != 0)
			return NULL;
		return memory_format("%s-%s",
			side == PROFILE_PATHOLOGICAL ? "slow-unit" : "corpus",
			digest);
	case PROFILE_AFL:
		return memory_format("id_%06d,time_0,execs_0,orig_%s", side,
			profile_side_names[side]);
	default:
		return memory_format("input-%s", profile_side_names[side]);
	}
}

static int script_copy_inputs(struct profile_run *run, struct error *err)
{
	int result = 0;

	for (int side = 0; side < PROFILE_SIDES && result == 0; side++) {
		char *path;
		if (!run->subject->input[side])
			continue;
		if (run->subject->is_grown) {
			run->input[side] =
				memory_string_dup(run->subject->input[side]);
			continue;
		}
		run->input[side] = input_name_dup(run, side, err);
		if (!run->input[side])
			return -1;
		path = memory_format("%s/%s", run->out, run->input[side]);
		result = whole_file_copy(run->subject->input[side], path, err);
		free(path);
	}
	return result;
}

/* --- the script --------------------------------------------------------- */

static bool has_marks(const struct profile_run *run)
{
	for (size_t i = 1; run->subject->command[i]; i++)
		if (strcmp(run->subject->command[i], "@@") == 0)
			return true;
	return false;
}

/* PROGRAM with the target's arguments and INPUT, which is quoted. */
static void print_target(const struct profile_run *run, const char *program,
	const char *input, FILE *out)
{
	char *target = words_shell_quote(program);

	fputs(target, out);
	free(target);
	for (size_t i = 1; run->subject->command[i]; i++) {
		const char *word = run->subject->command[i];
		char *quoted = words_shell_quote(word);
		fprintf(out, " %s", strcmp(word, "@@") == 0 ? input : quoted);
		free(quoted);
	}
	if (!has_marks(run) && !run->subject->input_place)
		fprintf(out, run->is_harness ? " %s" : " <%s", input);
}

/* A command that puts INPUT, which is quoted, where the target looks for it. */
static void print_put(
	const struct profile_subject *subject, const char *input, FILE *out)
{
	char *place = words_shell_quote(subject->input_place);

	fprintf(out, "cp %s %s", input, place);
	free(place);
}

/* "/usr/bin/retread repro RT-1f3c9a --out /tmp/results --size ", all quoted. */
static void script_print_repro(const struct profile_run *run, FILE *out)
{
	char *self = realpath("/proc/self/exe", NULL);
	char *results = realpath(run->subject->results, NULL);
	char *program = words_shell_quote(self ? self : "retread");
	char *quoted = words_shell_quote(results ? results : ".");

	fprintf(out, "%s repro %s --out %s --size ", program,
		run->subject->name, quoted);
	free(quoted);
	free(program);
	free(results);
	free(self);
}

static void script_print_grown(const struct profile_run *run, FILE *out)
{
	fprintf(out,
		"#!/bin/sh\n# Runs the test of %s under %s, as it is and "
		"grown. "
		"Made by `retread export`.\n"
		"here=$(cd \"$(dirname \"$0\")\" && pwd) || exit\n\n"
		"run() {\n\t",
		run->subject->name, profile_kind_names[run->kind]);
	script_print_repro(run, out);
	fputs("\"$size\" -- \"$@\" >/dev/null 2>&1\n}\n\n"
	      "profile() {\n\tside=$1 size=$2\n",
		out);
}

/* Up to the recipe; DIRECTORY is quoted. */
static void script_print_target(
	const struct profile_run *run, const char *directory, FILE *out)
{
	fprintf(out,
		"#!/bin/sh\n# Runs the target of %s under %s with each input. "
		"Made by `retread export`.\n"
		"here=$(cd \"$(dirname \"$0\")\" && pwd) || exit\n"
		"cd %s || exit\n\n# What to count, and the target with "
		"$input.\n"
		"run() {\n\t\"$@\" ",
		run->subject->name, profile_kind_names[run->kind], directory);
	print_target(run, run->target, "\"$input\"", out);
	fputs(" >/dev/null 2>&1\n}\n\nprofile() {\n\tside=$1 "
	      "input=$here/$2\n",
		out);
	if (run->subject->input_place) {
		putc('\t', out);
		print_put(run->subject, "\"$input\"", out);
		fputs(" || exit\n", out);
	}
}

static void script_print_script(const struct profile_run *run, FILE *out)
{
	const struct profile_subject *subject = run->subject;
	char *here = subject->directory ? memory_string_dup(subject->directory)
					: getcwd(NULL, 0);
	char *quoted = words_shell_quote(here ? here : "/");

	if (subject->is_grown)
		script_print_grown(run, out);
	else
		script_print_target(run, quoted, out);
	fprintf(out, "%s}\n\n", kinds[run->kind].recipe);
	for (int side = 0; side < PROFILE_SIDES; side++) {
		if (run->input[side])
			fprintf(out, "profile %s %s\n",
				profile_side_names[side], run->input[side]);
	}
	free(quoted);
	free(here);
}

static void script_print_command(const struct profile_run *run, FILE *out)
{
	for (int side = 0; side < PROFILE_SIDES; side++) {
		if (!run->input[side])
			continue;
		if (run->subject->is_grown) {
			script_print_repro(run, out);
			fprintf(out, "%s\n", run->input[side]);
			continue;
		}
		if (run->subject->input_place) {
			print_put(run->subject, run->input[side], out);
			fputs(" && ", out);
		}
		print_target(run, run->program, run->input[side], out);
		putc('\n', out);
	}
}

static int script_write_file(const struct profile_run *run, const char *name,
	void (*print)(const struct profile_run *run, FILE *out),
	struct error *err)
{
	char *path = memory_format("%s/%s", run->out, name);
	struct whole_file file;
	int result = whole_file_open(&file, path, err);

	if (result == 0)
		print(run, file.out);
	free(path);
	return whole_file_close(&file, result, err);
}

static char *script_name_dup(const struct profile_run *run)
{
	return memory_format("run-%s.sh", profile_kind_names[run->kind]);
}

int profile_prepare(struct profile_run *run, struct error *err)
{
	char *name = script_name_dup(run);
	char *script = memory_format("%s/%s", run->out, name);
	int result = folders_make_all(run->out, err);

	if (result == 0)
		result = choose_target(run, err);
	if (result == 0)
		result = script_copy_inputs(run, err);
	if (result == 0)
		result = script_write_file(
			run, "command", script_print_command, err);
	if (result == 0)
		result = script_write_file(run, name, script_print_script, err);
	if (result == 0 && chmod(script, 0755) != 0)
		result =
			error_set_errno(err, "cannot make %s runnable", script);
	free(script);
	free(name);
	return result;
}

void profile_release_run(struct profile_run *run)
{
	for (int side = 0; side < PROFILE_SIDES; side++)
		free(run->input[side]);
	free(run->program);
	free(run->target);
}

/* --- running it --------------------------------------------------------- */

/* Can each of WORD, which end in NULL, be run? */
static int check_programs(const char *const *word, struct error *err)
{
	for (; *word; word++) {
		bool is_there = false;
		char *program = environment_find_program(*word, &is_there);
		free(program);
		if (!program)
			return error_set(err, "%s is not installed", *word);
	}
	return 0;
}

static int check_perf(struct error *err)
{
	char answer[ANSWER_BYTES];

	script_ask("perf record -q -e cycles:u -o /dev/null true >/dev/null "
		   "2>&1 || "
		   "perf record -q -e cpu-clock:u -o /dev/null true >/dev/null "
		   "2>&1 "
		   "|| echo no",
		answer, sizeof answer);
	return *answer == '\0' ? 0
			       : error_set(err, "perf may not count here "
						"(perf_event_paranoid)");
}

int profile_check(enum profile_kind kind, struct error *err)
{
	static const char *const needed[PROFILE_KINDS][3] = {
		{"valgrind", "callgrind_annotate"}, {"valgrind", "ms_print"},
		{"valgrind"}, {"perf"}};

	if (check_programs(needed[kind], err) != 0)
		return -1;
	return kind == PROFILE_PERF ? check_perf(err) : 0;
}

static void remove_old(const struct profile_run *run)
{
	for (int side = 0; side < PROFILE_SIDES; side++) {
		char *file = profile_file_dup(run, side);
		unlink(file);
		free(file);
	}
}

int profile_execute(const struct profile_run *run, struct error *err)
{
	char *name = script_name_dup(run);
	char *script = memory_format("%s/%s", run->out, name);
	char *const argv[] = {(char *)"sh", script, NULL};
	int status = -1, result = 0;
	pid_t child;

	remove_old(run);
	child = fork();
	if (child == 0) {
		unsetenv("VALGRIND_LIB");
		unsetenv("VALGRIND_OPTS");
		execv("/bin/sh", argv);
		_exit(127);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (child < 0)
		result = error_set_errno(err, "cannot start %s", script);
	else if (WIFSIGNALED(status))
		result = error_set(err, "%s was ended by signal %d", script,
			WTERMSIG(status));
	for (int side = 0; side < PROFILE_SIDES && result == 0; side++) {
		char *file = profile_file_dup(run, side);
		if (run->input[side] && access(file, R_OK) != 0)
			result = error_set(err, "%s left no %s", script, file);
		free(file);
	}
	free(script);
	free(name);
	return result;
}
