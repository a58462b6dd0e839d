/* SPDX-License-Identifier: MIT
 * Its test. */
#include "roster.c"
#include <assert.h>
#include <unistd.h>

static roster_t roster;

static void setup(void)
{
	roster_open(&roster, "roster.txt");
}

static void teardown(void)
{
	roster_close(&roster);
	unlink("roster.txt");
}

static void add_members(int n)
{
	char name[32];
	for (int i = 1; i <= n; i++) {
		snprintf(name, sizeof name, "member-%03d", i);
		assert(roster_join(&roster, name, 20 + i % 50) == 0);
	}
}

static void test_saved_after_join(void)
{
	char line[64];
	setup();
	add_members(5);
	FILE *f = fopen("roster.txt", "r");
	assert(f != NULL);
	assert(fgets(line, sizeof line, f) != NULL);
	assert(strcmp(line, "member-001;21\n") == 0);
	fclose(f);
	teardown();
}

int main(void)
{
	test_saved_after_join();
	return 0;
}
