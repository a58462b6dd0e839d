/* SPDX-License-Identifier: MIT
 * Lineages of inputs, from the names that AFL gives to them. */
#include "config.h"

#include "viz/pages/lineage.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/memory.h"
#include "viz/data.h"

#define ENDS_MAX   12 /* steps that are shown of each end of a lineage */
#define STEPS_MAX  1000000
#define TEXT_BYTES 40

/* An input of the queue, as its name tells. */
struct step {
	const char *name; /* of the file; NULL: there is none */
	unsigned parent;
	bool has_parent;
};

struct queue {
	const char *folder; /* of the instance */
	struct dirent **entry;
	int entries;
	struct step *step; /* by id */
	size_t count, capacity;
};

/* The value after KEY and a colon, or what stands for one. NULL: none. */
static const char *lineage_value_of(const char *name, const char *key)
{
	size_t length = strlen(key);

	for (const char *at = name; at; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncmp(at, key, length) == 0 &&
			(at[length] == ':' || at[length] == '_'))
			return at + length + 1;
	}
	return NULL;
}

static void lineage_add_step(struct queue *queue, const char *name)
{
	const char *id = lineage_value_of(name, "id"),
		   *parent = lineage_value_of(name, "src");
	unsigned long number = id ? strtoul(id, NULL, 10) : STEPS_MAX;

	if (number >= STEPS_MAX)
		return;
	queue->step = memory_grow(
		queue->step, &queue->capacity, number + 1, sizeof *queue->step);
	while (queue->count <= number)
		queue->step[queue->count++] = (struct step){0};
	queue->step[number].name = name;
	queue->step[number].has_parent = parent;
	if (parent)
		queue->step[number].parent =
			(unsigned)strtoul(parent, NULL, 10);
}

static void read_queue(struct queue *queue, const char *folder)
{
	char *path = memory_format("%s/queue", folder);

	*queue = (struct queue){.folder = folder};
	queue->entries = scandir(path, &queue->entry, NULL, alphasort);
	for (int i = 0; i < queue->entries; i++)
		lineage_add_step(queue, queue->entry[i]->d_name);
	free(path);
}

static void release_queue(struct queue *queue)
{
	for (int i = 0; i < queue->entries; i++)
		free(queue->entry[i]);
	if (queue->entries >= 0)
		free(queue->entry);
	free(queue->step);
}

/* The id of the champion that executes most edges; queue->count: none. */
static size_t find_best(const struct queue *queue)
{
	char *path = memory_format("%s/queue_index", queue->folder), line[1024];
	FILE *in = fopen(path, "re");
	unsigned long long edges, most = 0;
	unsigned id;
	size_t best = queue->count;

	while (in && fgets(line, sizeof line, in))
		if (sscanf(line, "%u %*u %llu", &id, &edges) == 2 &&
			edges >= most && id < queue->count &&
			queue->step[id].name) {
			best = id;
			most = edges;
		}
	if (in)
		fclose(in);
	free(path);
	return best;
}

/* The value of KEY in a name, up to the next comma, or null. */
static struct json_value *lineage_make_value(const char *name, const char *key)
{
	const char *value = lineage_value_of(name, key);

	return data_own(
		value ? memory_string_dup_length(value, strcspn(value, ","))
		      : NULL);
}

/* Adds the beginning of an input to STEP, with dots for what is not text. */
static void lineage_add_beginning(
	struct json_value *step, const struct queue *queue, const char *name)
{
	char *path = memory_format("%s/queue/%s", queue->folder, name);
	FILE *in = fopen(path, "re");
	char text[TEXT_BYTES + 1] = "";
	size_t count = in ? fread(text, 1, TEXT_BYTES, in) : 0;
	struct stat status = {0};

	for (size_t i = 0; i < count; i++)
		if ((unsigned char)text[i] >= 0x7f ||
			!isprint((unsigned char)text[i]))
			text[i] = '.';
	text[count] = '\0';
	if (in) {
		fstat(fileno(in), &status);
		fclose(in);
	}
	json_put_count(step, "bytes", (uint64_t)status.st_size);
	json_put_text(step, "text", text);
	free(path);
}

static struct json_value *lineage_make_step(
	const struct queue *queue, const char *name, size_t left_out)
{
	const char *milliseconds = lineage_value_of(name, "time");
	const char *execs = lineage_value_of(name, "execs");
	bool is_seed = lineage_value_of(name, "orig");
	struct json_value *step = JSON_OBJECT(JSON("left_out_steps", left_out),
		JSON("id", lineage_make_value(name, "id")),
		JSON("is_seed", is_seed),
		JSON("by", lineage_make_value(name, is_seed ? "orig" : "op")),
		JSON("second",
			milliseconds ? strtod(milliseconds, NULL) / 1000 : 0),
		JSON("execs", execs ? (uint64_t)strtoull(execs, NULL, 10) : 0));

	lineage_add_beginning(step, queue, name);
	return step;
}

/* The ids from the seed to ID. Returns how many; free *WAY. */
static size_t find_way(const struct queue *queue, size_t id, size_t **way)
{
	size_t count = 0, capacity = 0;

	*way = NULL;
	while (id < queue->count && queue->step[id].name &&
		count < queue->count) {
		*way = memory_grow(*way, &capacity, count + 1, sizeof **way);
		(*way)[count++] = id;
		if (!queue->step[id].has_parent)
			break;
		id = queue->step[id].parent;
	}
	for (size_t i = 0; i < count / 2; i++) {
		size_t other = (*way)[count - 1 - i];
		(*way)[count - 1 - i] = (*way)[i];
		(*way)[i] = other;
	}
	return count;
}

static struct json_value *lineage_make_way(
	const struct queue *queue, const size_t *way, size_t count)
{
	struct json_value *steps = json_make_array();
	size_t left_out = count > 2 * ENDS_MAX ? count - 2 * ENDS_MAX : 0;

	for (size_t i = 0; i < count; i++) {
		bool is_gap = i == ENDS_MAX && left_out > 0;
		if (is_gap)
			i += left_out;
		json_append(steps,
			lineage_make_step(queue, queue->step[way[i]].name,
				is_gap ? left_out : 0));
	}
	return steps;
}

struct json_value *lineage_make(const char *folder, const char *name)
{
	struct json_value *made = NULL;
	struct queue queue;
	size_t *way, count;

	read_queue(&queue, folder);
	count = find_way(&queue, find_best(&queue), &way);
	if (count > 1)
		made = JSON_OBJECT(JSON("id", name), JSON("count", count - 1),
			JSON("steps", lineage_make_way(&queue, way, count)));
	free(way);
	release_queue(&queue);
	return made ? made : json_make_text(NULL);
}
