/* SPDX-License-Identifier: MIT
 * Leaves in a folder what a process of a script is given when it begins
 * (lib/format/caught_process.h). */
#include "config.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/format/caught_process.h"
#include "lib/format/trace_format.h"

/* FOLDER/NAME in PATH; false: it is too long. */
static bool catch_path(
	char path[PATH_MAX], const char *folder, const char *name)
{
	int length = snprintf(path, PATH_MAX, "%s/%s", folder, name);

	return length > 0 && length < PATH_MAX;
}

static void catch_copy(int from, const char *folder, const char *name)
{
	char path[PATH_MAX], bytes[1 << 16];
	ssize_t count;
	int to = catch_path(path, folder, name)
			 ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
				   0666)
			 : -1;

	while (to >= 0 && (count = read(from, bytes, sizeof bytes)) > 0 &&
		write(to, bytes, (size_t)count) == count)
		continue;
	if (to >= 0)
		close(to);
}

static void catch_write(
	const char *folder, const char *name, const char *bytes, size_t length)
{
	char path[PATH_MAX];
	FILE *out = catch_path(path, folder, name) ? fopen(path, "we") : NULL;

	/* What cannot be written is missing, which is seen. */
	if (out && fwrite(bytes, 1, length, out) != length)
		unlink(path);
	if (out)
		fclose(out);
}

/* All of the file PATH, which may have no size, with a final NUL. Free it. */
static char *catch_read(const char *path, size_t *length)
{
	char *text = NULL, bytes[4096];
	size_t count;
	FILE *in = fopen(path, "re");
	FILE *all = open_memstream(&text, length);

	while (in && all && (count = fread(bytes, 1, sizeof bytes, in)) > 0)
		fwrite(bytes, 1, count, all);
	if (in)
		fclose(in);
	if (all)
		fclose(all);
	return text;
}

static const char *catch_base_name(const char *path)
{
	const char *end = path + strcspn(path, " "), *base = end;

	while (base > path && base[-1] != '/')
		base--;
	return base;
}

/* Is WORDS the command line of FOLDER? The program may have another folder's name. */
static bool catch_is_wanted(const char *folder, char *words, size_t length)
{
	char path[PATH_MAX];
	size_t wanted_length;
	char *wanted = catch_path(path, folder, CAUGHT_WANTED)
			       ? catch_read(path, &wanted_length)
			       : NULL;
	bool is_wanted, is_cut;

	/* As a report has it. */
	while (length > 0 && words[length - 1] == '\0')
		length--;
	for (size_t i = 0; i < length; i++)
		if (words[i] == '\0')
			words[i] = ' ';
	is_cut = wanted &&
		 wanted_length + 1 == sizeof((struct trace_header *)0)->command;
	is_wanted = wanted && (is_cut ? strncmp(wanted, words, wanted_length)
				      : strcmp(catch_base_name(wanted),
						catch_base_name(words))) == 0;
	free(wanted);
	return is_wanted;
}

/* Whether this is process NUMBER of those that are wanted in FOLDER. */
static bool catch_is_number(const char *folder, long number)
{
	char name[32], path[PATH_MAX];
	int file = -1;

	for (long own = 0; own <= number; own++) {
		snprintf(name, sizeof name, CAUGHT_BEGUN ".%ld", own);
		if (!catch_path(path, folder, name))
			return false;
		file = open(
			path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (file < 0)
			continue;
		close(file);
		return own == number;
	}
	return false;
}

static void catch_file(const char *folder, const char *file)
{
	char path[PATH_MAX], name[PATH_MAX];
	struct stat status;
	int from = open(file, O_RDONLY | O_CLOEXEC);

	if (from < 0)
		return;
	if (fstat(from, &status) == 0 && S_ISREG(status.st_mode) &&
		catch_path(name, CAUGHT_ROOT, file + 1) &&
		catch_path(path, folder, name)) {
		for (char *slash = path + strlen(folder) + 1;
			(slash = strchr(slash, '/')); slash++) {
			*slash = '\0';
			mkdir(path, 0777);
			*slash = '/';
		}
		catch_copy(from, folder, name);
		chmod(path, (status.st_mode & 0777) | S_IWUSR);
	}
	close(from);
}

static void catch_files(const char *folder)
{
	char path[PATH_MAX], *line = NULL;
	size_t capacity = 0;
	FILE *in = catch_path(path, folder, CAUGHT_FILES) ? fopen(path, "re")
							  : NULL;

	while (in && getline(&line, &capacity, in) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (*line == '/')
			catch_file(folder, line);
	}
	free(line);
	if (in)
		fclose(in);
}

/* A pipe is read to its end, and what was in it is the input from then on. */
static void catch_input(const char *folder)
{
	char path[PATH_MAX];
	struct stat status;
	off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
	bool is_known = fstat(STDIN_FILENO, &status) == 0;
	int again;

	if (!is_known ||
		(!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)))
		return;
	catch_copy(STDIN_FILENO, folder, CAUGHT_STDIN);
	if (S_ISREG(status.st_mode)) {
		lseek(STDIN_FILENO, at, SEEK_SET);
		return;
	}
	again = catch_path(path, folder, CAUGHT_STDIN) ? open(path, O_RDONLY)
						       : -1;
	if (again >= 0) {
		dup2(again, STDIN_FILENO);
		close(again);
	}
}

static void catch_variables(const char *folder)
{
	char *all = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&all, &length);

	for (char **each = environ; out && *each; each++)
		fwrite(*each, 1, strlen(*each) + 1, out);
	if (out)
		fclose(out);
	catch_write(folder, CAUGHT_VARIABLES, all, length);
	free(all);
}

static void catch_process(const char *folder, const char *words, size_t length)
{
	char here[PATH_MAX], from[PATH_MAX], to[PATH_MAX];

	if (!getcwd(here, sizeof here) ||
		!catch_path(from, folder, CAUGHT_WORDS ".new") ||
		!catch_path(to, folder, CAUGHT_WORDS))
		return;
	catch_files(folder);
	catch_input(folder);
	catch_variables(folder);
	catch_write(folder, CAUGHT_DIRECTORY, here, strlen(here));
	catch_write(folder, CAUGHT_WORDS ".new", words, length);
	rename(from, to);
}

__attribute__((constructor)) static void catch_begin(void)
{
	const char *given = getenv(CAUGHT_VARIABLE);
	char *folder, *words, *line;
	size_t length;
	long number;

	if (!given)
		return;
	number = strtol(given, &folder, 10);
	folder += *folder == ' ';
	words = catch_read("/proc/self/cmdline", &length);
	line = catch_read("/proc/self/cmdline", &length);
	if (words && line && catch_is_wanted(folder, line, length) &&
		catch_is_number(folder, number))
		catch_process(folder, words, length);
	free(words);
	free(line);
}
