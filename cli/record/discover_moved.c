/* SPDX-License-Identifier: MIT
 * Build trees that were moved: what a tree says of itself has the paths of where it
 * was configured, and its tests are where it is now. */
#include "config.h"

#include "cli/record/discover.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common.h"
#include "lib/error.h"
#include "lib/folders.h"
#include "lib/memory.h"
#include "lib/whole_file.h"

/* Whether a path ends at AT, or goes on in a folder. */
static bool is_end_of_name(const char *at)
{
	return *at == '\0' || strchr("/:;\"' \n", *at);
}

/* TEXT with FROM replaced by TO wherever it is a whole path or its beginning. Frees
 * TEXT. */
static char *replace_path(char *text, const char *from, const char *to)
{
	size_t length = strlen(from);
	char *at = text;

	while ((at = strstr(at, from))) {
		size_t before = (size_t)(at - text);
		char *longer;
		if (!is_end_of_name(at + length)) {
			at += length;
			continue;
		}
		longer = memory_format(
			"%.*s%s%s", (int)before, text, to, at + length);
		free(text);
		text = longer;
		at = text + before + strlen(to);
	}
	return text;
}

char *moved_fix(const struct moved *moved, char *text)
{
	if (!text || !moved->build)
		return text;
	text = replace_path(text, moved->old_build, moved->build);
	return moved->source
		       ? replace_path(text, moved->old_source, moved->source)
		       : text;
}

void moved_fix_test(const struct moved *moved, struct test *test)
{
	for (char **word = test->command; word && *word; word++)
		*word = moved_fix(moved, *word);
	for (char **word = test->environment; word && *word; word++)
		*word = moved_fix(moved, *word);
	test->directory = moved_fix(moved, test->directory);
}

/* If the sources were around the build tree, they moved with it. */
static void find_source(struct moved *moved, const char *old_source)
{
	size_t length = strlen(old_source);
	const char *inner = moved->old_build + length;
	size_t inner_length = strlen(inner), now = strlen(moved->build);

	if (strncmp(moved->old_build, old_source, length) != 0 ||
		access(old_source, F_OK) == 0 || now < inner_length ||
		strcmp(moved->build + now - inner_length, inner) != 0)
		return;
	moved->old_source = memory_string_dup(old_source);
	moved->source =
		memory_string_dup_length(moved->build, now - inner_length);
}

void moved_find(struct moved *moved, const char *directory,
	const char *old_build, const char *old_source)
{
	char *now = realpath(directory, NULL);

	*moved = (struct moved){0};
	if (!now || !old_build || *old_build == '\0' ||
		strcmp(now, old_build) == 0 || access(old_build, F_OK) == 0) {
		free(now);
		return;
	}
	moved->build = now;
	moved->old_build = memory_string_dup(old_build);
	if (old_source && *old_source != '\0')
		find_source(moved, old_source);
}

void moved_release(struct moved *moved)
{
	free(moved->build);
	free(moved->old_build);
	free(moved->source);
	free(moved->old_source);
	*moved = (struct moved){0};
}

/*--- CTest ---*/

#define CMAKE_BYTES_MAX (16 << 20)

static bool is_cmake(const char *name)
{
	size_t length = strlen(name);

	return length > 6 && strcmp(name + length - 6, ".cmake") == 0;
}

static char *discover_moved_read_whole(const char *path)
{
	uint8_t *text;
	size_t count;

	return whole_file_read(path, CMAKE_BYTES_MAX, &text, &count, NULL) == 0
		       ? (char *)text
		       : memory_string_dup("");
}

/* What one of these files includes is read from the copies, too. */
static int copy_one(const struct moved *moved, const char *from,
	const char *shadow, struct error *err)
{
	char *to = memory_format("%s%s", shadow, from + strlen(moved->build));
	char *folder =
		memory_string_dup_length(to, (size_t)(strrchr(to, '/') - to));
	char *old = memory_format("include(\"%s", moved->old_build);
	char *copied = memory_format("include(\"%s", shadow);
	char *text = moved_fix(moved,
		replace_path(discover_moved_read_whole(from), old, copied));
	int result = folders_make_all(folder, err);
	FILE *out = result == 0 ? fopen(to, "we") : NULL;

	if (result == 0 && !out)
		result = error_set_errno(err, "cannot write %s", to);
	if (out) {
		fputs(text, out);
		fclose(out);
	}
	free(text);
	free(copied);
	free(old);
	free(folder);
	free(to);
	return result;
}

int moved_copy_cmake(
	const struct moved *moved, const char *shadow, struct error *err)
{
	char *root[] = {moved->build, NULL};
	FTS *walk = fts_open(root, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	FTSENT *entry;
	int result = 0;

	while (walk && result == 0 && (entry = fts_read(walk))) {
		if (entry->fts_info == FTS_D &&
			strcmp(entry->fts_name, "CMakeFiles") == 0)
			fts_set(walk, entry, FTS_SKIP);
		else if (entry->fts_info == FTS_F && is_cmake(entry->fts_name))
			result = copy_one(moved, entry->fts_path, shadow, err);
	}
	if (walk)
		fts_close(walk);
	return result;
}
