/* SPDX-License-Identifier: MIT
 * The campaign's directory, laid out as AFL's so that its tools work on it. */
#include "config.h"

#include "fuzz-perf/corpus/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/words.h"

int output_open(struct output *output, const char *path, bool is_portable,
	struct error *err)
{
	static const char *const folders[] = {"queue", "crashes", "hangs"};

	output->path = memory_string_dup(path);
	output->is_portable = is_portable;
	if (folders_make_all(path, err))
		return -1;
	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
		if (folders_make_in(path, folders[i], err))
			return -1;
	return 0;
}

void output_release(struct output *output)
{
	free(output->path);
	output->path = NULL;
}

static int output_write_all(int fd, const uint8_t *bytes, size_t length)
{
	while (length) {
		ssize_t written = write(fd, bytes, length);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return -1;
		bytes += written;
		length -= (size_t)written;
	}
	return 0;
}

static int write_then_rename(const char *part, const char *path,
	const void *bytes, size_t length, struct error *err)
{
	int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	if (fd < 0)
		return error_set_errno(err, "%s", part);
	int is_bad = output_write_all(fd, bytes, length);
	if (is_bad)
		error_set_errno(err, "%s", path);
	if (close(fd) && !is_bad)
		is_bad = error_set_errno(err, "%s", path);
	if (!is_bad && rename(part, path))
		is_bad = error_set_errno(err, "%s", path);
	if (is_bad)
		unlink(part);
	return is_bad ? -1 : 0;
}

int output_write(const struct output *output, const char *folder,
	const char *name, const void *bytes, size_t length, struct error *err)
{
	char *part = memory_format("%s/.part", output->path);
	char *path = memory_format(
		"%s/%s%s%s", output->path, folder, *folder ? "/" : "", name);
	int result = write_then_rename(part, path, bytes, length, err);

	free(part);
	free(path);
	return result;
}

int output_print(const struct output *output, const char *name,
	void (*print)(const void *data, FILE *out), const void *data,
	struct error *err)
{
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		return error_set_errno(err, "%s", name);
	print(data, out);
	if (fclose(out))
		return error_set_errno(err, "%s", name);
	int result = output_write(output, "", name, text, length, err);
	free(text);
	return result;
}

int output_append(const struct output *output, const char *name,
	const char *text, struct error *err)
{
	char *path = memory_format("%s/%s", output->path, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	int result = 0;

	if (fd < 0 || output_write_all(fd, (const uint8_t *)text, strlen(text)))
		result = error_set_errno(err, "%s", path);
	if (fd >= 0)
		close(fd);
	free(path);
	return result;
}

void output_fit_name(const struct output *output, char *name)
{
	if (!output->is_portable)
		return;
	for (; *name; name++)
		if (*name == ':')
			*name = '_';
}

static int output_is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

typedef int output_each(
	void *context, const char *folder, const char *name, struct error *err);

static bool output_is_folder(const char *path)
{
	struct stat status;

	return !lstat(path, &status) && S_ISDIR(status.st_mode);
}

static bool output_is_file(const char *path)
{
	struct stat status;

	return !stat(path, &status) && S_ISREG(status.st_mode);
}

static int each_file(const char *folder, bool is_deep, output_each *each,
	void *context, struct error *err)
{
	struct dirent **entry;
	int count = scandir(folder, &entry, output_is_visible, alphasort);
	int result = 0;

	if (count < 0)
		return error_set_errno(err, "%s", folder);
	for (int i = 0; i < count; i++) {
		char *path = memory_format("%s/%s", folder, entry[i]->d_name);
		if (!result && output_is_file(path))
			result = each(context, folder, entry[i]->d_name, err);
		else if (!result && is_deep && output_is_folder(path))
			result = output_each_seed(path, each, context, err);
		free(path);
		free(entry[i]);
	}
	free(entry);
	return result;
}

int output_each_file(
	const char *folder, output_each *each, void *context, struct error *err)
{
	return each_file(folder, false, each, context, err);
}

int output_each_seed(
	const char *path, output_each *each, void *context, struct error *err)
{
	if (output_is_file(path)) {
		const char *name = words_base_name(path);
		char *folder = memory_format("%.*s.", (int)(name - path), path);
		int result = each(context, folder, name, err);
		free(folder);
		return result;
	}
	char *queue = memory_format("%s/queue", path);
	int result = each_file(output_is_folder(queue) ? queue : path, true,
		each, context, err);
	free(queue);
	return result;
}
