/* SPDX-License-Identifier: GPL-2.0-or-later
 * Functions of Valgrind's core that our tools call but pub_tool headers omit. */
#ifndef RETREAD_VG_TOOLS_COMMON_SYSCALLS_H
#define RETREAD_VG_TOOLS_COMMON_SYSCALLS_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_vki.h"

extern SysRes VG_(do_syscall)(UWord number, RegWord, RegWord, RegWord, RegWord,
	RegWord, RegWord, RegWord, RegWord);
extern Int VG_(safe_fd)(Int oldfd);
extern SysRes VG_(am_shared_mmap_file_float_valgrind)(
	SizeT length, UInt prot, Int fd, Off64T offset);
extern SysRes VG_(pre_exec_check)(
	const HChar *exe_name, Int *out_fd, Bool allow_setuid);
/* Of a symbol's addresses amd64 has only this one. */
struct symbol_addresses {
	Addr main;
};
extern Int VG_(DebugInfo_syms_howmany)(const DebugInfo *object);
extern void VG_(DebugInfo_syms_getidx)(const DebugInfo *object, Int index,
	struct symbol_addresses *addresses, UInt *size, const HChar **name,
	const HChar ***other_names, Bool *is_text, Bool *is_ifunc,
	Bool *is_global);
extern Bool VG_(clo_demangle);
extern Bool VG_(clo_trace_children);

/* Numbers of amd64-linux; Valgrind's own header of them is not installed. */
enum {
	SYSTEM_CALL_READ = 0,
	SYSTEM_CALL_POLL = 7,
	SYSTEM_CALL_MMAP = 9,
	SYSTEM_CALL_SELECT = 23,
	SYSTEM_CALL_SCHED_YIELD = 24,
	SYSTEM_CALL_MREMAP = 25,
	SYSTEM_CALL_MADVISE = 28,
	SYSTEM_CALL_SHMAT = 30,
	SYSTEM_CALL_PAUSE = 34,
	SYSTEM_CALL_NANOSLEEP = 35,
	SYSTEM_CALL_RECVFROM = 45,
	SYSTEM_CALL_RECVMSG = 47,
	SYSTEM_CALL_EXECVE = 59,
	SYSTEM_CALL_WAIT4 = 61,
	SYSTEM_CALL_SEMOP = 65,
	SYSTEM_CALL_MSGRCV = 70,
	SYSTEM_CALL_FCNTL = 72,
	SYSTEM_CALL_FLOCK = 73,
	SYSTEM_CALL_FTRUNCATE = 77,
	SYSTEM_CALL_RT_SIGTIMEDWAIT = 128,
	SYSTEM_CALL_RT_SIGSUSPEND = 130,
	SYSTEM_CALL_SIGALTSTACK = 131,
	SYSTEM_CALL_FUTEX = 202,
	SYSTEM_CALL_SEMTIMEDOP = 220,
	SYSTEM_CALL_CLOCK_NANOSLEEP = 230,
	SYSTEM_CALL_EPOLL_WAIT = 232,
	SYSTEM_CALL_WAITID = 247,
	SYSTEM_CALL_PSELECT6 = 270,
	SYSTEM_CALL_PPOLL = 271,
	SYSTEM_CALL_FALLOCATE = 285,
	SYSTEM_CALL_EXECVEAT = 322
};

static inline SysRes system_call(
	UWord number, RegWord a, RegWord b, RegWord c, RegWord d)
{
	return VG_(do_syscall)(number, a, b, c, d, 0, 0, 0, 0);
}

#endif
