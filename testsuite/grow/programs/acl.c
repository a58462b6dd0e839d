/* SPDX-License-Identifier: MIT
 * Whether a request is allowed, by the first rule that fits.
 * label: grows acl_allows n^2 */
#include <stdlib.h>

struct rule {
	unsigned user, resource;
	int allow;
	struct rule *next;
};

struct acl {
	struct rule *first, **end;
};

void acl_init(struct acl *acl)
{
	acl->first = NULL;
	acl->end = &acl->first;
}

void acl_add(struct acl *acl, unsigned user, unsigned resource, int allow)
{
	struct rule *rule = malloc(sizeof *rule);
	*rule = (struct rule){user, resource, allow, NULL};
	*acl->end = rule;
	acl->end = &rule->next;
}

int acl_allows(const struct acl *acl, unsigned user, unsigned resource)
{
	for (const struct rule *r = acl->first; r; r = r->next)
		if (r->user == user && r->resource == resource)
			return r->allow;
	return 0;
}

void acl_clear(struct acl *acl)
{
	while (acl->first) {
		struct rule *next = acl->first->next;
		free(acl->first);
		acl->first = next;
	}
}
