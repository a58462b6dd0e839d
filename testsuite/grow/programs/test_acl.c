/* SPDX-License-Identifier: MIT
 * Twenty rules and thirty requests. */
#include "acl.c"
#include <assert.h>

int main(void)
{
	struct acl acl;
	int allowed = 0;
	acl_init(&acl);
	for (unsigned i = 0; i < 20; i++)
		acl_add(&acl, i, i + 1, i % 2);
	for (unsigned i = 0; i < 30; i++)
		allowed += acl_allows(&acl, i, i + 1);
	assert(allowed >= 10);
	acl_clear(&acl);
	return 0;
}
