/* SPDX-License-Identifier: MIT
 * Coverage of shared libraries as they are: which basic blocks this process came
 * to, without source and without recompiling. A breakpoint stands on each block and
 * removes itself, so a block costs once, and then nothing.
 *
 *	const char *paths[] = {"/usr/lib/x86_64-linux-gnu/libLLVM-14.so.1"};
 *	struct bpcov *coverage = bpcov_new(paths, 1, NULL, why, sizeof why);
 *	...
 *	try(input);
 *	if (bpcov_take_new(coverage, NULL, 0))
 *		keep(input);
 *
 * Link with $(pkg-config --cflags --libs retread-bpcov). x86-64 Linux. At most one at
 * a time in a process, which must not block SIGTRAP; traps that are not ours go to
 * the handler that was there before. All functions may be called by one thread at a
 * time, while others run the code that is watched. A child of fork() has what its
 * parent had. libc cannot be watched: removing a breakpoint runs code of it. */
#ifndef RETREAD_BPCOV_H
#define RETREAD_BPCOV_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bpcov;

/* Loads the COUNT libraries at PATHS, up to 64, where they are not loaded yet, and
 * puts breakpoints on all their blocks. LISTER finds blocks, and keeps lists of them
 * under ~/.cache/retread by build-id: the program retread-watch; NULL: as it is
 * installed. Returns NULL with the reason in WHY, SIZE bytes long. */
struct bpcov *bpcov_new(const char *const *paths, size_t count,
	const char *lister, char *why, size_t size);

/* Removes all breakpoints, and gives SIGTRAP back. NULL is fine. */
void bpcov_free(struct bpcov *coverage);

/* Of all libraries. Blocks are numbered from 0 on, alike in every process. */
size_t bpcov_blocks(const struct bpcov *coverage);

/* Returns how many blocks were reached for the first time since the last call, and
 * writes the numbers of the first MOST of them to BLOCK. */
size_t bpcov_take_new(struct bpcov *coverage, uint32_t *block, size_t most);

/* Leaves the blocks from START up to END, addresses in this process, and all of them
 * are new. Blocks are numbered anew. */
void bpcov_keep(struct bpcov *coverage, const void *start, const void *end);

/* Removes the breakpoints of COUNT blocks until bpcov_arm(): those that children
 * have told of, before the next one is forked. */
void bpcov_forget(struct bpcov *coverage, const uint32_t *block, size_t count);

/* Every block is new again. */
void bpcov_arm(struct bpcov *coverage);

/* The library that BLOCK is of, and its address there, as nm prints it. Returns 0,
 * or -1: there is no such block. *PATH lives as long as COVERAGE. */
int bpcov_describe(const struct bpcov *coverage, uint32_t block,
	const char **path, uint64_t *address);

#ifdef __cplusplus
}
#endif

#endif
