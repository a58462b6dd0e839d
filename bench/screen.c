/* SPDX-License-Identifier: MIT
 * Runs a program on larger versions of a file, and says with which of them its time
 * grows faster than they do: screen FILE FOLDER SECONDS COMMAND...
 *
 * "{}" in COMMAND is the file; without it, the file is its standard input. For each
 * such version FOLDER gets NUMBER.input, small enough to be grown, and
 * NUMBER.generate, a script that prints versions of any size; and a line is
 * printed: NUMBER, CPU seconds at the two sizes, the pattern. Times only choose what
 * is worth an experiment: they are no evidence. SECONDS are all that may be spent. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/families/families.h"
#include "lib/memory.h"

#define BASE_BYTES     ((size_t)64 << 10) /* that is read of the file */
#define SMALL_BYTES    ((size_t)32 << 10)
#define LARGE_BYTES    (4 * SMALL_BYTES)
#define RECORDED_BYTES ((size_t)6 << 10)
#define RUN_SECONDS    4
#define RUN_MEMORY     ((rlim_t)2 << 30)
/* A second for a megabyte of which time grows with the square, and what a version
 * four times as large takes more. */
#define QUADRATIC 0.001
#define STEEP	  6.0

static const char *folder;
static char **command;
static int command_count;

static double spent(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static struct bytes read_file(const char *path)
{
	struct bytes bytes = {memory_alloc(BASE_BYTES), 0};
	FILE *in = fopen(path, "re");

	if (in)
		bytes.length = fread(bytes.at, 1, BASE_BYTES, in);
	if (!in || ferror(in)) {
		perror(path);
		exit(1);
	}
	fclose(in);
	return bytes;
}

static void write_file(const char *path, const struct bytes *bytes)
{
	FILE *out = fopen(path, "we");

	if (!out || fwrite(bytes->at, 1, bytes->length, out) != bytes->length ||
		fclose(out) != 0) {
		perror(path);
		exit(1);
	}
}

static void become(const char *path)
{
	struct rlimit time = {RUN_SECONDS, RUN_SECONDS};
	struct rlimit memory = {RUN_MEMORY, RUN_MEMORY};
	char **word =
		memory_alloc_zero((size_t)command_count + 1, sizeof *word);
	const char *input = path;
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC), in;

	for (int i = 0; i < command_count; i++) {
		bool is_file = strcmp(command[i], "{}") == 0;
		word[i] = is_file ? memory_format("%s", path) : command[i];
		if (is_file)
			input = "/dev/null";
	}
	in = open(input, O_RDONLY | O_CLOEXEC);
	setrlimit(RLIMIT_CPU, &time);
	setrlimit(RLIMIT_AS, &memory);
	if (in >= 0 && null >= 0 && dup2(in, 0) == 0 && dup2(null, 1) == 1 &&
		dup2(null, 2) == 2 && chdir(folder) == 0)
		execvp(word[0], word);
	_exit(127);
}

/* CPU seconds of COMMAND on a version. A crash makes it 0: no one waits for that. */
static double run(const struct family *family, size_t k)
{
	struct bytes bytes = {memory_alloc(family_length(family, k) + 1),
		family_length(family, k)};
	char *path = memory_format("%s/version", folder);
	double began = spent();
	int status = 0;
	pid_t child;

	family_build(family, k, bytes.at);
	write_file(path, &bytes);
	bytes_release(&bytes);
	child = fork();
	if (child == 0)
		become(path);
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror("screen");
		exit(1);
	}
	free(path);
	if (WIFSIGNALED(status) && WTERMSIG(status) != SIGXCPU &&
		WTERMSIG(status) != SIGKILL)
		return 0;
	return spent() - began;
}

/* TIME gets what two versions take, the second with four times the repetitions. Times
 * of a loaded machine are too long, never too short: it is the shorter of two. */
static bool is_steep(const struct family *family, double base, double time[2])
{
	size_t large = family_fit(family, LARGE_BYTES);
	size_t k[] = {large / 4, large};

	for (int i = 0; i < 2; i++) {
		time[i] = run(family, k[i]) - base;
		if (time[i] < QUADRATIC)
			return false;
	}
	for (int i = 0; i < 2; i++) {
		double again;
		if (time[1] - 4 * time[0] < 12 * QUADRATIC ||
			time[1] < STEEP * time[0])
			return false;
		again = time[1] < RUN_SECONDS / 2 ? run(family, k[1]) - base
						  : time[1];
		time[1] = again < time[1] ? again : time[1];
	}
	return true;
}

static void keep(const struct family *family, size_t number, const double *time)
{
	size_t k = family_fit(family, RECORDED_BYTES);
	struct bytes bytes = {memory_alloc(family_length(family, k) + 1),
		family_length(family, k)};
	char *input = memory_format("%s/%zu.input", folder, number);
	char *script = memory_format("%s/%zu.generate", folder, number);
	char *pattern = family_pattern_dup(family);
	FILE *out = fopen(script, "we");

	family_build(family, k, bytes.at);
	write_file(input, &bytes);
	if (out) {
		family_print_script(family, out);
		fclose(out);
	}
	printf("%zu\t%.3f\t%.3f\t%s\n", number, time[0], time[1], pattern);
	fflush(stdout);
	free(pattern);
	free(script);
	free(input);
	bytes_release(&bytes);
}

int main(int argc, char **argv)
{
	struct families families = {0};
	struct bytes base;
	double end, time[2], least;

	if (argc < 5) {
		fputs("usage: screen FILE FOLDER SECONDS COMMAND...\n", stderr);
		return 2;
	}
	base = read_file(argv[1]);
	folder = argv[2];
	end = atof(argv[3]);
	command = argv + 4;
	command_count = argc - 4;
	families_list(&families, &base);
	least = families.count > 0 ? run(families.family, 1) : 0;
	for (size_t i = 0; i < families.count && spent() < end; i++) {
		const struct family *family = &families.family[i];
		if (is_steep(family, least, time))
			keep(family, i, time);
	}
	families_release(&families);
	bytes_release(&base);
	return 0;
}
