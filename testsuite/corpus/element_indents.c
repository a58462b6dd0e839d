/* SPDX-License-Identifier: MIT
 * Writes a document; how far an element is indented is counted up to the root. */
#include <assert.h>
#include <stdlib.h>

struct element {
	struct element *parent;
	int tag;
};

struct writer {
	struct element *open;
	size_t written;
};

static size_t indent_of(const struct element *element)
{
	size_t depth = 0;

	for (; element->parent != NULL; element = element->parent)
		depth++;
	return 2 * depth;
}

static void writer_open(struct writer *writer, int tag)
{
	struct element *element = malloc(sizeof *element);

	element->parent = writer->open;
	element->tag = tag;
	writer->open = element;
	writer->written += indent_of(element) + 3;
}

static void writer_close(struct writer *writer)
{
	struct element *element = writer->open;

	writer->written += indent_of(element) + 4;
	writer->open = element->parent;
	free(element);
}

size_t document_write(const char *shape)
{
	struct writer writer = {0};

	for (; *shape != '\0'; shape++)
		if (*shape == ')')
			writer_close(&writer);
		else
			writer_open(&writer, *shape);
	while (writer.open != NULL)
		writer_close(&writer);
	return writer.written;
}

int main(void)
{
	assert(document_write("abc)cd)efgh)i)jk))lmn") == 369);
	return 0;
}
