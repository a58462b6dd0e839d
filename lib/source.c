/* SPDX-License-Identifier: MIT
 * Lines of source files from disk. */
#include "config.h"

#include "lib/source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/memory.h"

/* Larger files are not source that anybody reads. */
#define FILE_BYTES_MAX (16 << 20)

#define BLANKS " \t\r"

struct file {
	struct file *next;
	char *name;
	char *content; /* NULL: cannot be read; line ends are NUL */
	char **line;
	size_t count;
};

struct source {
	struct file *file; /* the one asked for last comes first */
	char *directory;   /* current, with a slash at its end */
	char *name;	   /* given last by source_short_name */
};

struct source *source_new(void)
{
	struct source *source = memory_alloc_zero(1, sizeof *source);
	char *directory = getcwd(NULL, 0);

	if (directory)
		source->directory = memory_format("%s/", directory);
	free(directory);
	return source;
}

void source_free(struct source *source)
{
	if (!source)
		return;
	while (source->file) {
		struct file *file = source->file;
		source->file = file->next;
		free(file->name);
		free(file->content);
		free(file->line);
		free(file);
	}
	free(source->directory);
	free(source->name);
	free(source);
}

/* The content of the regular file NAME, terminated; NULL when it has none or too
 * much. */
static char *read_content(const char *name)
{
	int descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;
	char *content = NULL;
	size_t have = 0;
	ssize_t got = 1;

	if (descriptor < 0)
		return NULL;
	if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
		status.st_size <= FILE_BYTES_MAX) {
		content = memory_alloc((size_t)status.st_size + 1);
		while (have < (size_t)status.st_size && got > 0) {
			got = read(descriptor, content + have,
				(size_t)status.st_size - have);
			have += got > 0 ? (size_t)got : 0;
		}
		content[have] = '\0';
	}
	close(descriptor);
	return content;
}

static void split(struct file *file)
{
	size_t capacity = 0;
	char *line = file->content;

	while (line && *line != '\0') {
		char *end = strchr(line, '\n');
		char *last = end ? end : line + strlen(line);
		while (last > line && strchr(BLANKS, last[-1]))
			last--;
		file->line = memory_grow(file->line, &capacity, file->count + 1,
			sizeof *file->line);
		file->line[file->count++] = line;
		line = end ? end + 1 : NULL;
		*last = '\0';
	}
}

/* FILE, first in the list now. */
static const struct file *find(struct source *source, const char *name)
{
	struct file **link = &source->file, *file;

	while (*link && strcmp((*link)->name, name) != 0)
		link = &(*link)->next;
	file = *link;
	if (file) {
		*link = file->next;
	} else {
		file = memory_alloc_zero(1, sizeof *file);
		file->name = memory_string_dup(name);
		file->content = read_content(name);
		split(file);
	}
	file->next = source->file;
	source->file = file;
	return file;
}

unsigned source_line_count(struct source *source, const char *file)
{
	return file ? (unsigned)find(source, file)->count : 0;
}

const char *source_line(struct source *source, const char *file, unsigned line)
{
	const struct file *found;

	if (!file || line == 0)
		return NULL;
	found = find(source, file);
	return line <= found->count ? found->line[line - 1] : NULL;
}

const char *source_text(struct source *source, const char *file, unsigned line)
{
	const char *text = source_line(source, file, line);

	return text ? text + strspn(text, BLANKS) : NULL;
}

bool source_says(struct source *source, const char *file, unsigned line,
	const char *text)
{
	const char *now = source_text(source, file, line);
	size_t length;

	if (!now)
		return false;
	text += strspn(text, BLANKS);
	length = strlen(text);
	while (length > 0 && strchr(BLANKS, text[length - 1]))
		length--;
	return strncmp(now, text, length) == 0 && now[length] == '\0';
}

const char *source_short_name(struct source *source, const char *file)
{
	size_t length = source->directory ? strlen(source->directory) : 0;
	/* Debug information says DIR/../src/file.c. */
	char *resolved = *file == '/' ? realpath(file, NULL) : NULL;

	if (resolved) {
		free(source->name);
		source->name = resolved;
		file = resolved;
	}
	if (length != 0 && strncmp(file, source->directory, length) == 0)
		return file + length;
	return file;
}
