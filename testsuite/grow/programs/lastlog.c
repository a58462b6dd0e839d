/* SPDX-License-Identifier: MIT
 * The last 32 messages, searched for one that comes again.
 * label: linear */
#include <stdio.h>
#include <string.h>

enum { LAST = 32 };

struct lastlog {
	char messages[LAST][64];
	unsigned next, repeated;
};

static void lastlog_add(struct lastlog *log, const char *message)
{
	for (unsigned i = 0; i < LAST; i++)
		if (!strcmp(log->messages[i], message)) {
			log->repeated++;
			return;
		}
	snprintf(log->messages[log->next++ % LAST], 64, "%s", message);
}
