/* SPDX-License-Identifier: MIT
 * Lines of source files. */
#include "config.h"

#include "analyzer/source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/memory.h"

/* Larger files are not source that anybody reads. */
#define FILE_BYTES_MAX (16u << 20)

struct file {
	struct file *next;
	char *path;
	char **line; /* NULL: not readable */
	size_t count;
	char *content;
};

struct source {
	struct file *file;
};

struct source *source_new(void)
{
	return memory_alloc_zero(1, sizeof(struct source));
}

void source_free(struct source *source)
{
	while (source != NULL && source->file != NULL) {
		struct file *file = source->file;
		source->file = file->next;
		free(file->path);
		free(file->line);
		free(file->content);
		free(file);
	}
	free(source);
}

/* The content of a regular file, terminated, or NULL. */
static char *read_content(const char *path)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;
	char *content = NULL;
	size_t have = 0;

	if (descriptor < 0)
		return NULL;
	if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) ||
		status.st_size > FILE_BYTES_MAX)
		goto out;
	content = memory_alloc((size_t)status.st_size + 1);
	while (have < (size_t)status.st_size) {
		ssize_t got = read(descriptor, content + have,
			(size_t)status.st_size - have);
		if (got <= 0)
			break;
		have += (size_t)got;
	}
	content[have] = '\0';
out:
	close(descriptor);
	return content;
}

static void split(struct file *file)
{
	size_t capacity = 0;
	char *line = file->content;

	while (line != NULL && *line != '\0') {
		char *end = strchr(line, '\n');
		size_t length;
		if (end != NULL)
			*end++ = '\0';
		line += strspn(line, " \t\r");
		length = strlen(line);
		while (length > 0 && strchr(" \t\r", line[length - 1]))
			line[--length] = '\0';
		file->line = memory_grow(file->line, &capacity, file->count + 1,
			sizeof *file->line);
		file->line[file->count++] = line;
		line = end;
	}
}

const char *source_line(struct source *source, const char *path, unsigned line)
{
	struct file *file;

	if (path == NULL || line == 0)
		return NULL;
	for (file = source->file; file != NULL; file = file->next)
		if (strcmp(file->path, path) == 0)
			break;
	if (file == NULL) {
		file = memory_alloc_zero(1, sizeof *file);
		file->path = memory_string_dup(path);
		file->content = read_content(path);
		split(file);
		file->next = source->file;
		source->file = file;
	}
	return line <= file->count ? file->line[line - 1] : NULL;
}
