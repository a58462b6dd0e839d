/* SPDX-License-Identifier: MIT
 * Results of tests by what they depend on. */
#include "config.h"

#include "cli/suite/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/common.h"
#include "lib/code/elf.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/rows.h"
#include "lib/whole_file.h"

#define SCHEMA	   "retread-cache-1"
#define ENTRY_FILE "entry.json"
#define NEW_FOLDER "new" /* in it, entries are made and removed */

/*--- digests ---*/

struct digested {
	char *path;
	struct stat status;
	char digest[sizeof((struct elf_facts *)NULL)->build_id];
};

static int compare_paths(const void *left, const void *right)
{
	return strcmp(((const struct digested *)left)->path,
		((const struct digested *)right)->path);
}

static void free_digested(void *node)
{
	free(((struct digested *)node)->path);
	free(node);
}

void cache_digests_release(struct cache_digests *digests)
{
	tdestroy(digests->tree, free_digested);
	digests->tree = NULL;
}

static bool cache_is_same_file(
	const struct stat *left, const struct stat *right)
{
	return left->st_ino == right->st_ino && left->st_dev == right->st_dev &&
	       left->st_size == right->st_size &&
	       left->st_mtim.tv_sec == right->st_mtim.tv_sec &&
	       left->st_mtim.tv_nsec == right->st_mtim.tv_nsec;
}

static void digest(struct digested *file)
{
	struct elf_facts facts = {0};
	char sha256[DIGEST_HEX_BYTES] = "gone";

	elf_read_facts(file->path, &facts, NULL);
	if (facts.build_id[0] == '\0')
		digest_sha256_file(sha256, file->path, NULL);
	snprintf(file->digest, sizeof file->digest, "%s",
		facts.build_id[0] != '\0' ? facts.build_id : sha256);
}

const char *cache_digest(struct cache_digests *digests, const char *path)
{
	struct digested wanted = {.path = (char *)path}, *file;
	struct digested **place =
		tsearch(&wanted, &digests->tree, compare_paths);

	if (!place)
		memory_fail(sizeof *file);
	if (*place == &wanted) {
		*place = file = memory_alloc_zero(1, sizeof *file);
		file->path = memory_string_dup(path);
	}
	file = *place;
	if (stat(path, &wanted.status) != 0)
		return "gone";
	if (file->digest[0] == '\0' ||
		!cache_is_same_file(&file->status, &wanted.status)) {
		file->status = wanted.status;
		digest(file);
	}
	return file->digest;
}

/*--- entries ---*/

static const struct row file_row[] = {
	ROW(cache_file, path, 0, NULL), ROW(cache_file, digest, 0, NULL), {0}};
static const struct rows file_rows = {
	.row = file_row, .bytes = sizeof(struct cache_file)};
static const struct row entry_row[] = {
	ROW_SCHEMA(SCHEMA),
	ROW(cache_entry, command, 0, NULL),
	ROW_RECORD("outcome", cache_entry, outcome, &report_test_rows, 0, NULL),
	ROW_LIST(
		"inputs", cache_entry, input, input_count, &file_rows, 0, NULL),
	ROW_LIST("files", cache_entry, file, file_count, &file_rows, 0, NULL),
	{0},
};
static const struct rows entry_rows = {
	.row = entry_row, .bytes = sizeof(struct cache_entry)};

/* DIRECTORY/ab/cdef... Free it. */
static char *folder_of_key(const char *directory, const char *key)
{
	return memory_format("%s/%.2s/%s", directory, key, key + 2);
}

bool cache_read(
	struct cache_entry *entry, struct arena *arena, const char *folder)
{
	char *path = memory_format("%s/" ENTRY_FILE, folder);
	char sha256[DIGEST_HEX_BYTES];
	struct error ignored = {{0}};
	bool is_whole =
		digest_sha256_file(sha256, path, &ignored) == 0 &&
		strcmp(sha256, strrchr(folder, '/') + 1) == 0 &&
		rows_read_file(&entry_rows, path, arena, entry, &ignored) == 0;

	entry->folder = arena_string(arena, folder);
	free(path);
	return is_whole;
}

static bool is_good(
	const struct cache_entry *entry, struct cache_digests *digests)
{
	for (size_t i = 0; i < entry->input_count; i++)
		if (strcmp(cache_digest(digests, entry->input[i].path),
			    entry->input[i].digest) != 0)
			return false;
	return true;
}

static void note_use(const struct cache_entry *entry)
{
	char *path = memory_format("%s/" ENTRY_FILE, entry->folder);

	utimensat(AT_FDCWD, path, NULL, 0);
	free(path);
}

bool cache_find(struct cache_entry *entry, struct arena *arena,
	const char *directory, const char key[DIGEST_HEX_BYTES],
	struct cache_digests *digests)
{
	char *parent = folder_of_key(directory, key);
	DIR *stream = opendir(parent);
	const struct dirent *at;
	bool found = false;

	while (stream && !found && (at = readdir(stream))) {
		char *folder = memory_format("%s/%s", parent, at->d_name);
		if (at->d_name[0] != '.') {
			if (!cache_read(entry, arena, folder))
				cache_remove(directory, folder);
			else
				found = is_good(entry, digests);
		}
		free(folder);
	}
	if (stream)
		closedir(stream);
	free(parent);
	if (found)
		note_use(entry);
	return found;
}

static int copy_checked(
	const char *from, const char *to, const char *sha256, struct error *err)
{
	char copied[DIGEST_HEX_BYTES];

	if (whole_file_copy(from, to, err) != 0 ||
		digest_sha256_file(copied, to, err) != 0)
		return -1;
	return strcmp(copied, sha256) == 0
		       ? 0
		       : error_set(err, "%s is damaged", from);
}

int cache_copy(
	const struct cache_entry *entry, const char *name, const char *to)
{
	size_t length = strlen(name);
	struct error err = {{0}};
	int result = 0;

	for (size_t i = 0; result == 0 && i < entry->file_count; i++) {
		const struct cache_file *file = &entry->file[i];
		char *from, *place;
		if (strncmp(file->path, name, length) != 0 ||
			file->path[length] != '/' ||
			strchr(file->path + length + 1, '/'))
			continue;
		from = memory_format("%s/%s", entry->folder, file->path);
		place = memory_format("%s/%s", to, file->path + length + 1);
		result = copy_checked(from, place, file->digest, &err);
		free(from);
		free(place);
	}
	return result;
}

/*--- keeping ---*/

/* "PROGRAM/PID" of a folder of results. */
static const char *last_two(const char *folder)
{
	const char *at = folder + strlen(folder);

	for (int slashes = 0; at > folder; at--)
		if (at[-1] == '/' && ++slashes == 2)
			break;
	return at;
}

/* Copies the files of RESULT into NEXT, and adds them to ENTRY. */
static int add_result(struct cache_entry *entry, struct arena *arena,
	const char *next, const char *result, struct error *err)
{
	const char *name = last_two(result);
	char *to = memory_format("%s/%s", next, name);
	int status = folders_make_all(to, err);
	DIR *stream = opendir(result);
	const struct dirent *at;

	while (stream && status == 0 && (at = readdir(stream))) {
		const char *from =
			arena_format(arena, "%s/%s", result, at->d_name);
		const char *path =
			arena_format(arena, "%s/%s", name, at->d_name);
		char *sha256 = arena_alloc(arena, DIGEST_HEX_BYTES);
		if (at->d_name[0] == '.' ||
			digest_sha256_file(sha256, from, NULL) != 0)
			continue;
		status = copy_checked(from,
			arena_format(arena, "%s/%s", next, path), sha256, err);
		entry->file[entry->file_count++] =
			(struct cache_file){path, sha256};
	}
	if (stream)
		closedir(stream);
	free(to);
	return status;
}

/* A process leaves no more files than this. */
#define FILES_MAX 16

/* Gives NEXT, which is whole, its name. */
static int cache_publish(const char *next, const char *directory,
	const char *key, struct error *err)
{
	char *parent = folder_of_key(directory, key);
	char *listing = memory_format("%s/" ENTRY_FILE, next);
	char sha256[DIGEST_HEX_BYTES];
	int result = digest_sha256_file(sha256, listing, err);
	char *folder;

	if (result == 0)
		result = folders_make_all(parent, err);
	folder = memory_format("%s/%s", parent, result == 0 ? sha256 : "");
	if (result == 0 && rename(next, folder) != 0 && errno != EEXIST &&
		errno != ENOTEMPTY)
		result = error_set_errno(err, "cannot make %s", folder);
	free(folder);
	free(listing);
	free(parent);
	return result;
}

/* A folder of our own in DIRECTORY/new. NULL with ERR filled. Free it. */
static char *make_new(const char *directory, struct error *err)
{
	char *parent = memory_format("%s/" NEW_FOLDER, directory);
	char *next = memory_format("%s/XXXXXX", parent);
	mode_t mask = umask(0);

	umask(mask);
	if (folders_make_all(parent, err) != 0 || !mkdtemp(next)) {
		error_set_errno(err, "cannot make a folder in %s", parent);
		free(next);
		next = NULL;
	} else { /* others may read the cache, too */
		chmod(next, 0777 & ~mask);
	}
	free(parent);
	return next;
}

int cache_keep(struct cache_entry *entry, const char *directory,
	const char key[DIGEST_HEX_BYTES], const struct arguments *results,
	struct error *err)
{
	struct arena arena = {0};
	char *next = make_new(directory, err), *listing;
	int result = next ? 0 : -1;

	entry->file = arena_alloc_zero(
		&arena, FILES_MAX * results->count + 1, sizeof *entry->file);
	entry->file_count = 0;
	for (size_t i = 0; result == 0 && i < results->count; i++)
		result = add_result(entry, &arena, next, results->word[i], err);
	if (result == 0) {
		listing = memory_format("%s/" ENTRY_FILE, next);
		result = rows_write(&entry_rows, entry, listing, err);
		free(listing);
	}
	if (result == 0)
		result = cache_publish(next, directory, key, err);
	if (next)
		folders_remove(next);
	free(next);
	arena_release(&arena);
	return result;
}

/*--- the whole cache ---*/

int64_t cache_time_ns(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

static int cache_compare_use(const void *left, const void *right)
{
	const struct cache_kept *a = left, *b = right;

	if (a->used_ns != b->used_ns)
		return a->used_ns < b->used_ns ? -1 : 1;
	return strcmp(a->folder, b->folder);
}

int cache_now(int64_t *now_ns, const char *directory, struct error *err)
{
	char *next = make_new(directory, err);
	struct stat status;

	if (!next)
		return -1;
	*now_ns = stat(next, &status) == 0 ? cache_time_ns(&status.st_mtim) : 0;
	rmdir(next);
	free(next);
	return 0;
}

/* DIRECTORY/ab/cdef.../SHA256/PROGRAM/PID/NAME */
#define LEVEL_ENTRY 3

static void list_file(struct cache_list *list, const FTSENT *at)
{
	struct cache_kept *last =
		list->count > 0 ? &list->kept[list->count - 1] : NULL;

	if (at->fts_info == FTS_D && at->fts_level == LEVEL_ENTRY) {
		list->kept = memory_grow(list->kept, &list->capacity,
			list->count + 1, sizeof *list->kept);
		list->kept[list->count++] = (struct cache_kept){
			.folder = memory_string_dup(at->fts_path)};
	} else if (at->fts_info == FTS_F && last) {
		last->bytes += (uint64_t)at->fts_statp->st_blocks * 512;
		list->bytes += (uint64_t)at->fts_statp->st_blocks * 512;
		if (strcmp(at->fts_name, ENTRY_FILE) == 0)
			last->used_ns = cache_time_ns(&at->fts_statp->st_mtim);
	}
}

int cache_list(
	struct cache_list *list, const char *directory, struct error *err)
{
	char *root[] = {(char *)directory, NULL};
	FTS *walk;
	FTSENT *at;

	*list = (struct cache_list){0};
	if (access(directory, F_OK) != 0)
		return error_set_errno(err, "%s", directory);
	if (cache_now(&list->now_ns, directory, err) != 0)
		return -1;
	walk = fts_open(root, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	while (walk && (at = fts_read(walk)))
		if (at->fts_level == 1 && strlen(at->fts_name) != 2)
			fts_set(walk, at, FTS_SKIP);
		else
			list_file(list, at);
	if (walk)
		fts_close(walk);
	if (list->count > 0)
		qsort(list->kept, list->count, sizeof *list->kept,
			cache_compare_use);
	return 0;
}

void cache_list_release(struct cache_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->kept[i].folder);
	free(list->kept);
	*list = (struct cache_list){0};
}

void cache_remove(const char *directory, const char *folder)
{
	struct error ignored = {{0}};
	char *next = make_new(directory, &ignored);
	char *slash, *parent = memory_string_dup(folder);

	/* An empty folder is replaced; of two who remove, one has nothing to. */
	if (next && rename(folder, next) != 0 && errno != ENOENT)
		folders_remove(folder);
	if (next)
		folders_remove(next);
	/* Of a key without entries, too. */
	for (int i = 0; i < 2 && (slash = strrchr(parent, '/')); i++) {
		*slash = '\0';
		rmdir(parent);
	}
	free(parent);
	free(next);
}

void cache_clean(const char *directory, int64_t now_ns, uint64_t seconds)
{
	char *parent = memory_format("%s/" NEW_FOLDER, directory);
	DIR *stream = opendir(parent);
	const struct dirent *at;

	while (stream && (at = readdir(stream))) {
		char *folder = memory_format("%s/%s", parent, at->d_name);
		struct stat status;
		if (at->d_name[0] != '.' && stat(folder, &status) == 0 &&
			now_ns - cache_time_ns(&status.st_mtim) >
				(int64_t)seconds * 1000000000)
			folders_remove(folder);
		free(folder);
	}
	if (stream)
		closedir(stream);
	free(parent);
}
