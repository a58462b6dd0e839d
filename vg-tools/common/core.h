/* SPDX-License-Identifier: GPL-2.0-or-later
 * All that our tools use of Valgrind's core and that its installed headers omit.
 *
 * The build runs a tool of its own (testsuite/tools/core) that calls each of these,
 * so that a core they do not fit is noticed before anything is recorded. */
#ifndef RETREAD_VG_TOOLS_COMMON_CORE_H
#define RETREAD_VG_TOOLS_COMMON_CORE_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* core_call(__NR_close, fd): asks the kernel; up to six arguments. */
#define core_call(...) core_call_kernel((const UWord[7]){__VA_ARGS__})
SysRes core_call_kernel(const UWord call[7]);

/* Opens PATH as a descriptor that the client neither has nor sees. */
SysRes core_open(const HChar *path, Int flags, Int mode);
/* Makes the file of FD that long and maps it, shared; the first RESERVED bytes have
 * their place on the disk then. */
SysRes core_map(Int fd, SizeT bytes, SizeT reserved);
/* Pages of zeros; NULL: there is no memory. */
void *core_allocate(SizeT bytes);

/* Calls END when the process ends for good, after the tool's fini: with its exit
 * code, or with the signal that kills it (else 0). */
void core_at_end(void (*end)(Int exit_code, Int signal));
/* VEX then checks the types of every statement three times for each superblock: a
 * tenth of the time a short program takes. */
extern Bool core_checks_ir;

/* C++ names are not looked at; demangling them costs. */
void core_keep_names_mangled(void);
/* Is there a --trace-children=yes? */
Bool core_follows_exec(void);
/* Whether an execve of PATH will be done, as far as the core checks before it
 * is too late to go back. */
Bool core_will_exec(const HChar *path);
/* Whether the function at ENTRY chooses a variant for the dynamic linker. */
Bool core_is_resolver(Addr entry);
/* Whether other code runs when the client goes to ENTRY: a replacement, or a wrapper,
 * from which alone the function itself is called. */
Bool core_is_replaced(Addr entry);
/* Translates the code at AT, of a file, where THREAD has not come to yet. */
void core_translate(ThreadId thread, Addr at);
/* Throws the translations of this code away. Only where no translation runs, as
 * before and after client code does. */
void core_discard(Addr start, ULong bytes);

#endif
