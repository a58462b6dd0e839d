/* SPDX-License-Identifier: MIT
 * Lines of source files: remembers the file read last, as findings come in
 * bunches. */
#include "config.h"

#include "cli/source.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/memory.h"

#define SOURCE_BYTES_MAX (16 << 20)

struct source {
	char *directory; /* current, with a slash at its end */
	char *file;	 /* whose text this is; NULL: none yet */
	char *text;	 /* NULL: could not be read */
	char *line;
	char *name; /* given last by source_short_name */
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
		status.st_size <= SOURCE_BYTES_MAX) {
		text = memory_alloc((size_t)status.st_size + 1);
		count = read(descriptor, text, (size_t)status.st_size);
		text[count > 0 ? count : 0] = '\0';
	}
	close(descriptor);
	return text;
}

const char *source_line(struct source *source, const char *file, unsigned line)
{
	const char *at;

	if (file == NULL || line == 0)
		return NULL;
	if (source->file == NULL || strcmp(source->file, file) != 0) {
		free(source->file);
		free(source->text);
		source->file = memory_string_dup(file);
		source->text = read_text(file);
	}
	at = source->text;
	while (at != NULL && --line > 0) {
		at = strchr(at, '\n');
		at = at != NULL ? at + 1 : NULL;
	}
	if (at == NULL || *at == '\0')
		return NULL;
	free(source->line);
	source->line = memory_string_dup_length(at, strcspn(at, "\r\n"));
	return source->line;
}

const char *source_short_name(struct source *source, const char *file)
{
	const char *directory = source->directory;
	char *resolved = *file == '/' ? realpath(file, NULL) : NULL;

	/* Debug information says DIR/../src/file.c. */
	if (resolved != NULL) {
		free(source->name);
		source->name = resolved;
		file = resolved;
	}
	if (directory != NULL &&
		strncmp(file, directory, strlen(directory)) == 0)
		return file + strlen(directory);
	return file;
}
