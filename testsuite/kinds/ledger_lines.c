/* SPDX-License-Identifier: MIT
 * Lines of dates and texts, printed into memory. */
#include <assert.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct entry {
	time_t when;
	const char *what;
	long cents;
};
struct ledger {
	struct entry *entries;
	size_t count;
	long opening;
};

static void print_entry(FILE *to, const struct entry *e, long balance)
{
	char date[32];
	struct tm tm;
	gmtime_r(&e->when, &tm);
	strftime(date, sizeof date, "%Y-%m-%d", &tm);
	fprintf(to, "%-10s %-20s %10.2f %12.2f\n", date, e->what,
		e->cents / 100.0, balance / 100.0);
}

void ledger_print(const struct ledger *l, FILE *to)
{
	long balance = l->opening;
	fprintf(to, "%-10s %-20s %10s %12s\n", "date", "what", "amount",
		"balance");
	for (size_t i = 0; i < l->count; i++) {
		balance += l->entries[i].cents;
		print_entry(to, &l->entries[i], balance);
	}
	fprintf(to, "total %.2f\n", balance / 100.0);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 5;
	setlocale(LC_ALL, "C");
	struct ledger l = {
		calloc((size_t)n, sizeof(struct entry)), (size_t)n, 10000};
	static const char *const what[] = {"rent", "groceries", "salary"};
	for (int i = 0; i < n; i++)
		l.entries[i] = (struct entry){1700000000 + i * 86400,
			what[i % 3], i % 3 == 2 ? 250000 : -1250 * i};
	char *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);
	ledger_print(&l, to);
	fclose(to);
	int lines = 0;
	for (char *p = text; (p = strchr(p, '\n')); p++)
		lines++;
	assert(lines == n + 2);
	assert(strstr(text, "2023-11-14"));
	free(text);
	free(l.entries);
	return 0;
}
