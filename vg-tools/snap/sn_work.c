/* SPDX-License-Identifier: GPL-2.0-or-later
 * What edges do not show of the work of a program (--work=yes): the bytes that code of the
 * system's libraries touches, for the call of other code that asked for it, how many
 * cells of memory the program has written, and how many bytes to files.
 *
 * A call is current until other code calls something else. Where a library calls back, the
 * call is put aside, and is current again when that returns. */
#include "vg-tools/common/emit.h"
#include "vg-tools/snap/sn_branches.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#define CALLBACKS_MAX 1024 /* that are open; deeper ones are not put aside */
#define CELL_SHIFT    3	   /* a cell is 8 bytes */
#define PAGE_SHIFT    12
#define PAGE_WORDS    (1 << (PAGE_SHIFT - CELL_SHIFT - 6))
#define STACK_BYTES   (16 << 20) /* above the stack pointer: not a result */
#define RED_ZONE      128

/* A place of code by its address: a call, or where a callback returns to. */
struct sn_call {
	struct sn_call *next;
	UWord pc;
	struct snap_call shown;
};

struct sn_page {
	struct sn_page *next;
	UWord number;
	ULong written[PAGE_WORDS]; /* a bit for a cell */
};

struct sn_file {
	struct sn_file *next;
	UWord inode;
	Off64T end; /* of what was written */
};

static struct {
	VgHashTable *calls, *returns, *pages, *files;
	struct sn_call nobody;
	struct sn_page *page; /* that was written last */
	ULong cells, output;
	struct {
		Addr stack;
		struct sn_call *call;
	} callback[CALLBACKS_MAX];
	UInt callback_count;
} work;

static struct sn_call *sn_work_current;

void sn_work_init(void)
{
	work.calls = VG_(HT_construct)("snap.calls");
	work.returns = VG_(HT_construct)("snap.returns");
	work.pages = VG_(HT_construct)("snap.pages");
	work.files = VG_(HT_construct)("snap.files");
	sn_work_current = &work.nobody;
}

static struct sn_call *work_at(VgHashTable *table, Addr pc)
{
	struct sn_call *call = VG_(HT_lookup)(table, pc);

	if (!call) {
		call = VG_(calloc)("snap.call", 1, sizeof(*call));
		call->pc = pc;
		call->shown.from = sn_modules_place(pc);
		VG_(HT_add_node)(table, call);
	}
	return call;
}

UInt sn_work_list(
	void (*put)(const struct snap_call *call, void *closure), void *closure)
{
	const struct sn_call *call;
	UInt count = 0;

	if (!clo_snap.counts_work)
		return 0;
	VG_(HT_ResetIter)(work.calls);
	while ((call = VG_(HT_Next)(work.calls))) {
		if (call->shown.bytes == 0)
			continue;
		count++;
		if (put)
			put(&call->shown, closure);
	}
	return count;
}

ULong sn_work_cells(void)
{
	return work.cells;
}

ULong sn_work_output(void)
{
	return work.output;
}

/* BYTES went to FD, in a file to OFFSET (negative: before where it stands). What is written
 * there again is no more than before. */
static void work_put(Int fd, Off64T offset, SizeT bytes)
{
	Off64T end = offset < 0 ? VG_(lseek)(fd, 0, VKI_SEEK_CUR)
				: offset + (Off64T)bytes;
	struct vg_stat status;
	struct sn_file *file;

	if (end < 0 || VG_(fstat)(fd, &status) != 0 ||
		!VKI_S_ISREG(status.mode)) {
		work.output += bytes;
		return;
	}
	file = VG_(HT_lookup)(work.files, status.ino);
	if (!file) {
		file = VG_(calloc)("snap.file", 1, sizeof(*file));
		file->inode = status.ino;
		VG_(HT_add_node)(work.files, file);
	}
	if (end > file->end) {
		work.output += VG_MIN(bytes, (ULong)(end - file->end));
		file->end = end;
	}
}

/* The page of AT. */
static struct sn_page *work_page_at(Addr at)
{
	UWord number = at >> PAGE_SHIFT;

	if (work.page && work.page->number == number)
		return work.page;
	work.page = VG_(HT_lookup)(work.pages, number);
	if (!work.page) {
		work.page = VG_(calloc)("snap.page", 1, sizeof(*work.page));
		work.page->number = number;
		VG_(HT_add_node)(work.pages, work.page);
	}
	return work.page;
}

/* The kernel has moved BYTES, whole pages, as realloc lets it: what the program has written
 * of them is elsewhere now, as if it had been copied. */
static void work_move(Addr from, Addr to, SizeT bytes)
{
	for (SizeT i = 0; from != to && i < bytes; i += 1 << PAGE_SHIFT) {
		const struct sn_page *old =
			VG_(HT_lookup)(work.pages, (from + i) >> PAGE_SHIFT);
		struct sn_page *page = old ? work_page_at(to + i) : NULL;
		for (UInt j = 0; page && j < PAGE_WORDS; j++) {
			ULong added = old->written[j] & ~page->written[j];
			work.cells += __builtin_popcountll(added);
			page->written[j] |= added;
		}
	}
}

void sn_work_end_call(UWord number, const UWord *arguments, SizeT bytes)
{
	switch (number) {
	case __NR_pwrite64:
	case __NR_pwritev:
	case __NR_pwritev2:
		work_put(arguments[0], arguments[3], bytes);
		break;
	case __NR_write:
	case __NR_writev:
	case __NR_sendto:
	case __NR_sendmsg:
	case __NR_sendfile:
		work_put(arguments[0], -1, bytes);
		break;
	case __NR_mremap:
		work_move(arguments[0], bytes,
			VG_MIN(arguments[1], arguments[2]));
		break;
	case __NR_copy_file_range:
		work_put(arguments[2], -1, bytes);
		break;
	default:
		break;
	}
}

void sn_work_reset(void)
{
	struct sn_call *call;

	if (!clo_snap.counts_work)
		return;
	work.output = 0;
	VG_(HT_ResetIter)(work.calls);
	while ((call = VG_(HT_Next)(work.calls)))
		call->shown.bytes = 0;
}

/*--- while the program runs ---*/

/* A library is about to call back; the stack will be at STACK when that returns. */
static VG_REGPARM(1) void work_call_back(Addr stack)
{
	if (work.callback_count == CALLBACKS_MAX)
		return;
	work.callback[work.callback_count].stack = stack;
	work.callback[work.callback_count++].call = sn_work_current;
}

static VG_REGPARM(1) void work_come_back(Addr stack)
{
	while (work.callback_count > 0 &&
		work.callback[work.callback_count - 1].stack < stack)
		work.callback_count--;
	if (work.callback_count > 0 &&
		work.callback[work.callback_count - 1].stack == stack)
		sn_work_current = work.callback[--work.callback_count].call;
}

static VG_REGPARM(3) void work_write(Addr at, UWord bytes, Addr stack)
{
	Addr end = at + bytes;

	Bool is_on_stack = at - (stack - RED_ZONE) < STACK_BYTES;

	sn_arguments_write(at, is_on_stack);
	if (is_on_stack)
		return;
	for (; at < end; at += 1 << CELL_SHIFT) {
		struct sn_page *page = work_page_at(at);
		UWord cell = at >> CELL_SHIFT & 511;
		work.cells += !(page->written[cell / 64] >> cell % 64 & 1);
		page->written[cell / 64] |= 1ull << cell % 64;
	}
}

/*--- code ---*/

static Bool work_is_system(Addr pc)
{
	const NSegment *segment = VG_(am_find_nsegment)(pc);
	const HChar *path = segment && segment->kind == SkFileC
				    ? VG_(am_get_filename)(segment)
				    : NULL;

	return path && (VG_(strncmp)(path, "/lib", 4) == 0 ||
			       VG_(strncmp)(path, "/usr/lib", 8) == 0);
}

static Bool work_is_stub(Addr pc)
{
	return VG_(DebugInfo_sect_kind)(NULL, pc) == Vg_SectPLT;
}

void sn_work_begin(struct sn_work_block *block, IRSB *out, Addr pc, Int stack)
{
	block->out = out;
	block->stack = stack;
	block->bytes = 0;
	block->is_system = work_is_system(pc);
	block->is_stub = !block->is_system && work_is_stub(pc);
}

static IRExpr *work_stack(const struct sn_work_block *block)
{
	return emit_assign(
		block->out, Ity_I64, IRExpr_Get(block->stack, Ity_I64));
}

void sn_work_instruction(struct sn_work_block *block, Addr pc)
{
	block->pc = pc;
	if (block->is_system && VG_(HT_lookup)(work.returns, pc))
		EMIT_CALL(block->out, 1, work_come_back,
			mkIRExprVec_1(work_stack(block)), NULL);
}

/* The current call gets what the block has touched so far. */
static void work_flush(struct sn_work_block *block)
{
	IRExpr *at;

	if (!block->is_system || block->bytes == 0)
		return;
	at = emit_binop(block->out, Ity_I64, Iop_Add64,
		emit_load(block->out, Ity_I64,
			emit_constant((Addr)&sn_work_current)),
		emit_constant(offsetof(struct sn_call, shown.bytes)));
	emit_store(block->out, at,
		emit_binop(block->out, Ity_I64, Iop_Add64,
			emit_load(block->out, Ity_I64, at),
			emit_constant(block->bytes)));
	block->bytes = 0;
}

static void work_touch(struct sn_work_block *block, IRType type)
{
	if (type != Ity_I1)
		block->bytes += sizeofIRType(type);
}

/* BYTES at AT are written next. Most stores are to the stack, which only those who watch for
 * arguments want to know of: these call nothing. */
static void work_store(const struct sn_work_block *block, IRExpr *at, Int bytes)
{
	IRSB *out = block->out;
	IRExpr *stack = work_stack(block), *is_result = NULL;

	if (!clo_snap.arguments)
		is_result = emit_binop(out, Ity_I1, Iop_CmpLE64U,
			emit_constant(STACK_BYTES),
			emit_binop(out, Ity_I64, Iop_Sub64, at,
				emit_binop(out, Ity_I64, Iop_Sub64, stack,
					emit_constant(RED_ZONE))));
	EMIT_CALL(out, 3, work_write,
		mkIRExprVec_3(at, emit_constant(bytes), stack), is_result);
}

void sn_work_statement(struct sn_work_block *block, const IRStmt *statement)
{
	const IRTypeEnv *types = block->out->tyenv;

	if (statement->tag == Ist_WrTmp &&
		statement->Ist.WrTmp.data->tag == Iex_Load)
		work_touch(block, statement->Ist.WrTmp.data->Iex.Load.ty);
	if (statement->tag == Ist_LoadG)
		work_touch(block,
			typeOfIRTemp(types, statement->Ist.LoadG.details->dst));
	if (statement->tag == Ist_Store) {
		IRType type = typeOfIRExpr(types, statement->Ist.Store.data);
		work_touch(block, type);
		work_store(
			block, statement->Ist.Store.addr, sizeofIRType(type));
	}
	if (statement->tag == Ist_Exit)
		work_flush(block);
}

/* The block ends with JUMP to NEXT; the instruction after it is at BACK. */
void sn_work_end(struct sn_work_block *block, const IRExpr *next,
	IRJumpKind jump, Addr back)
{
	Bool is_direct = next->tag == Iex_Const;

	work_flush(block);
	if (block->is_system && jump == Ijk_Call && !is_direct) {
		work_at(work.returns, back);
		EMIT_CALL(block->out, 1, work_call_back,
			mkIRExprVec_1(emit_binop(block->out, Ity_I64, Iop_Add64,
				work_stack(block),
				emit_constant(sizeof(Addr)))),
			NULL);
	}
	if (block->is_system || block->is_stub || jump == Ijk_Ret ||
		(jump != Ijk_Call && is_direct &&
			!work_is_stub(next->Iex.Const.con->Ico.U64)))
		return;
	emit_store(block->out, emit_constant((Addr)&sn_work_current),
		emit_constant((Addr)work_at(work.calls, block->pc)));
}
