/* SPDX-License-Identifier: MIT
 * Builds a text by a library without debug information, which looks for its end. */
#include <assert.h>
#include <string.h>

char *text_new(size_t room);
void text_add(char *text, const char *more);
void text_free(char *text);

char *write_query(const char *const *field, int count)
{
	char *query = text_new(256);

	text_add(query, "select ");
	for (int i = 0; i < count; i++) {
		text_add(query, i > 0 ? ", " : "");
		text_add(query, field[i]);
	}
	return query;
}

int main(void)
{
	static const char *const field[] = {"name", "street", "town", "country",
		"phone", "birthday", "colour", "note"};
	char *query = write_query(field, 8);

	assert(strcmp(query, "select name, street, town, country, phone, "
			     "birthday, colour, note") == 0);
	text_free(query);
	return 0;
}
