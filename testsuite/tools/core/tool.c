/* SPDX-License-Identifier: GPL-2.0-or-later
 * A Valgrind tool that calls all of vg-tools/common/core.h and says what does not do
 * what our tools rely on. Its subject is subject.c, its runner `check`. */
#include "vg-tools/common/core.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_tooliface.h"

#define PAGE 4096
/* Where Linux has gettimeofday as code of its own, which Valgrind always replaces. */
#define VSYSCALL 0xffffffffff600000

static UInt failed, translated, discarded;
static Addr function, resolver;

static void expect(Bool is_so, const HChar *sentence)
{
	if (is_so)
		return;
	failed++;
	VG_(printf)("core: not so: %s\n", sentence);
}

/* A descriptor of a file in memory. */
static void check_files(void)
{
	static const HChar path[] = "core.file";
	struct vki_rlimit limit;
	struct vg_stat status;
	SysRes opened =
		core_open(path, VKI_O_CREAT | VKI_O_TRUNC | VKI_O_RDWR, 0600);
	SysRes mapped;
	UChar *bytes, *pages, byte = 0;
	Int fd = sr_Res(opened);

	expect(!sr_isError(opened), "a file is opened");
	VG_(getrlimit)(VKI_RLIMIT_NOFILE, &limit);
	expect(fd > 100 && fd < (Int)limit.rlim_cur,
		"its descriptor is above the client's");
	mapped = core_map(fd, 2 * PAGE, PAGE);
	expect(!sr_isError(mapped), "the file is mapped");
	expect(VG_(fstat)(fd, &status) == 0 && status.size == 2 * PAGE,
		"and has that length");
	expect(status.blocks * 512 >= PAGE, "a page of it is on the disk");
	bytes = (UChar *)sr_Res(mapped);
	bytes[PAGE] = 77;
	core_call(__NR_pread64, fd, (Addr)&byte, 1, PAGE);
	expect(byte == 77, "what is written to memory is in the file");
	expect(!VG_(am_is_valid_for_client)((Addr)bytes, 1, VKI_PROT_READ),
		"and its memory is not the client's");
	VG_(am_munmap_valgrind)((Addr)bytes, 2 * PAGE);
	VG_(close)(fd);
	VG_(unlink)(path);
	pages = core_allocate(3 * PAGE);
	expect(pages != NULL && pages[0] == 0 && pages[3 * PAGE - 1] == 0,
		"pages of zeros are allocated");
}

static void check_kernel(void)
{
	SysRes result = core_call(__NR_getpid);

	expect(!sr_isError(result) && sr_Res(result) == (UWord)VG_(getpid)(),
		"the kernel answers");
	result = core_call(__NR_close, (UWord)-1);
	expect(sr_isError(result) && sr_Err(result) == VKI_EBADF,
		"the kernel refuses");
	/* Six arguments: an anonymous page, at its own place. */
	result = core_call(__NR_mmap, (Addr)core_allocate(PAGE), PAGE,
		VKI_PROT_READ,
		VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS | VKI_MAP_FIXED, (UWord)-1,
		0);
	expect(!sr_isError(result) && *(UChar *)sr_Res(result) == 0,
		"the kernel takes six arguments");
}

/* The core's own comparison, before which ours stands. */
Bool __real_vgPlain_string_match(const HChar *pattern, const HChar *name);

static void check_patterns(void)
{
	static const HChar *const word[] = {"", "malloc", "malloc_trim", "mal",
		"mall?c", "mal*", "*", "?", "*c", "libc.so*", "libc.so.6",
		"ld-linux-x86-64.so.2", "m*c", "m?*c*"};
	const UInt words = sizeof word / sizeof *word;

	for (UInt i = 0; i < words * words; i++) {
		const HChar *pattern = word[i / words], *name = word[i % words];
		expect(VG_(string_match)(pattern, name) ==
				__real_vgPlain_string_match(pattern, name),
			"a pattern matches what it does in the core");
	}
}

static void start(void)
{
	/* The runner asks for both. */
	expect(core_follows_exec(), "--trace-children=yes is seen");
	core_checks_ir = True;
	check_files();
	check_kernel();
	check_patterns();
}

static IRSB *instrument(VgCallbackClosure *closure, IRSB *in,
	const VexGuestLayout *layout, const VexGuestExtents *extents,
	const VexArchInfo *host, IRType guest_word, IRType host_word)
{
	const HChar *name;

	if (!VG_(get_fnname_if_entry)(
		    VG_(current_DiEpoch)(), closure->nraddr, &name))
		return in;
	if (VG_(strcmp)(name, "_Z4corei") == 0) {
		function = closure->nraddr;
		translated++;
	}
	/* It has both names. */
	if (VG_(strcmp)(name, "choose") == 0 ||
		VG_(strcmp)(name, "chosen") == 0)
		resolver = closure->nraddr;
	return in;
}

static void before_client(ThreadId thread, ULong blocks)
{
	if (function == 0 || discarded++ > 0)
		return;
	core_discard(function, 1);
	core_translate(thread, function);
	core_translate(thread, function);
	expect(translated == 2, "code is translated ahead of a run, once");
}

static void check_names(void)
{
	expect(function != 0, "names stay mangled");
	expect(!core_is_resolver(function), "a function is no resolver");
	expect(core_is_resolver(resolver), "a resolver is known");
	expect(!core_is_replaced(function), "a function is run as it is");
	expect(core_is_replaced(VSYSCALL),
		"the gettimeofday of the vsyscall page is replaced");
	expect(core_will_exec("/bin/sh"), "a program can be run");
	expect(!core_will_exec("/nowhere/at/all"), "what is not there cannot");
}

static void fini(Int exit_code)
{
	expect(discarded > 0 && translated == 2,
		"what is discarded is translated again");
	check_names();
}

static void end(Int exit_code, Int signal)
{
	VG_(printf)
	("core: %u failed, exit code %d, signal %d\n", failed, exit_code,
		signal);
}

static void pre_clo_init(void)
{
	VG_(details_name)("core");
	VG_(details_version)(NULL);
	VG_(details_description)("checks what our tools know of the core");
	VG_(details_copyright_author)(
		"Copyright (C) 2026, the retread authors");
	VG_(details_bug_reports_to)("the maintainers of retread");
	VG_(basic_tool_funcs)(start, instrument, fini);
	VG_(track_start_client_code)(before_client);
	core_keep_names_mangled();
	core_at_end(end);
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
