/* SPDX-License-Identifier: GPL-2.0-or-later
 * Stands in for Valgrind's own DWARF readers, which configure wraps out.
 *
 * They end the run on clang's DWARF 5 and cost half of the start-up time. Our
 * analyzers read debug information offline; the tools need ELF symbols only. */
#include "pub_tool_basics.h"

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
