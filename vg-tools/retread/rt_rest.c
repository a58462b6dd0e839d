/* SPDX-License-Identifier: GPL-2.0-or-later
 * A process rests while only code runs that nobody asked about, such as an
 * interpreter's: it is followed into what it starts, and costs and records next to
 * nothing. It wakes for good when it maps other code that has debug information.
 *
 * While it rests, its code is not instrumented, so no call and no write is seen. A
 * trace that begins then stands alone, as that of a forked child does. */
#include "vg-tools/common/core.h"
#include "vg-tools/retread/rt_parts.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_vki.h"

#include <elf.h>

#define PATTERN_BYTES_MAX 256
#define SECTIONS_MAX	  4096
#define NAMES_BYTES_MAX	  (64 * 1024)
#define TOOL_FILE	  "retread-amd64-linux"
/* No client's address is above. */
#define CLIENT_BYTES (1ull << 47)

static Bool must_wake, rests_for_good;

/* Whether PATH matches one of PATTERNS (NULL: none), which commas separate. */
static Bool matches_one(const HChar *patterns, const HChar *path)
{
	const HChar *from = patterns;
	HChar pattern[PATTERN_BYTES_MAX];

	while (from != NULL && *from != '\0') {
		const HChar *comma = VG_(strchr)(from, ',');
		SizeT length =
			comma ? (SizeT)(comma - from) : VG_(strlen)(from);
		if (length < sizeof pattern) {
			VG_(memcpy)(pattern, from, length);
			pattern[length] = '\0';
			if (VG_(string_match)(pattern, path))
				return True;
		}
		from += length + (comma != NULL);
	}
	return False;
}

static Bool is_bystander(const HChar *path)
{
	return matches_one(clo_retread.rest, path);
}

/* The program's own file: loaders come above it. */
static const HChar *program_path(void)
{
	Addr starts[64];
	Int count = VG_(am_get_segment_starts)(SkFileC, starts, 64);
	Int i;

	for (i = 0; i < count; i++) {
		const NSegment *segment = VG_(am_find_nsegment)(starts[i]);
		if (segment != NULL && segment->hasX)
			return VG_(am_get_filename)(segment);
	}
	return NULL;
}

static Bool read_at(Int fd, Off64T offset, void *to, Int bytes)
{
	return VG_(lseek)(fd, offset, VKI_SEEK_SET) == offset &&
	       VG_(read)(fd, to, bytes) == bytes;
}

/* Whether one of the COUNT sections at SECTION has a name, in NAMES, that debug
 * information has. */
static Bool names_debug(const Elf64_Shdr *section, UInt count,
	const HChar *names, SizeT names_bytes)
{
	UInt i;

	for (i = 0; i < count; i++)
		if (section[i].sh_name < names_bytes &&
			VG_(strstr)(names + section[i].sh_name, "debug_info"))
			return True;
	return False;
}

static Bool rt_rest_read_sections(Int fd)
{
	Elf64_Ehdr head;
	Elf64_Shdr *section;
	const Elf64_Shdr *strings;
	HChar *names = NULL;
	Bool found = False;
	Int bytes;

	if (!read_at(fd, 0, &head, sizeof head) || head.e_shnum == 0 ||
		head.e_shnum > SECTIONS_MAX || head.e_shstrndx >= head.e_shnum)
		return False;
	bytes = head.e_shnum * sizeof *section;
	section = VG_(malloc)("retread.sections", bytes);
	strings = &section[head.e_shstrndx];
	if (read_at(fd, head.e_shoff, section, bytes) &&
		strings->sh_size <= NAMES_BYTES_MAX) {
		names = VG_(calloc)(
			"retread.sections", 1, strings->sh_size + 1);
		if (read_at(fd, strings->sh_offset, names, strings->sh_size))
			found = names_debug(
				section, head.e_shnum, names, strings->sh_size);
	}
	VG_(free)(names);
	VG_(free)(section);
	return found;
}

static Bool has_debug(const HChar *path)
{
	Int fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
	Bool found;

	if (fd < 0)
		return False;
	found = rt_rest_read_sections(fd);
	VG_(close)(fd);
	return found;
}

void rt_rest_start(void)
{
	const HChar *path = program_path();

	rests_for_good = path != NULL && clo_retread.only != NULL &&
			 !matches_one(clo_retread.only, path);
	rt_rests = rests_for_good || (path != NULL && is_bystander(path));
}

void rt_rest_see_code(const HChar *path)
{
	/* Of the tool itself, the client has the page for returns from handlers. */
	if (rt_rests && !rests_for_good && !must_wake &&
		VG_(strcmp)(VG_(basename)(path), TOOL_FILE) != 0 &&
		!is_bystander(path) && has_debug(path))
		must_wake = True;
}

void rt_rest_look(void)
{
	if (!must_wake)
		return;
	must_wake = False;
	rt_rests = False;
	core_discard(0, CLIENT_BYTES);
	rt_output_restart(False);
}
