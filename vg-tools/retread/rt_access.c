/* SPDX-License-Identifier: GPL-2.0-or-later
 * One access in plain C: for the dynamic loader, whose code runs little but
 * would take most of the time that a short program's translation takes, and
 * for helpers of VEX (cpuid, fxrstor, ...). Does what rt_ir_read.c makes
 * translated code do. */
#include "vg-tools/retread/rt_parts.h"

static Bool is_own(const VexGuestAMD64State *guest, Addr address)
{
	Addr floor = guest->guest_RSP - RT_RED_ZONE_BYTES;

	return address - floor < rt_hot.frame_sp - floor;
}

void rt_access_read(
	VexGuestAMD64State *guest, ULong what, Addr address, ULong value)
{
	UInt bytes = (UInt)(what >> 32) & ~RT_ACCESS_HAS_VALUE;
	UInt stamp = rt_shadow_read(address, bytes);
	UInt *record;

	if ((stamp & TRACE_STAMP_OWN) && stamp >= rt_hot.frame_start_stamp &&
		is_own(guest, address))
		return;
	if (rt_hot.keep_read == 0)
		return;
	if (UNLIKELY(rt_hot.ptr > rt_hot.limit))
		rt_output_reserve();
	record = (UInt *)rt_hot.ptr;
	record[0] = (UInt)what;
	record[1] = stamp;
	*(Addr *)(record + 2) = address;
	rt_hot.ptr += 16;
	if ((what >> 32) & RT_ACCESS_HAS_VALUE) {
		*(ULong *)(record + 4) = value;
		rt_hot.ptr += 8;
	}
}

void rt_access_write(VexGuestAMD64State *guest, Addr address, ULong bytes)
{
	UInt stamp = rt_stamp_now();

	if (is_own(guest, address))
		stamp |= TRACE_STAMP_OWN;
	rt_shadow_write(address, bytes, stamp);
}
