/* SPDX-License-Identifier: MIT
 * Makes and removes folders. */
#include "config.h"

#include "lib/folders.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/memory.h"

/* So many descriptors may be open for a removal. */
#define DEPTH_MAX 16

int folders_make(const char *path, struct error *err)
{
	struct stat status;

	if (mkdir(path, 0777) == 0)
		return 0;
	if (errno == EEXIST && stat(path, &status) == 0) {
		if (S_ISDIR(status.st_mode))
			return 0;
		errno = ENOTDIR;
	}
	return error_set_errno(err, "cannot make directory %s", path);
}

int folders_make_in(const char *parent, const char *name, struct error *err)
{
	char *path = memory_format("%s/%s", parent, name);
	int result = folders_make(path, err);

	free(path);
	return result;
}

int folders_make_all(const char *path, struct error *err)
{
	char *copy = memory_string_dup(path);
	int result = 0;

	for (char *at = copy + 1; result == 0 && (at = strchr(at, '/')); at++) {
		*at = '\0';
		result = folders_make(copy, err);
		*at = '/';
	}
	if (result == 0)
		result = folders_make(path, err);
	free(copy);
	return result;
}

char *folders_temporary_name(void)
{
	const char *directory = getenv("TMPDIR");

	return memory_format("%s/retread-XXXXXX",
		directory && *directory != '\0' ? directory : "/tmp");
}

char *folders_make_temporary(struct error *err)
{
	char *path = folders_temporary_name();

	if (mkdtemp(path))
		return path;
	error_set_errno(err, "cannot make directory %s", path);
	free(path);
	return NULL;
}

static int folders_remove_entry(const char *path, const struct stat *status,
	int type, struct FTW *place)
{
	(void)status;
	(void)type;
	(void)place;
	return remove(path);
}

void folders_remove(const char *path)
{
	nftw(path, folders_remove_entry, DEPTH_MAX, FTW_DEPTH | FTW_PHYS);
}
