/* SPDX-License-Identifier: MIT
 * An optimiser of 8 passes on a list of instructions, behind the table of
 * <retread/ir.h>, and 20 bugs that can be put into it: --target-options bug=7. */
#include <retread/ir.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEAD IRF_NOPS /* an instruction that is gone */

struct inst {
	unsigned op, width, from; /* FROM: lowest bit of a slice, or the parameter */
	int operand[3];		  /* -1: none */
	uint64_t value;		  /* of a constant */
};

struct module {
	int count, room, result;
	struct inst *inst;
};

static int bug; /* 0: none */

static uint64_t ones(unsigned width)
{
	return width >= 64 ? ~0ull : (1ull << width) - 1;
}

static int64_t to_signed(uint64_t a, unsigned width)
{
	return (int64_t)(a << (64 - width)) >> (64 - width);
}

/* ---- what instructions compute ---- */

static uint64_t divide(unsigned op, unsigned width, uint64_t a, uint64_t b)
{
	if (b == 0)
		return op == IRF_UREM || op == IRF_SREM ? a : ones(width);
	if (op == IRF_UDIV)
		return a / b;
	if (op == IRF_UREM)
		return a % b;
	if (b == ones(width))
		return op == IRF_SREM ? 0 : -a;
	if (op == IRF_SREM)
		return (uint64_t)(to_signed(a, width) % to_signed(b, width));
	return (uint64_t)(to_signed(a, width) / to_signed(b, width));
}

static uint64_t compute(unsigned op, unsigned width, uint64_t a, uint64_t b)
{
	switch (op) {
	case IRF_ADD: return a + b;
	case IRF_SUB: return a - b;
	case IRF_MUL: return a * b;
	case IRF_AND: return a & b;
	case IRF_OR: return a | b;
	case IRF_XOR: return a ^ b;
	case IRF_NOT: return ~a;
	case IRF_NEG: return -a;
	case IRF_UMIN: return a < b ? a : b;
	case IRF_SHL: return b >= width ? 0 : a << b;
	case IRF_LSHR: return b >= width ? 0 : a >> b;
	case IRF_ASHR:
		return (uint64_t)(to_signed(a, width) >> (b < 63 ? b : 63));
	case IRF_EQ: return a == b;
	case IRF_NE: return a != b;
	case IRF_ULT: return a < b;
	case IRF_ULE: return a <= b;
	case IRF_SLT: return to_signed(a, width) < to_signed(b, width);
	case IRF_SLE: return to_signed(a, width) <= to_signed(b, width);
	default: return divide(op, width, a, b);
	}
}

static const unsigned char weights[IRF_NOPS] = {[IRF_CONST] = 6, [IRF_ADD] = 6,
	[IRF_SUB] = 6, [IRF_MUL] = 6, [IRF_UDIV] = 4, [IRF_SDIV] = 4,
	[IRF_UREM] = 4, [IRF_SREM] = 2, [IRF_AND] = 4, [IRF_OR] = 4, [IRF_XOR] = 4,
	[IRF_NOT] = 2, [IRF_NEG] = 2, [IRF_UMIN] = 2, [IRF_SHL] = 6,
	[IRF_LSHR] = 6, [IRF_ASHR] = 4, [IRF_EQ] = 2, [IRF_NE] = 2,
	[IRF_ULT] = 4, [IRF_ULE] = 2, [IRF_SLT] = 4,
	[IRF_SLE] = 2, [IRF_SELECT] = 6, [IRF_ZEXT] = 4,
	[IRF_SEXT] = 4, [IRF_SLICE] = 4};

/* ---- from the portable IR ---- */

static int append(struct module *m, struct inst inst)
{
	if (m->count == m->room) {
		m->room = 2 * m->room + 16;
		m->inst = realloc(m->inst, (size_t)m->room * sizeof inst);
		if (!m->inst)
			abort();
	}
	m->inst[m->count] = inst;
	return m->count++;
}

/* What stands for instruction I is I + 1: NULL is unsupported. */
static void *emit(void *arg, const struct irf_node *node, enum irf_phase phase,
	void *const *operand, unsigned count)
{
	struct inst inst = {node->op, node->type->width, node->index,
		{-1, -1, -1}, node->words ? node->words[0] : 0};

	(void)phase;
	if (node->op != IRF_PARAM && !weights[node->op])
		return NULL;
	for (unsigned i = 0; i < count; i++)
		inst.operand[i] = (int)(intptr_t)operand[i] - 1;
	if (bug == 1 && node->op == IRF_SEXT && node->type->width == 64)
		inst.op = IRF_ZEXT;
	return (void *)(intptr_t)(append(arg, inst) + 1);
}

static void *lower(void *t, const struct irf_fn *fn)
{
	struct module *m = calloc(1, sizeof *m);

	(void)t;
	m->result = (int)(intptr_t)irf_lower_walk(m, fn, emit) - 1;
	if (m->result >= 0)
		return m;
	free(m->inst);
	free(m);
	return NULL;
}

static void *clone(void *t, void *module)
{
	struct module *m = module, *copy = malloc(sizeof *copy);

	(void)t;
	*copy = *m;
	copy->inst = malloc((size_t)m->room * sizeof *m->inst);
	memcpy(copy->inst, m->inst, (size_t)m->count * sizeof *m->inst);
	return copy;
}

static void drop(void *t, void *module)
{
	struct module *m = module;

	(void)t;
	free(m->inst);
	free(m);
}

/* ---- passes: each changes instruction I in place ---- */

static struct inst *at(struct module *m, int i, int operand)
{
	return &m->inst[m->inst[i].operand[operand]];
}

static int is_const(struct module *m, int i, int operand)
{
	return m->inst[i].operand[operand] >= 0 &&
	       at(m, i, operand)->op == IRF_CONST;
}

static int become_const(struct inst *inst, uint64_t value)
{
	*inst = (struct inst){IRF_CONST, inst->width, 0, {-1, -1, -1},
		value & ones(inst->width)};
	return 1;
}

/* I's uses mean BY from now on. */
static int replace(struct module *m, int i, int by)
{
	for (int j = i + 1; j < m->count; j++)
		for (int k = 0; k < 3; k++)
			if (m->inst[j].operand[k] == i)
				m->inst[j].operand[k] = by;
	if (m->result == i)
		m->result = by;
	m->inst[i].op = DEAD;
	return 1;
}

static int is_binary(unsigned op)
{
	return op >= IRF_ADD && op <= IRF_SLE && op != IRF_NOT && op != IRF_NEG;
}

static int fold(struct module *m, int i)
{
	struct inst *inst = &m->inst[i];

	if (!is_binary(inst->op) || !is_const(m, i, 0) || !is_const(m, i, 1))
		return 0;
	unsigned width = at(m, i, 0)->width;
	uint64_t a = at(m, i, 0)->value, b = at(m, i, 1)->value;
	if (bug == 2 && inst->op == IRF_SDIV && b == 0)
		return become_const(inst, 0);
	if (bug == 3 && inst->op == IRF_ASHR)
		return become_const(inst, compute(IRF_LSHR, width, a, b));
	if (bug == 4 && inst->op == IRF_SHL && b >= width)
		return become_const(inst, a << (b & 31));
	if (bug == 5 && inst->op == IRF_UREM && b == 0)
		abort();
	return become_const(inst, compute(inst->op, width, a, b));
}

static int simplify(struct module *m, int i)
{
	struct inst *inst = &m->inst[i];
	int same = inst->operand[0] >= 0 && inst->operand[0] == inst->operand[1];

	if (inst->op == IRF_SUB && same)
		return become_const(inst, 0);
	if (inst->op == IRF_XOR && same) {
		become_const(inst, 0);
		inst->value = bug == 6 ? 1ull << inst->width % 64 : 0;
		return 1;
	}
	if (inst->op == IRF_SUB && is_const(m, i, 0) && !at(m, i, 0)->value) {
		if (bug == 7)
			return replace(m, i, inst->operand[1]);
		inst->op = IRF_NEG;
		inst->operand[0] = inst->operand[1];
		inst->operand[1] = -1;
		return 1;
	}
	if (inst->op == IRF_AND && is_const(m, i, 1) &&
		at(m, i, 1)->value == ones(inst->width))
		return replace(m, i, inst->operand[0]);
	if ((inst->op == IRF_ADD || inst->op == IRF_OR) && is_const(m, i, 1) &&
		!at(m, i, 1)->value)
		return replace(m, i, inst->operand[0]);
	return 0;
}

static int log2_of(uint64_t value)
{
	return value && !(value & (value - 1)) ? __builtin_ctzll(value) : -1;
}

/* Gives the constant that is I's operand 1 another VALUE, if only I uses it. */
static int change_const(struct module *m, int i, uint64_t value)
{
	int constant = m->inst[i].operand[1];

	if (m->result == constant || m->inst[i].operand[0] == constant)
		return 0;
	for (int j = 0; j < m->count; j++)
		for (int k = 0; k < 3; k++)
			if (j != i && m->inst[j].op != DEAD &&
				m->inst[j].operand[k] == constant)
				return 0;
	m->inst[constant].value = value;
	return 1;
}

static int strength(struct module *m, int i)
{
	struct inst *inst = &m->inst[i];
	static const unsigned easier[IRF_NOPS] = {[IRF_MUL] = IRF_SHL,
		[IRF_UDIV] = IRF_LSHR, [IRF_UREM] = IRF_AND,
		[IRF_SDIV] = IRF_ASHR};

	if (!is_binary(inst->op) || !easier[inst->op] || !is_const(m, i, 1))
		return 0;
	uint64_t by = at(m, i, 1)->value, value;
	int shift = log2_of(by);
	if (shift < 0 || (inst->op == IRF_SDIV && bug != 9))
		return 0;
	value = inst->op == IRF_UREM ? by - (bug != 10) : (uint64_t)shift;
	if (bug == 11 && inst->op == IRF_MUL && value > inst->width / 2)
		value--;
	if (!change_const(m, i, value))
		return 0;
	inst->op = easier[inst->op];
	return 1;
}

static int combine(struct module *m, int i)
{
	struct inst *inst = &m->inst[i];

	if (inst->operand[0] < 0)
		return 0;
	struct inst *from = at(m, i, 0);
	if (bug == 20 && inst->op == IRF_LSHR && is_const(m, i, 1) &&
		at(m, i, 1)->value < inst->width &&
		change_const(m, i, 1ull << at(m, i, 1)->value)) {
		inst->op = IRF_UDIV;
		return 1;
	}
	if (bug == 12 && inst->op == IRF_SHL && from->op == IRF_LSHR &&
		inst->operand[1] == from->operand[1])
		return replace(m, i, from->operand[0]);
	if (inst->op == IRF_SEXT && from->op == IRF_ZEXT) {
		inst->op = bug == 13 ? IRF_SEXT : IRF_ZEXT;
		inst->operand[0] = from->operand[0];
		return 1;
	}
	if (inst->op == IRF_SLICE && from->op == IRF_ZEXT &&
		m->inst[from->operand[0]].width == inst->width &&
		inst->from == 0)
		return replace(m, i, from->operand[0]);
	return 0;
}

static int selects(struct module *m, int i)
{
	struct inst *inst = &m->inst[i];

	if (inst->op != IRF_SELECT)
		return 0;
	struct inst *test = at(m, i, 0);
	if (is_const(m, i, 1) && is_const(m, i, 2) && inst->width > 1 &&
		at(m, i, 1)->value == (bug != 15) &&
		at(m, i, 2)->value == (bug == 15)) {
		inst->op = IRF_ZEXT;
		inst->operand[1] = inst->operand[2] = -1;
		return 1;
	}
	if ((test->op == IRF_ULT || (bug == 16 && test->op == IRF_SLT)) &&
		test->operand[0] == inst->operand[1] &&
		test->operand[1] == inst->operand[2]) {
		inst->op = IRF_UMIN;
		inst->operand[0] = inst->operand[1];
		inst->operand[1] = inst->operand[2];
		inst->operand[2] = -1;
		return 1;
	}
	return 0;
}

static int is_equal(const struct inst *a, const struct inst *b)
{
	int swaps = bug == 17 && a->op == IRF_SUB;

	return a->op == b->op && a->width == b->width && a->from == b->from &&
	       a->value == b->value && a->operand[0] == b->operand[swaps] &&
	       a->operand[1] == b->operand[!swaps] &&
	       a->operand[2] == b->operand[2];
}

static int cse(struct module *m, int i)
{
	if (m->inst[i].op == DEAD || m->inst[i].op == IRF_PARAM)
		return 0;
	for (int j = 0; j < i; j++)
		if (m->inst[j].op != DEAD && is_equal(&m->inst[j], &m->inst[i]))
			return replace(m, i, j);
	return 0;
}

static int dce(struct module *m, int i)
{
	if (m->inst[i].op == DEAD || m->result == i)
		return 0;
	for (int j = i + 1; j < m->count; j++)
		for (int k = 0; k < (bug == 18 ? 2 : 3); k++)
			if (m->inst[j].op != DEAD && m->inst[j].operand[k] == i)
				return 0;
	m->inst[i].op = DEAD;
	return 1;
}

/* Constants to the right. */
static int order(struct module *m, int i)
{
	struct inst *inst = &m->inst[i];
	int commutes = inst->op == IRF_ADD || inst->op == IRF_MUL ||
		       inst->op == IRF_AND || inst->op == IRF_OR ||
		       inst->op == IRF_XOR;
	int goes = commutes && is_const(m, i, 0) && !is_const(m, i, 1);

	if (bug == 19 && inst->op == IRF_OR && is_const(m, i, 0) &&
		is_const(m, i, 1))
		for (volatile int swaps = 0;; swaps = !swaps)
			;
	if (bug == 8 && inst->op == IRF_ADD && !is_const(m, i, 0))
		goes = !is_const(m, i, 1);
	if (!goes)
		return 0;
	int kept = inst->operand[0];
	inst->operand[0] = inst->operand[1];
	inst->operand[1] = kept;
	return 1;
}

static const struct irf_pass passes[] = {{.name = "fold"},
	{.name = "simplify"}, {.name = "strength"}, {.name = "combine"},
	{.name = "selects"}, {.name = "cse"}, {.name = "dce"},
	{.name = "order"}};

static int (*const change[])(struct module *, int) = {
	fold, simplify, strength, combine, selects, cse, dce, order};

static enum irf_status run(void *t, void *module, const unsigned *pass,
	size_t count, struct irf_log *log)
{
	struct module *m = module;

	(void)t;
	for (size_t p = 0; p < count; p++)
		for (int n = m->count, i = 0; i < n; i++) {
			/* Uses of a value come after it: dce goes back. */
			int which = change[pass[p]] == dce ? n - 1 - i : i;
			log->steps += bug == 14 && change[pass[p]] == cse
					      ? (uint64_t)n * (uint64_t)n
					      : 1;
			if (m->inst[which].op != DEAD &&
				change[pass[p]](m, which))
				log->changed |= 1ull << p;
		}
	return IRF_OK;
}

/* ---- what a module is, and does ---- */

static enum irf_status verify(void *t, void *module, char *why, size_t size)
{
	struct module *m = module;

	(void)t;
	for (int i = 0; i < m->count; i++)
		for (int k = 0; k < 3; k++) {
			int operand = m->inst[i].operand[k];
			if (m->inst[i].op == DEAD)
				continue;
			if (m->inst[i].op == IRF_CONST &&
				m->inst[i].value & ~ones(m->inst[i].width)) {
				snprintf(why, size, "a constant is too wide");
				return IRF_ERROR;
			}
			if (operand >= 0 && m->inst[operand].op == DEAD) {
				snprintf(why, size, "an operand is gone");
				return IRF_ERROR;
			}
		}
	return IRF_OK;
}

/* A division takes as long as 100 additions. */
static enum irf_status eval(void *t, void *module, const struct irf_args *args,
	const struct irf_vals *vals, uint64_t *steps)
{
	struct module *m = module;
	uint64_t *value = malloc((size_t)m->count * sizeof *value);

	(void)t;
	*steps = 0;
	for (int i = 0; i < m->count; i++) {
		struct inst *inst = &m->inst[i];
		uint64_t in[3] = {0};
		for (int k = 0; k < 3; k++)
			in[k] = inst->operand[k] < 0 ? 0
						     : value[inst->operand[k]];
		unsigned width = inst->operand[0] < 0 ? 0 : at(m, i, 0)->width;
		if (inst->op == DEAD)
			continue;
		*steps += inst->op >= IRF_UDIV && inst->op <= IRF_SREM ? 400 : 4;
		value[i] = inst->op == IRF_PARAM  ? args->param[inst->from][0]
			   : inst->op == IRF_CONST ? inst->value
			   : inst->op == IRF_SELECT ? in[in[0] ? 1 : 2]
			   : inst->op == IRF_ZEXT   ? in[0]
			   : inst->op == IRF_SLICE  ? in[0] >> inst->from
			   : inst->op == IRF_SEXT
				   ? (uint64_t)to_signed(in[0], width)
				   : compute(inst->op, width, in[0], in[1]);
		value[i] &= ones(inst->width);
	}
	vals->result[0] = value[m->result];
	free(value);
	return IRF_OK;
}

static char *print(void *t, void *module)
{
	struct module *m = module;
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	(void)t;
	for (int i = 0; i < m->count; i++) {
		struct inst *inst = &m->inst[i];
		if (inst->op == DEAD)
			continue;
		fprintf(out, "v%d:%u = %s", i, inst->width,
			irf_op_name(inst->op));
		if (inst->op == IRF_CONST)
			fprintf(out, " %#llx", (unsigned long long)inst->value);
		if (inst->op == IRF_SLICE || inst->op == IRF_PARAM)
			fprintf(out, " %u", inst->from);
		for (int k = 0; k < 3 && inst->operand[k] >= 0; k++)
			fprintf(out, " v%d", inst->operand[k]);
		fputc('\n', out);
	}
	fprintf(out, "return v%d\n", m->result);
	fclose(out);
	return text;
}

static void *open_toy(const char *options)
{
	int given = 0;

	if (*options && sscanf(options, "bug=%d", &given) != 1) {
		fprintf(stderr, "toy: \"%s\": bug=1 to bug=20\n", options);
		return NULL;
	}
	bug = given;
	return &bug;
}

/* Emits for each pair of an instruction before and the one in its place after. */
static void features_of(void *t, void *before, void *after,
	irf_feature_fn *tell, void *arg)
{
	struct module *old = before, *new = after;

	(void)t;
	for (int i = 0; i < old->count; i++)
		if (old->inst[i].op != new->inst[i].op)
			tell(arg, IRF_D_SHAPE,
				old->inst[i].op * 64 + new->inst[i].op);
}

static const struct irf_target toy = {.abi = IRF_ABI,
	.name = "toy",
	.version = "1",
	.max_width = 64,
	.op_weight = weights,
	.passes = passes,
	.npasses = sizeof passes / sizeof passes[0],
	.open = open_toy,
	.lower = lower,
	.verify = verify,
	.clone = clone,
	.run = run,
	.eval = eval,
	.features_of = features_of,
	.print = print,
	.drop = drop};

int main(int argc, char **argv)
{
	return irf_main(argc, argv, &toy);
}
