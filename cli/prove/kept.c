/* SPDX-License-Identifier: MIT
 * Recordings that an earlier `retread prove --vary` made. */
#include "config.h"

#include "cli/prove/untargeted.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/report/report.h"

/* Beside FOLDER: what is in there is the recorder's. Free it. */
static char *note_path(const char *folder)
{
	return memory_format("%s.command", folder);
}

/* Each word ends with a NUL. *SIZE is that of all. Free it. */
static char *kept_describe(char *const *command, size_t *size)
{
	static const char version[] = PACKAGE_VERSION;
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	if (!out)
		return NULL;
	fwrite(version, sizeof version, 1, out);
	for (; *command; command++)
		fwrite(*command, strlen(*command) + 1, 1, out);
	fclose(out);
	return text;
}

char *prove_kept_begin(const char *folder)
{
	return memory_format("%s.%ld", folder, (long)getpid());
}

static void kept_note(const char *folder, char *const *command)
{
	char *path = note_path(folder);
	size_t size;
	char *text = kept_describe(command, &size);
	FILE *out = text ? fopen(path, "w") : NULL;
	bool is_whole = out && fwrite(text, size, 1, out) == 1;

	if (out && (fclose(out) != 0 || !is_whole))
		remove(path);
	free(text);
	free(path);
}

void prove_kept_end(const char *begun, const char *folder, char *const *command,
	bool is_whole)
{
	char *path = note_path(folder);

	remove(path);
	free(path);
	folders_remove(folder);
	if (rename(begun, folder) == 0 && is_whole)
		kept_note(folder, command);
}

bool prove_kept_has(const char *folder, char *const *command)
{
	char *path = note_path(folder);
	size_t size = 0;
	char *text = kept_describe(command, &size);
	char *noted = memory_alloc(size + 1);
	FILE *in = fopen(path, "r");
	/* One byte more would be another command. */
	bool is_same = in && text && fread(noted, 1, size + 1, in) == size &&
		       memcmp(noted, text, size) == 0;

	if (in)
		fclose(in);
	free(noted);
	free(text);
	free(path);
	return is_same;
}

/* Was FILE last changed before START_MS? What is found by PATH, as shells are, is
 * not what is being worked on. */
static bool kept_is_older(const char *file, uint64_t start_ms)
{
	struct stat status;

	if (file && !strchr(file, '/'))
		return true;
	if (!file || stat(file, &status) != 0)
		return false;
	return (uint64_t)status.st_mtim.tv_sec * 1000 +
		       (uint64_t)status.st_mtim.tv_nsec / 1000000 <
	       start_ms;
}

bool prove_kept_is_current(
	const struct report *report, const struct report_finding *finding)
{
	uint64_t first_ms = UINT64_MAX;

	for (size_t i = 0; i < report->process_count; i++) {
		const struct report_process *process = &report->process[i];
		if (!kept_is_older(process->program, process->started_unix_ms))
			return false;
		if (process->started_unix_ms < first_ms)
			first_ms = process->started_unix_ms;
	}
	for (size_t i = 0; i < finding->aec.count; i++)
		if (!kept_is_older(finding->aec.place[i].object, first_ms))
			return false;
	return report->process_count > 0;
}
