/* SPDX-License-Identifier: MIT
 * Its test. */
#include "loglines.c"
#include <stdlib.h>
#include <unistd.h>

static void require(int condition, const char *text)
{
	if (!condition) {
		fprintf(stderr, "failed: %s\n", text);
		exit(1);
	}
}

int main(void)
{
	char path[] = "/tmp/loglinesXXXXXX";
	close(mkstemp(path));
	require(log_append(path, "started") == 1, "first");
	require(log_append(path, "connected to server") == 2, "second");
	require(log_append(path, "received 4 messages") == 3, "third");
	require(log_append(path, "stopped") == 4, "fourth");
	unlink(path);
	return 0;
}
