/* SPDX-License-Identifier: MIT
 * The walks of one context of rule `rewalk`: one sequence for each live subject,
 * whoever keeps its cells. For analyzer/rewalk/ alone.
 *
 * A context of an instruction or a line (analyzer/rewalk/levels.c) follows every live
 * subject, one of a path (analyzer/rewalk/path.c) only its own. Both find the record
 * of the cell that is read; all that is counted and cut is here. */
#ifndef RETREAD_ANALYZER_REWALK_SEQUENCE_H
#define RETREAD_ANALYZER_REWALK_SEQUENCE_H

#include "analyzer/rewalk/contexts.h"

/* A read, as a node sees it: SUBJECT is the whole stack of COUNT, of which the
 * node follows LEVELS from BASE on; KEPT of them were live at the read before. */
struct rewalk_event {
	const struct rewalk_read *read;
	struct subject *subject;
	uint32_t count, base, levels, kept;
};

/* --- levels ------------------------------------------------------------- */

/* Bits 0 .. LEVEL; LEVEL -1: none. */
static inline uint64_t rewalk_mask_to(int32_t level)
{
	return level < 0 ? 0 : (UINT64_C(2) << level) - 1;
}

static inline uint32_t rewalk_levels_of(const struct rewalk_node *node)
{
	return node->sequences == 0
		       ? 0
		       : node->sequence[node->sequences - 1].top + 1;
}

/* The index of what level J belongs to. */
static inline uint32_t rewalk_index_of(
	const struct rewalk_node *node, uint32_t j)
{
	uint32_t i = node->sequences - 1;

	/* What is new to all levels is the commonest read. */
	if (node->sequence[0].top >= j)
		return 0;
	while (node->sequence[i - 1].top >= j)
		i--;
	return i;
}

/* Makes a boundary above level J, which belongs to what INDEX is of. */
void rewalk_sequence_divide(struct rewalk *rewalk, struct rewalk_node *node,
	uint32_t index, uint32_t j);

/* Makes sure of it. Returns the index of what ends there. */
static inline uint32_t rewalk_split(
	struct rewalk *rewalk, struct rewalk_node *node, uint32_t j)
{
	uint32_t i = rewalk_index_of(node, j);

	if (node->sequence[i].top != j)
		rewalk_sequence_divide(rewalk, node, i, j);
	return i;
}

/* Begins the innermost sequence, down to level TOP; there is room for it. */
static inline void rewalk_sequence_begin(
	struct rewalk_node *node, uint32_t top, const struct rewalk_read *read)
{
	struct rewalk_sequence *sequence = &node->sequence[node->sequences++];

	*sequence = (struct rewalk_sequence){
		.top = top,
		.began = read->now,
		.walk_clock = read->now,
		.walk_first = read->cell,
		.walk_reads = node->reads,
		.begin_reads = node->reads,
		.begin_constant = node->constant,
		.more = sequence->more,
	};
}

/* Ends all levels from KEEP on, and begins those up to LEVELS with READ. */
void rewalk_sequence_renew(struct rewalk *rewalk, struct rewalk_node *node,
	uint32_t keep, uint32_t levels, const struct rewalk_read *read);

/* Adds one to the counter at the offset COUNTER of the sequences of LEVELS. */
void rewalk_count_levels(struct rewalk *rewalk, struct rewalk_node *node,
	uint64_t levels, size_t counter);
#define REWALK_COUNT(rewalk, node, levels, counter)                            \
	rewalk_count_levels(rewalk, node, levels,                              \
		offsetof(struct rewalk_sequence, counter))

/* --- one read ----------------------------------------------------------- */

/* Makes room for what only repetitions have. */
struct rewalk_more *rewalk_sequence_more(
	struct rewalk *rewalk, struct rewalk_sequence *sequence);

/* The same anew, with the walks of another one. */
struct rewalk_more *rewalk_sequence_take_walks(struct rewalk *rewalk,
	struct rewalk_sequence *sequence, const struct rewalk_walks *walks);

/* Puts NODE into the list of SUBJECT, whose SEQUENCE has repeated something. */
static inline void rewalk_sequence_link(struct rewalk_node *node,
	struct rewalk_sequence *sequence, struct subject *subject)
{
	sequence->is_linked = true;
	sequence->more->next = subject->rewalk;
	subject->rewalk = node;
}

/* Ends the walks that hold a cell read at CLOCK, of levels up to J, whose subjects
 * are SUBJECT[0..J]. Returns the mask of these levels. */
uint64_t rewalk_sequence_cut(struct rewalk *rewalk, struct rewalk_node *node,
	const struct subject *subject, uint32_t j, uint64_t clock,
	const struct rewalk_read *read);

/* Whether CELL is A, B or beside one of them, as another field of what is walked. */
static inline bool rewalk_is_near(uint64_t cell, uint64_t a, uint64_t b)
{
	return cell - a + 8 <= 16 || cell - b + 8 <= 16;
}

/* Whether something that was written since it was read before was read since the last cell
 * of NODE, elsewhere than there and at CELL, which is read NOW. */
static inline bool rewalk_has_renewed(const struct rewalk *rewalk,
	const struct rewalk_node *node, uint64_t cell, uint64_t now)
{
	uint32_t i = rewalk->renewed[0].read == now;

	return rewalk->renewed[i].read > node->last_read &&
	       !rewalk_is_near(rewalk->renewed[i].cell, cell, node->last->cell);
}

/* Whether SUBJECT[0..LEVEL] have read a new cell since CLOCK, as in rewalk_note. */
static inline bool rewalk_has_fresh(const struct rewalk *rewalk,
	const struct subject *subject, uint32_t level, uint64_t clock)
{
	if (rewalk->fresh <= clock)
		return false;
	for (uint32_t i = 0; i <= level; i++)
		if (subject[i].fresh > clock)
			return true;
	return false;
}

/* Clock at which another instruction than that of SITE last went on to another cell. */
static inline uint64_t rewalk_moved_beside(
	const struct rewalk *rewalk, uint32_t site)
{
	return rewalk->moved[rewalk->moved[0].site == site].read;
}

/* The deepest level to which RECORD is known: of a subject that is live since its
 * read. -1: none is, or it was another object. Beyond all levels: the repetition
 * belongs to a subject that the node does not follow. */
static inline int32_t rewalk_known_to(const struct rewalk *rewalk,
	const struct rewalk_event *event, const struct rewalk_record *record)
{
	const struct rewalk_memory *memory = &rewalk->options.memory;
	const struct rewalk_read *read = event->read;
	uint32_t live = event->count - event->base;
	int32_t j = (int32_t)(live <= event->levels ? live : event->levels + 1);

	/* One call into a library is deeper than all subjects. */
	if (read->library == 0 || read->library > record->read)
		for (j--; j >= 0; j--)
			if (event->subject[event->base + (uint32_t)j].start <=
				record->read)
				break;
	if (j >= 0 && read->written > record->read &&
		memory->born(memory->data, read->address) > record->read)
		return -1;
	return j;
}

/* Which code has read since the last cell of NODE, in a few bits; never 0. */
uint8_t rewalk_code_of(
	const struct rewalk *rewalk, const struct rewalk_node *node);

/* Adds CODE to CODES, which has one in each byte as long as there is room. */
static inline uint64_t rewalk_with_code(uint64_t codes, uint8_t code)
{
	for (unsigned shift = 0; shift < 64; shift += 8) {
		uint8_t known = (uint8_t)(codes >> shift);
		if (known == code)
			break;
		if (known == 0)
			return codes | (uint64_t)code << shift;
	}
	return codes;
}

/* How many of these there are. */
static inline uint32_t rewalk_count_codes(uint64_t codes)
{
	uint32_t count = 0;

	for (; codes != 0; codes >>= 8)
		count++;
	return count;
}

/* Compares the code that ran from the last cell of NODE to this one with that of the time
 * before. So many steps show it. */
#define REWALK_CODED_STEPS 4096
static inline void rewalk_add_code(const struct rewalk *rewalk,
	const struct rewalk_node *node, struct rewalk_more *more)
{
	uint8_t code;

	if (more->steps >= REWALK_CODED_STEPS)
		return;
	code = rewalk_code_of(rewalk, node);
	node->last->code = code;
	if (node->last_code == 0)
		return;
	more->codes = rewalk_with_code(more->codes, code);
	more->steps_again++;
	more->steps_alike += code == node->last_code;
}

/* A step onto a cell that the subject of LEVEL has read before: with work or
 * without. Not inside of one load. */
static inline void rewalk_add_work(const struct rewalk *rewalk,
	const struct rewalk_node *node, const struct rewalk_event *event,
	uint32_t level, struct rewalk_more *more)
{
	uint64_t clock = node->last_read;
	bool is_beside, is_fresh, has_worked, is_called, is_entered;

	level += event->base;
	if (event->read->is_rest)
		return;
	is_beside = rewalk_moved_beside(rewalk, event->read->site) > clock;
	is_fresh = rewalk_has_fresh(rewalk, event->subject, level, clock);
	has_worked = is_fresh || rewalk->stored > clock ||
		     rewalk_has_renewed(
			     rewalk, node, event->read->cell, event->read->now);
	rewalk_add_code(rewalk, node, more);
	more->steps++;
	more->steps_beside += is_beside;
	more->steps_copied += !is_beside && !has_worked &&
			      event->read->site != node->last_site;
	more->steps_with_work += has_worked;
	more->steps_fresh += is_fresh;
	is_called = event->read->frame != node->last_frame;
	more->steps_called += is_called;
	more->steps_given +=
		is_called && (has_worked || rewalk->passed > clock);
	is_entered = event->count > level + 1 &&
		     event->subject[event->count - 1].start > clock;
	more->steps_entered += is_entered;
	/* A decoder that is called for each field goes on where it was. */
	more->steps_apart +=
		has_worked && is_entered &&
		event->read->cell - node->last->cell - 1 >= REWALK_NEXT_BYTES;
}

/* A read of a cell that the subject of level J had read, before anything of the
 * record changes. CUT: the levels where it begins a walk. */
static inline void rewalk_add_repetition(struct rewalk *rewalk,
	struct rewalk_node *node, const struct rewalk_event *event, uint32_t j,
	uint64_t cut, const struct rewalk_record *record)
{
	bool is_same = event->read->written <= record->read;
	bool is_tail = !is_same && (record->cut >> j & 1) != 0;
	struct rewalk_sequence *sequence;
	struct rewalk_more *more;

	if (j > 0)
		rewalk_split(rewalk, node, j - 1);
	sequence = &node->sequence[rewalk_split(rewalk, node, j)];
	more = sequence->has_more ? sequence->more
				  : rewalk_sequence_more(rewalk, sequence);
	more->same += is_same;
	more->tail += is_tail;
	if (is_tail && record->is_of_bits) {
		more->bits++;
		node->sets_bits = true;
	}
	more->changed += !is_same && !is_tail;
	if (is_same || is_tail) {
		sequence->has_reread = true;
		if (more->same >= rewalk->sleep_rereads &&
			(node->shown >> j & 1) != 0) {
			node->is_asleep = true;
			node->sleep_level = j;
			node->slept_cell = event->read->cell;
		}
		if (!sequence->is_linked)
			rewalk_sequence_link(node, sequence,
				&event->subject[event->base + j]);
	}
	if (node->last && (cut >> j & 1) == 0)
		rewalk_add_work(rewalk, node, event, j, more);
}

/* The step from the cell before to CELL, which is known to the levels down to J, at
 * the LEVELS whose walk goes on. */
static inline void rewalk_add_step(struct rewalk *rewalk,
	struct rewalk_node *node, uint64_t cell, uint64_t levels, int32_t j)
{
	levels &= node->last_levels;
	if (levels == 0)
		return;
	if (node->last_next == cell) {
		node->reputation.followed++;
		REWALK_COUNT(rewalk, node, levels, followed);
		return;
	}
	node->reputation.branched++;
	REWALK_COUNT(rewalk, node,
		levels & rewalk_mask_to(j) & ~node->last_began, branched);
	REWALK_COUNT(rewalk, node, levels & ~rewalk_mask_to(j), inserted);
}

/* A cell that the levels down to J know; MET of them have met it again before. */
static inline void rewalk_note_known(struct rewalk *rewalk,
	struct rewalk_node *node, uint32_t j, uint32_t met)
{
	struct rewalk_sequence *sequence =
		&node->sequence[rewalk_split(rewalk, node, j)];

	sequence->known++;
	if (met > j)
		return;
	sequence->again++;
	if (met > 0)
		node->sequence[rewalk_split(rewalk, node, met - 1)].again--;
}

/* What is new to the levels from J on was WRITTEN then. */
static inline void rewalk_note_written(struct rewalk *rewalk,
	struct rewalk_node *node, uint32_t j, uint64_t written)
{
	uint32_t i = rewalk_index_of(node, j);

	if (written <= node->sequence[i].written)
		return;
	if (j > 0)
		i = rewalk_split(rewalk, node, j - 1) + 1;
	node->sequence[i].written = written;
}

/* Some instruction has read two cells in the levels up to J. */
static inline void rewalk_note_eligible(
	struct rewalk *rewalk, struct rewalk_node *node, uint32_t j)
{
	if (!node->sequence[rewalk_index_of(node, j)].is_eligible)
		node->sequence[rewalk_split(rewalk, node, j)].is_eligible =
			true;
}

/* Whether READ, of the cell that NODE has read last, says nothing: bits of one word are
 * asked one after the other. A walk that has one cell begins anew once, as that over a
 * list of one. */
static inline bool rewalk_is_stay(const struct rewalk_node *node,
	const struct rewalk_read *read, const struct rewalk_record *record)
{
	const struct rewalk_sequence *innermost =
		&node->sequence[node->sequences - 1];

	return read->written <= record->read &&
	       (node->has_stayed || node->reads - innermost->walk_reads > 1);
}

/* A read of the cell that has RECORD, of which the levels down to J know
 * (rewalk_known_to). Returns the mask of levels where it began a walk. */
static inline uint64_t rewalk_sequence_read(struct rewalk *rewalk,
	struct rewalk_node *node, const struct rewalk_event *event, int32_t j,
	struct rewalk_record *record)
{
	const struct rewalk_read *read = event->read;
	uint64_t cut = 0, next_levels = 0, next = 0;
	uint8_t code = 0;

	if (j >= 0 && record == node->last && event->kept == event->levels) {
		if (rewalk_is_stay(node, read, record)) {
			record->read = node->last_read = read->now;
			record->is_of_bits = true;
			node->stays++;
			return 0;
		}
		node->has_stayed = true;
	} else {
		node->has_stayed = false;
	}
	if (j >= 0) {
		bool is_inner = j >= (int32_t)event->levels;
		if (is_inner)
			j = (int32_t)event->levels - 1;
		node->reputation.rereads++;
		if (record->read >= node->walk_clock_min)
			cut = rewalk_sequence_cut(rewalk, node,
				event->subject + event->base, (uint32_t)j,
				record->read, read);
		if (is_inner)
			node->reputation.inner++;
		else
			rewalk_add_repetition(
				rewalk, node, event, (uint32_t)j, cut, record);
		rewalk_note_known(rewalk, node, (uint32_t)j, record->met);
		if (read->written <= record->read) {
			next = record->next;
			code = record->code;
			next_levels = rewalk_mask_to(j) & ~record->cut;
		}
	}
	if (j + 1 < (int32_t)event->levels)
		rewalk_note_written(
			rewalk, node, (uint32_t)(j + 1), read->written);
	if (node->last) {
		rewalk_add_step(rewalk, node, read->cell,
			rewalk_mask_to((int32_t)event->kept - 1) & ~cut, j);
		node->last->next = read->cell;
		node->last->cut = cut;
	}
	*record = (struct rewalk_record){.cell = read->cell,
		.read = read->now,
		.met = (uint8_t)(j + 1),
		.cut = UINT64_MAX};
	node->last = record;
	node->last_read = read->now;
	node->last_frame = read->frame;
	node->last_site = read->site;
	node->last_next = next;
	node->last_code = code;
	node->last_levels = next_levels;
	node->last_began = cut;
	node->reads++;
	node->constant += read->is_constant;
	return cut;
}

/* Whether NODE is a field or a search, and nothing will come of it. */
bool rewalk_is_hopeless(
	const struct rewalk *rewalk, const struct rewalk_node *node);

/* NODE has no room for one more record. Whether it keeps what it has: the beginning
 * of a long walk. Else it keeps what the current walk has read. */
static inline bool rewalk_sequence_is_long(struct rewalk_node *node)
{
	const struct rewalk_sequence *innermost =
		&node->sequence[node->sequences - 1];

	node->is_lower_bound = node->has_forgotten = true;
	return 2 * (node->reads - innermost->walk_reads) >= node->cells;
}

#endif
