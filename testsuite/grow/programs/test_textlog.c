/* SPDX-License-Identifier: MIT
 * Its test. */
#include "textlog.c"
#include <assert.h>

static struct log log_;

static void setup(void)
{
	log_open(&log_);
}
static void teardown(void)
{
	log_close(&log_);
}

static void test_messages(void)
{
	log_add(&log_, "started");
	log_add(&log_, "connected to database");
	log_add(&log_, "three users");
	log_add(&log_, "stopped");
	assert(strstr(log_.text, "three users\nstopped"));
}

static void test_nothing(void)
{
	assert(log_.text[0] == 0);
}

static void (*const tests[])(void) = {test_messages, test_nothing};

int main(void)
{
	for (unsigned i = 0; i < sizeof tests / sizeof tests[0]; i++) {
		setup();
		tests[i]();
		teardown();
	}
	return 0;
}
