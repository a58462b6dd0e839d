/* SPDX-License-Identifier: MIT
 * Sessions send in one order, round by round; each goes to the end of a queue. */
#include <stdlib.h>

struct session {
	int id, packets;
	struct session *chain, *prev, *next;
};

struct table {
	struct session **bucket, queue;
	int buckets;
};

static struct session *table_find(struct table *t, int id)
{
	struct session *s = t->bucket[id % t->buckets];

	while (s && s->id != id)
		s = s->chain;
	return s;
}

static void queue_move(struct table *t, struct session *s)
{
	if (s->prev) {
		s->prev->next = s->next;
		s->next->prev = s->prev;
	}
	s->prev = t->queue.prev;
	s->next = &t->queue;
	s->prev->next = s;
	t->queue.prev = s;
}

static void session_receive(struct table *t, int id)
{
	struct session *s = table_find(t, id);

	if (!s) {
		s = calloc(1, sizeof *s);
		s->id = id;
		s->chain = t->bucket[id % t->buckets];
		t->bucket[id % t->buckets] = s;
	}
	s->packets++;
	queue_move(t, s);
}

__attribute__((noinline)) int traffic(struct table *t, int sessions, int rounds)
{
	for (int r = 0; r < rounds; r++)
		for (int i = 0; i < sessions; i++)
			session_receive(t, i * 5 % sessions * 3);
	return t->queue.prev->packets;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 14;
	struct table t = {.buckets = 2 * n + 1};
	int packets;

	t.bucket = calloc((size_t)t.buckets, sizeof *t.bucket);
	t.queue.prev = t.queue.next = &t.queue;
	packets = traffic(&t, n, 7);
	while (t.queue.next != &t.queue) {
		struct session *s = t.queue.next;
		t.queue.next = s->next;
		free(s);
	}
	free(t.bucket);
	return packets < 1;
}
