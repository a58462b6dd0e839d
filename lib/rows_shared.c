/* SPDX-License-Identifier: MIT
 * Keeps records that are equal once. */
#include "config.h"

#include "lib/rows_shared.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/json.h"
#include "lib/memory.h"

/* A record that is kept. */
struct shared_record {
	char *text;
	size_t index;
};

static struct rows_shared_list *find_list(
	struct rows_shared *shared, const char *key)
{
	size_t i = 0;

	while (i < shared->count && strcmp(shared->list[i].key, key) != 0)
		i++;
	assert(i < ROWS_SHARED_MAX);
	if (i == shared->count) {
		shared->list[i].key = key;
		shared->list[i].values = json_make_array();
		shared->count++;
	}
	return &shared->list[i];
}

/* FNV-1a. */
static uint64_t shared_hash(const char *text)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (; *text != '\0'; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return hash;
}

/* Where the record that is printed as TEXT is, or is to be. */
static void **shared_place(struct rows_shared_list *list, const char *text)
{
	uint64_t hash = shared_hash(text);

	for (uint64_t other = 0;; other++) {
		void **place = table_place(&list->records, hash, other);
		const struct shared_record *record = *place;
		if (!record || strcmp(record->text, text) == 0)
			return place;
	}
}

struct json_value *rows_share(
	struct rows_shared *shared, const char *key, struct json_value *value)
{
	struct rows_shared_list *list = find_list(shared, key);
	char *text = json_text_dup(value);
	void **place = shared_place(list, text);
	struct shared_record *record = *place;

	if (record) {
		free(text);
		json_free(value);
	} else {
		record = memory_alloc(sizeof *record);
		*record =
			(struct shared_record){text, json_length(list->values)};
		*place = record;
		json_append(list->values, value);
	}
	return json_make_count(record->index);
}

void rows_shared_release(struct rows_shared *shared)
{
	for (size_t i = 0; i < shared->count; i++) {
		struct table *records = &shared->list[i].records;
		for (size_t k = 0; k < records->capacity; k++) {
			struct shared_record *record = records->entry[k].value;
			if (record)
				free(record->text);
			free(record);
		}
		table_release(records);
		json_free(shared->list[i].values);
	}
}
