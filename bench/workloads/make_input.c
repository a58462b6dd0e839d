/* SPDX-License-Identifier: MIT
 * Prints the input of a workload, the same every time:
 * make_input json|xml|sql|text RECORDS */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned state = 12345;

static unsigned next_random(unsigned below)
{
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % below;
}

static void print_json(int records)
{
	printf("[");
	for (int i = 0; i < records; i++)
		printf("%s\n{\"id\": %d, \"name\": \"item %u\", \"price\": "
		       "%u.%02u, "
		       "\"tags\": [\"a%u\", \"b%u\"], \"stock\": {\"here\": "
		       "%u, "
		       "\"there\": null, \"sold\": %s}}",
			i == 0 ? "" : ",", i, next_random(100000),
			next_random(1000), next_random(100), next_random(50),
			next_random(50), next_random(1000),
			i % 3 == 0 ? "true" : "false");
	printf("\n]\n");
}

static void print_xml(int records)
{
	printf("<?xml version=\"1.0\"?>\n<shop>\n");
	for (int i = 0; i < records; i++)
		printf(" <item id=\"%d\" group=\"g%u\"><name>item %u</name>"
		       "<price currency=\"EUR\">%u.%02u</price><!-- %u "
		       "--></item>\n",
			i, next_random(20), next_random(100000),
			next_random(1000), next_random(100), next_random(10));
	printf("</shop>\n");
}

static void print_sql(int records)
{
	printf("CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, price "
	       "INT);\n"
	       "CREATE INDEX by_name ON item(name);\nBEGIN;\n");
	for (int i = 0; i < records; i++)
		printf("INSERT INTO item VALUES(%d, 'item %u', %u);\n", i,
			next_random(100000), next_random(1000));
	printf("COMMIT;\nSELECT count(*), sum(price) FROM item;\n"
	       "SELECT name FROM item WHERE price > 990 ORDER BY name LIMIT "
	       "5;\n"
	       "SELECT count(*) FROM item a JOIN item b ON a.name = b.name;\n");
}

static void print_text(int records)
{
	for (int i = 0; i < records; i++)
		printf("%d %u line of text with some %x repetition %u\n", i,
			next_random(100), next_random(1000000),
			next_random(1000));
}

int main(int argc, char **argv)
{
	const char *kind = argc > 1 ? argv[1] : "";
	int records = argc > 2 ? atoi(argv[2]) : 0;

	if (strcmp(kind, "json") == 0)
		print_json(records);
	else if (strcmp(kind, "xml") == 0)
		print_xml(records);
	else if (strcmp(kind, "sql") == 0)
		print_sql(records);
	else if (strcmp(kind, "text") == 0)
		print_text(records);
	else
		return 2;
	return 0;
}
