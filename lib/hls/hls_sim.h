/* SPDX-License-Identifier: MIT
 * What a kernel that `retread hls` compiles calls at its sites: where hardware
 * and the CPU differ. Each site has a switch, so one text has two
 * behaviours in one process. Fixed types only, no libc. */
#ifndef RETREAD_HLS_HLS_SIM_H
#define RETREAD_HLS_HLS_SIM_H

#include <stdint.h>

enum retread_hls_kind {
	RETREAD_HLS_INDEX,  /* of an array of constant size */
	RETREAD_HLS_WIDTH,  /* an assignment to an integer of some width */
	RETREAD_HLS_FILL,   /* what a local variable holds at first */
	RETREAD_HLS_STATE,  /* what variables hold from an earlier call */
	RETREAD_HLS_EXIT,   /* the exit test of a loop, in copies of its body */
	RETREAD_HLS_TASK,   /* a call in a dataflow region */
	RETREAD_HLS_STREAM, /* between tasks */
	RETREAD_HLS_PROMISE, /* a pragma that says what a kernel does not do */
	RETREAD_HLS_SHIFT,   /* by as many bits as there are, or more */
	RETREAD_HLS_CONVERSION, /* to an integer that cannot hold the number */
};

/* Flags of a PROMISE. */
enum retread_hls_promised {
	RETREAD_HLS_DEPENDENCE = 1, /* of trips of a loop */
	RETREAD_HLS_STABLE,	    /* nothing changes in a dataflow region */
	RETREAD_HLS_PORTS,	    /* a trip finds enough ports in each bank */
	RETREAD_HLS_MEMBER, /* no access goes from a member to another */
	RETREAD_HLS_FLAT,   /* each run of an inner loop has as many trips */
};

/* Of a WIDTH: its line shows that numbers are meant to wrap. */
#define RETREAD_HLS_MEANT 1
/* Of a STATE: a pragma wants it reset. */
#define RETREAD_HLS_RESETS 2

/* The plug-in makes these (fuzz-perf/instrument/sites.cc): the same members in
 * the same order. */
struct retread_hls_site {
	const char *file, *function, *name;
	uint32_t kind, line;
	/* Elements, bits as they are seen, or the lines of two accesses. */
	uint64_t size;
	uint64_t is_hardware; /* the switch */
	uint64_t events;      /* in this run: hardware would differ */
	uint64_t seen; /* bit N: a number of N bits was assigned, or an index */
	uint64_t most; /* the largest of these, up to where hardware differs */
	uint64_t id;
	uint64_t flags;
};

#ifdef __cplusplus
extern "C" {
#endif

/* STATE has three words for each variable: address, bytes, and its site or NULL. */
void retread_hls_register(struct retread_hls_site **site, uint64_t sites,
	void **state, uint64_t states);

/* Element INDEX of N, of SIZE bytes each, at BASE. On the CPU elements beyond the
 * end exist, too, and hold 0 at first. Hardware takes as many bits of the index as N
 * elements need; what is beyond the end even so is not written, and read as
 * unknown. */
void *retread_hls_address(struct retread_hls_site *site, void *base,
	int64_t index, uint64_t n, uint64_t size);

/* The SIZE bytes AT which a pointer that walks has come. Beyond an input or the result as
 * for retread_hls_address. */
void *retread_hls_walk(struct retread_hls_site *site, void *at, uint64_t size);
/* A call gets a pointer into ARRAY, of so many BYTES: indices count in it until it is taken
 * back. */
void retread_hls_hand(void *array, uint64_t bytes);
void retread_hls_take_back(void *array);

/* SIZE bytes at VARIABLE are about to be a local variable; AGAIN: in a further trip of
 * a loop, in which the CPU finds what the last one left. */
void retread_hls_fill(struct retread_hls_site *site, void *variable,
	uint64_t size, int again);

/* What a PROMISE is about: BEGINS is 1 before the first trip of a loop, 0 before each,
 * 2 after the last one. */
void retread_hls_trip(struct retread_hls_site *site, int begins);
/* DEPENDENCE: no trip reads what one of the last DISTANCE trips wrote; 0: any. STABLE:
 * nothing that is read is written. */
void retread_hls_access(struct retread_hls_site *site, const void *address,
	int writes, uint64_t line, uint64_t distance);

/* How the elements of an array are spread: element I along a dimension is in bank
 * I % FACTOR, in bank I / FACTOR of blocks, or in one of its own. */
struct retread_hls_spread {
	uint64_t stride, length; /* bytes, elements; 0: not known */
	uint64_t modulo, block;	 /* 0: not so */
};
struct retread_hls_storage {
	uint64_t element; /* bytes */
	/* Different elements of a bank in a trip: read, written, of both kinds. */
	uint64_t most[3];
	struct retread_hls_spread spread[3];
};
void retread_hls_port(struct retread_hls_site *site, const void *storage,
	const void *base, const void *address, int writes, uint64_t line);

/* An access to the member of SIZE bytes at MEMBER. */
void retread_hls_member(struct retread_hls_site *site, const void *member,
	uint64_t size, const void *address, uint64_t line);

/* An inner loop begins a trip: 0; its first one: 1; the loop around it begins or ends: 2. */
void retread_hls_flat(struct retread_hls_site *site, int what);

/* Two paths of the program meet. Ends a run that takes too many of these. */
void retread_hls_tick(void);

/* Whether a loop goes on into trip TRIP, counted from 0, if its test says MORE: in
 * hardware only each FACTOR-th trip has the test. */
int retread_hls_exit(
	struct retread_hls_site *site, int more, int factor, uint64_t trip);

/* Whether a shift by DISTANCE of WIDTH bits leaves nothing, as in hardware; the CPU takes
 * the lowest bits of DISTANCE. */
int retread_hls_shift(
	struct retread_hls_site *site, uint64_t distance, int width);
/* Whether a number as large as NUMBER, whatever its sign, that IS_BEYOND what the type
 * holds saturates, as in the vendor's floating-point operators. */
int retread_hls_convert(
	struct retread_hls_site *site, uint64_t number, int is_beyond);

/* Calls CALL with FRAME. In hardware it is a task, which begins when those before it
 * are joined with it, and those that AFTER says have returned: bit 0 is the task
 * before it. */
void retread_hls_spawn(
	struct retread_hls_site *site, void *call, void *frame, uint64_t after);
/* Runs all tasks until they have returned. If each waits at a stream, the run ends as
 * a deadlock. */
void retread_hls_join(void);
/* A dataflow region whose function has this FRAME begins. */
void retread_hls_region(const void *frame);
/* SIZE bytes at STREAM are a stream, or an array of them, which SITE names. */
void retread_hls_stream(
	struct retread_hls_site *site, const void *stream, uint64_t size);
/* STREAM is so DEEP. If nothing says so it has 2 elements, or, as one of those who call
 * the region, any number: these are ports, and the other side takes what comes. */
void retread_hls_depth(void *stream, uint64_t deep);
/* For STREAM, which holds COUNT elements: whether its user has waited and is to look
 * again. Outside of tasks nobody waits. */
int retread_hls_waits_to_write(const void *stream, uint64_t count);
int retread_hls_waits_to_read(const void *stream, uint64_t count);
/* Lets other tasks go on: someone found a stream empty and does not wait. */
void retread_hls_give_way(void);
/* Whether STREAM is full, for who asks. */
int retread_hls_is_full(const void *stream, uint64_t count);

/* Where the program is, before what may end it: a file and a line. */
struct retread_hls_at {
	const char *file;
	uint32_t line;
};
extern const struct retread_hls_at *volatile retread_hls_at;
/* Something is about to be divided by NUMBER. */
void retread_hls_divide(uint64_t number);

/* The site of the statement that runs. */
extern struct retread_hls_site *retread_hls_place;

/* A number as large as NUMBER, whatever its sign, is assigned to WIDTH bits, which CUTS
 * it. Returns whether it is cut: by hardware. */
int retread_hls_assign(int width, uint64_t number, int cuts);

#ifdef __cplusplus
}

#include "hls_words.h"

template <typename R> static inline uint64_t hls_size_of(const R &number)
{
	long long word = (long long)number;
	return (uint64_t)(word < 0 ? ~word : word);
}
template <int W, bool S>
static inline typename hls_raw<W, S>::type hls_assign(
	const typename hls_raw<W, S>::type &number)
{
	const typename hls_raw<W, S>::type cut = hls_cut<W, S>(number);
	bool cuts = !(cut == number);
	return retread_hls_assign(W, hls_size_of(number), cuts) ? cut : number;
}
#define HLS_ASSIGN(W, S, raw) hls_assign<W, S>(raw)
#endif

#endif
