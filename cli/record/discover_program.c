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

#include "cli/environment.h"
#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/memory.h"

/* Becomes COMMAND. */
static void become(const struct discovery *discovery, char *const *command,
	const char *directory, const char *input)
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
	if (directory && chdir(directory) != 0)
		_exit(126);
	unsetenv("MAKEFLAGS"); /* of a make that runs us: its TESTS are not */
	unsetenv("MFLAGS");
	unsetenv("TESTS"); /* a Makefile without TESTS would take those */
	execvp(command[0], command);
	_exit(127);
}

int discover_ask(const struct discovery *discovery, char *const *command,
	const char *directory, const char *input, struct error *err)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0)
		become(discovery, command, directory, input);
	if (child < 0)
		return error_set_errno(err, "cannot start %s", command[0]);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return error_set(err, "%s is not installed", command[0]);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return error_set(err, "%s %s failed", command[0],
			command[1] ? command[1] : "");
	return 0;
}

/*--- GoogleTest ---*/

/* Whether the program at PATH has GoogleTest in it, or loads it. */
static bool is_gtest(const char *path)
{
	static const char *const trace[] = {"gtest_list_tests", "libgtest"};
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	bool found = false;
	void *bytes = MAP_FAILED;
	size_t size = 0;

	if (descriptor >= 0 && fstat(descriptor, &status) == 0 &&
		S_ISREG(status.st_mode) && status.st_size > 4) {
		size = (size_t)status.st_size;
		bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
	}
	if (bytes != MAP_FAILED && memcmp(bytes, "\177ELF", 4) == 0)
		for (size_t i = 0; i < sizeof trace / sizeof trace[0]; i++)
			found |= memmem(bytes, size, trace[i],
					 strlen(trace[i])) != NULL;
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

static void add_case(struct discovery *discovery, const struct test *program,
	const char *suite, const char *name)
{
	struct arguments command = {0};
	struct test test = {.name = memory_format("%s%s", suite, name),
		.directory = copy_text(program->directory),
		.environment = arguments_copy_words(program->environment),
		.skip_code = program->skip_code,
		.should_fail = program->should_fail};

	arguments_add(&command, program->command[0]);
	arguments_add_format(&command, "--gtest_filter=%s", test.name);
	test.command = arguments_detach(&command);
	if (strstr(test.name, "DISABLED_")) {
		tests_forget(&test);
		discovery->disabled++;
	} else {
		tests_add(&discovery->tests, &test);
		discovery->of_gtest++;
	}
}

/* Reads what --gtest_list_tests prints: "Suite." and below it "  Name  # what the
 * parameter is". Returns how many there are. */
static size_t add_cases(struct discovery *discovery, const struct test *program)
{
	FILE *in = fopen(discovery->scratch, "re");
	char *line = NULL, *suite = NULL;
	size_t bytes = 0, count = 0;

	while (in && getline(&line, &bytes, in) >= 0) {
		char *name = line + strspn(line, " ");
		name[strcspn(name, " \t\r\n#")] = '\0';
		if (name == line && name[0] != '\0' &&
			name[strlen(name) - 1] == '.') {
			free(suite);
			suite = memory_string_dup(name);
		} else if (name > line && *name != '\0' && suite) {
			add_case(discovery, program, suite, name);
			count++;
		}
	}
	if (in)
		fclose(in);
	free(line);
	free(suite);
	return count;
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
	char list[] = "--gtest_list_tests";
	char *ask[] = {NULL, list, NULL};
	struct error ignored = {{0}};
	bool found;
	char *path;

	make_absolute(test);
	path = environment_find_program(test->command[0], &found);
	ask[0] = test->command[0];
	if (!path) {
		discovery->absent++;
		tests_forget(test);
	} else if (!test->command[1] && is_gtest(path) &&
		   discover_ask(discovery, ask, test->directory, NULL,
			   &ignored) == 0 &&
		   add_cases(discovery, test) > 0) {
		tests_forget(test);
	} else {
		tests_add(&discovery->tests, test);
		++*kind;
	}
	free(path);
}
