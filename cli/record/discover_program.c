/* SPDX-License-Identifier: MIT
 * Test programs: whether one is there, and which test cases it has. */
#include "config.h"

#include "cli/record/discover.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/record/printed.h"
#include "lib/arguments.h"
#include "lib/command/environment.h"
#include "lib/error.h"
#include "lib/memory.h"

/* Becomes COMMAND, as TEST would run. */
static void discover_program_become(const struct discovery *discovery,
	char *const *command, const struct test *test, const char *input)
{
	int out = open(discovery->scratch,
		O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int in[2];

	if (out < 0 || null < 0 || pipe2(in, O_CLOEXEC) != 0)
		_exit(126);
	/* A pipe holds more than any input of ours. */
	if (input &&
		write(in[1], input, strlen(input)) != (ssize_t)strlen(input))
		_exit(126);
	if (dup2(input ? in[0] : null, STDIN_FILENO) < 0 ||
		dup2(out, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0)
		_exit(126);
	unsetenv("MAKEFLAGS"); /* of a make that runs us: its TESTS are not */
	unsetenv("MFLAGS");
	unsetenv("TESTS"); /* a Makefile without TESTS would take those */
	if (tests_enter(test) != 0)
		_exit(126);
	execvp(command[0], command);
	_exit(127);
}

/* Runs COMMAND as discover_ask does, where and as TEST runs. Returns its exit code,
 * -1 if it has none. */
static int discover_program_ask(const struct discovery *discovery,
	char *const *command, const struct test *test, const char *input)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0)
		discover_program_become(discovery, command, test, input);
	if (child < 0)
		return -1;
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int discover_ask(const struct discovery *discovery, char *const *command,
	const char *directory, const char *input, struct error *err)
{
	const struct test here = {.directory = (char *)directory};
	int status = discover_program_ask(discovery, command, &here, input);

	if (status == 127)
		return error_set(err, "%s is not installed", command[0]);
	if (status != 0)
		return error_set(err, "%s %s failed", command[0],
			command[1] ? command[1] : "");
	return 0;
}

/*--- test cases ---*/

/* Adds the test case of a line that PROGRAM printed. SUITE is that of a line before,
 * on the heap; NULL: none. */
typedef void take_line(struct discovery *discovery, const struct test *program,
	char *line, char **suite);
static take_line take_gtest_line, take_catch_line;

/* Frameworks whose programs say what test cases they have. */
static const struct framework {
	/* In a program with it, or that loads it. */
	const char *trace[2];
	/* What asks for its test cases. */
	const char *ask[4];
	take_line *take;
} frameworks[] = {
	{{"gtest_list_tests", "libgtest"}, {"--gtest_list_tests"},
		take_gtest_line},
	/* Without those that are hidden. */
	{{"list-test-names-only"}, {"--list-test-names-only", "~[.]"},
		take_catch_line},
	{{"Catch2 v3", "libCatch2"},
		{"--list-tests", "--verbosity", "quiet", "~[.]"},
		take_catch_line},
};

#define FRAMEWORKS (sizeof frameworks / sizeof frameworks[0])

static bool has_trace(
	const struct framework *framework, const void *bytes, size_t size)
{
	bool found = false;

	for (size_t i = 0; i < 2 && framework->trace[i]; i++)
		found |= memmem(bytes, size, framework->trace[i],
				 strlen(framework->trace[i])) != NULL;
	return found;
}

/* The framework in the program at PATH; NULL: none that we know. */
static const struct framework *framework_of(const char *path)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	const struct framework *found = NULL;
	struct stat status;
	void *bytes = MAP_FAILED;
	size_t size = 0;

	if (descriptor >= 0 && fstat(descriptor, &status) == 0 &&
		S_ISREG(status.st_mode) && status.st_size > 4) {
		size = (size_t)status.st_size;
		bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
	}
	if (bytes != MAP_FAILED && memcmp(bytes, "\177ELF", 4) == 0)
		for (size_t i = 0; i < FRAMEWORKS && !found; i++)
			if (has_trace(&frameworks[i], bytes, size))
				found = &frameworks[i];
	if (bytes != MAP_FAILED)
		munmap(bytes, size);
	if (descriptor >= 0)
		close(descriptor);
	return found;
}

static char *copy_text(const char *text)
{
	return text ? memory_string_dup(text) : NULL;
}

/* Adds the test case NAME, which it keeps, of KIND: what PROGRAM runs if FILTER is its
 * argument. */
static void add_case(struct discovery *discovery, const struct test *program,
	char *name, const char *filter, size_t *kind)
{
	struct arguments command = {0};
	struct test test = {.name = name,
		.directory = copy_text(program->directory),
		.environment = arguments_copy_words(program->environment),
		.skip_code = program->skip_code,
		.should_fail = program->should_fail};

	arguments_add(&command, program->command[0]);
	arguments_add(&command, filter);
	test.command = arguments_detach(&command);
	tests_add(&discovery->tests, &test);
	++*kind;
}

/* "Suite." and below it "  Name  # what the parameter is". */
static void take_gtest_line(struct discovery *discovery,
	const struct test *program, char *line, char **suite)
{
	char *word = line + strspn(line, " "), *name, *filter;

	word[strcspn(word, " \t\r\n#")] = '\0';
	if (word == line && word[0] != '\0' && word[strlen(word) - 1] == '.') {
		free(*suite);
		*suite = memory_string_dup(word);
	}
	if (word == line || *word == '\0' || !*suite)
		return;
	name = memory_format("%s%s", *suite, word);
	if (strstr(name, "DISABLED_")) {
		discovery->disabled++;
		free(name);
		return;
	}
	filter = memory_format("--gtest_filter=%s", name);
	add_case(discovery, program, name, filter, &discovery->of_gtest);
	free(filter);
}

/* A name. As an argument, its commas would begin another one, and its brackets a
 * tag. */
static void take_catch_line(struct discovery *discovery,
	const struct test *program, char *line, char **suite)
{
	char *name = line + strspn(line, " ");
	char *filter = memory_alloc(2 * strlen(name) + 1), *to = filter;

	(void)suite;
	name[strcspn(name, "\r\n")] = '\0';
	for (const char *from = name; *from != '\0'; from++) {
		if (strchr(",[\\\"", *from))
			*to++ = '\\';
		*to++ = *from;
	}
	*to = '\0';
	if (*name != '\0')
		add_case(discovery, program, memory_string_dup(name), filter,
			&discovery->of_catch);
	free(filter);
}

/* Adds the test cases of TEST instead of it, if its framework, in the program at PATH,
 * says what they are. What is judged by all that it prints stays one test. */
static bool discover_program_split(
	struct discovery *discovery, const struct test *test, const char *path)
{
	const struct framework *framework =
		test->command[1] || printed_matters(test) ? NULL
							  : framework_of(path);
	struct arguments question = {0};
	size_t before = discovery->tests.count + discovery->disabled;
	char *line = NULL, *suite = NULL;
	size_t bytes = 0;
	FILE *in = NULL;

	if (!framework)
		return false;
	arguments_add(&question, test->command[0]);
	for (size_t i = 0; i < 4 && framework->ask[i]; i++)
		arguments_add(&question, framework->ask[i]);
	/* Catch2 2 ends with the number of its test cases. */
	if (discover_program_ask(discovery, question.word, test, NULL) >= 0)
		in = fopen(discovery->scratch, "re");
	while (in && getline(&line, &bytes, in) >= 0)
		framework->take(discovery, test, line, &suite);
	if (in)
		fclose(in);
	free(line);
	free(suite);
	arguments_release(&question);
	return discovery->tests.count + discovery->disabled > before;
}

/*--- any program ---*/

/* The program of TEST by an absolute path, if it is named by a path. */
static void make_absolute(struct test *test)
{
	char *here = NULL;
	char *program = test->command[0];

	if (program[0] == '/' || !strchr(program, '/'))
		return;
	if (!test->directory)
		here = realpath(".", NULL);
	test->command[0] = memory_format("%s/%s",
		test->directory ? test->directory
		: here		? here
				: ".",
		strncmp(program, "./", 2) == 0 ? program + 2 : program);
	free(program);
	free(here);
}

void discover_add(struct discovery *discovery, struct test *test, size_t *kind)
{
	bool found;
	char *path;

	make_absolute(test);
	path = environment_find_program(test->command[0], &found);
	if (!path) {
		discovery->absent++;
		tests_forget(test);
	} else if (discover_program_split(discovery, test, path)) {
		tests_forget(test);
	} else {
		tests_add(&discovery->tests, test);
		++*kind;
	}
	free(path);
}
