/* SPDX-License-Identifier: MIT
 * The directory of cache files. Many processes use it at once: a file is written
 * under a name of its own, then renamed, so that readers see all of it or
 * nothing. Whatever fails leaves things as they were. */
#include "config.h"

#include "analyzer/symbols/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "lib/folders.h"
#include "lib/memory.h"

#include "analyzer/symbols/symbols.h"

#define NEW_PREFIX ".new-"
/* Leftovers of a killed process are removed when nobody can be writing them. */
#define NEW_SECONDS_MAX 3600
/* Less is a full file system: results have not found room in it. */
#define ROOM_BYTES (1 << 20)

char *cache_directory_read(
	const char *directory, const char *name, size_t *size_bytes)
{
	char *path = memory_format("%s/%s", directory, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat status;
	size_t done = 0;
	ssize_t length = 1;
	char *bytes;

	free(path);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
		status.st_size <= 0) {
		close(fd);
		return NULL;
	}
	*size_bytes = (size_t)status.st_size;
	bytes = malloc(*size_bytes); /* a size of somebody else's */
	while (bytes && done < *size_bytes && length > 0) {
		length = read(fd, bytes + done, *size_bytes - done);
		if (length > 0)
			done += (size_t)length;
	}
	futimens(fd, NULL); /* the time of its last use */
	close(fd);
	if (done == *size_bytes)
		return bytes;
	free(bytes);
	return NULL;
}

/* A file of the directory. */
struct cache_directory_kept {
	char *name;
	int64_t used_ns;
	uint64_t size_bytes;
};

struct kept_list {
	struct cache_directory_kept *list;
	size_t count;
	size_t capacity;
	uint64_t size_bytes;
};

static bool has_suffix(const char *name, const char *suffix)
{
	size_t length = strlen(name), suffix_length = strlen(suffix);

	return length > suffix_length &&
	       strcmp(name + length - suffix_length, suffix) == 0;
}

static void take_note(int directory, const char *name, struct kept_list *files)
{
	struct stat status;
	bool is_new = strncmp(name, NEW_PREFIX, strlen(NEW_PREFIX)) == 0;

	if ((!is_new && !has_suffix(name, CACHE_SUFFIX)) ||
		fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
		!S_ISREG(status.st_mode))
		return;
	if (is_new) {
		if (time(NULL) - status.st_mtim.tv_sec > NEW_SECONDS_MAX)
			unlinkat(directory, name, 0);
		return;
	}
	files->list = memory_grow(files->list, &files->capacity,
		files->count + 1, sizeof *files->list);
	files->list[files->count++] =
		(struct cache_directory_kept){.name = memory_string_dup(name),
			.used_ns = (int64_t)status.st_mtim.tv_sec * 1000000000 +
				   status.st_mtim.tv_nsec,
			.size_bytes = (uint64_t)status.st_size};
	files->size_bytes += (uint64_t)status.st_size;
}

static int cache_directory_compare_use(const void *a, const void *b)
{
	const struct cache_directory_kept *left = a, *right = b;

	if (left->used_ns != right->used_ns)
		return left->used_ns < right->used_ns ? -1 : 1;
	return strcmp(left->name, right->name);
}

static void cache_directory_reserve(const char *path, uint64_t size_bytes)
{
	struct kept_list files = {NULL, 0, 0, 0};
	DIR *directory = opendir(path);
	struct dirent *entry;

	if (!directory)
		return;
	while ((entry = readdir(directory)))
		take_note(dirfd(directory), entry->d_name, &files);
	if (files.size_bytes > size_bytes)
		qsort(files.list, files.count, sizeof *files.list,
			cache_directory_compare_use);
	for (size_t i = 0; i < files.count; i++) {
		if (files.size_bytes > size_bytes &&
			unlinkat(dirfd(directory), files.list[i].name, 0) == 0)
			files.size_bytes -= files.list[i].size_bytes;
		free(files.list[i].name);
	}
	free(files.list);
	closedir(directory);
}

bool symbols_give_way(const char *directory, const char *beside)
{
	struct stat cache, result;
	struct statvfs capacity;

	if (stat(directory, &cache) != 0 || stat(beside, &result) != 0 ||
		cache.st_dev != result.st_dev ||
		statvfs(beside, &capacity) != 0 ||
		capacity.f_bavail * capacity.f_frsize >= ROOM_BYTES)
		return false;
	cache_directory_reserve(directory, 0);
	return true;
}

static bool cache_directory_write_all(
	int fd, const char *bytes, size_t size_bytes)
{
	while (size_bytes > 0) {
		ssize_t length = write(fd, bytes, size_bytes);

		if (length < 0 && errno == EINTR)
			continue;
		if (length <= 0)
			return false;
		bytes += length;
		size_bytes -= (size_t)length;
	}
	return true;
}

void cache_directory_write(const char *directory, const char *name,
	const char *bytes, size_t size_bytes, uint64_t total_bytes_max)
{
	char *from, *to;
	mode_t mask;
	int fd;

	if (size_bytes > total_bytes_max)
		return;
	folders_make_all(directory, NULL);
	from = memory_format("%s/" NEW_PREFIX "XXXXXX", directory);
	to = memory_format("%s/%s", directory, name);
	fd = mkostemp(from, O_CLOEXEC);
	if (fd >= 0) {
		mask = umask(0);
		umask(mask);
		fchmod(fd, 0666 & ~mask);
		if (cache_directory_write_all(fd, bytes, size_bytes) &&
			rename(from, to) == 0)
			cache_directory_reserve(directory, total_bytes_max);
		else
			unlink(from);
		close(fd);
	}
	free(from);
	free(to);
}
