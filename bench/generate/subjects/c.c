/* SPDX-License-Identifier: MIT
 * C, and TinyCC: a program is valid if it compiles. The generator knows syntax and names,
 * not declarations and types. */
#include <libtcc.h>

#include "bench/generate/subject.h"

static const char *const names[] = {"a", "b", "c", "f", "g", "p", "s", "x"};
static const char *const types[] = {"int", "char", "unsigned", "long long", "float",
	"double", "short", "_Bool", "void", "struct s", "union x", "enum g",
	"a", "const char", "static int", "volatile long", "long double"};
static const char *const declarators[] = {"%s", "*%s", "%s[3]", "**%s", "(*%s)(int)",
	"%s[2][2]", "(*%s)[2]", "%s[]", "%s(int, char)"};
static const char *const operators[] = {"+", "-", "*", "/", "%", "<", ">=", "==", "!=",
	"&&", "||", "&", "|", "^", "<<", ">>", "=", "+=", "*=", ">>=", ",", "-="};
static const char *const unaries[] = {"-", "~", "!", "*", "&", "++", "--", "sizeof ",
	"(int)", "(char *)", "(double)", "(unsigned char)", "(long long)"};
static const char *const literals[] = {"0", "1", "-7", "3.5", "2.5f", "'a'", "\"abc\"",
	"0x7fffffff", "100000000000LL", "1u", "(void *)0", "{1, 2}"};

#define PICK(g, table) table[gen_pick(g, sizeof table / sizeof *table)]

static void make_block(struct gen *g);

static void make_expression(struct gen *g)
{
	gen_begin(g, "expression");
	switch (gen_pick(g, gen_small(g) ? 2 : 10)) {
	case 0:
		gen_put(g, "%s", PICK(g, literals));
		break;
	case 1:
		gen_put(g, "%s", PICK(g, names));
		break;
	case 2:
	case 3:
		gen_put(g, "(");
		make_expression(g);
		gen_put(g, " %s ", PICK(g, operators));
		make_expression(g);
		gen_put(g, ")");
		break;
	case 4:
		gen_put(g, "(%s", PICK(g, unaries));
		make_expression(g);
		gen_put(g, ")");
		break;
	case 5:
		make_expression(g);
		gen_put(g, "[");
		make_expression(g);
		gen_put(g, "]");
		break;
	case 6:
		make_expression(g);
		gen_put(g, gen_bool(g) ? "." : "->");
		gen_put(g, "%s", PICK(g, names));
		break;
	case 7: {
		struct gen_list list = GEN_LIST(0, SUBJECT_MOST(3), 1);
		gen_put(g, "%s(", PICK(g, names));
		while (gen_more(g, &list)) {
			gen_put(g, list.count > 1 ? ", " : "");
			make_expression(g);
		}
		gen_put(g, ")");
		break;
	}
	case 8:
		gen_put(g, "(");
		make_expression(g);
		gen_put(g, " ? ");
		make_expression(g);
		gen_put(g, " : ");
		make_expression(g);
		gen_put(g, ")");
		break;
	default:
		gen_put(g, "sizeof(%s)", PICK(g, types));
	}
	gen_end(g);
}

static void make_declaration(struct gen *g)
{
	gen_put(g, "%s ", PICK(g, types));
	const char *declarator = PICK(g, declarators);
	gen_put(g, declarator, PICK(g, names));
	if (gen_bool(g)) {
		gen_put(g, " = ");
		make_expression(g);
	}
	gen_put(g, ";");
}

static void make_statement(struct gen *g)
{
	gen_begin(g, "statement");
	switch (gen_pick(g, gen_small(g) ? 2 : 10)) {
	case 0:
		make_expression(g);
		gen_put(g, ";");
		break;
	case 1:
		make_declaration(g);
		break;
	case 2:
		gen_put(g, "if (");
		make_expression(g);
		gen_put(g, ") ");
		make_block(g);
		gen_put(g, " else ");
		make_block(g);
		break;
	case 3:
		gen_put(g, gen_bool(g) ? "while (" : "switch (");
		make_expression(g);
		gen_put(g, ") ");
		make_block(g);
		break;
	case 4:
		gen_put(g, "for (");
		make_declaration(g);
		make_expression(g);
		gen_put(g, "; ");
		make_expression(g);
		gen_put(g, ") ");
		make_block(g);
		break;
	case 5:
		gen_put(g, "return ");
		make_expression(g);
		gen_put(g, ";");
		break;
	case 6:
		gen_put(g, gen_bool(g) ? "break;" : "continue;");
		break;
	case 7:
		gen_put(g, "case %d: ", gen_int(g, 0, 9));
		break;
	case 8:
		gen_put(g, gen_bool(g) ? "goto " : "");
		gen_put(g, "%s;", PICK(g, names));
		break;
	default:
		make_block(g);
	}
	gen_end(g);
}

static void make_block(struct gen *g)
{
	struct gen_list list = GEN_LIST(0, SUBJECT_MOST(5), 2);

	gen_put(g, "{ ");
	while (gen_more(g, &list))
		make_statement(g);
	gen_put(g, " }");
}

static void make_members(struct gen *g)
{
	struct gen_list list = GEN_LIST(1, SUBJECT_MOST(4), 2);

	gen_put(g, gen_bool(g) ? "struct " : "union ");
	gen_put(g, "%s { ", PICK(g, names));
	while (gen_more(g, &list)) {
		gen_put(g, "%s ", PICK(g, types));
		const char *declarator = PICK(g, declarators);
		gen_put(g, declarator, PICK(g, names));
		gen_put(g, gen_chance(g, 1, 6) ? " : 3; " : "; ");
	}
	gen_put(g, "};");
}

static void make_global(struct gen *g)
{
	gen_begin(g, "global");
	switch (gen_pick(g, 5)) {
	case 0:
		make_declaration(g);
		break;
	case 1:
		make_members(g);
		break;
	case 2:
		gen_put(g, "typedef ");
		make_declaration(g);
		break;
	default:
		gen_put(g, "%s ", PICK(g, types));
		gen_put(g, "%s(", PICK(g, names));
		gen_put(g, "%s ", PICK(g, types));
		gen_put(g, "%s) ", PICK(g, names));
		make_block(g);
	}
	gen_put(g, "\n");
	gen_end(g);
}

void subject_generate(struct gen *g)
{
	struct gen_list list = GEN_LIST(1, SUBJECT_MOST(10), 3);

	while (gen_more(g, &list))
		make_global(g);
}

/* ---- the consumer ---- */

static void say_nothing(void *state, const char *message)
{
	(void)state;
	(void)message;
}

bool subject_consume(const char *text, size_t length)
{
	TCCState *compiler = tcc_new();

	(void)length;
	tcc_set_error_func(compiler, NULL, say_nothing);
	tcc_set_options(compiler, "-nostdlib -w");
	tcc_set_output_type(compiler, TCC_OUTPUT_MEMORY);
	int status = tcc_compile_string(compiler, text);
	tcc_delete(compiler);
	return status == 0;
}
