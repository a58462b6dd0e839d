/* SPDX-License-Identifier: MIT
 * A generator of programs that declare and use variables, and a compiler of two
 * steps: the first one rejects uses of what is not declared, the second one fails
 * when many variables are used. */
#include <stdio.h>
#include <string.h>

#include <retread/gen.h>

#define VARIABLES 8
#define MANY	  6

struct program {
	int is_declared[VARIABLES], is_used[VARIABLES];
	int is_wrong;
};

static const char *const kinds[] = {"declare", "use", "print", NULL};

static void make_statement(struct gen *g, struct program *program)
{
	gen_begin(g, "statement");
	const char *kind = gen_token(g, kinds);
	int variable = gen_int(g, 0, VARIABLES - 1);
	gen_put(g, "%s v%d\n", kind, variable);
	if (!strcmp(kind, "declare"))
		program->is_declared[variable] = 1;
	else if (!program->is_declared[variable])
		program->is_wrong = 1;
	else
		program->is_used[variable] = 1;
	gen_end(g);
}

/* How many are used; a branch for each. */
static int compile(const struct program *program)
{
	volatile int used = 0;

	for (int i = 0; i < VARIABLES; i++)
		if (program->is_used[i])
			used++;
	if (used > 1)
		used += 100;
	if (used > 102)
		used += 100;
	if (used > 203)
		used += 100;
	if (used > 304)
		used += 100;
	return used % 100;
}

int retread_generate(struct gen *g)
{
	struct gen_list statements = GEN_LIST(0, 30, 8);
	struct program program;

	memset(&program, 0, sizeof program);
	while (gen_more(g, &statements))
		make_statement(g, &program);
	if (program.is_wrong)
		gen_reject(g, "a variable is not declared");
	int used = compile(&program);
	gen_maximize(g, "used", (uint64_t)used);
	if (used >= MANY)
		gen_fail(g, "%d variables are used", used);
	return GEN_VALID;
}

/* A line of text is a statement: a byte to go on, one for the word (of three and a
 * fresh one), one for the variable. */
size_t retread_encode(
	const char *text, size_t length, uint8_t *to, size_t capacity)
{
	char word[16];
	unsigned variable;
	size_t size = 0;
	int taken;

	(void)length;
	while (sscanf(text, "%15s v%u %n", word, &variable, &taken) == 2) {
		unsigned kind = 0;
		while (kinds[kind] && strcmp(kinds[kind], word) != 0)
			kind++;
		if (!kinds[kind] || variable >= VARIABLES ||
			size + 3 > capacity)
			return 0;
		to[size++] = 255;
		to[size++] = (uint8_t)(kind * 256 / 4);
		to[size++] = (uint8_t)(variable * 256 / VARIABLES);
		text += taken;
	}
	return *text ? 0 : size;
}
