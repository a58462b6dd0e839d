/* SPDX-License-Identifier: GPL-2.0-or-later
 * Follows the client's mappings: code for addresses to make sense, data as
 * objects, and shadow memory for all of it. */
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

struct rt_modules_mapping {
	struct rt_modules_mapping *next;
	Addr start;
	Addr end;
	ULong file_offset;
	HChar *path;  /* of code in a file, else NULL */
	Bool is_code; /* also without a path */
	enum rt_code code;
};

static struct {
	struct rt_modules_mapping *first, *last;
	Bool has_preload; /* Valgrind's library was loaded into the client */
	HChar *elf_path;  /* of the object file mapped last */
} maps;

static void record_range(UInt type, Addr start, Addr end)
{
	struct trace_range *record = rt_output_append(sizeof *record);

	record->tag = TRACE_TAG_BASE | type;
	record->reserved = 0;
	record->start = start;
	record->end = end;
}

static void record_mapping(const struct rt_modules_mapping *mapping)
{
	struct trace_module *record;
	UInt path_bytes;

	if (!mapping->path) {
		record_range(TRACE_MAP, mapping->start, mapping->end);
		return;
	}
	path_bytes = VG_ROUNDUP(VG_(strlen)(mapping->path) + 1, 8);
	record = rt_output_append(sizeof *record + path_bytes);
	record->tag = TRACE_TAG_BASE | TRACE_MODULE;
	record->record_bytes = sizeof *record + path_bytes;
	record->start = mapping->start;
	record->end = mapping->end;
	record->file_offset = mapping->file_offset;
	VG_(memset)(record->path, 0, path_bytes);
	VG_(strcpy)(record->path, mapping->path);
}

static enum rt_code rt_modules_code_of(const HChar *name)
{
	if (VG_(strncmp)(name, "ld-", 3) == 0)
		return RT_CODE_LOADER;
	if (VG_(strncmp)(name, "vgpreload_", 10) == 0)
		return RT_CODE_VALGRIND;
	if (VG_(strcmp)(name, "retread-grow.so") == 0)
		return RT_CODE_AGENT;
	return RT_CODE_CLIENT;
}

static void rt_modules_add_mapping(
	Addr start, SizeT bytes, ULong file_offset, const HChar *path)
{
	struct rt_modules_mapping *mapping =
		VG_(calloc)("retread.mapping", 1, sizeof *mapping);

	mapping->start = start;
	mapping->end = start + bytes;
	mapping->file_offset = file_offset;
	if (path) {
		mapping->path = VG_(strdup)("retread.mapping.path", path);
		mapping->code = rt_modules_code_of(VG_(basename)(path));
		mapping->is_code = True;
		maps.has_preload |= mapping->code == RT_CODE_VALGRIND;
		if (mapping->code == RT_CODE_CLIENT)
			rt_rest_see_code(path);
	}
	if (maps.last)
		maps.last->next = mapping;
	else
		maps.first = mapping;
	maps.last = mapping;
	record_mapping(mapping);
}

static void free_mapping(struct rt_modules_mapping *mapping)
{
	VG_(free)(mapping->path);
	VG_(free)(mapping);
}

/* A range has none of these in it, one, or both. */
enum content { CONTENT_NONE = 0, CONTENT_DATA = 1, CONTENT_CODE = 2 };

/* Takes START..END out of the mappings noted; what is left of one that was cut
 * in the middle stays as two. Returns what there was, of enum content. */
static UInt cut_mappings(Addr start, Addr end)
{
	struct rt_modules_mapping **link = &maps.first;
	UInt had = CONTENT_NONE;

	maps.last = NULL;
	while (*link) {
		struct rt_modules_mapping *mapping = *link;
		if (mapping->end <= start || end <= mapping->start) {
			link = &mapping->next;
			maps.last = mapping;
			continue;
		}
		had |= mapping->is_code ? CONTENT_CODE : CONTENT_DATA;
		if (mapping->start < start && end < mapping->end) {
			struct rt_modules_mapping *rest =
				VG_(calloc)("retread.mapping", 1, sizeof *rest);
			*rest = *mapping;
			if (mapping->path)
				rest->path = VG_(strdup)(
					"retread.mapping.path", mapping->path);
			rest->start = end;
			rest->file_offset += end - mapping->start;
			mapping->end = start;
			mapping->next = rest;
		} else if (mapping->start < start) {
			mapping->end = start;
		} else if (end < mapping->end) {
			mapping->file_offset += end - mapping->start;
			mapping->start = end;
		} else {
			*link = mapping->next;
			free_mapping(mapping);
			continue;
		}
		link = &mapping->next;
		maps.last = mapping;
	}
	return had;
}

static Bool is_elf_path(const HChar *path)
{
	return path && maps.elf_path && VG_(strcmp)(path, maps.elf_path) == 0;
}

/* The mapping of such a file may not be looked at: beyond the file's end that is
 * fatal. */
Bool rt_modules_is_elf_file(const HChar *path)
{
	struct vg_stat status;
	HChar magic[4];
	Bool is_elf = False;
	Int fd;

	/* Opening a device may do things. */
	if (sr_isError(VG_(stat)(path, &status)) || !VKI_S_ISREG(status.mode))
		return False;
	fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
	if (fd < 0)
		return False;
	is_elf = VG_(read)(fd, magic, sizeof magic) == sizeof magic &&
		 VG_(memcmp)(magic, "\177ELF", sizeof magic) == 0;
	VG_(close)(fd);
	return is_elf;
}

/* Whether the mapping at START is data of an object file, which its symbols
 * name better: a part of the file, or the zeroes after it (.bss). */
static Bool is_elf_data(Addr start, const NSegment *segment)
{
	const HChar *path = VG_(am_get_filename)(segment);
	const NSegment *before;

	if (segment->kind == SkFileC) {
		if (is_elf_path(path))
			return True;
		if (!path || segment->offset != 0 ||
			!rt_modules_is_elf_file(path))
			return False;
		VG_(free)(maps.elf_path);
		maps.elf_path = VG_(strdup)("retread.elf_path", path);
		return True;
	}
	before = VG_(am_find_nsegment)(start - 1);
	return before && before->kind == SkFileC &&
	       is_elf_path(VG_(am_get_filename)(before));
}

static void note_code(Addr start, SizeT bytes)
{
	const NSegment *segment = VG_(am_find_nsegment)(start);
	const HChar *path = segment ? VG_(am_get_filename)(segment) : NULL;

	/* The client may execute a page of Valgrind's own, too. */
	if (!path || segment->kind != SkFileC)
		return;
	rt_modules_add_mapping(
		start, bytes, segment->offset + (start - segment->start), path);
}

enum rt_code rt_modules_code_at(Addr address)
{
	const struct rt_modules_mapping *mapping;

	for (mapping = maps.first; mapping; mapping = mapping->next)
		if (mapping->start <= address && address < mapping->end)
			return mapping->code;
	return RT_CODE_CLIENT;
}

Bool rt_modules_has_preload(void)
{
	return maps.has_preload;
}

static void rt_modules_forget(Addr start, SizeT bytes)
{
	UInt had = cut_mappings(start, start + bytes);

	if (had != CONTENT_NONE)
		record_range(TRACE_UNMAP, start, start + bytes);
	if (had & CONTENT_CODE)
		rt_sites_forget(start, bytes);
}

static void rt_new_mmap(
	Addr start, SizeT bytes, Bool rr, Bool ww, Bool xx, ULong di_handle)
{
	const NSegment *segment = VG_(am_find_nsegment)(start);

	rt_modules_forget(start, bytes);
	/* A reservation is announced when it becomes accessible. */
	if (!rr && !ww && !xx)
		return;
	if (segment && is_elf_data(start, segment)) {
		if (xx)
			note_code(start, bytes);
	} else if (xx && segment && VG_(am_get_filename)(segment)) {
		note_code(start, bytes);
	} else {
		rt_modules_add_mapping(start, bytes, 0, NULL);
		maps.last->is_code = xx;
	}
	rt_shadow_map(start, bytes, ww);
}

/* The main stack grows into the reservation below it without a word. */
static void announce_stack(Addr start)
{
	const NSegment *below = VG_(am_find_nsegment)(start - 1);

	if (below && below->kind == SkResvn && below->smode == SmUpper)
		rt_shadow_announce(below->start, below->end + 1 - below->start);
}

static void rt_new_startup(
	Addr start, SizeT bytes, Bool rr, Bool ww, Bool xx, ULong di_handle)
{
	if (xx)
		note_code(start, bytes);
	rt_shadow_map(start, bytes, ww);
	announce_stack(start);
}

static void rt_mprotect(Addr start, SizeT bytes, Bool rr, Bool ww, Bool xx)
{
	struct rt_modules_mapping *mapping;

	if (ww)
		rt_shadow_announce(start, bytes);
	if (!xx)
		return;
	for (mapping = maps.first; mapping; mapping = mapping->next)
		if (mapping->path && mapping->start <= start &&
			start + bytes <= mapping->end)
			return;
	note_code(start, bytes);
}

static void rt_remap(Addr from, Addr to, SizeT bytes)
{
	rt_shadow_move(from, to, bytes);
	rt_modules_add_mapping(to, bytes, 0, NULL);
}

static void rt_munmap(Addr start, SizeT bytes)
{
	rt_modules_forget(start, bytes);
	rt_kernel_unmap(start, bytes);
	rt_shadow_unmap(start, bytes);
}

static void rt_new_brk(Addr start, SizeT bytes, ThreadId thread)
{
	rt_shadow_map(start, bytes, True);
}

static void rt_die_brk(Addr start, SizeT bytes)
{
	rt_shadow_unmap(start, bytes);
}

void rt_modules_record_all(void)
{
	const struct rt_modules_mapping *mapping;

	for (mapping = maps.first; mapping; mapping = mapping->next)
		record_mapping(mapping);
}

void rt_modules_start(void)
{
	VG_(track_new_mem_startup)(rt_new_startup);
	VG_(track_new_mem_mmap)(rt_new_mmap);
	VG_(track_new_mem_brk)(rt_new_brk);
	VG_(track_change_mem_mprotect)(rt_mprotect);
	VG_(track_copy_mem_remap)(rt_remap);
	VG_(track_die_mem_munmap)(rt_munmap);
	VG_(track_die_mem_brk)(rt_die_brk);
	VG_(track_post_mem_write)(rt_kernel_write);
}

/* The bytes of `jmp *disp32(%rip)`, and of `endbr64` before it. */
#define JUMP_BYTES    6
#define ENDBR64_BYTES 4

Addr *rt_modules_linkage_slot(Addr target)
{
	const UChar *code = (const UChar *)target;
	Int distance;

	if (!VG_(am_is_valid_for_client)(
		    target, ENDBR64_BYTES + 1 + JUMP_BYTES, VKI_PROT_READ))
		return NULL;
	if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e &&
		code[3] == 0xfa)
		code += ENDBR64_BYTES;
	if (code[0] == 0xf2) /* bnd */
		code++;
	if (code[0] != 0xff || code[1] != 0x25)
		return NULL;
	VG_(memcpy)(&distance, code + 2, sizeof distance);
	code += JUMP_BYTES + distance;
	if (!VG_(am_is_valid_for_client)(
		    (Addr)code, sizeof(Addr), VKI_PROT_READ))
		return NULL;
	return (Addr *)code;
}
