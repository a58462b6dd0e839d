/* SPDX-License-Identifier: MIT
 * A ring of messages that doubles.
 * label: linear */
#include <stdlib.h>

struct mailbox {
	int *message;
	size_t first, count, room;
};

void mailbox_put(struct mailbox *m, int message)
{
	if (m->count == m->room) {
		size_t room = m->room ? 2 * m->room : 4;
		int *all = malloc(room * sizeof *all);
		for (size_t i = 0; i < m->count; i++)
			all[i] = m->message[(m->first + i) % m->room];
		free(m->message);
		m->message = all;
		m->room = room;
		m->first = 0;
	}
	m->message[(m->first + m->count++) % m->room] = message;
}

int mailbox_take(struct mailbox *m)
{
	int message = m->message[m->first];
	m->first = (m->first + 1) % m->room;
	m->count--;
	return message;
}
