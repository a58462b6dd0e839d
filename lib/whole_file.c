/* SPDX-License-Identifier: MIT
 * Files that are there as a whole or stay as they were. */
#include "config.h"

#include "lib/whole_file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/memory.h"

static void whole_file_release(struct whole_file *file)
{
	free(file->path);
	free(file->temporary);
	*file = (struct whole_file){0};
}

int whole_file_open(
	struct whole_file *file, const char *path, struct error *err)
{
	file->path = memory_string_dup(path);
	file->temporary = memory_format("%s.%ld.tmp", path, (long)getpid());
	file->out = fopen(file->temporary, "we");
	if (file->out)
		return 0;
	error_set_errno(err, "cannot create %s", file->temporary);
	whole_file_release(file);
	return -1;
}

int whole_file_close(struct whole_file *file, int result, struct error *err)
{
	bool is_written;

	if (!file->out)
		return -1;
	/* Failures before the last bytes are known here only. */
	is_written = fflush(file->out) == 0 && !ferror(file->out);
	if (!is_written && result == 0)
		result = error_set_errno(err, "cannot write %s", file->path);
	if (fclose(file->out) != 0 && result == 0)
		result = error_set_errno(err, "cannot write %s", file->path);
	if (result == 0 && rename(file->temporary, file->path) != 0)
		result = error_set_errno(err, "cannot write %s", file->path);
	if (result != 0)
		unlink(file->temporary);
	whole_file_release(file);
	return result == 0 ? 0 : -1;
}

int whole_file_copy(const char *from, const char *to, struct error *err)
{
	FILE *in = fopen(from, "re");
	struct whole_file file;
	char buffer[1 << 14];
	size_t count;
	int result;

	if (!in)
		return error_set_errno(err, "cannot open %s", from);
	result = whole_file_open(&file, to, err);
	while (result == 0 && (count = fread(buffer, 1, sizeof buffer, in)) > 0)
		fwrite(buffer, 1, count, file.out);
	if (result == 0 && ferror(in))
		result = error_set_errno(err, "cannot read %s", from);
	fclose(in);
	return whole_file_close(&file, result, err);
}

int whole_file_read(const char *path, size_t limit, uint8_t **bytes,
	size_t *length, struct error *err)
{
	FILE *in = fopen(path, "re");
	size_t capacity = limit < 65536 ? limit : 65536, got;

	if (!in)
		return error_set_errno(err, "%s", path);
	*bytes = memory_alloc(capacity + 1);
	*length = 0;
	while ((got = fread(*bytes + *length, 1, capacity - *length, in)) > 0) {
		*length += got;
		if (*length < capacity || capacity == limit)
			continue;
		capacity = capacity > limit / 2 ? limit : 2 * capacity;
		*bytes = memory_resize(*bytes, capacity + 1, 1);
	}
	(*bytes)[*length] = '\0';
	if (!ferror(in)) {
		fclose(in);
		return 0;
	}
	fclose(in);
	free(*bytes);
	return error_set(err, "%s: cannot read it", path);
}
