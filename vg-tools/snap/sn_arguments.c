/* SPDX-License-Identifier: GPL-2.0-or-later
 * How often a function is called with the same arguments although nothing that it could
 * read has changed since (--arguments=WIDTHS:OFFSET:PATH): what it works out is known.
 *
 * A call counts as repeated within one outermost activation only, and not after a write
 * to memory outside of that. */
#include "libvex_guest_amd64.h"
#include "vg-tools/common/emit.h"
#include "vg-tools/snap/sn_branches.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define ARGUMENTS_MAX 6 /* that are in registers */
#define KINDS_MAX     (1 << 20)

struct sn_kind {
	struct sn_kind *next;
	UWord hash;
	ULong epoch; /* of the last call */
};

static struct {
	const HChar *path; /* NULL: nothing is asked for */
	ULong offset;
	UInt width[ARGUMENTS_MAX]; /* bytes of each argument; 0: no more */
	VgHashTable *kinds;
	Addr outermost; /* the stack pointer where that was entered; 0: never */
	ULong epoch, calls, repeats;
} arguments;

void sn_arguments_init(const HChar *option)
{
	HChar *end;
	UInt i;

	if (!option)
		return;
	for (i = 0; i < ARGUMENTS_MAX && *option != ':'; i++)
		arguments.width[i] = *option++ - '0';
	if (*option != ':')
		return;
	arguments.offset = VG_(strtoull16)(option + 1, &end);
	arguments.path = *end == ':' ? end + 1 : NULL;
	arguments.kinds = VG_(HT_construct)("snap.kinds");
}

ULong sn_arguments_calls(void)
{
	return arguments.calls;
}

ULong sn_arguments_repeats(void)
{
	return arguments.repeats;
}

void sn_arguments_reset(void)
{
	arguments.calls = arguments.repeats = 0;
}

/*--- while the program runs ---*/

static VG_REGPARM(2) void arguments_see(UWord hash, Addr stack)
{
	struct sn_kind *kind = VG_(HT_lookup)(arguments.kinds, hash);

	if (stack >= arguments.outermost) {
		arguments.outermost = stack;
		arguments.epoch++;
	}
	arguments.calls++;
	if (!kind && VG_(HT_count_nodes)(arguments.kinds) >= KINDS_MAX)
		return;
	if (!kind) {
		kind = VG_(calloc)("snap.kind", 1, sizeof(*kind));
		kind->hash = hash;
		VG_(HT_add_node)(arguments.kinds, kind);
	}
	arguments.repeats += kind->epoch == arguments.epoch;
	kind->epoch = arguments.epoch;
}

void sn_arguments_write(Addr at, Bool is_on_stack)
{
	if (!is_on_stack || at >= arguments.outermost)
		arguments.epoch++;
}

/*--- code ---*/

static Bool arguments_are_at(Addr pc)
{
	struct snap_place place;
	const HChar *path;

	if (!arguments.path)
		return False;
	place = sn_modules_place(pc);
	if (place.module == 0 || place.offset != arguments.offset)
		return False;
	sn_modules_get(place.module, &path);
	return VG_(strcmp)(path, arguments.path) == 0;
}

void sn_arguments_instruction(IRSB *out, Addr pc, Int stack)
{
	static const Int at[ARGUMENTS_MAX] = {
		offsetof(VexGuestAMD64State, guest_RDI),
		offsetof(VexGuestAMD64State, guest_RSI),
		offsetof(VexGuestAMD64State, guest_RDX),
		offsetof(VexGuestAMD64State, guest_RCX),
		offsetof(VexGuestAMD64State, guest_R8),
		offsetof(VexGuestAMD64State, guest_R9)};
	IRExpr *hash = emit_constant(0);
	UInt i;

	if (!arguments_are_at(pc))
		return;
	for (i = 0; i < ARGUMENTS_MAX && arguments.width[i]; i++) {
		UInt bits = 8 * arguments.width[i];
		IRExpr *value =
			emit_assign(out, Ity_I64, IRExpr_Get(at[i], Ity_I64));
		if (bits < 64)
			value = emit_binop(out, Ity_I64, Iop_And64, value,
				emit_constant((1ull << bits) - 1));
		hash = emit_binop(out, Ity_I64, Iop_Add64, value,
			emit_binop(out, Ity_I64, Iop_Mul64, hash,
				emit_constant(0x9e3779b97f4a7c15ull)));
	}
	EMIT_CALL(out, 2, arguments_see,
		mkIRExprVec_2(hash,
			emit_assign(out, Ity_I64, IRExpr_Get(stack, Ity_I64))),
		NULL);
}
