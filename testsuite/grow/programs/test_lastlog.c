/* SPDX-License-Identifier: MIT
 * Its test. */
#include "lastlog.c"
#include <assert.h>

static void test_lastlog(void)
{
	static struct lastlog log;
	char message[64];
	for (int i = 0; i < 40; i++) {
		snprintf(message, sizeof message, "request %d took %d ms", i,
			i * 17 % 100);
		lastlog_add(&log, message);
	}
	assert(log.next == 40);
	lastlog_add(&log, message);
	assert(log.repeated == 1);
}

int main(void)
{
	test_lastlog();
	return 0;
}
