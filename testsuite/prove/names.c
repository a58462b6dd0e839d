/* SPDX-License-Identifier: MIT
 * Tables of names that refuse a name that is there already, in a few syntaxes of
 * inputs, and code that looks like them but does less. -DKIND=NAME chooses one. */
#include "names.h"

#include <ctype.h>
#include <string.h>

#define NAMES_MAX 32768

struct name {
	const char *at;
	size_t length;
};

struct table {
	struct name name[NAMES_MAX];
	size_t count;
};

#define ONE_OF_MANY __attribute__((unused)) static

static struct table table;

static int is_same(const struct name *a, const struct name *b)
{
	return a->length == b->length && memcmp(a->at, b->at, a->length) == 0;
}

/* n: of one name */
static int find(const struct name *name)
{
	for (size_t i = 0; i < table.count; i++)   /* [find] */
		if (is_same(&table.name[i], name)) /* [same] */
			return 1;
	return 0;
}

static int add(const struct name *name)
{
	if (find(name) || table.count == NAMES_MAX)
		return 0;
	table.name[table.count++] = *name;
	return 1;
}

/* The word at *AT, which is moved behind it. */
static struct name take_word(const char **at)
{
	struct name word = {*at, 0};

	while (isalnum((unsigned char)word.at[word.length]))
		word.length++;
	*at += word.length;
	return word;
}

static int take(const char **at, char c)
{
	if (**at != c)
		return 0;
	++*at;
	return 1;
}

/* n^2: "key=value" in lines */
ONE_OF_MANY void lines(const char *at)
{
	while (*at) {
		struct name key = take_word(&at);
		if (!key.length || !take(&at, '=') || !add(&key))
			return;
		take_word(&at);
		if (!take(&at, '\n'))
			return;
	}
}

/* n^2: records "name: key", "other: 1", and a blank line */
ONE_OF_MANY void records(const char *at)
{
	while (*at) {
		take_word(&at);
		if (!take(&at, ':') || !take(&at, ' '))
			return;
		struct name key = take_word(&at);
		if (!take(&at, '\n') || !add(&key))
			return;
		while (take_word(&at).length)
			for (take(&at, ':'); *at && !take(&at, '\n'); at++)
				;
		take(&at, '\n');
	}
}

/* n^2: lines that are taken off the front */
ONE_OF_MANY void front(const char *at)
{
	static char text[1 << 20];
	size_t length = strlen(at);

	memcpy(text, at, length + 1);
	while (length > 0) {
		const char *end = memchr(text, '\n', length);
		size_t line = end ? (size_t)(end - text) + 1 : length;
		length -= line;
		memmove(text, text + line, length);
	}
}

/* n^2: {"key":1,"other":2} */
ONE_OF_MANY void object(const char *at)
{
	if (!take(&at, '{'))
		return;
	do {
		if (!take(&at, '"'))
			return;
		struct name key = take_word(&at);
		if (!take(&at, '"') || !take(&at, ':') || !add(&key))
			return;
		take_word(&at);
	} while (take(&at, ','));
}

/* n^2: <tag name="1" other="2"> */
ONE_OF_MANY void attributes(const char *at)
{
	if (!take(&at, '<') || !take_word(&at).length)
		return;
	while (take(&at, ' ')) {
		struct name key = take_word(&at);
		if (!take(&at, '=') || !take(&at, '"') || !add(&key))
			return;
		take_word(&at);
		if (!take(&at, '"'))
			return;
	}
}

/* n^2: "let name;" adds without a look, "use name;" looks it up */
ONE_OF_MANY void declared(const char *at)
{
	for (;;) {
		int is_use = strncmp(at, "use ", 4) == 0;
		if (!is_use && strncmp(at, "let ", 4) != 0)
			return;
		at += 4;
		struct name name = take_word(&at);
		if (!take(&at, ';') || !name.length || (is_use && !find(&name)))
			return;
		if (!is_use && table.count < NAMES_MAX)
			table.name[table.count++] = name;
		take(&at, '\n');
	}
}

/* n: a name is compared with the one before it only */
ONE_OF_MANY void neighbours(const char *at)
{
	struct name before = {at, 0};

	while (*at) {
		struct name key = take_word(&at);
		if (!key.length || is_same(&key, &before) || !take(&at, '\n'))
			return;
		before = key;
	}
}

/* Nothing is looked up unless the first byte is the sum of the others. */
ONE_OF_MANY void checked(const char *at)
{
	unsigned char sum = 0;

	for (const char *next = at; *next && *++next;)
		sum = (unsigned char)(sum * 31 + (unsigned char)*next);
	if ((unsigned char)*at == sum && *at) {
		at++;
		lines(at);
	}
}

/* At most eight names, whatever comes. */
ONE_OF_MANY void capped(const char *at)
{
	while (table.count < 8 && *at) {
		struct name key = take_word(&at);
		if (!key.length || !add(&key) || !take(&at, '\n'))
			return;
	}
}

void names_read(const char *text)
{
	table.count = 0;
	KIND(text);
}
