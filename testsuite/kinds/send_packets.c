/* SPDX-License-Identifier: MIT
 * Each packet is made in one buffer, then copied into a block that is sent. */
#include <stdlib.h>
#include <string.h>

#define PACKET 96

struct packet {
	struct packet *next;
	char data[PACKET];
};

struct packet *packets_send(char *buffer, int count)
{
	struct packet *all = NULL;

	for (int i = 0; i < count; i++) {
		struct packet *packet = malloc(sizeof *packet);
		for (int k = 0; k < PACKET; k++)
			buffer[k] = (char)(i + k);
		memcpy(packet->data, buffer, PACKET);
		packet->next = all;
		all = packet;
	}
	return all;
}

int main(int argc, char **argv)
{
	char *buffer = malloc(PACKET);
	struct packet *all =
		packets_send(buffer, argc > 1 ? atoi(argv[1]) : 24);

	while (all) {
		struct packet *next = all->next;
		free(all);
		all = next;
	}
	free(buffer);
	return 0;
}
