/* SPDX-License-Identifier: MIT
 * Source files from disk: remembers the lines of the file asked for last. */
#include "config.h"

#include "viz/source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/memory.h"

#define FILE_BYTES_MAX (32 << 20)

struct source {
	char *directory; /* current, with a slash at its end */
	char *file;	 /* whose lines these are */
	char *text;	 /* line ends are NUL */
	char **line;
	size_t count, capacity;
	char *name;
};

struct source *source_new(void)
{
	struct source *source = memory_alloc_zero(1, sizeof(*source));
	char *directory = getcwd(NULL, 0);

	if (directory != NULL)
		source->directory = memory_format("%s/", directory);
	free(directory);
	return source;
}

void source_free(struct source *source)
{
	if (source == NULL)
		return;
	free(source->directory);
	free(source->file);
	free(source->text);
	free(source->line);
	free(source->name);
	free(source);
}

/* The text of the regular file NAME, NULL when it has none or too much. */
static char *read_text(const char *name)
{
	int descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;
	char *text = NULL;
	ssize_t count;

	if (descriptor < 0)
		return NULL;
	if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
		status.st_size <= FILE_BYTES_MAX) {
		text = memory_alloc((size_t)status.st_size + 1);
		count = read(descriptor, text, (size_t)status.st_size);
		text[count > 0 ? count : 0] = '\0';
	}
	close(descriptor);
	return text;
}

static void split(struct source *source)
{
	char *at = source->text;

	source->count = 0;
	while (at != NULL && *at != '\0') {
		char *end = at + strcspn(at, "\n");
		bool is_last = *end == '\0';
		source->line = memory_grow(source->line, &source->capacity,
			source->count + 1, sizeof(*source->line));
		source->line[source->count++] = at;
		if (end > at && end[-1] == '\r')
			end[-1] = '\0';
		*end = '\0';
		at = is_last ? NULL : end + 1;
	}
}

static void load(struct source *source, const char *file)
{
	if (source->file != NULL && strcmp(source->file, file) == 0)
		return;
	free(source->file);
	free(source->text);
	source->file = memory_string_dup(file);
	source->text = read_text(file);
	split(source);
}

unsigned source_line_count(struct source *source, const char *file)
{
	if (file == NULL)
		return 0;
	load(source, file);
	return (unsigned)source->count;
}

const char *source_line(struct source *source, const char *file, unsigned line)
{
	if (line == 0 || line > source_line_count(source, file))
		return NULL;
	return source->line[line - 1];
}

const char *source_short_name(struct source *source, const char *file)
{
	size_t length = source->directory ? strlen(source->directory) : 0;
	const char *name = file;

	free(source->name);
	source->name = realpath(file, NULL);
	if (source->name != NULL)
		name = source->name;
	if (length != 0 && strncmp(name, source->directory, length) == 0)
		return name + length;
	return name;
}

bool source_says(struct source *source, const char *file, unsigned line,
	const char *text)
{
	const char *now = source_line(source, file, line);

	if (now == NULL)
		return false;
	now += strspn(now, " \t");
	text += strspn(text, " \t");
	return strcmp(now, text) == 0;
}
