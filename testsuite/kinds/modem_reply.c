/* SPDX-License-Identifier: MIT
 * What a line sends is compared with the expected reply, letter by letter. */
#include <stdlib.h>
#include <string.h>

struct modem {
	char *expected;
	int at, replies;
};

static void modem_take(struct modem *m, char c)
{
	if (c != m->expected[m->at]) {
		m->at = c == m->expected[0];
		return;
	}
	if (m->expected[++m->at] == 0) {
		m->replies++;
		m->at = 0;
	}
}

__attribute__((noinline)) int modem_listen(
	struct modem *m, const char *line, int bytes)
{
	for (int i = 0; i < bytes; i++)
		modem_take(m, line[i]);
	return m->replies;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 16;
	char *line = malloc((size_t)n * 9);
	struct modem m = {.expected = strdup("\rOK\r\n")};

	for (int i = 0; i < n; i++)
		memcpy(line + 9 * i, i % 3 == 2 ? "\rERROR..." : "AT\rOK\r\n..",
			9);
	modem_listen(&m, line, 9 * n);
	free(m.expected);
	free(line);
	return m.replies == 0;
}
