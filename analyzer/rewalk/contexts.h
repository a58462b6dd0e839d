/* SPDX-License-Identifier: MIT
 * The contexts of rule `rewalk`: where they keep the cells that were read, and the
 * sequences of the live subjects. For analyzer/rewalk/ alone. */
#ifndef RETREAD_ANALYZER_REWALK_CONTEXTS_H
#define RETREAD_ANALYZER_REWALK_CONTEXTS_H

#include "analyzer/rewalk/rewalk.h"
#include "lib/memory.h"
#include "lib/table.h"

/* A cell, as it was read last. CUT has bit k set if in sequence k what was read
 * after it began a new walk; all bits if nothing was read after it yet. */
struct rewalk_record {
	uint64_t cell;		 /* 0: free */
	uint64_t read : 47;	 /* clock */
	uint64_t is_of_bits : 1; /* it was read several times in turn */
	uint64_t met : 8;	 /* levels that had met it before then */
	uint64_t code : 8;	 /* that ran from it to NEXT; 0: not known */
	uint64_t next;		 /* cell read after it */
	uint64_t cut;
};

/* What a sequence has once something in it was repeated. Only if it IS_WHOLE there is room for
 * more than one group of walks: see rewalk_walks_copy. */
struct rewalk_more {
	bool is_whole;
	uint64_t same, tail, changed, bits;
	uint64_t steps, steps_with_work, steps_fresh, steps_apart, steps_beside,
		steps_copied;
	/* Steps from a cell that was left before: by the same code, in all; codes. */
	uint64_t steps_alike, steps_again, codes;
	/* Onto a known cell in another frame; with such work, on the stack too. */
	uint64_t steps_called, steps_given;
	uint64_t steps_entered;	  /* in another activation of a subject */
	struct rewalk_node *next; /* in the subject's list, when linked */
	struct rewalk_walks walks;
};

/* The sequence of a live subject, or of neighbours whose sequences are equal so
 * far: of all levels above the one before, up to TOP. What is signed counts for
 * these and all below (outer ones), so a single level is +1 here and -1 at the
 * next. Only a level that stands alone has repetitions. */
struct rewalk_sequence {
	uint32_t top;
	bool has_more;	     /* MORE is about this activation */
	bool has_reread;     /* the current walk */
	bool has_gap;	     /* something was left out */
	bool walk_is_inside; /* its first cell is a letter after another one */
	bool is_given_up;    /* that walk: see rewalk_sequence_pause */
	bool is_linked;
	bool is_eligible;
	/* Of a path: its longest walk. */
	bool is_regular, is_strided;
	uint64_t began;		    /* clock of its first read */
	uint64_t walk_clock;	    /* when the current walk began */
	uint64_t walk_clock_before; /* the walk before it, 0: none */
	uint64_t written;    /* newest write to a cell when that was new to the
			      * first of these levels, and to no outer one */
	uint64_t walk_reads; /* of the node when it began */
	uint64_t walk_first; /* cell */
	uint64_t walk_first_before;
	int64_t walk_known;   /* KNOWN of this level and above when it began */
	uint64_t begin_reads; /* of the node, when the sequence began */
	uint64_t begin_constant;
	int64_t known; /* reads of cells that were read before */
	int64_t again; /* cells of these */
	int64_t followed, branched, inserted;
	struct rewalk_more *more; /* NULL: never needed; kept for reuse */
};

/* What a context has met in all activations: whether it is a field or a search. */
struct rewalk_reputation {
	uint64_t rereads, walks, longest, followed, branched;
	uint64_t inner; /* rereads of an activation inside the subject's */
};

/* What each read needs comes first. */
struct rewalk_node {
	enum rewalk_kind kind;
	bool is_closed;
	bool is_asleep; /* until a subject ends */
	bool is_lower_bound;
	bool has_forgotten; /* cells that were read */
	bool is_left_out;   /* in part: see rewalk_pause */
	bool sets_bits; /* a cell that was read several times in turn was then set */
	bool has_stayed; /* the read before was of the same cell as the one before it */
	uint32_t base; /* of a path: its subject's index when it was made */
	struct rewalk_record *record;
	struct rewalk_sequence *sequence; /* outermost first */
	uint32_t sequences, capacity;	  /* see TOP */
	uint32_t cells;	    /* records: analyzer/rewalk/records.h */
	uint8_t bits;	    /* 1 << BITS places; 0: none */
	uint8_t index_bits; /* of what is allocated; 0: nothing */
	uint8_t last_code;  /* ran after LAST the time before; 0: not known */
	uint64_t low, high; /* no cell of a record is less, or greater */
	uint32_t *index;    /* place -> 1 + its record, 0: free */
	/* The read before. */
	struct rewalk_record *last; /* NULL: none */
	uint64_t last_read, last_frame;
	uint32_t last_site;
	uint32_t sleep_level; /* while it is asleep */
	uint64_t last_next;   /* what followed it the time before */
	uint64_t
		last_levels; /* mask of those to which it was known and unchanged */
	uint64_t last_began; /* mask of those whose walk begins with it */
	uint64_t reads, constant;
	uint64_t stays;		 /* besides: see rewalk_is_stay */
	uint64_t walk_clock_min; /* no sequence's is smaller */
	uint64_t shown;		 /* mask of levels whose re-walk was told */
	uint64_t slept;		 /* reads meanwhile */
	uint64_t slept_cell;	 /* the last of them */
	struct rewalk_reputation reputation;
	uint32_t indexed; /* so many of the first records have places */
	uint32_t record_capacity;
	struct rewalk_record
		first; /* the only record, as long as one is enough */
	uint64_t name;
	void *user;
};

/* The first of 1 << BITS places to look for CELL at; BITS is not 0. */
static inline uint32_t rewalk_place(uint64_t cell, uint32_t bits)
{
	return (uint32_t)(cell * UINT64_C(0x9e3779b97f4a7c15) >> (64 - bits));
}

/* Where a place for CELL is looked for; NULL: it needs none. */
static inline const uint32_t *rewalk_node_place(
	const struct rewalk_node *node, uint64_t cell)
{
	return node->bits != 0 && cell - node->low <= node->high - node->low
		       ? &node->index[rewalk_place(cell, node->bits)]
		       : NULL;
}

/* When groups of bytes were read last: a page of them. */
#define REWALK_PAGE_GROUPS 512
struct rewalk_page {
	uint64_t read[REWALK_PAGE_GROUPS];
};

/* What groups of 1 << SHIFT bytes have in common: pages of one size are numbered
 * together. */
#define REWALK_SIZE_SHIFT 62
static inline uint64_t rewalk_page_number(uint64_t group, unsigned shift)
{
	return group / REWALK_PAGE_GROUPS | (uint64_t)shift
						    << REWALK_SIZE_SHIFT;
}

/* Reads that are looked at for what code has run. */
#define REWALK_RAN 32

/* A range that no load has read, but a function of libc, or the kernel. */
#define REWALK_GIVEN 256
struct rewalk_given {
	uint64_t start, end; /* cells */
	uint64_t clock;
};

/* The one that was looked up last. */
#define REWALK_PAGE_CACHE 1024
struct rewalk_page_cache {
	uint64_t number;
	struct rewalk_page *page; /* NULL: none */
};

struct rewalk {
	struct rewalk_options options;
	struct rewalk_limits limits;
	uint64_t whole; /* clock: see rewalk_end_whole */
	/* Of LIMITS, for each read; the first UINT64_MAX before WHOLE. */
	uint64_t close_found, sleep_rereads;
	uint32_t cells;
	uint64_t stored; /* clock of the last store outside the stack known */
	uint64_t fresh;	 /* clock of the last cell new to some subject */
	uint64_t
		passed; /* clock of the last write to the stack that was read */
	/* The last reads of what was written since the one before, by instructions that had read
	 * another cell: the newest, and the one before it. */
	struct {
		uint64_t read, cell;
	} renewed[2];
	/* The instruction that read a cell other than its last one, and when;
	 * then the same of another. */
	struct {
		uint32_t site;
		uint64_t read;
	} moved[2];
	uint64_t moves; /* so many in all */
	/* The last reads of all, in a ring; so many in all. */
	struct {
		uint32_t code;
		uint64_t read;
	} ran[REWALK_RAN];
	uint64_t runs;
	struct rewalk_page_cache cached[REWALK_PAGE_CACHE]; /* by number */
	struct table page;				    /* number -> page */
	uint32_t narrow_pages; /* of groups of less than four bytes */
	struct rewalk_given given[REWALK_GIVEN]; /* the last ones */
	uint64_t gifts;				 /* so many in all */
	uint64_t path_changes; /* of what paths share, and of their states */
	struct table name; /* (kind, name) -> node; of a line: its first pc */
	struct arena arena;
	size_t record_bytes; /* and what levels and paths have */
	struct rewalk_node **node;
	size_t node_count, node_capacity;
	bool is_stopped;   /* see rewalk_stop */
	enum rule_met met; /* by the last instruction */
};

/* Whether there is room for BYTES of records more. */
static inline bool rewalk_has_room(const struct rewalk *rewalk, size_t bytes)
{
	uint64_t max = rewalk->options.memory_bytes_max;

	return max == 0 || rewalk->record_bytes + bytes <= max;
}

/* --- all kinds of contexts ---------------------------------------------- */

/* A read of NODE, which is asleep. As when it is awake, one of the cell before is a stay. */
static inline void rewalk_sequence_sleep(
	struct rewalk_node *node, const struct rewalk_read *read)
{
	if (read->cell == node->slept_cell) {
		node->stays++;
		return;
	}
	node->slept_cell = read->cell;
	node->reads++;
	node->slept++;
	node->constant += read->is_constant;
}

/* As rewalk_leaf_counts, of NODE. */
bool rewalk_sequence_counts(const struct rewalk *rewalk,
	const struct rewalk_node *node, uint64_t reads);

/* Nothing more is wanted of NODE, whose records are gone. */
void rewalk_sequence_close(struct rewalk_node *node);

/* The subject SUBJECT[LEVEL] ends, in whose list NODE is, and which its innermost
 * sequence is of. */
void rewalk_sequence_end(struct rewalk *rewalk, struct rewalk_node *node,
	uint32_t level, const struct subject *subject);

/* What follows NODE in the list of the subject at LEVEL. */
struct rewalk_node *rewalk_sequence_next(
	const struct rewalk_node *node, uint32_t level);

/* Reads will be left out: the current walks are given up, up to where the next
 * ones begin. */
void rewalk_sequence_pause(struct rewalk_node *node, uint64_t clock);

/* Makes those of COPY, new, equal to those of NODE. SUBJECT is the live stack. */
void rewalk_sequence_copy(struct rewalk *rewalk, struct rewalk_node *copy,
	const struct rewalk_node *node, struct subject *subject);

/* The innermost SUBJECT, at LEVEL, ends. */
void rewalk_ranges_end(
	struct rewalk *rewalk, struct subject *subject, uint32_t level);

/* One walk. */
struct rewalk_walk {
	uint64_t first;	       /* cell */
	uint64_t length;       /* cells */
	uint64_t fresh;	       /* of them, new to the sequence */
	uint64_t began, ended; /* clocks of its first and last read */
	bool has_reread;
	bool has_grown;
	bool is_restart; /* it begins at the same cell as the one before */
	bool is_last;
	bool is_inside; /* it begins at a letter after another one */
	/* Something was left out before it, so where it begins is chance: it may be
	 * the end of one and the beginning of another. */
	bool begins_anywhere;
};

/* Adds WALK, which is over. Whether it is the longest that goes where another one
 * went: it reads something again, and not too much that is new. */
bool rewalk_walks_add(const struct rewalk_limits *limits,
	struct rewalk_walks *walks, const struct rewalk_walk *walk);
/* Makes TO a copy of FROM, as far as that has something. TO has room for it. */
void rewalk_walks_copy(
	struct rewalk_walks *to, const struct rewalk_walks *from);

/* Whether WALKS are enough for the definition to hold. */
bool rewalk_may_hold(
	const struct rewalk_limits *limits, const struct rewalk_walks *walks);

/* Whether enough of the steps from one to the next of COUNT addresses go to an object
 * new to them, or repeat the stride before inside one object. */
bool rewalk_is_regular(const struct rewalk_limits *limits,
	const struct rewalk_memory *memory, const uint64_t *address,
	size_t count);

/* Whether all steps between COUNT addresses, of which there are some, are in one object, and
 * of one length from LIMITS' stride on: elements of an array, whichever copies of an
 * unrolled loop read them. Fields of one structure lie closer. */
bool rewalk_is_strided(const struct rewalk_limits *limits,
	const struct rewalk_memory *memory, const uint64_t *address,
	size_t count);

/* --- each kind ---------------------------------------------------------- */

/* Of an instruction or a line: records of all cells that were ever read, which all
 * live subjects share. It begins at a line of the cache. */
struct rewalk_levels {
	struct rewalk_node node;
	uint64_t synced;    /* clock of the last read: who was live then */
	uint64_t load_cell; /* pc: at which the last load began, 0: none */
	struct rewalk_levels *joint;	   /* pc: of its line, or NULL */
	uint64_t closed_cell, closed_read; /* pc: what it read since closed */
};

/* Adds a read; SUBJECT is the whole stack of COUNT. ELIGIBLE is the deepest level
 * in which the reading instruction has now read two cells, -1 for none; returns
 * the same for the next node. */
int32_t rewalk_levels_add(struct rewalk *rewalk, struct rewalk_levels *levels,
	struct subject *subject, uint32_t count, const struct rewalk_read *read,
	int32_t eligible);

/* Makes COPY, new, equal to LEVELS. SUBJECT is the live stack. */
void rewalk_levels_copy(struct rewalk *rewalk, struct rewalk_levels *copy,
	const struct rewalk_levels *levels, struct subject *subject);

void rewalk_levels_close(struct rewalk *rewalk, struct rewalk_levels *levels);
void rewalk_levels_release(struct rewalk *rewalk, struct rewalk_levels *levels);

/* A site and the first cell it read. */
struct rewalk_instruction {
	uint32_t site;
	uint64_t cell;
};

/* Of a path, from its second read in some activation on: what one activation of its
 * subject reads. Nothing of that outlives it except the context's reputation: the next
 * one begins anew. */
struct rewalk_walked {
	struct rewalk_node node;
	const struct rewalk_path *path;
	uint64_t newest; /* reads of the node before the newest record */
	uint32_t instructions;
	struct rewalk_sequence sequence; /* the only one */
	struct rewalk_reputation begun;	 /* when the activation began */
	struct rewalk_instruction instruction[REWALK_INSTRUCTIONS];
};

enum rewalk_path_state {
	PATH_OPENED, /* it has one read, if any */
	PATH_WALKED, /* more of them, in WALKED */
	PATH_SHARED  /* those that its deputy has */
};

/* A path. Most activations read one cell: so the first read is just kept, until there is
 * a second one. Of a chain of calls that each happen once all activations have the same
 * reads: so until they differ a path has those of the next one below it in the leaf, its
 * DEPUTY, whose PRINCIPAL it is (analyzer/rewalk/paths.c). That is all in one line of the
 * cache. */
struct rewalk_path {
	_Alignas(MEMORY_LINE_BYTES) uint64_t
		serial; /* of the activation that the rest is about, or 0 */
	struct rewalk_walked *walked; /* NULL: there was never need of one */
	union {
		uint64_t cell;		       /* opened: of its read, or 0 */
		struct rewalk_path *principal; /* otherwise, or NULL */
	};
	union {
		uint64_t now;		    /* opened */
		uint64_t low;		    /* of WALKED, when beyond */
		struct rewalk_path *deputy; /* shared */
	};
	union {
		uint64_t written;
		uint64_t span_bytes; /* from LOW to the greatest cell */
	};
	uint64_t name;
	void *user;
	uint32_t site;
	uint8_t base;  /* of the node, as NAME and USER are */
	uint8_t level; /* of the activation */
	enum rewalk_path_state state : 8;
	bool is_rest : 1;
	bool is_closed : 1;
	bool is_beyond : 1; /* a walk goes on for which there is no room */
};

_Static_assert(sizeof(struct rewalk_path) == MEMORY_LINE_BYTES,
	"a path is one line of the cache");

/* Whether a read of CELL, in the same activation, changes nothing: it is beyond what is kept
 * of a long walk. */
static inline bool rewalk_path_is_beyond(
	const struct rewalk_path *path, uint64_t cell)
{
	return path->is_beyond && cell - path->low > path->span_bytes;
}

/* Another read in the activation SUBJECT[BASE], of PATH that is not shared; SUBJECT is the
 * whole stack of COUNT. Whether nothing will come of PATH. */
bool rewalk_path_add(struct rewalk *rewalk, struct rewalk_path *path,
	struct subject *subject, uint32_t count, uint32_t base,
	const struct rewalk_read *read);

/* Makes what TO has what FROM has, which is walked and of an activation inside TO's; FROM
 * KEEPS it, too. */
void rewalk_path_hand_over(struct rewalk *rewalk, struct rewalk_path *to,
	struct rewalk_path *from, bool keeps);

/* As rewalk_sequence_pause, of PATH that is not shared. */
void rewalk_path_pause(
	struct rewalk *rewalk, struct rewalk_path *path, uint64_t clock);

/* As rewalk_sequence_end. */
void rewalk_walked_end(struct rewalk *rewalk, struct rewalk_walked *walked,
	const struct subject *subject);

void rewalk_walked_close(struct rewalk *rewalk, struct rewalk_walked *walked);
void rewalk_walked_release(struct rewalk *rewalk, struct rewalk_walked *walked);

/* A read at LEAF of all its paths; no more findings are wanted of those of the levels
 * DECIDED. SUBJECT is the whole stack of COUNT. */
void rewalk_paths_add(struct rewalk *rewalk, struct rewalk_leaf *leaf,
	struct subject *subject, uint32_t count, const struct rewalk_read *read,
	uint64_t decided);

/* As rewalk_sequence_pause, of those paths of LEAF whose activations are live. */
void rewalk_paths_pause(struct rewalk *rewalk, const struct rewalk_leaf *leaf,
	struct subject *subject, uint32_t count, uint64_t clock);

/* NODE, which begins a larger one, is REWALK's from now on. */
static inline void rewalk_add_node(struct rewalk *rewalk,
	struct rewalk_node *node, enum rewalk_kind kind, uint64_t name,
	void *user)
{
	node->kind = kind;
	node->name = name;
	node->user = user;
	node->record = &node->first;
	node->record_capacity = 1;
	node->low = UINT64_MAX;
	rewalk->node = memory_grow(rewalk->node, &rewalk->node_capacity,
		rewalk->node_count + 1, sizeof *rewalk->node);
	rewalk->node[rewalk->node_count++] = node;
}

#endif
