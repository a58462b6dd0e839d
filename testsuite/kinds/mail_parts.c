/* SPDX-License-Identifier: MIT
 * A list of parts that gets room for one more with each. */
#include <stdlib.h>

struct part {
	long offset, length;
};

struct mail {
	struct part *part;
	size_t count;
};

void mail_add(struct mail *mail, long offset, long length)
{
	mail->part =
		realloc(mail->part, (mail->count + 1) * sizeof *mail->part);
	mail->part[mail->count].offset = offset;
	mail->part[mail->count].length = length;
	mail->count++;
}

void mail_split(struct mail *mail, int count)
{
	for (int i = 0; i < count; i++)
		mail_add(mail, i * 100, 80);
}

int main(int argc, char **argv)
{
	struct mail mail = {0};

	mail_split(&mail, argc > 1 ? atoi(argv[1]) : 24);
	free(mail.part);
	return 0;
}
