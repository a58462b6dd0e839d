/* SPDX-License-Identifier: MIT
 * Every number of rule `rewalk`, once: its name, what it is, what switches its clause
 * off, and where it comes from. doc/rewalk.md tells the rule in words. */
#ifndef RETREAD_ANALYZER_REWALK_LIMITS_H
#define RETREAD_ANALYZER_REWALK_LIMITS_H

#include <stdio.h>

#include "lib/growth/growth.h"

struct error;

/* Sizes of what is kept. */
#define REWALK_LEVELS_MAX    64 /* deeper subjects are not followed */
#define REWALK_GROUPS	     8	/* first cells; bounds GROUPS, below */
#define REWALK_LENGTHS	     8	/* different ones of walks */
#define REWALK_RANGE_LENGTHS 3	/* ... of ranges; more count as 3 */
#define REWALK_RANGE_SPANS   64 /* read last by one call's ranges */
#define REWALK_WALKS_KEPT    12 /* the first ones, to be shown */
#define REWALK_INSTRUCTIONS  8	/* of a path */
#define REWALK_LETTER_BYTES                                                    \
	2 /* from a letter to the next: a wild card is skipped */
#define REWALK_NEXT_BYTES 16 /* from what was read to what comes next there */

/* LIMIT(name, value, what switches it off, where it comes from). A demand is switched
 * off by what everything fulfils, an exception by what nothing does. */
#define REWALK_NEVER 1e18

/* clang-format off */
/* When a sequence is a re-walk. */
#define REWALK_LIMITS_WHEN(LIMIT) \
	LIMIT(walks, 3, 0, \
		"walks, at least: with two, small programs have twice as many findings that mean nothing") \
	LIMIT(length, 3, 0, \
		"cells of the longest walk that goes again, at least: with four, a third of the known cases of 4 to 6 elements is lost") \
	LIMIT(long_share, 0.25, 0, \
		"share of the reads of known cells that walks of this many cells have, at least: pairs of fields that are read again meet a third cell now and then") \
	LIMIT(again, 0.5, 1, \
		"share of a walk that may be new if it goes again: one that happens to begin where another began repeats nothing") \
	LIMIT(rereads, 3, 0, \
		"re-reads, at least: search, then append, at four elements has three") \
	LIMIT(followed, 1, 0, \
		"steps that are the same as the time before, at least: with two, a third of the known cases of 4 to 6 elements is lost") \
	LIMIT(branched, 0.1, 1, \
		"share of the steps that may go elsewhere: searches in trees and hash tables do") \
	LIMIT(inserted, 1, REWALK_NEVER, \
		"steps to a new cell for each that is the same, at most: what is mostly new is not a repetition") \
	LIMIT(changed, 0.25, 1, \
		"share of the repeated reads that may find something changed: without a limit, small programs have half as many useless findings more") \
	LIMIT(coverage, 0.7, 0, \
		"share of all cells that the longest walk has: searches read the top of a structure again, never most of it") \
	LIMIT(coverage_cells, 64, 0, \
		"with more cells, the walks from one cell alone may cover theirs: one site walks several structures") \
	LIMIT(coverage_known, 8, 0, \
		"known cells of a walk from which on it may cover those that are read twice: no balanced tree has such a path") \
	LIMIT(coverage_rereads, 0.1, 0, \
		"re-reads for each cell that these two need: else it is lost among what is read once") \
	LIMIT(groups, REWALK_GROUPS, 0, \
		"first cells whose walks are distinguished for this, no more than the default; 0: none are") \
	LIMIT(group_share, 0.4, 0, \
		"share of the reads of known cells that these have: a window that moves over data begins at one cell a few times only") \
	LIMIT(eligible, 1, 0, \
		"1: some instruction must read two cells, 0: none; one load of a vector, or p->a->b->c, is not a walk") \
	LIMIT(stride, 16, REWALK_NEVER, \
		"bytes from each cell of a path's longest walk to the next from which on instructions that read one each are copies in a loop") \
	LIMIT(path_lengths, 3, 0, \
		"different lengths of the walks of a path, at least: the fields of one object read at several places have one") \
	LIMIT(path_regular, 0.4, 0, \
		"share of a path's longest walk that steps to a new object or by the stride before: fields of one object do neither")

/* When scans of strings are. */
#define REWALK_LIMITS_RANGES(LIMIT) \
	LIMIT(range_again, 0.5, 0, \
		"share of the bytes of a range that were read before, if it repeats: suffixes and prefixes share most") \
	LIMIT(range_repeats, 2, 0, \
		"ranges that repeat, at least: one is not a loop") \
	LIMIT(range_share, 0.33, 0, \
		"share of all bytes that are repeated: of strings that are read once, a few are read twice") \
	LIMIT(range_bytes, 3, 0, \
		"bytes of the longest range that repeats, at least: less is an empty string or a separator") \
	LIMIT(key_lengths, 3, 0, \
		"with fewer different lengths a short text is a key: a name that is compared, the format of strftime") \
	LIMIT(key_bytes, 32, 0, \
		"a text of this many bytes is not a key")

/* When copies of one content are. */
#define REWALK_LIMITS_COPIES(LIMIT) \
	LIMIT(copies, 6, 0, \
		"copies that repeat, at least: one is not a loop") \
	LIMIT(copy_bytes, 4, 0, \
		"times that the longest copy is repeated in all copies, at least: room that doubles takes less than two") \
	LIMIT(copy_room, 1.15, REWALK_NEVER, \
		"factor to the next copy of a content from which on that makes room in proportion, however often: what gets a fifth more is copied six times in all") \
	LIMIT(copy_whole, 0.5, 0, \
		"share of its block that is copied, at least: the elements of an array that is sorted are less")

/* When writes of one range are. */
#define REWALK_LIMITS_WRITES(LIMIT) \
	LIMIT(unread, 0.5, 0, \
		"share of a range that nothing has read since, if it is written again: an array is cleared for each item, and little of it used") \
	LIMIT(moves, 0.5, REWALK_NEVER, \
		"cells that code has gone to since, for each that is written, from which on that is other work: a frame is made of what is drawn")

/* How much a re-walk matters. */
#define REWALK_LIMITS_SEVERITY(LIMIT) \
	LIMIT(high_rereads, GROWTH_HIGH_REREADS, 0, \
		"re-reads of a high finding, at least: a guess") \
	LIMIT(high_lengths, GROWTH_HIGH_LENGTHS, REWALK_NEVER, \
		"different lengths from which on it is high: 34 of 35 known cases have three, no computation that must repeat has") \
	LIMIT(high_degree, GROWTH_HIGH_DEGREE, REWALK_NEVER, \
		"power of the cells, with which reads grow, from which on it is high: known cases have 1.6 to 3.3") \
	LIMIT(span, GROWTH_SPAN, REWALK_NEVER, \
		"factor between the sizes of calls from which on they show whether walks grow: larger calls that walk no further are low") \
	LIMIT(low_degree, GROWTH_LOW_DEGREE, -REWALK_NEVER, \
		"power up to which it is low: fixed tables have 0.9 to 1.3") \
	LIMIT(constant, 0.5, REWALK_NEVER, \
		"share of reads of constant data from which on it is low: one load of two finds the place in the table, the other looks there") \
	LIMIT(parallel, 0.5, REWALK_NEVER, \
		"share of steps with other work from which on walks of one length are low: dense kernels have 1.0, known cases 0.0") \
	LIMIT(table, 0.75, REWALK_NEVER, \
		"share of an array of constant size that a walk has from which on it is low: it cannot go further") \
	LIMIT(table_bytes, 256, 0, \
		"bytes up to which an array or a structure of constant size is low, however much of it is walked: it cannot get long") \
	LIMIT(capacity, 64, 0, \
		"elements up to which an array of constant size is low, however much of it is walked: modifiers of a key, keys of a node") \
	LIMIT(block, 4096, 0, \
		"bytes of a structure of constant size up to which what is moved in it is low") \
	LIMIT(letters, 0.75, REWALK_NEVER, \
		"share of steps from a byte to the next from which on texts shorter than key_bytes are read: by a program's own string functions") \
	LIMIT(inside, 0.25, -1, \
		"share of walks that begin inside of such a text from which on it is scanned again") \
	LIMIT(doubling, 1.3, REWALK_NEVER, \
		"factor between walks, less one, times how many there are, from which on it is low: for walks that grow by a cell that is one") \
	LIMIT(rounds, 3, 0, \
		"walks of one call, each of two cells at least for each walk, up to which it is low: passes, or what a test does again") \
	LIMIT(rare, 0.2, 0, \
		"share of what is read by the calls that walk again up to which it is low: of many calls a few do so by chance") \
	LIMIT(depth, 2, 0, \
		"times the binary logarithm of the elements that there are, less two cells, up to which a walk is a way down: a red-black tree is hardly deeper, and no list of four or more so short") \
	LIMIT(square, 0.1, -1, \
		"share by which walks may be more or fewer than cells if as many of either is length enough: each element is compared with all") \
	LIMIT(promised, 32, REWALK_NEVER, \
		"cells of a walk from which on a tree or a hash table does not keep what the C++ standard promises: no way down a tree is so long") \
	LIMIT(lookup, 0.5, 0, \
		"share of steps to the next element below which an array with an element for each character is low: they come in any order") \
	LIMIT(beside, 0.5, REWALK_NEVER, \
		"share of steps between floating-point numbers, each beside one through another structure, from which on it is low: a kernel") \
	LIMIT(alike, 0.9, REWALK_NEVER, \
		"share of steps from a cell by the code of the time before, from which on it is low: instructions that are carried out again") \
	LIMIT(codes, 3, 0, \
		"different codes that these steps have, at least: one loop does the same for each cell") \
	LIMIT(operations, 0.9, REWALK_NEVER, \
		"share of steps from one activation to another, with other work, from which on it is low: the top of a stack, a state") \
	LIMIT(grown, 0.5, 0, \
		"share of walks that met something new from which on a test's repetition is the doing of what it tests: an append that walks") \
	LIMIT(score_cells, 8, 1, \
		"cells from which on the score is not reduced: for the order of findings alone")

/* What is left out once it has told enough. */
#define REWALK_LIMITS_CLOSED(LIMIT) \
	LIMIT(close_walks, 256, REWALK_NEVER, \
		"a context with this many walks, none of LENGTH cells, is closed: a field") \
	LIMIT(close_rereads, 512, REWALK_NEVER, \
		"a context with this many re-reads that branches more often than not, and has shown nothing, is closed: a search") \
	LIMIT(close_found, 256, REWALK_NEVER, \
		"a path is closed when an instruction or line with this many re-reads shows the same") \
	LIMIT(close_inner, 1024, REWALK_NEVER, \
		"a path is closed after this many repetitions if none belonged to its subject") \
	LIMIT(sleep_rereads, 65536, REWALK_NEVER, \
		"a context that has shown a re-walk sleeps from this many re-reads on until the activation ends")

/* What is kept. */
#define REWALK_LIMITS_KEPT(LIMIT) \
	LIMIT(whole, 32, 0, \
		"MB of the trace of which no code is left out, and no path for another context: most unit tests have less") \
	LIMIT(narrow_pages, 4096, 1e9, \
		"times 512 groups of less than four bytes are known one by one, at eight bytes for each; beyond them, four bytes are one") \
	LIMIT(cells, 2048, 1e9, \
		"cells that a context keeps: the beginning of a walk repeats as the whole does")
/* clang-format on */

#define REWALK_LIMITS(LIMIT)                                                   \
	REWALK_LIMITS_WHEN(LIMIT)                                              \
	REWALK_LIMITS_RANGES(LIMIT)                                            \
	REWALK_LIMITS_COPIES(LIMIT)                                            \
	REWALK_LIMITS_WRITES(LIMIT)                                            \
	REWALK_LIMITS_SEVERITY(LIMIT)                                          \
	REWALK_LIMITS_CLOSED(LIMIT)                                            \
	REWALK_LIMITS_KEPT(LIMIT)

/* A member for each limit, of its name. */
struct rewalk_limits {
#define LIMIT(name, value, off, reason) double name;
	REWALK_LIMITS(LIMIT)
#undef LIMIT
};

extern const struct rewalk_limits rewalk_limits_default;

struct growth_limits rewalk_limits_growth(const struct rewalk_limits *limits);

/* Whether LONGER of so many WALKS, three quarters of all but the first, begin where the one
 * before began and go on further. */
bool rewalk_limits_go_further(
	const struct rewalk_limits *limits, uint64_t longer, uint64_t walks);

/* The clock of a trace up to which nothing is left out. */
uint64_t rewalk_limits_whole(const struct rewalk_limits *limits);

/* Switches off what leaves out reads or contexts once they have told enough. */
void rewalk_limits_keep_all(struct rewalk_limits *limits);

/* TEXT is NAME=VALUE, VALUE a number or "off". Returns 0, or -1 with ERR filled. */
int rewalk_limits_set(
	struct rewalk_limits *limits, const char *text, struct error *err);

/* A line for each limit: name, default, what switches it off, where it comes from,
 * separated by tabs. */
void rewalk_limits_print(FILE *stream);

#endif
