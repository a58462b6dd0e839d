/* SPDX-License-Identifier: MIT
 * Lua: a program is valid if it runs to its end without an error. The generator knows
 * syntax and names, not types. No search was tuned by looking at this subject. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdlib.h>

#include "bench/generate/subject.h"

#define MEMORY (16 << 20)

static const char *const variables[] = {"a", "b", "c", "d", "f", "t"};
static const char *const functions[] = {"assert", "error", "ipairs", "pairs", "next",
	"pcall", "rawequal", "rawget", "rawlen", "rawset", "select", "setmetatable",
	"getmetatable", "tonumber", "tostring", "type", "load", "string.byte",
	"string.char", "string.find", "string.format", "string.gmatch",
	"string.gsub", "string.len", "string.lower", "string.match", "string.pack",
	"string.packsize", "string.rep", "string.reverse", "string.sub",
	"string.unpack", "table.concat", "table.insert", "table.move",
	"table.pack", "table.remove", "table.sort", "table.unpack", "math.abs",
	"math.floor", "math.fmod", "math.max", "math.tointeger", "math.type",
	"math.ult", "coroutine.create", "coroutine.resume", "coroutine.wrap",
	"coroutine.yield", "coroutine.close", "coroutine.status", "utf8.char",
	"utf8.codepoint", "utf8.len", "utf8.offset"};
static const char *const members[] = {"x", "y", "n", "__index", "__newindex", "__add",
	"__call", "__eq", "__lt", "__concat", "__len", "__close", "__name",
	"__tostring", "__gc", "__mode"};
static const char *const operators[] = {"+", "-", "*", "/", "//", "%", "^", "..", "<",
	"<=", "==", "~=", "and", "or", "&", "|", "~", "<<", ">>"};
static const char *const unaries[] = {"-", "not ", "#", "~"};
static const char *const literals[] = {"nil", "true", "false", "0", "1", "-2", "3.5",
	"1e300", "''", "'abc'", "'%d %s'", "'(a+)%1'", "'<i4z'", "'[^a-c]*'",
	"'%q'", "..."};

#define PICK(g, table) table[gen_pick(g, sizeof table / sizeof *table)]

static void make_block(struct gen *g);
static void make_expression(struct gen *g);

static void make_list(struct gen *g, size_t least)
{
	struct gen_list list = GEN_LIST(least, SUBJECT_MOST(4), 2);

	while (gen_more(g, &list)) {
		gen_put(g, list.count > 1 ? ", " : "");
		make_expression(g);
	}
}

static void make_call(struct gen *g)
{
	if (gen_chance(g, 1, 4))
		gen_put(g, "%s(", PICK(g, variables));
	else
		gen_put(g, "%s(", PICK(g, functions));
	make_list(g, 0);
	gen_put(g, ")");
}

static void make_table(struct gen *g)
{
	struct gen_list list = GEN_LIST(0, SUBJECT_MOST(4), 2);

	gen_put(g, "{");
	while (gen_more(g, &list)) {
		if (gen_bool(g))
			gen_put(g, "%s = ", PICK(g, members));
		make_expression(g);
		gen_put(g, "; ");
	}
	gen_put(g, "}");
}

static void make_expression(struct gen *g)
{
	gen_begin(g, "expression");
	switch (gen_pick(g, gen_small(g) ? 2 : 9)) {
	case 0:
		gen_put(g, "%s", PICK(g, literals));
		break;
	case 1:
		gen_put(g, "%s", PICK(g, variables));
		break;
	case 2:
		gen_put(g, "(");
		make_expression(g);
		gen_put(g, " %s ", PICK(g, operators));
		make_expression(g);
		gen_put(g, ")");
		break;
	case 3:
		gen_put(g, "(%s", PICK(g, unaries));
		make_expression(g);
		gen_put(g, ")");
		break;
	case 4:
	case 5:
		make_call(g);
		break;
	case 6:
		make_table(g);
		break;
	case 7:
		gen_put(g, "%s.", PICK(g, variables));
		gen_put(g, "%s", PICK(g, members));
		break;
	default:
		gen_put(g, "function (a, ...) ");
		make_block(g);
		gen_put(g, " return ");
		make_list(g, 0);
		gen_put(g, " end");
	}
	gen_end(g);
}

static void make_statement(struct gen *g)
{
	gen_begin(g, "statement");
	switch (gen_pick(g, gen_small(g) ? 3 : 8)) {
	case 0:
		gen_put(g, "local %s = ", PICK(g, variables));
		make_expression(g);
		break;
	case 1:
		gen_put(g, "%s = ", PICK(g, variables));
		make_expression(g);
		break;
	case 2:
		make_call(g);
		break;
	case 3:
		gen_put(g, "%s", PICK(g, variables));
		gen_put(g, ".%s = ", PICK(g, members));
		make_expression(g);
		break;
	case 4:
		gen_put(g, "if ");
		make_expression(g);
		gen_put(g, " then ");
		make_block(g);
		gen_put(g, " else ");
		make_block(g);
		gen_put(g, " end");
		break;
	case 5:
		gen_put(g, "for %s = ", PICK(g, variables));
		make_expression(g);
		gen_put(g, ", ");
		make_expression(g);
		gen_put(g, " do ");
		make_block(g);
		gen_put(g, " end");
		break;
	case 6:
		gen_put(g, "for a, b in ");
		make_list(g, 1);
		gen_put(g, " do ");
		make_block(g);
		gen_put(g, " end");
		break;
	default:
		gen_put(g, "do ");
		make_block(g);
		gen_put(g, " end");
	}
	gen_put(g, "; ");
	gen_end(g);
}

static void make_block(struct gen *g)
{
	struct gen_list list = GEN_LIST(0, SUBJECT_MOST(4), 1);

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

static void *allocate(void *used, void *block, size_t from, size_t to)
{
	size_t *bytes = used;
	size_t had = block ? from : 0;

	if (to > had && *bytes + to - had > MEMORY)
		return NULL;
	*bytes += to - had;
	if (to)
		return realloc(block, to);
	free(block);
	return NULL;
}

static void stop(lua_State *state, lua_Debug *where)
{
	(void)where;
	luaL_error(state, "too many steps");
}

static int open_libraries(lua_State *state)
{
	static const luaL_Reg libraries[] = {{"_G", luaopen_base},
		{"string", luaopen_string}, {"table", luaopen_table},
		{"math", luaopen_math}, {"coroutine", luaopen_coroutine},
		{"utf8", luaopen_utf8}};

	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
		luaL_requiref(state, libraries[i].name, libraries[i].func, 1);
		lua_pop(state, 1);
	}
	return 0;
}

bool subject_consume(const char *text, size_t length)
{
	size_t used = 0;
	lua_State *state = lua_newstate(allocate, &used);

	lua_pushcfunction(state, open_libraries);
	lua_call(state, 0, 0);
	lua_sethook(state, stop, LUA_MASKCOUNT, SUBJECT_STEPS);
	bool is_valid = !luaL_loadbufferx(state, text, length, "s", "t") &&
			!lua_pcall(state, 0, 0, 0);
	lua_close(state);
	return is_valid;
}
