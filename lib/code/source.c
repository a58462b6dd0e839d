/* SPDX-License-Identifier: MIT
 * Lines of source files from disk. */
#include "config.h"

#include "lib/code/source.h"

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
	char *root;	   /* of the tree that it is in, the same; NULL: none */
	char *name;	   /* given last by source_short_name */
};

/* The directory at or above PATH, an absolute one, that version control or a project
 * begins in, with a slash at its end. Free it; NULL: there is none. */
static char *find_root_dup(const char *path)
{
	char *root = memory_string_dup(path);
	char *slash;

	while ((slash = strrchr(root, '/'))) {
		char *git, *project;
		bool is_root;
		*slash = '\0';
		git = memory_format("%s/.git", root);
		project = memory_format("%s/.retread", root);
		is_root = access(git, F_OK) == 0 || access(project, F_OK) == 0;
		free(git);
		free(project);
		if (is_root) {
			*slash = '/';
			slash[1] = '\0';
			return root;
		}
	}
	free(root);
	return NULL;
}

struct source *source_new(void)
{
	struct source *source = memory_alloc_zero(1, sizeof *source);
	char *directory = getcwd(NULL, 0);

	if (directory)
		source->directory = memory_format("%s/", directory);
	source->root = directory ? find_root_dup(source->directory) : NULL;
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
	free(source->root);
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

static void source_split(struct file *file)
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
static const struct file *source_find(struct source *source, const char *name)
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
		source_split(file);
	}
	file->next = source->file;
	source->file = file;
	return file;
}

unsigned source_line_count(struct source *source, const char *file)
{
	return file ? (unsigned)source_find(source, file)->count : 0;
}

const char *source_line(struct source *source, const char *file, unsigned line)
{
	const struct file *found;

	if (!file || line == 0)
		return NULL;
	found = source_find(source, file);
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

static bool source_begins(const char *text, const char *with)
{
	return with && strncmp(text, with, strlen(with)) == 0;
}

/* FILE, in the tree of the current directory, by way of directories above it. */
static char *name_above_dup(const struct source *source, const char *file)
{
	const char *here = source->directory;
	size_t common = 0, ups = 0;
	char *name, *to;

	for (size_t i = 0; here[i] != '\0' && here[i] == file[i]; i++)
		if (here[i] == '/')
			common = i + 1;
	for (const char *c = here + common; *c != '\0'; c++)
		ups += *c == '/';
	name = to = memory_alloc(3 * ups + strlen(file + common) + 1);
	while (ups-- > 0)
		to = stpcpy(to, "../");
	strcpy(to, file + common);
	return name;
}

const char *source_open_name(struct source *source, const char *file)
{
	/* Debug information says DIR/../src/file.c. */
	char *resolved = *file == '/' ? realpath(file, NULL) : NULL;

	if (resolved) {
		free(source->name);
		source->name = resolved;
		file = resolved;
	}
	if (source_begins(file, source->directory))
		return file + strlen(source->directory);
	if (!source_begins(file, source->root))
		return file;
	file = name_above_dup(source, file);
	free(source->name);
	return source->name = (char *)file;
}

const char *source_short_name(struct source *source, const char *file)
{
	const char *name = source_open_name(source, file);
	char *root = *name == '/' ? find_root_dup(name) : NULL;

	if (root)
		name += strlen(root);
	free(root);
	return name;
}
