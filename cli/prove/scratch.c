/* SPDX-License-Identifier: MIT
 * A recorded command and a file that it read, in a folder where it can be run again:
 * nothing that it names by its arguments is written outside of it. */
#include "config.h"

#include "cli/prove/scratch.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/recorded.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/words.h"

#define COPY_MOST (16 << 20) /* bytes of a file that is put there */

/* ---- files ---- */

static int write_file(
	const char *path, const void *bytes, size_t length, struct error *err)
{
	FILE *out = fopen(path, "we");
	bool is_whole = out && fwrite(bytes, 1, length, out) == length;

	if (!out || fclose(out) != 0 || !is_whole)
		return error_set_errno(err, "cannot write %s", path);
	return 0;
}

uint8_t *scratch_read_file(
	const char *path, size_t most, size_t *length, struct error *err)
{
	uint8_t *bytes = memory_alloc(most + 1);
	FILE *in = fopen(path, "re");

	*length = in ? fread(bytes, 1, most + 1, in) : 0;
	if (!in || ferror(in))
		error_set_errno(err, "cannot read %s", path);
	else if (*length > most)
		error_set(err, "%s has more than %zu bytes", path, most);
	if (in && *length <= most && !ferror(in)) {
		fclose(in);
		return bytes;
	}
	if (in)
		fclose(in);
	free(bytes);
	return NULL;
}

/* ---- the folder ---- */

static bool leads_out(const char *word)
{
	return *word == '/' || strncmp(word, "../", 3) == 0 ||
	       strstr(word, "/../") != NULL;
}

/* Where WORD of the command lies in the folder: with its own name, below its own
 * folders unless those lead out. Free it. */
static char *place_of(const char *word)
{
	return memory_string_dup(
		leads_out(word) ? words_base_name(word) : word);
}

static int put(const struct scratch *scratch, const char *place,
	const void *bytes, size_t length, struct error *err)
{
	char *path = memory_format("%s/%s", scratch->folder, place);
	char *slash = strrchr(path, '/');
	int status;

	*slash = '\0';
	status = cli_make_directories(path, err);
	*slash = '/';
	if (status == 0)
		status = write_file(path, bytes, length, err);
	free(path);
	return status;
}

/* Does WORD name a file that is not there yet, in a folder that is? Then it is where
 * the command writes to. */
static bool is_output(const char *path)
{
	char *folder = memory_string_dup(path);
	char *slash = strrchr(folder, '/');
	struct stat status;
	bool result;

	*slash = '\0';
	result = access(path, F_OK) != 0 && slash > folder &&
		 stat(folder, &status) == 0 && S_ISDIR(status.st_mode);
	free(folder);
	return result;
}

/* Adds WORD, which is not the first, as it is to be run. Files are copied. */
static int add_word(
	struct scratch *scratch, const char *word, struct error *err)
{
	char *path = recorded_path_dup(scratch->command, word);
	char *place = place_of(word);
	struct stat status;
	size_t length;
	int result = 0;

	if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
		uint8_t *bytes =
			scratch_read_file(path, COPY_MOST, &length, err);
		result = bytes ? put(scratch, place, bytes, length, err) : -1;
		free(bytes);
		arguments_add(&scratch->words, place);
	} else if (leads_out(word) && is_output(path)) {
		arguments_add(&scratch->words, place);
	} else {
		/* A folder, or no path at all. */
		arguments_add(&scratch->words,
			access(path, F_OK) == 0 && strchr(word, '/') != NULL
				? path
				: word);
	}
	free(path);
	free(place);
	return result;
}

int scratch_open(struct scratch *scratch,
	const struct recorded_command *command,
	const struct recorded_input *input, const char *folder,
	struct error *err)
{
	char *program = strchr(command->word[0], '/') != NULL
				? recorded_path_dup(command, command->word[0])
				: memory_string_dup(command->word[0]);
	char *real;
	int result = cli_make_directories(folder, err);

	*scratch = (struct scratch){.command = command};
	real = result == 0 ? realpath(folder, NULL) : NULL;
	if (result == 0 && !real)
		result = error_set_errno(err, "%s", folder);
	scratch->folder = real;
	arguments_add(&scratch->words, program);
	for (size_t i = 1; result == 0 && i < command->word_count; i++)
		result = add_word(scratch, command->word[i], err);
	if (result == 0)
		scratch->place = input->word > 0
					 ? place_of(command->word[input->word])
					 : memory_string_dup("stdin");
	scratch->is_stdin = input->word == 0;
	free(program);
	return result;
}

void scratch_close(struct scratch *scratch)
{
	if (scratch->folder)
		cli_remove_directory(scratch->folder);
	free(scratch->folder);
	free(scratch->place);
	arguments_release(&scratch->words);
}

int scratch_put_input(const struct scratch *scratch, const void *bytes,
	size_t length, struct error *err)
{
	return put(scratch, scratch->place, bytes, length, err);
}

void scratch_describe(const struct recorded_command *command,
	const struct recorded_input *input, struct arguments *words)
{
	for (size_t i = 0; i < command->word_count; i++) {
		char *path = recorded_path_dup(command, command->word[i]);
		bool is_file = access(path, F_OK) == 0;
		arguments_add(words, i > 0 && i == input->word ? "@@"
				     : is_file		       ? path
					       : command->word[i]);
		free(path);
	}
}
