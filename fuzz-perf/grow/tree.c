/* SPDX-License-Identifier: MIT
 * A tree of links that stands for the file system around a test: what it writes where it
 * runs is written there. */
#include "config.h"

#include "fuzz-perf/grow/tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"

#define TREE_DEPTH     3	  /* of folders that are copied */
#define TREE_FILES_MAX 2000	  /* that are copied */
#define TREE_BYTES_MAX (64 << 20) /* of them */
#define TREE_FILE_MAX  (1 << 20)  /* of one */
#define TREE_LINKS_MAX 20000

struct tree {
	size_t files, links;
	off_t bytes;
};

static bool tree_copy(
	const char *from, const char *to, const struct stat *status)
{
	int in = open(from, O_RDONLY | O_CLOEXEC);
	int out = in < 0 ? -1
			 : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
				   (status->st_mode & 0777) | S_IWUSR);
	off_t left = status->st_size;

	while (out >= 0 && left > 0) {
		ssize_t bytes = sendfile(out, in, NULL, (size_t)left);
		if (bytes <= 0)
			break;
		left -= bytes;
	}
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	return out >= 0 && left == 0;
}

/* Programs are not copied: they are known by where they are. */
static bool tree_may_copy(const struct tree *tree, const struct stat *status)
{
	return S_ISREG(status->st_mode) && !(status->st_mode & 0111) &&
	       status->st_size <= TREE_FILE_MAX &&
	       tree->files < TREE_FILES_MAX &&
	       tree->bytes + status->st_size <= TREE_BYTES_MAX;
}

static bool tree_is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* TO, a new folder, gets what FROM has: copies of small files, folders down to DEPTH, and
 * links to the rest; nothing named EXCEPT. */
static void tree_fill(struct tree *tree, const char *from, const char *to,
	unsigned depth, const char *except)
{
	DIR *folder = opendir(from);

	for (const struct dirent *each; folder &&
					tree->links < TREE_LINKS_MAX &&
					(each = readdir(folder));) {
		char *source = memory_format("%s/%s", from, each->d_name);
		char *place = memory_format("%s/%s", to, each->d_name);
		struct stat status;
		bool is_known = !tree_is_dots(each->d_name) &&
				!(except && !strcmp(except, each->d_name)) &&
				lstat(source, &status) == 0;
		bool is_copied = false;
		if (is_known && depth > 0 && S_ISDIR(status.st_mode) &&
			tree->files++ < TREE_FILES_MAX &&
			mkdir(place, 0777) == 0) {
			tree_fill(tree, source, place, depth - 1, NULL);
			is_copied = true;
		} else if (is_known && depth > 0 &&
			   tree_may_copy(tree, &status)) {
			is_copied = tree_copy(source, place, &status);
			tree->files++;
			tree->bytes += status.st_size;
		}
		if (is_known && !is_copied) {
			unlink(place);
			tree->links += symlink(source, place) == 0;
		}
		free(source);
		free(place);
	}
	if (folder)
		closedir(folder);
}

static char *tree_place_dup(const char *directory)
{
	char *here = getcwd(NULL, 0);
	char *place = memory_format("%s/tree%s", directory, here ? here : "");

	free(here);
	return place;
}

/* Whether all users share FOLDER, as /tmp: little of what is there belongs to a test. */
static bool tree_is_shared(const char *folder)
{
	struct stat status;

	return stat(folder, &status) == 0 && (status.st_mode & S_ISVTX);
}

/* From the root down to where the test runs there are folders of the tree, so that names
 * that begin with .. lead to the same files. */
int counts_make_tree(const char *directory, struct error *err)
{
	char *place = tree_place_dup(directory);
	size_t root = strlen(directory) + strlen("/tree");
	struct tree tree = {0};
	bool is_made = access(place, F_OK) == 0;
	int result = is_made ? 0 : folders_make_all(place, err);

	for (char *at = place + root; !result && !is_made && *at == '/';) {
		char *end = strchrnul(at + 1, '/');
		char *next = memory_string_dup_length(
			at + 1, (size_t)(end - at) - 1);
		const char *folder = at == place + root ? "/" : place + root;
		*at = '\0';
		if (!tree_is_shared(folder))
			tree_fill(&tree, folder, place, 0, next);
		*at = '/';
		free(next);
		at = end;
	}
	if (!result && !is_made)
		tree_fill(&tree, place + root, place, TREE_DEPTH, NULL);
	free(place);
	return result;
}

const char *counts_path_outside(const char *directory, const char *path)
{
	static const char tree[] = "/tree/";
	size_t length = strlen(directory);

	if (strncmp(path, directory, length) != 0 || path[length] != '/')
		return path;
	return strncmp(path + length, tree, strlen(tree)) == 0
		       ? path + length + strlen(tree) - 1
		       : NULL;
}

int counts_enter_tree(const char *directory)
{
	char *place = tree_place_dup(directory);
	int result = chdir(place);

	free(place);
	return result;
}
