/* SPDX-License-Identifier: MIT
 * JavaScript, and mujs: a program is valid if it runs to its end without an error. The
 * generator knows syntax and names, not types. */
#include <mujs.h>
#include <string.h>

#include "bench/generate/subject.h"

static const char *const variables[] = {"a", "b", "c", "d", "f", "o"};
static const char *const globals[] = {"Math", "String", "Array", "Object", "JSON",
	"Number", "RegExp", "Date", "Error", "Function", "isNaN", "parseInt",
	"parseFloat", "encodeURIComponent", "decodeURI", "Boolean"};
static const char *const members[] = {"length", "push", "pop", "shift", "slice",
	"splice", "concat", "join", "reverse", "sort", "indexOf", "map",
	"filter", "reduce", "forEach", "charAt", "charCodeAt", "split",
	"replace", "match", "substring", "toUpperCase", "trim", "keys",
	"create", "defineProperty", "freeze", "prototype", "constructor",
	"hasOwnProperty", "toString", "valueOf", "apply", "call", "bind",
	"floor", "max", "pow", "sqrt", "stringify", "parse", "toFixed",
	"toISOString", "test", "exec", "fromCharCode", "a", "b"};
static const char *const operators[] = {"+", "-", "*", "/", "%", "<", ">", "<=",
	"==", "===", "!=", "&&", "||", "&", "|", "^", "<<", ">>", ">>>", ",",
	"in", "instanceof"};
static const char *const unaries[] = {
	"-", "+", "!", "~", "typeof ", "void ", "new ", "delete "};
static const char *const literals[] = {"0", "1", "2.5", "-7", "1e9", "''", "'abc'",
	"'a,b'", "true", "null", "undefined", "this", "/a+(b)/g", "NaN"};

#define PICK(g, table) table[gen_pick(g, sizeof table / sizeof *table)]

static void make_statements(struct gen *g, size_t most);
static void make_expression(struct gen *g);

static void make_list(struct gen *g, const char *open, const char *close)
{
	struct gen_list list = GEN_LIST(0, SUBJECT_MOST(4), 1);

	gen_put(g, "%s", open);
	while (gen_more(g, &list)) {
		gen_put(g, list.count > 1 ? "," : "");
		make_expression(g);
	}
	gen_put(g, "%s", close);
}

static void make_object(struct gen *g)
{
	struct gen_list list = GEN_LIST(0, SUBJECT_MOST(3), 1);

	gen_put(g, "({");
	while (gen_more(g, &list)) {
		gen_put(g, list.count > 1 ? "," : "");
		gen_put(g, "%s:", PICK(g, members));
		make_expression(g);
	}
	gen_put(g, "})");
}

static void make_expression(struct gen *g)
{
	gen_begin(g, "expression");
	switch (gen_pick(g, gen_small(g) ? 3 : 12)) {
	case 0:
		gen_put(g, "%s", PICK(g, literals));
		break;
	case 1:
		gen_put(g, "%s", PICK(g, variables));
		break;
	case 2:
		gen_put(g, "%s", PICK(g, globals));
		break;
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
		make_list(g, "(", ")");
		break;
	case 6:
		make_expression(g);
		gen_put(g, ".%s", PICK(g, members));
		make_list(g, "(", ")");
		break;
	case 7:
		make_expression(g);
		gen_put(g, ".%s", PICK(g, members));
		break;
	case 8:
		make_list(g, "[", "]");
		break;
	case 9:
		make_object(g);
		break;
	case 10:
		gen_put(g, "(%s = ", PICK(g, variables));
		make_expression(g);
		gen_put(g, ")");
		break;
	default:
		gen_put(g, "(function(%s,b){", PICK(g, variables));
		make_statements(g, 3);
		gen_put(g, "return ");
		make_expression(g);
		gen_put(g, ";})");
	}
	gen_end(g);
}

static void make_block(struct gen *g)
{
	gen_put(g, "{");
	make_statements(g, 4);
	gen_put(g, "}");
}

static void make_statement(struct gen *g)
{
	gen_begin(g, "statement");
	switch (gen_pick(g, gen_small(g) ? 2 : 9)) {
	case 0:
		gen_put(g, "var %s = ", PICK(g, variables));
		make_expression(g);
		break;
	case 1:
		make_expression(g);
		break;
	case 2:
		gen_put(g, "if (");
		make_expression(g);
		gen_put(g, ")");
		make_block(g);
		gen_put(g, "else ");
		make_block(g);
		break;
	case 3:
		gen_put(g, "for (var i%u = 0; i%u < %d; ++i%u)", gen_depth(g),
			gen_depth(g), gen_int(g, 0, 5), gen_depth(g));
		make_block(g);
		break;
	case 4:
		gen_put(g, "for (var %s in ", PICK(g, variables));
		make_expression(g);
		gen_put(g, ")");
		make_block(g);
		break;
	case 5:
		gen_put(g, "try ");
		make_block(g);
		gen_put(g, "catch (%s) ", PICK(g, variables));
		make_block(g);
		break;
	case 6:
		gen_put(g, "switch (");
		make_expression(g);
		gen_put(g, ") { case ");
		make_expression(g);
		gen_put(g, ": ");
		make_statements(g, 3);
		gen_put(g, "break; default: ");
		make_statements(g, 3);
		gen_put(g, "}");
		break;
	case 7:
		gen_put(g, "%s", gen_bool(g) ? "break" : "continue");
		break;
	default:
		gen_put(g, "throw ");
		make_expression(g);
	}
	gen_put(g, ";");
	gen_end(g);
}

static void make_statements(struct gen *g, size_t most)
{
	struct gen_list list = GEN_LIST(0, SUBJECT_MOST(most), 2);

	while (gen_more(g, &list))
		make_statement(g);
}

void subject_generate(struct gen *g)
{
	struct gen_list list = GEN_LIST(1, SUBJECT_MOST(12), 4);

	while (gen_more(g, &list))
		make_statement(g);
}

/* ---- the consumer ---- */

static void say_nothing(js_State *state, const char *message)
{
	(void)state;
	(void)message;
}

bool subject_consume(const char *text, size_t length)
{
	js_State *state = js_newstate(NULL, NULL, 0);

	(void)length;
	js_setreport(state, say_nothing);
	bool is_valid = !js_ploadstring(state, "s", text);
	if (is_valid) {
		js_pushundefined(state);
		is_valid = !js_pcall(state, 0);
	}
	js_freestate(state);
	return is_valid;
}
