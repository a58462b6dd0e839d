/* SPDX-License-Identifier: MIT
 * Symbols of a scope, allocated in an arena, are searched at each use. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct arena {
	size_t used;
	char bytes[4096];
};

struct symbol {
	struct symbol *next;
	int slot;
	char name[12];
};

struct scope {
	struct arena *arena;
	struct symbol *first;
	int slots;
};

static void *arena_alloc(struct arena *arena, size_t size)
{
	void *block = arena->bytes + arena->used;

	arena->used += (size + 15) & ~(size_t)15;
	assert(arena->used <= sizeof arena->bytes);
	return block;
}

struct symbol *scope_declare(struct scope *scope, const char *name)
{
	struct symbol *symbol = arena_alloc(scope->arena, sizeof *symbol);

	strcpy(symbol->name, name);
	symbol->slot = scope->slots++;
	symbol->next = scope->first;
	scope->first = symbol;
	return symbol;
}

struct symbol *scope_look_up(const struct scope *scope, const char *name)
{
	struct symbol *symbol = scope->first;

	while (symbol != NULL && strcmp(symbol->name, name) != 0)
		symbol = symbol->next;
	return symbol;
}

int scope_resolve(const struct scope *scope, const char *const *use, int count)
{
	int missing = 0;

	for (int i = 0; i < count; i++)
		missing += scope_look_up(scope, use[i]) == NULL;
	return missing;
}

int main(void)
{
	static const char *const name[] = {
		"argc", "argv", "i", "length", "buffer", "result"};
	static const char *const use[] = {
		"i", "length", "argc", "errno", "buffer", "argv", "i"};
	struct scope scope = {malloc(sizeof(struct arena)), NULL, 0};

	scope.arena->used = 0;
	for (int i = 0; i < 6; i++)
		scope_declare(&scope, name[i]);
	assert(scope_resolve(&scope, use, 7) == 1);
	free(scope.arena);
	return 0;
}
