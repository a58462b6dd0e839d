/* SPDX-License-Identifier: GPL-2.0-or-later
 * Valgrind's core beyond its installed headers; the only declarations of it. */
#include "vg-tools/common/core.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_tooliface.h"

extern Bool VG_(clo_demangle);
extern Bool VG_(clo_trace_children);
extern Int VG_(safe_fd)(Int fd);
extern SysRes VG_(am_shared_mmap_file_float_valgrind)(
	SizeT length, UInt prot, Int fd, Off64T offset);
extern SysRes VG_(pre_exec_check)(
	const HChar *path, Int *fd, Bool allows_setuid);
extern void VG_(discard_translations)(
	Addr start, ULong bytes, const HChar *who);
/* What it finds has types that differ between versions, and may be NULL. */
extern Bool VG_(search_transtab)(
	void *code, void *sector, void *entry, Addr at, Bool updates_cache);
extern Bool VG_(translate)(ThreadId thread, Addr at, Bool is_debugged,
	Int verbosity, ULong blocks_done, Bool may_redirect);
extern Addr VG_(redir_do_lookup)(Addr address, Bool *is_wrapped);
/* Of a symbol's addresses amd64 has only this one. */
struct symbol_addresses {
	Addr main;
};
extern Int VG_(DebugInfo_syms_howmany)(const DebugInfo *object);
extern void VG_(DebugInfo_syms_getidx)(const DebugInfo *object, Int index,
	struct symbol_addresses *addresses, UInt *size, const HChar **name,
	const HChar ***other_names, Bool *is_text, Bool *is_ifunc,
	Bool *is_global);

SysRes core_call_kernel(const UWord call[7])
{
	register UWord fourth __asm__("r10") = call[4];
	register UWord fifth __asm__("r8") = call[5];
	register UWord sixth __asm__("r9") = call[6];
	UWord result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(call[0]), "D"(call[1]), "S"(call[2]),
			 "d"(call[3]), "r"(fourth), "r"(fifth), "r"(sixth)
			 : "rcx", "r11", "memory", "cc");
	if (result < (UWord)-4095)
		return (SysRes){._val = result};
	return (SysRes){._isError = True, ._val = -result};
}

/*--- files and memory ---*/

SysRes core_open(const HChar *path, Int flags, Int mode)
{
	SysRes result = VG_(open)(path, flags, mode);

	if (!sr_isError(result))
		result._val = (UWord)VG_(safe_fd)((Int)sr_Res(result));
	return result;
}

SysRes core_map(Int fd, SizeT bytes, SizeT reserved)
{
	SysRes result = core_call(__NR_ftruncate, fd, bytes);

	if (sr_isError(result))
		return result;
	/* A full disk must be noticed now, not by a signal later; not every file
	 * system can tell. */
	result = core_call(__NR_fallocate, fd, 0, 0, reserved);
	if (sr_isError(result) && sr_Err(result) == VKI_ENOSPC)
		return result;
	return VG_(am_shared_mmap_file_float_valgrind)(
		bytes, VKI_PROT_READ | VKI_PROT_WRITE, fd, 0);
}

void *core_allocate(SizeT bytes)
{
#ifdef SHADOW_ALLOC_GIVES_RESULT /* 3.24 does, 3.19 does not */
	SysRes result = VG_(am_shadow_alloc)(bytes);

	return sr_isError(result) ? NULL : (void *)sr_Res(result);
#else
	return VG_(am_shadow_alloc)(bytes);
#endif
}

/*--- how the process ends ---*/

static void (*at_end)(Int exit_code, Int signal);

void core_at_end(void (*end)(Int exit_code, Int signal))
{
	at_end = end;
}

/* The core ends the process for good through one of these three. Only here is it
 * known how. */
void __real_vgPlain_exit(Int code) __attribute__((noreturn));
void __wrap_vgPlain_exit(Int code) __attribute__((noreturn));
void __real_vgPlain_client_exit(Int code) __attribute__((noreturn));
void __wrap_vgPlain_client_exit(Int code) __attribute__((noreturn));
void __real_vgPlain_kill_self(Int signal);
void __wrap_vgPlain_kill_self(Int signal);

void __wrap_vgPlain_exit(Int code)
{
	if (at_end)
		at_end(code, 0);
	__real_vgPlain_exit(code);
}

void __wrap_vgPlain_client_exit(Int code)
{
	if (at_end)
		at_end(code, 0);
	__real_vgPlain_client_exit(code);
}

void __wrap_vgPlain_kill_self(Int signal)
{
	if (at_end)
		at_end(0, signal);
	__real_vgPlain_kill_self(signal);
}

/*--- the client's code ---*/

Bool core_checks_ir;

void __real_sanityCheckIRSB(const IRSB *block, const HChar *caller,
	Bool require_flat, IRType guest_word);
void __wrap_sanityCheckIRSB(const IRSB *block, const HChar *caller,
	Bool require_flat, IRType guest_word);

void __wrap_sanityCheckIRSB(const IRSB *block, const HChar *caller,
	Bool require_flat, IRType guest_word)
{
	if (core_checks_ir)
		__real_sanityCheckIRSB(block, caller, require_flat, guest_word);
}

/* Valgrind's own DWARF readers end the run on clang's DWARF 5 and cost half of the
 * start-up time. Our analyzers read debug information offline; the tools need ELF
 * symbols only. Configure wraps out those that this core has. */
void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void);
void __wrap_vgModuleLocal_new_dwarf3_reader(void);
void __wrap_vgModuleLocal_read_callframe_info_dwarf3(void);

void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void)
{
}

void __wrap_vgModuleLocal_new_dwarf3_reader(void)
{
}

void __wrap_vgModuleLocal_read_callframe_info_dwarf3(void)
{
}

/* For each object that is loaded the core compares each of its symbols with the name of each
 * function that is replaced in it: a quarter of a million comparisons for a libc. Nearly all
 * end at one of the first letters, and need no lengths. */
Bool __real_vgPlain_string_match(const HChar *pattern, const HChar *name);
Bool __wrap_vgPlain_string_match(const HChar *pattern, const HChar *name);

Bool __wrap_vgPlain_string_match(const HChar *pattern, const HChar *name)
{
	while (*pattern != '\0' && *pattern != '*' && *pattern != '?') {
		if (*pattern++ != *name++)
			return False;
	}
	if (*pattern == '\0')
		return *name == '\0';
	return __real_vgPlain_string_match(pattern, name);
}

void core_keep_names_mangled(void)
{
	VG_(clo_demangle) = False;
}

Bool core_follows_exec(void)
{
	return VG_(clo_trace_children);
}

Bool core_will_exec(const HChar *path)
{
	return !sr_isError(VG_(pre_exec_check)(
		path, NULL, VG_(clo_trace_children) ? False : True));
}

Bool core_is_replaced(Addr entry)
{
	Bool is_wrapped;

	return VG_(redir_do_lookup)(entry, &is_wrapped) != entry;
}

Bool core_is_resolver(Addr entry)
{
	const DebugInfo *object =
		VG_(find_DebugInfo)(VG_(current_DiEpoch)(), entry);
	Int count = object ? VG_(DebugInfo_syms_howmany)(object) : 0;
	Int i;

	for (i = 0; i < count; i++) {
		struct symbol_addresses addresses;
		Bool is_ifunc, is_text, is_global;
		const HChar *name, **other_names;
		UInt size;
		VG_(DebugInfo_syms_getidx)
		(object, i, &addresses, &size, &name, &other_names, &is_text,
			&is_ifunc, &is_global);
		if (addresses.main == entry && is_ifunc)
			return True;
	}
	return False;
}

void core_discard(Addr start, ULong bytes)
{
	VG_(discard_translations)(start, bytes, "retread");
}

void core_translate(ThreadId thread, Addr at)
{
	const NSegment *segment = VG_(am_find_nsegment)(at);

	if (segment && segment->kind == SkFileC && segment->hasX &&
		!VG_(search_transtab)(NULL, NULL, NULL, at, False))
		VG_(translate)(thread, at, False, 0, 0, True);
}
