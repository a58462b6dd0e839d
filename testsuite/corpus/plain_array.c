/* SPDX-License-Identifier: MIT
 * Numbers go into a set of a library without debug information; it is an array. */
#include <assert.h>
#include <stddef.h>

struct id_set;
struct id_set *id_set_new(void);
int id_set_insert(struct id_set *set, long id);
size_t id_set_size(const struct id_set *set);
void id_set_free(struct id_set *set);

size_t count_visitors(struct id_set *visitors, const long *visit, int count)
{
	for (int i = 0; i < count; i++)
		id_set_insert(visitors, visit[i]);
	return id_set_size(visitors);
}

int main(void)
{
	struct id_set *visitors = id_set_new();
	long visit[24];

	for (int i = 0; i < 24; i++)
		visit[i] = i * 5 % 13;
	assert(count_visitors(visitors, visit, 24) == 13);
	id_set_free(visitors);
	return 0;
}
