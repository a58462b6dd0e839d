/* SPDX-License-Identifier: MIT
 * Its test. */
#ifndef JSONEND
#define JSONEND "jsonend.c"
#endif
#include JSONEND
#include <assert.h>

static jw_t w;

static void setup(void)
{
	jw_init(&w);
}

static void teardown(void)
{
	free(w.buf);
}

static void test_person(void)
{
	jw_begin(&w);
	jw_str(&w, "name", "Grace");
	jw_str(&w, "city", "Arlington");
	jw_int(&w, "born", 1906);
	jw_end(&w);
	assert(strcmp(w.buf, "{\"name\":\"Grace\",\"city\":\"Arlington\","
			     "\"born\":1906}") == 0);
}

static void test_empty(void)
{
	jw_begin(&w);
	jw_end(&w);
	assert(!strcmp(w.buf, "{}"));
}

int main(void)
{
	void (*tests[])(void) = {test_person, test_empty};
	for (size_t i = 0; i < sizeof tests / sizeof *tests; ++i) {
		setup();
		tests[i]();
		teardown();
	}
	puts("all passed");
	return 0;
}
