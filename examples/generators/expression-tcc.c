/* SPDX-License-Identifier: MIT
 * Expressions of C, and TinyCC: the code that libtcc makes of one computes what it
 * means, which the generator knows because it computes while it writes. */
#include <libtcc.h>

#include <retread/gen.h>

static const unsigned variables[] = {0, 1, 2, 7, 0x80000000u, 0xffffffffu};

static unsigned make_expression(struct gen *g);

static unsigned make_unary(struct gen *g)
{
	static const char *const operators[] = {"-", "~", "!"};
	unsigned which = gen_pick(g, 3);

	gen_put(g, "%s", operators[which]);
	unsigned value = make_expression(g);
	return which == 0 ? -value : which == 1 ? ~value : !value;
}

/* Divisors are odd and shifts short, so that no value is undefined. */
static unsigned make_binary(struct gen *g)
{
	static const char *const operators[] = {"+", "-", "*", "&", "|", "^",
		"==", "<", "&&", "||", "/ (1 |", "% (1 |", "<< (31 &",
		">> (31 &"};
	unsigned which = gen_pick(g, 14);

	unsigned a = make_expression(g);
	gen_put(g, " %s ", operators[which]);
	unsigned b = make_expression(g);
	gen_put(g, which >= 10 ? ")" : "");
	switch (which) {
	case 0: return a + b;
	case 1: return a - b;
	case 2: return a * b;
	case 3: return a & b;
	case 4: return a | b;
	case 5: return a ^ b;
	case 6: return a == b;
	case 7: return a < b;
	case 8: return a && b;
	case 9: return a || b;
	case 10: return a / (1 | b);
	case 11: return a % (1 | b);
	case 12: return a << (31 & b);
	default: return a >> (31 & b);
	}
}

static unsigned make_choice(struct gen *g)
{
	unsigned condition = make_expression(g);

	gen_put(g, " ? ");
	unsigned yes = make_expression(g);
	gen_put(g, " : ");
	unsigned no = make_expression(g);
	return condition ? yes : no;
}

static unsigned make_cast(struct gen *g)
{
	static const char *const types[] = {
		"signed char", "unsigned char", "short", "unsigned long long"};
	unsigned which = gen_pick(g, 4);

	gen_put(g, "(%s)", types[which]);
	unsigned value = make_expression(g);
	return which == 0   ? (unsigned)(signed char)value
	       : which == 1 ? (unsigned char)value
	       : which == 2 ? (unsigned)(short)value
			    : value;
}

static unsigned make_expression(struct gen *g)
{
	unsigned value;

	gen_begin(g, "expression");
	gen_put(g, "(unsigned)(");
	switch (gen_pick(g, gen_small(g) ? 2 : 6)) {
	case 0:
		value = (unsigned)gen_u64(g, 0, 0xffffffff);
		gen_put(g, "%uu", value);
		break;
	case 1: {
		unsigned which = gen_pick(g, 6);
		value = variables[which];
		gen_put(g, "v[%u]", which);
		break;
	}
	case 2:
		value = make_unary(g);
		break;
	case 3:
		value = make_choice(g);
		break;
	case 4:
		value = make_cast(g);
		break;
	default:
		value = make_binary(g);
	}
	gen_put(g, ")");
	gen_end(g);
	return value;
}

int retread_generate(struct gen *g)
{
	unsigned (*compute)(const unsigned *);

	gen_put(g, "unsigned compute(const unsigned *v) { return ");
	unsigned meant = make_expression(g);
	gen_put(g, "; }");
	TCCState *compiler = tcc_new();
	tcc_set_options(compiler, "-nostdlib");
	tcc_set_output_type(compiler, TCC_OUTPUT_MEMORY);
	if (tcc_compile_string(compiler, gen_text(g, NULL)) ||
		tcc_relocate(compiler, TCC_RELOCATE_AUTO)) {
		tcc_delete(compiler);
		gen_fail(g, "it does not compile");
	}
	*(void **)&compute = tcc_get_symbol(compiler, "compute");
	unsigned computed = compute(variables);
	tcc_delete(compiler);
	if (computed != meant)
		gen_fail(g, "it computes %u, not %u", computed, meant);
	return GEN_VALID;
}
