/* SPDX-License-Identifier: MIT
 * A generator of programs that declare and use variables, and a compiler of two
 * steps: the first one rejects uses of what is not declared, the second one fails
 * when many variables are used. */
#include <string.h>

#include <retread/gen.h>

#define VARIABLES 8
#define MANY	  6

struct program {
	int is_declared[VARIABLES], is_used[VARIABLES];
	int is_wrong;
};

static void make_statement(struct gen *g, struct program *program)
{
	static const char *const kinds[] = {"declare", "use", "print", NULL};

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
