/* SPDX-License-Identifier: MIT
 * A header of constant size is summed byte by byte for each frame that is sent with it. */
#include <stdlib.h>
#include <string.h>

struct header {
	unsigned sequence;
	unsigned short port[2];
	unsigned char option[392];
};

__attribute__((noinline)) unsigned header_sum(const struct header *header)
{
	const unsigned *word = (const unsigned *)header;
	unsigned sum = 0;

	for (size_t i = 0; i < sizeof *header / sizeof *word; i++)
		sum = (sum << 1 | sum >> 31) + word[i];
	return sum;
}

__attribute__((noinline)) unsigned frames_send(
	struct header *header, unsigned *sent, int frames)
{
	unsigned all = 0;

	for (int i = 0; i < frames; i++) {
		header->sequence++;
		sent[i] = header_sum(header);
		all ^= sent[i];
	}
	return all;
}

int main(int argc, char **argv)
{
	int frames = argc > 1 ? atoi(argv[1]) : 16;
	struct header *header = calloc(1, sizeof *header);
	unsigned *sent = calloc((size_t)frames, sizeof *sent);
	int same = 0;

	memset(header->option, 3, sizeof header->option);
	frames_send(header, sent, frames);
	for (int i = 1; i < frames; i++)
		same += sent[i] == sent[i - 1];
	free(header);
	free(sent);
	return same;
}
