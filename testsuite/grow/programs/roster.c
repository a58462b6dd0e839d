/* SPDX-License-Identifier: MIT
 * A list of members that is saved after each that comes.
 * label: grows roster_save n^2 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct member {
	char name[32];
	int age;
	struct member *next;
} member_t;

typedef struct {
	const char *path;
	member_t *first, **last;
} roster_t;

static void roster_open(roster_t *r, const char *path)
{
	r->path = path;
	r->first = NULL;
	r->last = &r->first;
}

static int roster_save(const roster_t *r)
{
	FILE *f = fopen(r->path, "w");
	if (!f)
		return -1;
	for (const member_t *m = r->first; m; m = m->next)
		fprintf(f, "%s;%d\n", m->name, m->age);
	return fclose(f);
}

static int roster_join(roster_t *r, const char *name, int age)
{
	member_t *m = calloc(1, sizeof *m);
	strncpy(m->name, name, sizeof m->name - 1);
	m->age = age;
	*r->last = m;
	r->last = &m->next;
	return roster_save(r);
}

static void roster_close(roster_t *r)
{
	while (r->first) {
		member_t *m = r->first;
		r->first = m->next;
		free(m);
	}
}
