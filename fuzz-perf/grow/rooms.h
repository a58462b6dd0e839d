/* SPDX-License-Identifier: MIT
 * Room that a test has for its data: what is found of it, and how it is set. */
#ifndef RETREAD_FUZZ_PERF_GROW_ROOMS_H
#define RETREAD_FUZZ_PERF_GROW_ROOMS_H

#include "fuzz-perf/grow/knobs.h"

#define ROOM_LAST_MIN 3 /* elements; fewer have no last one */

/* Code from AT to END: */
enum room_kind {
	ROOM_ARRAYS, /* does its work, which refers to arrays, elsewhere */
	ROOM_ASKED, /* asks for memory, so many bytes as the register ASKED says */
	ROOM_KEPT, /* keeps how much memory there is */
	ROOM_LIMIT /* loads how much fits into an array that is handed over */
};

struct grow_room {
	const struct grow_room *next;
	enum room_kind kind;
	uint64_t at, end;
	int asked;
};

struct grow_rooms {
	struct grow_rooms *next;
	struct grow_function *function;
	const struct grow_room *space;
};

/* Makes what IS at AT does with the stack relative to the frame that FUNCTION has or would have
 * in rbp: rooms_frame.c. */
void rooms_see_frame(const struct grow_code *code,
	const struct grow_function *function, uint64_t at, struct decoded *is);
/* The array of FUNCTION that the memory of IS is in, which may move; NULL: it is in none. */
struct grow_array *rooms_find_array(
	const struct grow_function *function, const struct decoded *is);
/* The same of "add %rbp,%reg; sub $constant,%reg" from STEP on, which makes the address of an
 * element that is large: *IS gets the displacement. */
struct grow_array *rooms_find_element(const struct grow_function *function,
	const struct grow_step *step, const struct grow_step *next,
	struct decoded *is);
/* The array that the address IS is the end of, and of nothing else; NULL: of none. */
struct grow_array *rooms_find_end(
	const struct grow_function *function, const struct decoded *is);
/* Whether ADD makes the address that FIRST takes, of ARRAY, that of its last element. */
bool rooms_is_last(const struct grow_array *array, const struct decoded *first,
	const struct decoded *add);

#endif
