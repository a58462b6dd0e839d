/* SPDX-License-Identifier: MIT
 * Tests of lib/stacks, lib/flame and cli/profile_stacks: profiles become stacks,
 * and stacks a picture. */
#include "config.h"

#include "cli/profile/profile.h"
#include "lib/output/stacks.h"
#include "lib/pictures/flame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/error.h"

static char *difference_of(struct stacks *stacks)
{
	size_t size = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	stacks_sort(stacks);
	stacks_print_difference(stacks, out);
	fclose(out);
	return text;
}

/* A new file with TEXT. Remove and free its name. */
static char *file_with(const char *text)
{
	char *path = memory_string_dup("/tmp/test-profile-XXXXXX");
	int file = mkstemp(path);

	assert_true(file >= 0);
	assert_int_equal(write(file, text, strlen(text)), strlen(text));
	close(file);
	return path;
}

/* TEXT, read by READ. */
static void assert_read(
	int (*read)(struct stacks *stacks, const char *path, struct error *err),
	const char *text, const char *expected)
{
	char *path = file_with(text), *got;
	struct stacks stacks;
	struct error err = {{0}};

	stacks_init(&stacks);
	assert_int_equal(read(&stacks, path, &err), 0);
	got = difference_of(&stacks);
	assert_string_equal(got, expected);
	free(got);
	stacks_release(&stacks);
	unlink(path);
	free(path);
}

static void equal_stacks_become_one_and_stand_by_frame(void **unused)
{
	struct stacks stacks;
	char *got;

	(void)unused;
	stacks_init(&stacks);
	stacks_add(&stacks, "a;b", 1, 2);
	stacks_add(&stacks, "a b", 0, 1);
	stacks_add(&stacks, "a", 5, 0);
	stacks_add(&stacks, "a;b", 10, 20);
	got = difference_of(&stacks);
	assert_string_equal(got, "a 5 0\na;b 11 22\na b 0 1\n");
	free(got);
	stacks_release(&stacks);
}

static void names_cannot_break_a_line(void **unused)
{
	const char *frame[] = {"op;er\nator", "", "main"};
	char *joined = stacks_join_dup(frame, 3);

	(void)unused;
	assert_string_equal(joined, "main;?;op:er?ator");
	free(joined);
}

static void lines_without_two_counts_are_refused(void **unused)
{
	static const char *const wrong[] = {"a 1\n", "a;b x 2\n", "1 2\n",
		"a 1 2x\n", "a 99999999999999999999 1\n"};
	struct error err = {{0}};

	(void)unused;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char *path = file_with(wrong[i]);
		struct stacks stacks;
		stacks_init(&stacks);
		assert_int_equal(
			stacks_read_difference(&stacks, path, &err), -1);
		assert_non_null(strstr(err.text, "line 1"));
		stacks_release(&stacks);
		unlink(path);
		free(path);
	}
	assert_read(stacks_read_difference, "a;b c 1 2\n", "a;b c 1 2\n");
}

static void callgrind_tells_what_functions_cost_themselves(void **unused)
{
	(void)unused;
	assert_read(profile_read_callgrind,
		"version: 1\npositions: line\nevents: Ir\n\n"
		"fl=(1) a.c\nfn=(1) main'(below main)\n3 10\n+1 5\n"
		"cfn=(2) scan'main'(below main)\ncalls=2 9\n* 400\n-1 1\n\n"
		"fn=(2)\n9 350\n\n"
		"fn=(3) __retread_touch'scan'main'(below main)\n0 50\n\n"
		"fn=(4) _dl_start\n0 7\n",
		"(outside main) 0 7\nmain 0 16\nmain;scan 0 400\n");
}

static void massif_tells_what_stood_at_the_peak(void **unused)
{
	(void)unused;
	assert_read(profile_read_massif,
		"snapshot=1\nheap_tree=detailed\n"
		"n1: 9 (heap allocation functions) malloc\n"
		" n0: 9 0x10: early (a.c:1)\n"
		"snapshot=2\nheap_tree=peak\n"
		"n2: 1000 (heap allocation functions) malloc\n"
		" n1: 900 0x11: make(int) (a.cc:7)\n"
		"  n1: 900 0x12: fill (a.c:9)\n"
		"   n0: 900 0x13: main (a.c:20)\n"
		" n0: 60 in 3 places, all below massif's threshold\n"
		"snapshot=3\nheap_tree=empty\n",
		"(outside main) 0 100\nmain;fill;make(int) 0 900\n");
}

static void dhat_tells_what_was_allocated(void **unused)
{
	(void)unused;
	assert_read(profile_read_dhat,
		"{\"pps\":[{\"tb\":64,\"fs\":[1,2]},{\"tb\":0,\"fs\":[1]}],"
		"\"ftbl\":[\"[root]\",\"0x10: make (in /x)\","
		"\"0x20: main (a.c:3)\"]}",
		"main;make 0 64\n");
}

static void perf_tells_where_samples_were_taken(void **unused)
{
	(void)unused;
	assert_read(profile_read_perf,
		"x 12 1.5:  250000 cpu-clock:u: \n"
		"\t    7f8e scan(char const*)+0x1c (/usr/bin/x)\n"
		"\t    7f00 main+0x3 (/usr/bin/x)\n"
		"\t    0001 _start+0x1 (/usr/bin/x)\n\n"
		"x 12 1.6:  250000 cpu-clock:u: \n"
		"\t    7f8e [unknown] (/usr/bin/x)\n\n",
		"(outside main) 0 1\nmain;scan(char const*) 0 1\n");
}

static void a_flame_is_red_where_a_function_itself_costs_more(void **unused)
{
	const struct flame_style style = {
		.unit = "instructions", .before = "typical", .after = "found"};
	struct stacks stacks;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	(void)unused;
	assert_non_null(out);
	stacks_init(&stacks);
	stacks_add(&stacks, "main", 10, 10);
	stacks_add(&stacks, "main;scan<T>", 10, 910);
	stacks_add(&stacks, "main;print", 90, 80);
	stacks_sort(&stacks);
	assert_int_equal(flame_print(&stacks, &style, out), 0);
	fclose(out);
	assert_non_null(strstr(text, "<svg xmlns="));
	assert_non_null(strstr(text,
		"<g class=\"frame more4\"><title>scan&lt;T&gt;: 910 "
		"instructions found, 10 typical; itself 910, 10</title>"));
	assert_non_null(strstr(text, "<g class=\"frame less1\"><title>print:"));
	assert_non_null(strstr(text,
		"<g class=\"frame same0\"><title>main: 1,000 instructions"));
	free(text);
	stacks_release(&stacks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_stacks_become_one_and_stand_by_frame),
		cmocka_unit_test(names_cannot_break_a_line),
		cmocka_unit_test(lines_without_two_counts_are_refused),
		cmocka_unit_test(
			callgrind_tells_what_functions_cost_themselves),
		cmocka_unit_test(massif_tells_what_stood_at_the_peak),
		cmocka_unit_test(dhat_tells_what_was_allocated),
		cmocka_unit_test(perf_tells_where_samples_were_taken),
		cmocka_unit_test(
			a_flame_is_red_where_a_function_itself_costs_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
