/* SPDX-License-Identifier: MIT
 * Rule `redundant` decided online (dissertation, section 3.3.5).
 *
 * The reads at one AEC of one activation, m1 m2 ... mr, are cut before every
 * reappearance of m1. They are redundant if there are at least two parts and
 * of any two one is a prefix of the other. That holds exactly if every part is
 * a prefix of the longest, so the longest part and a cursor into it decide it
 * read by read, without the sequence. */
#ifndef RETREAD_ANALYZER_REDUNDANT_REDUNDANT_H
#define RETREAD_ANALYZER_REDUNDANT_REDUNDANT_H

#include <stdbool.h>
#include <stdint.h>

/* A memory location within one activation: its address, and in the upper 16
 * bits a hash of its epoch when something outside the program wrote it. */
typedef uint64_t location_t;
#define LOCATION_ADDRESS_BITS 48
#define LOCATION_ADDRESS_MASK ((UINT64_C(1) << LOCATION_ADDRESS_BITS) - 1)

/* One location of the longest part, and what was found there: the 8 bytes
 * read when the site keeps them, else 0. */
struct redundant_step {
	location_t location;
	uint64_t value;
	uint32_t site; /* the reading instruction */
};

/* Beyond this length a part is compared by its beginning only, and the verdict
 * is an estimate. */
#define REDUNDANT_STEPS_MAX 65536u

#define REDUNDANT_WALKS_KEPT 24

/* What each read needs is at the beginning, in one line of a cache. Most
 * sequences are one read. */
struct redundant {
	struct redundant_step *rest; /* the longest part after FIRST; if broken,
				      * then the read that broke it */
	uint32_t length;	     /* of the longest part */
	uint32_t capacity;	     /* of REST */
	uint32_t cursor;	     /* length of the current part */
	uint32_t parts;	   /* begun so far, the current one included */
	uint32_t shortest; /* of the closed parts; 0: none closed */
	bool broken;	   /* some two parts are not prefixes of each other */
	bool capped;	   /* a part went beyond what is kept */
	bool is_waiting;   /* for the next part: see redundant_pause */
	struct redundant_step first;
	/* Lengths of the first closed parts, to show walks; long ones are cut. */
	uint16_t walk[REDUNDANT_WALKS_KEPT];
};

/* Step INDEX: of the longest part, or the one that broke it. */
static inline const struct redundant_step *redundant_at(
	const struct redundant *sequence, uint32_t index)
{
	return index == 0 ? &sequence->first : &sequence->rest[index - 1];
}

/* Begins a new sequence with the read FIRST; keeps the memory of the last. */
static inline void redundant_begin(
	struct redundant *sequence, const struct redundant_step *first)
{
	sequence->first = *first;
	sequence->length = 1;
	sequence->cursor = 1;
	sequence->parts = 1;
	sequence->shortest = 0;
	sequence->broken = false;
	sequence->capped = false;
	sequence->is_waiting = false;
}

/* A read that redundant_read did not handle inline: a new part begins, the
 * longest part grows, or the sequence breaks. */
void redundant_read_slow(struct redundant *sequence,
	const struct redundant_step *read, bool may_grow);

/* The next read of one that is broken or waits. */
void redundant_wait(
	struct redundant *sequence, const struct redundant_step *read);

/* Reads will be left out. The current part is given up, and what comes counts from
 * where the next part begins. */
void redundant_pause(struct redundant *sequence);

/* The next read of the sequence. Does nothing more once it is broken. Unless
 * MAY_GROW, no memory is asked for, and what does not fit is as beyond
 * REDUNDANT_STEPS_MAX. */
static inline void redundant_read(struct redundant *sequence,
	const struct redundant_step *read, bool may_grow)
{
	if (sequence->broken | sequence->is_waiting) {
		redundant_wait(sequence, read);
		return;
	}
	/* The common case: the current part goes on as the longest did. The
	 * first location can stand only at the beginning of a part. */
	if (sequence->cursor < sequence->length &&
		sequence->rest[sequence->cursor - 1].location ==
			read->location) {
		sequence->cursor++;
		return;
	}
	redundant_read_slow(sequence, read, may_grow);
}

/* At least two parts that repeat, the longest with two locations. */
bool redundant_is_redundant(const struct redundant *sequence);

/* Length of the shortest part, the current one included. */
uint32_t redundant_shortest(const struct redundant *sequence);

/* Two different locations were read. */
static inline bool redundant_has_two_locations(const struct redundant *sequence)
{
	return sequence->broken || sequence->length > 1;
}

/* Number of different locations in the longest part. */
uint32_t redundant_distinct(const struct redundant *sequence);

/* Makes COPY, which may hold an older sequence, equal to SEQUENCE. */
void redundant_copy(struct redundant *copy, const struct redundant *sequence);

/* Steps that are kept: the longest part, and what broke it. */
static inline uint32_t redundant_kept(const struct redundant *sequence)
{
	return sequence->length + sequence->broken;
}

/* The location read last; of a broken sequence the one that broke it. */
static inline location_t redundant_last(const struct redundant *sequence)
{
	uint32_t at =
		sequence->broken ? sequence->length : sequence->cursor - 1;

	return redundant_at(sequence, at)->location;
}

void redundant_release(struct redundant *sequence);

#endif
