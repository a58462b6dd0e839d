/* SPDX-License-Identifier: MIT
 * Fields of a record are asked for by name, in any case of letters. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS(X)                                                              \
	X(name) X(street) X(city) X(postcode) X(country) X(phone) X(mail)
#define NAME(n) #n,
static const char *const names[] = {FIELDS(NAME)};
enum { COUNT = sizeof names / sizeof names[0] };

struct record {
	char *key[COUNT];
	int value[COUNT];
};

static int same_word(const char *a, const char *b)
{
	while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
		a++;
		b++;
	}
	return *a == *b;
}

int person_get(const struct record *record, const char *name)
{
	for (int i = 0; i < COUNT; i++)
		if (same_word(record->key[i], name))
			return record->value[i];
	return -1;
}

int person_query(const struct record *record, char *const *asked, int count)
{
	int sum = 0;

	for (int i = 0; i < count; i++)
		sum += person_get(record, asked[i]);
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, sum;
	struct record record;
	char **asked = malloc(n * sizeof *asked);

	for (int i = 0; i < COUNT; i++) {
		record.key[i] = strdup(names[i]);
		record.value[i] = i;
	}
	for (int i = 0; i < n; i++)
		asked[i] = strdup(names[i * 5 % COUNT]);
	sum = person_query(&record, asked, n);
	for (int i = 0; i < n; i++)
		free(asked[i]);
	for (int i = 0; i < COUNT; i++)
		free(record.key[i]);
	free(asked);
	return sum < 0;
}
