/* SPDX-License-Identifier: MIT
 * A tree of links that stands for the file system around a test: what it writes where it
 * runs is written there. */
#ifndef RETREAD_FUZZ_PERF_GROW_TREE_H
#define RETREAD_FUZZ_PERF_GROW_TREE_H

struct error;

/* Makes a tree in DIRECTORY, unless there is one, for all runs: what a test writes where it
 * runs, which is here, is written there. Returns 0, or -1 with ERR filled. */
int counts_make_tree(const char *directory, struct error *err);
/* PATH as it is called outside of that tree; NULL: it is of what runs are told, in DIRECTORY
 * itself. */
const char *counts_path_outside(const char *directory, const char *path);
/* Goes there. Returns 0, or -1 with errno set. */
int counts_enter_tree(const char *directory);

#endif
