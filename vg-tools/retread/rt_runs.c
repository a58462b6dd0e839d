/* SPDX-License-Identifier: GPL-2.0-or-later
 * Runs of writes: what one storing instruction writes from one end to the other, as a
 * loop over an array does.
 *
 * Translated code keeps of each such instruction where it wrote last, the step before that
 * and how many steps were equal; only a run that ends, because the next step is another one,
 * is a call of rt_runs_end. So it is recorded when the instruction begins again. */
#include "vg-tools/retread/rt_ir.h"
#include "vg-tools/retread/rt_stack.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#define RUNS_CAPACITY 16384u
#define RUN_STEP_MAX  256 /* bytes */
/* Equal steps: three are four cells. */
#define RUN_STEPS_MIN 3
/* The digits of a number are written so, by whoever prints one. */
#define RUN_BYTES_MIN  16
#define COPY_BYTES_MIN 32

/* In static data, at an address that fits an instruction. */
struct rt_run {
	Addr last;
	Long step;
	ULong steps; /* that are equal to STEP, before the one that led to it */
	UInt stamp;  /* of the last write */
	UInt first;  /* of the first */
	UInt bytes;
	/* If it copies: from where, the last write and the first; so many writes of what
	 * was written after the last one of the run before. */
	Addr source, source_first;
	ULong fresh;
	UInt before;
	Bool copies;
	Bool asks; /* rt_carried.c from where it copies */
};
static struct rt_run runs[RUNS_CAPACITY];

/* By the instruction: which run is its, and the site that is recorded. */
struct rt_run_node {
	struct rt_node node;
	UInt run;
};
static struct trace_site *run_site;
static VgHashTable *run_table;

Bool rt_ir_may_move(const struct rt_block *block, const struct trace_site *site)
{
	if (site->step_count != 1 || (site->flags & TRACE_SITE_INDEXED))
		return True;
	return site->base != TRACE_BASE_PC && site->base != RT_RSP &&
	       (site->base != RT_RBP || !block->rbp_is_frame);
}

/* Whether SITE writes what follows the last write of BLOCK: a loop was unrolled. */
static Bool run_goes_on(
	const struct rt_block *block, const struct trace_site *site)
{
	const struct trace_site *last = &block->stored;

	return block->run && site->step_count == 1 && last->step_count == 1 &&
	       site->base == last->base && site->flags == last->flags &&
	       site->size_bytes == last->size_bytes &&
	       (site->step[0] == last->step[0] + site->size_bytes ||
		       last->step[0] == site->step[0] + site->size_bytes);
}

/* NULL: there is no room. */
static struct rt_run *find_run(const struct trace_site *site)
{
	struct rt_run_node *found;
	UInt run;

	if (!run_table) {
		run_table = VG_(HT_construct)("retread.runs");
		run_site = VG_(calloc)(
			"retread.runs.site", RUNS_CAPACITY, sizeof *run_site);
	}
	found = VG_(HT_lookup)(run_table, site->pc);
	run = found ? found->run : VG_(HT_count_nodes)(run_table);
	if (run == RUNS_CAPACITY)
		return NULL;
	if (!found) {
		found = VG_(calloc)("retread.runs.node", 1, sizeof *found);
		found->node.address = site->pc;
		found->run = run;
		VG_(HT_add_node)(run_table, found);
	}
	run_site[run] = *site;
	runs[run].bytes = site->size_bytes;
	return &runs[run];
}

/* Whether what RUN writes is half of what lies between its ends. */
static Bool run_is_dense(const struct rt_run *run)
{
	Long step = run->step < 0 ? -run->step : run->step;

	return step >= run->bytes && step <= 2 * run->bytes;
}

/* Whether RUN copies LENGTH bytes to TO from addresses that went on as its own did. */
static Bool record_source(const struct rt_run *run, Addr to, ULong length)
{
	Addr from = run->step < 0 ? run->source : run->source_first;
	ULong gap = from > to ? from - to : to - from;
	Bool is_fresh = 2 * run->fresh > run->steps + 2;

	if (!run->copies || rt_hot.keep_read == 0 || length < COPY_BYTES_MIN ||
		!run_is_dense(run) ||
		run->source - run->source_first !=
			(run->steps + 1) * (ULong)run->step ||
		gap < length)
		return False;
	rt_strings_record_write(&run_site[run - runs], from, length,
		is_fresh ? run->first : run->before, TRACE_STRING_SOURCE);
	return True;
}

/* Whether the LENGTH bytes at ADDRESS, which were written some time ago, are the same ones
 * again and again: nobody copies that. */
static Bool is_filled(Addr address, ULong length)
{
	const UChar *bytes = (const UChar *)address;

	return VG_(am_is_valid_for_client)(address, length, VKI_PROT_READ) &&
	       VG_(memcmp)(bytes, bytes + 8, length - 8) == 0;
}

void rt_runs_end(struct rt_run *run, VexGuestAMD64State *guest)
{
	ULong length = (run->steps + 1) *
			       (ULong)(run->step < 0 ? -run->step : run->step) +
		       run->bytes;
	Addr first = run->last - (run->steps + 1) * (ULong)run->step;
	Addr to = run->step < 0 ? run->last : first;
	struct trace_string *string;
	Bool has_source;

	if ((run->stamp & TRACE_STAMP_OWN) || run->step < -RUN_STEP_MAX ||
		run->step > RUN_STEP_MAX || run->step == 0 ||
		length < RUN_BYTES_MIN)
		return;
	has_source = record_source(run, to, length);
	run->before = run->stamp;
	if (run->asks && run_is_dense(run) && length >= COPY_BYTES_MIN &&
		!rt_stack_holds(to) && !is_filled(to, length))
		run->asks = rt_carried_end(
			guest, run_site[run - runs].pc, has_source);
	if (!has_source && rt_stack_holds(to))
		return;
	string = rt_strings_record_write(&run_site[run - runs], to, length,
		run->stamp, TRACE_STRING_RUN);
	string->half_stamp = rt_stamp_without_flags(run->first);
	string->step_bytes = (Int)run->step;
}

void rt_runs_rebase(UInt delta)
{
	UInt i;

	for (i = 0; i < RUNS_CAPACITY; i++) {
		runs[i].stamp = rt_stamp_rebased(runs[i].stamp, delta);
		runs[i].first = rt_stamp_rebased(runs[i].first, delta);
		runs[i].before = rt_stamp_rebased(runs[i].before, delta);
	}
}

/* Whether OP leaves what it is given as it is, or the lower part of it. */
static Bool is_conversion(IROp op)
{
	switch (op) {
	case Iop_64to32:
	case Iop_64to16:
	case Iop_64to8:
	case Iop_32to16:
	case Iop_32to8:
	case Iop_32Uto64:
	case Iop_32Sto64:
	case Iop_16Uto64:
	case Iop_16Uto32:
	case Iop_8Uto64:
	case Iop_8Uto32:
	case Iop_8Sto32:
	case Iop_ReinterpF64asI64:
	case Iop_ReinterpI64asF64:
	case Iop_V128to64:
	case Iop_64UtoV128:
	case Iop_V128to32:
	case Iop_32UtoV128:
		return True;
	default:
		return False;
	}
}

/* The stamp of what the load of RESULT has read; NULL: it is not kept. */
static IRExpr *find_stamp(const struct rt_block *block, IRTemp result)
{
	UInt i;

	for (i = 0; i < RT_LOADS_KEPT && i < block->loads; i++)
		if (block->loaded[i].result == result)
			return block->loaded[i].stamp;
	return NULL;
}

void rt_ir_forget_source(struct rt_block *block)
{
	block->source = NULL;
	block->source_register = -1;
	block->asks = False;
}

/* What is at work in BLOCK is RESULT of a load from ADDRESS. */
static void note_load(struct rt_block *block, IRTemp result, IRExpr *address)
{
	block->source_stamp = find_stamp(block, result);
	block->source = block->source_stamp ? address : NULL;
}

Bool rt_ir_source_is_local(
	const struct rt_block *block, struct trace_site *site)
{
	*site = (struct trace_site){0};
	if (!block->source || block->source->tag != Iex_RdTmp)
		return False;
	rt_recipe_describe(&block->recipe, block->source, site);
	return !rt_ir_may_move(block, site);
}

void rt_ir_source(struct rt_block *block, const IRExpr *data)
{
	Int i;

	rt_ir_forget_source(block);
	if (block->code != RT_CODE_CLIENT)
		return;
	for (i = block->out->stmts_used - 1; i >= 0 && data->tag == Iex_RdTmp;
		i--) {
		const IRStmt *statement = block->out->stmts[i];
		const IRExpr *value;
		if (statement->tag != Ist_WrTmp ||
			statement->Ist.WrTmp.tmp != data->Iex.RdTmp.tmp)
			continue;
		value = statement->Ist.WrTmp.data;
		if (value->tag == Iex_Load) {
			note_load(block, data->Iex.RdTmp.tmp,
				value->Iex.Load.addr);
			return;
		}
		if (value->tag == Iex_Get)
			block->source_register = rt_recipe_register(value);
		data = value->tag == Iex_Unop &&
				       is_conversion(value->Iex.Unop.op)
			       ? value->Iex.Unop.arg
			       : value;
	}
}

#define RUN_FIELD(run, field) emit_constant((Addr) & (run)->field)

/* What BLOCK stores came from its source. */
static void emit_source(
	struct rt_block *block, struct rt_run *run, IRExpr *is_same)
{
	IRExpr *is_fresh, *fresh, *first;

	if (!block->source)
		return;
	run->copies = True;
	is_fresh = emit_binop(block->out, Ity_I1, Iop_CmpLT32U,
		emit_load(block->out, Ity_I32, RUN_FIELD(run, before)),
		block->source_stamp);
	fresh = emit_binop(block->out, Ity_I64, Iop_And64,
		emit_load(block->out, Ity_I64, RUN_FIELD(run, fresh)),
		emit_unop(block->out, Ity_I64, Iop_1Sto64, is_same));
	fresh = emit_binop(block->out, Ity_I64, Iop_Add64, fresh,
		emit_unop(block->out, Ity_I64, Iop_1Uto64, is_fresh));
	emit_store(block->out, RUN_FIELD(run, fresh), fresh);
	first = emit_assign(block->out, Ity_I64,
		IRExpr_ITE(is_same,
			emit_load(block->out, Ity_I64,
				RUN_FIELD(run, source_first)),
			emit_load(
				block->out, Ity_I64, RUN_FIELD(run, source))));
	emit_store(block->out, RUN_FIELD(run, source_first), first);
	emit_store(block->out, RUN_FIELD(run, source), block->source);
}

/* The last statement of OUT, a call of rt_runs_end, may end the time slice. */
static void declare_counter(IRSB *out)
{
	IRDirty *helper = out->stmts[out->stmts_used - 1]->Ist.Dirty.details;

	helper->nFxState = 1;
	helper->fxState[0].fx = Ifx_Modify;
	helper->fxState[0].offset =
		offsetof(VexGuestAMD64State, host_EvC_COUNTER);
	helper->fxState[0].size = sizeof(UInt);
	helper->fxState[0].nRepeats = 0;
	helper->fxState[0].repeatLen = 0;
}

void rt_ir_run(
	struct rt_block *block, IRExpr *address, UInt bytes, IRExpr *stamp)
{
	struct trace_site site = {
		.pc = block->pc, .size_bytes = bytes, .flags = TRACE_SITE_READ};
	struct rt_run *run;
	IRExpr *step, *steps, *is_same, *is_over, *first;

	if (block->code != RT_CODE_CLIENT || bytes > 16)
		return;
	rt_recipe_describe(&block->recipe, address, &site);
	if (!rt_ir_may_move(block, &site))
		return;
	run = run_goes_on(block, &site) ? block->run : find_run(&site);
	block->stored = site;
	block->run = run;
	if (!run)
		return;
	run->asks |= block->asks || block->source_register >= 0 ||
		     (!block->carries && rt_ir_source_is_local(block, &site));
	step = emit_binop(block->out, Ity_I64, Iop_Sub64, address,
		emit_load(block->out, Ity_I64, RUN_FIELD(run, last)));
	steps = emit_load(block->out, Ity_I64, RUN_FIELD(run, steps));
	is_same = emit_binop(block->out, Ity_I1, Iop_CmpEQ64, step,
		emit_load(block->out, Ity_I64, RUN_FIELD(run, step)));
	is_over = emit_binop(block->out, Ity_I1, Iop_And1,
		emit_unop(block->out, Ity_I1, Iop_Not1, is_same),
		emit_binop(block->out, Ity_I1, Iop_CmpLE64U,
			emit_constant(RUN_STEPS_MIN - 1), steps));
	EMIT_CALL(block->out, 0, rt_runs_end,
		mkIRExprVec_2(emit_constant((Addr)run), IRExpr_GSPTR()),
		is_over);
	declare_counter(block->out);
	rt_ir_forget_stream(block);
	steps = emit_binop(block->out, Ity_I64, Iop_And64,
		emit_binop(block->out, Ity_I64, Iop_Add64, steps,
			emit_constant(1)),
		emit_unop(block->out, Ity_I64, Iop_1Sto64, is_same));
	first = emit_assign(block->out, Ity_I32,
		IRExpr_ITE(is_same,
			emit_load(block->out, Ity_I32, RUN_FIELD(run, first)),
			emit_load(block->out, Ity_I32, RUN_FIELD(run, stamp))));
	emit_source(block, run, is_same);
	emit_store(block->out, RUN_FIELD(run, first), first);
	emit_store(block->out, RUN_FIELD(run, last), address);
	emit_store(block->out, RUN_FIELD(run, step), step);
	emit_store(block->out, RUN_FIELD(run, steps), steps);
	emit_store(block->out, RUN_FIELD(run, stamp), stamp);
}
