/* SPDX-License-Identifier: MIT
 * Sets values by key; for each, all keys so far are measured and compared. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct attribute {
	char *key;
	size_t length;
	int value;
};

struct object {
	struct attribute *attribute;
	size_t count;
};

static struct attribute *object_find(
	const struct object *object, const char *key, size_t length)
{
	for (size_t i = 0; i < object->count; i++) {
		struct attribute *attribute = &object->attribute[i];
		if (attribute->length == length &&
			strncmp(attribute->key, key, length) == 0)
			return attribute;
	}
	return NULL;
}

void object_set(struct object *object, const char *key, int value)
{
	size_t length = strlen(key);
	struct attribute *attribute = object_find(object, key, length);

	if (attribute == NULL) {
		attribute = &object->attribute[object->count++];
		attribute->key = strdup(key);
		attribute->length = length;
	}
	attribute->value = value;
}

int object_parse(struct object *object, const char *text)
{
	int set = 0;

	for (; *text != '\0'; text += 5, set++) {
		char key[5] = "";
		memcpy(key, text, 4);
		object_set(object, key, set);
	}
	return set;
}

int main(void)
{
	struct object object = {calloc(16, sizeof(struct attribute)), 0};

	assert(object_parse(&object, "key1,key2,key3,key4,key5,key6,key7,key8,"
				     "key9,keya,keyb,keyc,") == 12);
	for (size_t i = 0; i < object.count; i++)
		free(object.attribute[i].key);
	free(object.attribute);
	return 0;
}
