/* SPDX-License-Identifier: MIT
 * Shared by the parts of the agent, which is preloaded into a program that was not
 * compiled by retread-cc. */
#ifndef RETREAD_FUZZ_PERF_BREAKPOINTS_AGENT_H
#define RETREAD_FUZZ_PERF_BREAKPOINTS_AGENT_H

#include <signal.h>
#include <stdint.h>

struct perf_map;

/* Takes SIGTRAP for TAKE, and keeps it from being blocked. What the program
 * installs for it is what agent_pass_trap calls, for traps of its own. */
void agent_take_traps(void (*take)(int, siginfo_t *, void *));
void agent_pass_trap(int number, siginfo_t *info, void *context);

/* What a program may change of signals, before it is marked, and as it was then: of those
 * that CHANGED has the bits of, as SNAP_REQUEST_SIGNALS does. */
void agent_keep_signals(void);
void agent_restore_signals(uint64_t changed);

/*--- agent_history.c: contexts and predictions, under the Valgrind tool snap ---*/

/* Before the map is laid out. */
void history_start(void);
void history_forget(void);
/* A run ends. KEY_OF: of the block that an address is in. */
void history_tell(struct perf_map *map, uint32_t (*key_of)(uintptr_t));

#endif
