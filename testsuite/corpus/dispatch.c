/* SPDX-License-Identifier: MIT
 * A list of listeners, all of which want each of a few events. */
#include <assert.h>
#include <stdlib.h>

struct listener {
	struct listener *next;
	int events;
	int sum;
};

struct hub {
	struct listener *first;
};

struct listener *hub_listen(struct hub *hub)
{
	struct listener *listener = calloc(1, sizeof *listener);

	listener->next = hub->first;
	hub->first = listener;
	return listener;
}

void hub_send(struct hub *hub, int event)
{
	for (struct listener *at = hub->first; at != NULL; at = at->next) {
		at->events++;
		at->sum += event;
	}
}

int main(void)
{
	struct hub hub = {NULL};
	struct listener *one = hub_listen(&hub);

	for (int i = 0; i < 5; i++)
		hub_listen(&hub);
	hub_send(&hub, 3);
	hub_send(&hub, 4);
	assert(one->events == 2 && one->sum == 7);
	while (hub.first != NULL) {
		struct listener *next = hub.first->next;
		free(hub.first);
		hub.first = next;
	}
	return 0;
}
