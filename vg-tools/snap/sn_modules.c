/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which file code is from: an edge has the same name wherever its code is mapped.
 * And whether the options want the branches of a piece of code. */
#include "vg-tools/snap/sn_branches.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_vki.h"

struct sn_module {
	struct snap_module shown;
	const HChar *path;
};

static struct {
	struct sn_module *module; /* number 1 is the first */
	UInt count, capacity;
	UInt latest; /* found last */
	ULong low, high;
} modules;

void sn_modules_init(void)
{
	const HChar *range = clo_snap.range;
	HChar *end;

	modules.high = ~0ull;
	if (!range)
		return;
	modules.low = VG_(strtoull16)(range, &end);
	if (*end != '-' || end == range)
		VG_(fmsg_bad_option)("--range", "it is not LO-HI\n");
	range = end + 1;
	modules.high = VG_(strtoull16)(range, &end);
	if (*end != '\0' || end == range || modules.low >= modules.high)
		VG_(fmsg_bad_option)("--range", "it is not LO-HI\n");
}

UInt sn_modules_count(void)
{
	return modules.count;
}

const struct snap_module *sn_modules_get(UInt number, const HChar **path)
{
	*path = modules.module[number - 1].path;
	return &modules.module[number - 1].shown;
}

static Bool is_it(const struct sn_module *module, const NSegment *segment,
	const HChar *path)
{
	return module->shown.start == (ULong)segment->offset &&
	       VG_(strcmp)(module->path, path) == 0;
}

static UInt sn_modules_add_module(ULong start, const HChar *path)
{
	struct sn_module *added;

	if (modules.count == modules.capacity) {
		modules.capacity = modules.capacity * 2 + 16;
		modules.module = VG_(realloc)("snap.modules", modules.module,
			modules.capacity * sizeof(*modules.module));
	}
	added = &modules.module[modules.count++];
	VG_(memset)(added, 0, sizeof(*added));
	added->shown.start = start;
	added->path = VG_(strdup)("snap.path", path);
	return modules.count;
}

void sn_modules_add_file(const HChar *path)
{
	UInt i;

	for (i = 0; i < modules.count; i++)
		if (VG_(strcmp)(modules.module[i].path, path) == 0)
			return;
	sn_modules_add_module(0, path);
}

Bool sn_modules_is_readable(const void *address, SizeT bytes)
{
	return VG_(am_is_valid_for_client)((Addr)address, bytes, VKI_PROT_READ);
}

struct snap_place sn_modules_place(Addr address)
{
	const NSegment *segment = VG_(am_find_nsegment)(address);
	struct snap_place place = {.offset = address};
	const HChar *path = segment && segment->kind == SkFileC
				    ? VG_(am_get_filename)(segment)
				    : NULL;
	ULong bytes;
	UInt i;

	if (!path)
		return place;
	if (modules.latest == 0 ||
		!is_it(&modules.module[modules.latest - 1], segment, path)) {
		for (i = 0; i < modules.count; i++)
			if (is_it(&modules.module[i], segment, path))
				break;
		modules.latest =
			i < modules.count
				? i + 1
				: sn_modules_add_module(segment->offset, path);
	}
	bytes = segment->end + 1 - segment->start;
	if (modules.module[modules.latest - 1].shown.bytes < bytes)
		modules.module[modules.latest - 1].shown.bytes = bytes;
	place.module = modules.latest;
	place.offset = address - segment->start + segment->offset;
	return place;
}

/* The program is what is run first after the dynamic linker. */
static Bool sn_modules_is_program(const DebugInfo *object)
{
	return VG_(strcmp)(VG_(DebugInfo_get_soname)(object), "NONE") == 0;
}

static Bool sn_modules_matches(const HChar *pattern, const HChar *name)
{
	return VG_(string_match)(pattern, name) ||
	       VG_(string_match)(pattern, VG_(basename)(name));
}

Bool sn_modules_wants(Addr pc)
{
	DiEpoch now = VG_(current_DiEpoch)();
	const DebugInfo *object;
	const HChar *name;
	ULong at;

	if (!clo_snap.object && !clo_snap.range && !clo_snap.function)
		return True;
	object = VG_(find_DebugInfo)(now, pc);
	if (!object)
		return False;
	if (clo_snap.object && !sn_modules_matches(clo_snap.object,
				       VG_(DebugInfo_get_filename)(object)))
		return False;
	if (clo_snap.function &&
		(!VG_(get_fnname)(now, pc, &name) ||
			!VG_(string_match)(clo_snap.function, name)))
		return False;
	if (!clo_snap.range)
		return True;
	/* Every object has its own addresses; without --obj the program's are
	 * meant. */
	at = pc - VG_(DebugInfo_get_text_bias)(object);
	return (clo_snap.object || sn_modules_is_program(object)) &&
	       at >= modules.low && at < modules.high;
}
