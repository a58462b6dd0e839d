/* SPDX-License-Identifier: MIT
 * A recorded command with the files that it reads, in a folder where it can be run
 * again and writes no file of the user's. */
#include "config.h"

#include "cli/prove/scratch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common.h"
#include "cli/recorded.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/report/report.h"

#define COPY_MAX    (64 << 20) /* bytes of a file that is put there */
#define FOLDERS_MAX 256	       /* in a folder that are made there, too */

/* ---- files ---- */

static int scratch_write_file(
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

char *scratch_place_dup(const struct scratch *scratch, const char *path)
{
	return memory_format("%s%s", scratch->folder, path);
}

static int make_parent(const char *place, struct error *err)
{
	const char *slash = strrchr(place, '/');
	char *folder = memory_string_dup_length(place, (size_t)(slash - place));
	int status = folders_make_all(folder, err);

	free(folder);
	return status;
}

static int scratch_put(
	const char *place, const void *bytes, size_t length, struct error *err)
{
	int status = make_parent(place, err);

	return status == 0 ? scratch_write_file(place, bytes, length, err)
			   : status;
}

/* With PATH's rights, as it may be a program. */
static int scratch_copy(const char *place, const char *path,
	const struct stat *status, struct error *err)
{
	size_t length;
	uint8_t *bytes = scratch_read_file(path, COPY_MAX, &length, err);
	int result = bytes ? scratch_put(place, bytes, length, err) : -1;

	if (result == 0)
		chmod(place, (status->st_mode & 0777) | S_IWUSR);
	free(bytes);
	return result;
}

/* ---- the words ---- */

static bool leads_out(const char *name)
{
	return *name == '/' || strncmp(name, "../", 3) == 0 ||
	       strstr(name, "/../") || strcmp(name, "..") == 0;
}

static bool has_folder(const char *path)
{
	char *parent = memory_string_dup(path);
	struct stat status;
	bool result;

	*strrchr(parent, '/') = '\0';
	result = *parent != '\0' && stat(parent, &status) == 0 &&
		 S_ISDIR(status.st_mode);
	free(parent);
	return result;
}

/* Makes what the command needs at PATH: a copy of a file, a folder that is empty except
 * for such copies, or the folder of a file that it may write. *IS_THERE: there is
 * something now. */
static int provide(const struct scratch *scratch, const char *path,
	bool *is_there, struct error *err)
{
	char *place = scratch_place_dup(scratch, path);
	char *file = recorded_file_dup(scratch->command, path);
	struct stat status;
	bool exists = stat(file, &status) == 0;
	int result = 0;

	*is_there = true;
	if (exists && S_ISDIR(status.st_mode))
		result = folders_make_all(place, err);
	else if (exists && S_ISREG(status.st_mode))
		result = scratch_copy(place, file, &status, err);
	else if (!exists && has_folder(path))
		result = make_parent(place, err);
	else
		*is_there = false;
	free(file);
	free(place);
	return result;
}

/* The libraries in which FINDING was seen, which may be named relative to the directory. */
static void provide_libraries(
	const struct scratch *scratch, const struct report_finding *finding)
{
	struct error ignored = {{0}};
	bool is_there;

	for (size_t i = 0; i < finding->aec.count; i++) {
		const char *object = finding->aec.place[i].object;
		char *place = object && *object == '/' &&
					      strncmp(object, "/usr/", 5) != 0
				      ? scratch_place_dup(scratch, object)
				      : NULL;
		if (place && access(place, F_OK) != 0)
			provide(scratch, object, &is_there, &ignored);
		free(place);
	}
}

/* Whether a test that runs again may need the folder of that NAME. */
static bool folder_is_wanted(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && entry->d_type == DT_DIR;
}

/* Makes the folders in FOLDER, empty: a test may write there. */
static void provide_folders(const struct scratch *scratch, const char *folder)
{
	char *place = scratch_place_dup(scratch, folder);
	DIR *open = opendir(folder);
	const struct dirent *entry = open ? readdir(open) : NULL;

	for (int count = 0; entry && count < FOLDERS_MAX; entry = readdir(open))
		if (folder_is_wanted(entry)) {
			folders_make_in(place, entry->d_name, NULL);
			count++;
		}
	if (open)
		closedir(open);
	free(place);
}

/* The folders beside FILE, unless that lies where BEFORE does. */
static void provide_beside(
	const struct scratch *scratch, const char *file, const char *before)
{
	const char *slash = strrchr(file, '/');
	size_t length = slash ? (size_t)(slash - file) : 0;
	char *folder;

	if (length == 0 || (before && strncmp(file, before, length + 1) == 0 &&
				   !strchr(before + length + 1, '/')))
		return;
	folder = memory_string_dup_length(file, length);
	provide_folders(scratch, folder);
	free(folder);
}

/* The programs and files of REPORT. The command may do without those that are gone or
 * too large. */
static void provide_used(
	const struct scratch *scratch, const struct report *report)
{
	struct error ignored = {{0}};
	bool is_there;

	for (size_t i = 0; i < report->process_count; i++) {
		const struct report_process *process = &report->process[i];
		char *program =
			recorded_path_dup(scratch->command, process->program);
		if (strchr(process->program, '/'))
			provide(scratch, program, &is_there, &ignored);
		free(program);
		for (size_t j = 0; j < process->file_count; j++) {
			const char *file = process->file[j];
			provide(scratch, file, &is_there, &ignored);
			provide_beside(scratch, file,
				j > 0 ? process->file[j - 1] : NULL);
		}
	}
	for (size_t i = 0; i < report->finding_count; i++)
		provide_libraries(scratch, &report->finding[i]);
}

/* The name that WORD may be, or have after the = of an option; empty: none. */
static const char *name_in(const char *word)
{
	const char *equals = strchr(word, '=');

	if (*word != '-')
		return word;
	return equals ? equals + 1 : word + strlen(word);
}

/* Adds WORD, which is not the first, as it is to be run. A relative name below the
 * command's own folder means the copy as it is. */
static int scratch_add_word(
	struct scratch *scratch, const char *word, struct error *err)
{
	const char *name = name_in(word);
	char *path = recorded_path_dup(scratch->command, name);
	int option = (int)(name - word), result = 0;
	bool is_there = false;

	if (*name != '\0')
		result = provide(scratch, path, &is_there, err);
	if (is_there && leads_out(name))
		arguments_add_format(&scratch->words, "%.*s%s%s", option, word,
			scratch->folder, path);
	else
		arguments_add(&scratch->words, word);
	free(path);
	return result;
}

static char *input_place(
	const struct scratch *scratch, const struct recorded_input *input)
{
	if (input->way == RECORDED_STDIN)
		return memory_format("%s/stdin", scratch->folder);
	return scratch_place_dup(scratch, input->path);
}

static char *variable_name_dup(const char *variable)
{
	return memory_format("%.*s", (int)strcspn(variable, "="), variable);
}

static void scratch_set_variables(struct scratch *scratch)
{
	const struct recorded_command *command = scratch->command;

	scratch->before = memory_alloc_zero(
		command->variable_count + 1, sizeof *scratch->before);
	for (size_t i = 0; i < command->variable_count; i++) {
		const char *value = strchr(command->variable[i], '=');
		char *name = variable_name_dup(command->variable[i]);
		const char *own = getenv(name);
		scratch->before[i] = own ? memory_string_dup(own) : NULL;
		if (value)
			setenv(name, value + 1, 1);
		free(name);
	}
}

/* From the last one: a name may stand there twice. */
static void scratch_restore_variables(const struct scratch *scratch)
{
	for (size_t i = scratch->command->variable_count; i-- > 0;) {
		char *name = variable_name_dup(scratch->command->variable[i]);
		if (scratch->before[i])
			setenv(name, scratch->before[i], 1);
		else
			unsetenv(name);
		free(scratch->before[i]);
		free(name);
	}
	free(scratch->before);
}

int scratch_open(struct scratch *scratch,
	const struct recorded_command *command, const struct report *report,
	const struct recorded_input *input, const char *folder,
	struct error *err)
{
	char *program = strchr(command->word[0], '/')
				? recorded_path_dup(command, command->word[0])
				: memory_string_dup(command->word[0]);
	int result = folders_make_all(folder, err);

	*scratch = (struct scratch){.command = command};
	scratch_set_variables(scratch);
	scratch->folder = result == 0 ? realpath(folder, NULL) : NULL;
	if (result == 0 && !scratch->folder)
		result = error_set_errno(err, "%s", folder);
	arguments_add(&scratch->words, program);
	free(program);
	if (result != 0)
		return result;
	scratch->directory = scratch_place_dup(scratch, command->directory);
	scratch->place = input_place(scratch, input);
	result = folders_make_all(scratch->directory, err);
	provide_folders(scratch, command->directory);
	for (size_t i = 1; result == 0 && i < command->word_count; i++)
		result = scratch_add_word(scratch, command->word[i], err);
	if (result == 0)
		provide_used(scratch, report);
	return result;
}

void scratch_close(struct scratch *scratch)
{
	if (scratch->before)
		scratch_restore_variables(scratch);
	if (scratch->folder)
		folders_remove(scratch->folder);
	free(scratch->folder);
	free(scratch->directory);
	free(scratch->place);
	arguments_release(&scratch->words);
}

int scratch_put_input(const struct scratch *scratch, const void *bytes,
	size_t length, struct error *err)
{
	return scratch_put(scratch->place, bytes, length, err);
}

void scratch_describe(const struct recorded_command *command,
	const struct recorded_input *input, struct arguments *words)
{
	for (size_t i = 0; i < command->word_count; i++) {
		char *path = recorded_path_dup(command, command->word[i]);
		bool is_input = input->way == RECORDED_ARGUMENT && i > 0 &&
				i == input->word;
		bool is_name = i > 0 || strchr(command->word[i], '/');
		arguments_add(words, is_input ? "@@"
				     : is_name && access(path, F_OK) == 0
					     ? path
					     : command->word[i]);
		free(path);
	}
}
