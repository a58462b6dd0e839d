/* SPDX-License-Identifier: MIT
 * Inputs with which a target failed, as a campaign of `retread fuzz` keeps them: files in
 * crashes and hangs of each instance, whose names say how they were found. */
#include "config.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/found/kinds.h"
#include "lib/whole_file.h"

#define DEPTH_MAX	4 /* a campaign, its tasks, their epochs, their instances */
#define INPUT_BYTES_MAX (1u << 30)
#define FAILURE		".failure"

static const struct {
	const char *folder, *class;
} ends[] = {{"crashes", "crash"}, {"hangs", "hang"}};

/* The number after KEY in NAME, -1 if it has none. Colons may be other characters. */
static long number_after(const char *name, const char *key)
{
	const char *at = strstr(name, key);

	at = at ? at + strlen(key) : "";
	return *at != '\0' && at[1] >= '0' && at[1] <= '9'
		       ? strtol(at + 1, NULL, 10)
		       : -1;
}

/* Is NAME a failure that a property of <retread/gen.h> has kept? */
static bool is_failure(const char *name)
{
	size_t length = strlen(name), ending = strlen(FAILURE);

	return length > ending && strcmp(name + length - ending, FAILURE) == 0;
}

/* The same input has one id, wherever it was found. NULL: it cannot be read. */
static const char *inputs_hash_file(struct arena *arena, const char *path)
{
	uint8_t *bytes;
	size_t count;
	const char *id;

	if (whole_file_read(path, INPUT_BYTES_MAX, &bytes, &count, NULL) != 0)
		return NULL;
	id = found_make_id(arena, bytes, count);
	free(bytes);
	return id;
}

static const char *inputs_describe_end(
	struct arena *arena, const char *class, const char *name)
{
	long number = number_after(name, "sig");

	if (strcmp(class, "failure") == 0)
		return "a property does not hold";
	if (number > 0)
		return arena_format(arena, "signal %ld (%s)", number,
			strsignal((int)number));
	return strcmp(class, "hang") == 0
		       ? "it takes more time, or edges, than it may"
		       : NULL;
}

static void add_input(struct found_list *list, const char *directory,
	const char *target, const char *class, const char *name)
{
	struct found found = {.class = class, .target = target};
	long runs = number_after(name, "execs");
	const char *operation = strstr(name, ",op");
	struct stat status;

	found.directory = arena_string(&list->arena, directory);
	found.file = arena_format(&list->arena, "%s/%s", directory, name);
	if (stat(found.file, &status) != 0 || !S_ISREG(status.st_mode))
		return;
	found.id = inputs_hash_file(&list->arena, found.file);
	found.detail = inputs_describe_end(&list->arena, class, name);
	if (runs >= 0)
		found.found = arena_format(&list->arena, "run %ld%s%s", runs,
			operation ? ", by " : "",
			operation ? operation + strlen(",op:") : "");
	if (found.id)
		found_add(list, &found);
}

const char *found_read_runs(struct found_list *list, const char *directory)
{
	char *path = memory_format("%s/fuzzer_stats", directory);
	FILE *in = fopen(path, "re");
	const char *target = NULL;
	uint64_t inputs = 0;
	char line[4096];

	while (in && fgets(line, sizeof line, in)) {
		const char *command = strstr(line, " -- ");
		line[strcspn(line, "\n")] = '\0';
		sscanf(line, "execs_done : %" SCNu64, &inputs);
		if (strncmp(line, "command_line", 12) == 0 && command)
			target = arena_string(&list->arena, command + 4);
	}
	if (in)
		fclose(in);
	list->inputs += inputs;
	free(path);
	return target;
}

static void inputs_add_search(struct found_list *list, const char *directory)
{
	struct found_search search;

	if (list->search_count >= FOUND_SEARCHES_MAX ||
		!found_read_search(&list->arena, directory, &search))
		return;
	search.name = arena_string(&list->arena, directory);
	found_add_search(list, &search);
}

static void read_ends(struct found_list *list, const char *directory,
	const char *target, const char *folder, const char *class)
{
	char *path = memory_format("%s/%s", directory, folder);
	struct dirent **entry;
	int count = scandir(path, &entry, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		if (entry[i]->d_name[0] != '.')
			add_input(list, path, target, class, entry[i]->d_name);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	free(path);
}

static void inputs_read_instances(
	struct found_list *list, const char *directory, unsigned depth)
{
	struct dirent **entry;
	int count = scandir(directory, &entry, NULL, alphasort);
	const char *target = found_read_runs(list, directory);

	inputs_add_search(list, directory);
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
		read_ends(
			list, directory, target, ends[i].folder, ends[i].class);
	for (int i = 0; i < count; i++) {
		char *path =
			memory_format("%s/%s", directory, entry[i]->d_name);
		struct stat status;
		if (is_failure(entry[i]->d_name))
			add_input(list, directory, NULL, "failure",
				entry[i]->d_name);
		else if (depth < DEPTH_MAX && entry[i]->d_name[0] != '.' &&
			 lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
			inputs_read_instances(list, path, depth + 1);
		free(path);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
}

int found_read_inputs(
	struct found_list *list, const char *directory, struct error *err)
{
	DIR *stream = opendir(directory);

	if (!stream)
		return error_set_errno(err, "%s", directory);
	closedir(stream);
	inputs_read_instances(list, directory, 0);
	return 0;
}
