/* SPDX-License-Identifier: MIT
 * Writes a log by a function that it is given. */
#include <stdio.h>
#include <stdlib.h>

struct log {
	int (*print)(FILE *stream, const char *format, ...);
	FILE *stream;
	int lines;
};

void log_steps(struct log *log, const char *who, int count)
{
	for (int i = 0; i < count; i++)
		log->lines += log->print(log->stream,
				      "%s has done another one of its many "
				      "steps: %d of %d\n",
				      who, i, count) > 0;
}

int main(int argc, char **argv)
{
	struct log log = {fprintf, fopen("/dev/null", "w"), 0};
	char *who = malloc(64);

	snprintf(who, 64, "a worker whose name is long enough to matter %d",
		argc);
	log_steps(&log, who, argc > 1 ? atoi(argv[1]) : 24);
	fclose(log.stream);
	free(who);
	return log.lines == 0;
}
