/* SPDX-License-Identifier: MIT
 * Shared by the parts of the agent that sets knobs in a test program, which is preloaded
 * into it and has no more than libc. */
#ifndef RETREAD_FUZZ_PERF_GROW_AGENT_H
#define RETREAD_FUZZ_PERF_GROW_AGENT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* The file with the settings: lines of words, as setting.c writes them. */
#define GROW_VARIABLE "RETREAD_GROW"
#define GROW_AGENT    "retread-grow.so"
/* The number of a socket, from which the program is told of its runs. */
#define GROW_PLACE_VARIABLE "RETREAD_GROW_PLACE"

/* A folder, of which grow_watch() reads; only without the recorder. */
#define GROW_WATCH_VARIABLE  "RETREAD_GROW_WATCH"
#define GROW_WATCH_LINES     "watched"
#define GROW_WATCH_HITS	     "hits"
#define GROW_WATCH_CALL	     "call" /* of which what it reads is counted */
#define GROW_WATCH_BITS	     64
#define GROW_WATCH_POINTS    1024
#define GROW_WATCH_COUNTS    (GROW_WATCH_BITS + GROW_WATCH_POINTS)
#define GROW_WATCH_MAX	     60000 /* of all breakpoints */
#define GROW_WATCH_POINT_MAX 6000  /* of one of them */

#define GROW_CODE_BYTES 64 /* of one patch, at most */

struct grow_patch {
	const char *id;
	uint8_t *at;
	uint8_t old[GROW_CODE_BYTES];
	size_t length;
};

/* A text of the program, and what it is replaced by. */
struct grow_text {
	const struct grow_text *next;
	const char *old, *changed;
	size_t old_length, length;
};

/* A program that is started once for many runs is told of each by a message, and says when
 * it waits for the first one, when each begins and when it has ended. */
struct grow_order {
	double seconds; /* CPU time that the run may take */
	bool is_native; /* nothing counts, and the limit is fine */
	char input[PATH_MAX], output[PATH_MAX];
};

struct grow_answer {
	pid_t process;	/* 0: there is none */
	int status;	/* as wait() has it */
	double seconds; /* CPU time */
};

#define GROW_THUNK_BUCKETS 256

/* Everything that the agent knows; it begins as zeros. */
struct grow_agent {
	uintptr_t base; /* of the program's addresses */
	char *status, *program;
	FILE *said;	 /* the status, while settings are read */
	char **argument; /* of main(), with a final NULL */
	uint8_t *near;	 /* code and texts of ours that 32 bits reach */
	size_t near_used, near_bytes;
	const struct grow_text *text;
	/* That the program makes while it runs: OLD is what they say. */
	const struct grow_text *made;
	bool lacks_room; /* what was to move has no place */
	bool is_look;	 /* it is said what texts calls hand over */
	struct grow_thunk *thunk[GROW_THUNK_BUCKETS]; /* that calls share */
	uintptr_t open_page; /* of code that can be written */
	size_t open_bytes;   /* from there; 0: none can */
};

/* Writes a line to the file of the status. */
void grow_say(const struct grow_agent *agent, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*--- agent_code.c ---*/

/* BYTES of memory for code; NULL: there is no more. */
uint8_t *grow_near(struct grow_agent *agent, size_t bytes);
/* False: the code is not as it was decoded, or cannot be written; nothing changed. */
bool grow_change(struct grow_agent *agent, const struct grow_patch *patch,
	const uint8_t *changed);
bool grow_change_to_jump(struct grow_agent *agent,
	const struct grow_patch *patch, uint8_t opcode, const uint8_t *to);
/* No code can be written any more. */
void grow_close_code(struct grow_agent *agent);
/* The page at AT and the next one get PROTECTION. Returns how many bytes did. */
size_t grow_protect(const uint8_t *at, int protection);

#define GROW_REGISTERS 6 /* of arguments */
#define GROW_DIGITS    5 /* of numbers at the end of texts */

/*--- agent_arrays.c ---*/

/* Arrays in the REGISTERS of a call become larger ones, with other elements, as ARRAYS says
 * where they are: arrays.c writes it. */
void grow_replace_arrays(const char *arrays, uint64_t growth,
	uint64_t registers[GROW_REGISTERS]);
/* Fills NEW with the COUNT elements at OLD, which are as LAYOUT says, GROWTH times. */
void grow_fill_array(const char *layout, const char *old, size_t count,
	uint64_t growth, char *new);
/* Reads BYTES at the address FROM. Returns how many there are. */
size_t grow_read_memory(uint64_t from, void *to, size_t bytes);
/* The LENGTH bytes at TEXT with NUMBER after them: they stay as long as the program. */
char *grow_number_text(const char *text, size_t length, uint64_t number);

/*--- agent_calls.c ---*/

/* Repetition I of TIMES as a number of its own below twice TIMES, in no order. */
uint64_t grow_mix_number(uint64_t i, uint64_t times);

struct grow_call {
	void *target; /* first: assembly reads it */
	const struct grow_agent *agent;
	uint64_t times,
		least; /* repetitions, without those of smaller numbers */
	/* A bit for each argument that varies. */
	unsigned texts, integers, strings;
	unsigned views; /* a std::string_view begins there: its length */
	unsigned
		replaced; /* 1 for the first argument, ...: what is returned takes
			    * its place; 0: none */
	const char *arrays; /* that are handed over; NULL: they stay */
	/* What it reads is added to HITS; nothing else is done. */
	uint64_t *hits;
	uint64_t (*read)(const uint64_t registers[GROW_REGISTERS]);
	uint64_t growth; /* of them, in times */
	/* Of an indirect call: what is done instead of it and leaves TARGET in R11. */
	uint8_t code[GROW_CODE_BYTES];
	size_t length;
};

/* Code that does CALL. */
struct grow_thunk {
	struct grow_call call;
	struct grow_thunk *next; /* of its bucket */
	uint8_t code[48 + GROW_CODE_BYTES];
};

/* The call at PATCH is done TIMES times. */
void grow_repeat_call(struct grow_agent *agent, const struct grow_patch *patch,
	const struct grow_call *wanted);

/*--- agent_texts.c ---*/

#define GROW_MADE_MAX 4000 /* bytes of a text that a program makes */

/* Texts in the REGISTERS of CALL, which returns to FROM, become larger ones. */
void grow_hand_over_texts(const struct grow_call *call,
	uint64_t registers[GROW_REGISTERS], uintptr_t from);

/*--- agent_hex.c ---*/

/* Reads the digits at TEXT, which may be NULL, as no more than MOST bytes. Returns how many. */
size_t grow_read_hex(const char *text, uint8_t *bytes, size_t most);
/* A copy of TEXT; NULL: there is no memory. Free it. The program may have a strdup() of its own. */
char *grow_copy_text(const char *text);

/*--- agent_watch.c ---*/

/* How often the places run that FOLDER/watched has is counted in FOLDER/hits, GROW_WATCH_COUNTS
 * numbers: the first has the bits of which breakpoints were taken away, as there were too many
 * hits, and those from GROW_WATCH_BITS on are for the lines of the file. */
void grow_watch(const struct grow_agent *agent, const char *folder);

/*--- agent_reads.c ---*/

/* How many bytes the function of libc NAME reads, by its arguments; NULL: it is not known. */
uint64_t (*grow_reads_of(const char *name))(
	const uint64_t registers[GROW_REGISTERS]);

/*--- agent_detours.c ---*/

/* Memory that the code of one object reaches. */
struct grow_area {
	uintptr_t base; /* of the object; 0: none */
	uint64_t
		*hits; /* GROW_WATCH_COUNTS of them; NULL: there is no memory */
	uint8_t *code;
	size_t used, bytes;
};

/* A place of an object, as detours.h says. */
struct grow_detour {
	uint8_t old[GROW_CODE_BYTES], code[GROW_CODE_BYTES];
	size_t old_length, length;
	char *words; /* of CODE */
};

/* Makes AREA that of the object at BASE, with hits that are those of FILE. */
void grow_area_open(struct grow_area *area, uintptr_t base, int file);
/* The code AT adds one to the hits NUMBER from now on. False: it does not. */
bool grow_area_count(struct grow_area *area, uint8_t *at,
	const struct grow_detour *detour, size_t number);
/* The code of the program that CODE does instead; NULL: it does none. */
void *grow_detour_origin(void *code);

/*--- agent_serve.c ---*/

/* Forks a process for each order that comes from the socket PLACE; returns in those only. */
void grow_serve(int place);

#endif
