/* SPDX-License-Identifier: MIT
 * Opens scopes inside of each other, and asks in each for a name of the outermost. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct scope {
	const struct scope *outer;
	const char *name;
};

static const struct scope *scope_find(
	const struct scope *scope, const char *name)
{
	while (scope != NULL && strcmp(scope->name, name) != 0)
		scope = scope->outer;
	return scope;
}

int count_resolved(struct scope **scope, const char *const *name, int count)
{
	int resolved = 0;

	for (int i = 0; i < count; i++) {
		scope[i] = malloc(sizeof **scope);
		scope[i]->outer = i > 0 ? scope[i - 1] : NULL;
		scope[i]->name = name[i];
		resolved += scope_find(scope[i], "global") != NULL;
	}
	return resolved;
}

int main(void)
{
	static const char *const name[] = {"global", "f", "if", "for", "while",
		"do", "case", "block", "else", "try"};
	struct scope *scope[10];

	assert(count_resolved(scope, name, 10) == 10);
	for (int i = 0; i < 10; i++)
		free(scope[i]);
	return 0;
}
