/* SPDX-License-Identifier: MIT
 * Byte layouts of a trace: what the recorder writes and the analyzer reads.
 *
 * Used by a Valgrind tool, so: fixed-width types and constants, no libc.
 * Everything is little-endian. doc/retread-trace.5 tells the same in prose.
 *
 * A trace is one TRACE HEADER (trace_header, TRACE_HEADER_BYTES long) followed
 * by BLOCKS. A block is a trace_block and PAYLOAD_BYTES of RECORDS; no record
 * crosses the end of a block. A ring (live transport) holds the same blocks,
 * one per segment, after a ring_header instead of a trace header.
 *
 * Time. The CLOCK is the position in the record stream in units of 8 bytes:
 * a record of 24 bytes advances it by three. It starts at 1, only rises, and
 * trace_block.clock says its value at the first record of a block. So a read
 * and a write are ordered exactly, without a counter of their own. Between two
 * blocks the clock may skip, never go back. Records and payloads are multiples
 * of 8 bytes long and begin at such addresses, so they can be used in place.
 *
 * Stamps. Shadow memory keeps for every byte of the client a 32-bit stamp of
 * its last write: (clock << TRACE_STAMP_SHIFT) | flags, the clock relative to
 * the last TRACE_REBASE. Stamp 0 means never written since the process began
 * (static data, what the kernel mapped). A fresh allocation is a write.
 */
#ifndef RETREAD_LIB_FORMAT_TRACE_FORMAT_H
#define RETREAD_LIB_FORMAT_TRACE_FORMAT_H

#define TRACE_MAGIC	   "RTTRACE" /* 8 bytes with the final NUL */
#define TRACE_VERSION	   1
#define TRACE_HEADER_BYTES 4096
#define TRACE_BLOCK_MAGIC  0x4b425452u /* "RTBK" */

/* First bytes of a trace file or of a ring's process description. The command
 * line is NUL-separated, truncated to fit. */
struct trace_header {
	char magic[8];
	unsigned int version;
	unsigned int header_bytes; /* TRACE_HEADER_BYTES */
	unsigned int word_bytes;   /* 8 */
	unsigned int pid;
	unsigned int parent_pid;
	unsigned int command_bytes;
	unsigned long long started_unix_ms;
	char command[TRACE_HEADER_BYTES - 8 - 6 * 4 - 8 - 4 - 4];
	unsigned int reserved;
	unsigned int checksum; /* trace_checksum of all bytes before it */
};

/* No payload is longer: a reader may refuse it. */
#define TRACE_PAYLOAD_LIMIT (1u << 26)

/* Head of a block. CHECKSUM covers the payload, HEAD_CHECKSUM the fields
 * before it. In a ring both are 0 (the two processes share the memory). */
struct trace_block {
	unsigned int magic;    /* TRACE_BLOCK_MAGIC */
	unsigned int sequence; /* 0, 1, 2, ... */
	unsigned long long clock;
	unsigned int payload_bytes;
	unsigned int checksum;
	unsigned int reserved;
	unsigned int head_checksum;
};

/* Stamps. */
#define TRACE_STAMP_SHIFT 2
#define TRACE_STAMP_OWN                                                        \
	1u /* written by the activation that owns this stack slot */
#define TRACE_STAMP_EXTERNAL                                                   \
	2u /* written by the kernel or another process: a new epoch */
/* The recorder rebases before clock - base reaches this. */
#define TRACE_CLOCK_LIMIT (1u << 30)

/*
 * Records. The first 32-bit word says what it is:
 *
 *   1 .. TRACE_SITE_MAX     a READ at that site:
 *                             u32 site; u32 stamp; u64 address;
 *                             u64 value, only if the site has TRACE_SITE_VALUE
 *   TRACE_TAG_BASE | type   one of the records below
 *   0                       end of what was written: the rest of this block
 *                           says nothing
 *
 * Only SITE, MODULE, TEST and FILE have a varying length, kept in their second word.
 */
#define TRACE_SITE_MAX 0xfffeffffu
#define TRACE_TAG_BASE 0xffffff00u

/* A READ record. VALUE is there only if the site has TRACE_SITE_VALUE. The upper 16 bits
 * of ADDRESS are a signed number: so many clocks the read, and all after it, are later than
 * the place says, besides what was said before. */
struct trace_read {
	unsigned int site;
	unsigned int stamp; /* of the last write there */
	unsigned long long address;
	unsigned long long value;
};
#define TRACE_READ_BYTES       16
#define TRACE_READ_VALUE_BYTES 24
#define TRACE_ADDRESS_BITS     48

/* What a record has for ADDRESS if it is LATE clocks later than its place says. */
static inline unsigned long long trace_late_address(
	unsigned long long address, long long late)
{
	return (address & ((1ull << TRACE_ADDRESS_BITS) - 1)) |
	       (unsigned long long)late << TRACE_ADDRESS_BITS;
}

/* The address of a record that has ADDRESS, and by how much it is later. */
static inline unsigned long long trace_plain_address(unsigned long long address)
{
	return address & ((1ull << TRACE_ADDRESS_BITS) - 1);
}

static inline long long trace_lateness(unsigned long long address)
{
	return (long long)address >> TRACE_ADDRESS_BITS;
}

enum trace_record {
	TRACE_SITE = 1, /* trace_site: defines a site before its first use */
	TRACE_MODULE,	/* trace_module: an executable mapping of a file */
	TRACE_UNMAP,	/* trace_range: a mapping or stack is gone */
	TRACE_CALL,	/* trace_call: an activation begins */
	TRACE_ENTER,  /* trace_enter: names or renames the newest activation */
	TRACE_RETURN, /* trace_return: the newest COUNT activations end */
	TRACE_THREAD, /* trace_thread: events from now on are of this thread */
	TRACE_THREAD_END, /* trace_thread: this thread and its activations end */
	TRACE_ALLOC,	  /* trace_alloc: a heap block begins */
	TRACE_FREE,	  /* trace_free: a heap block ends */
	/* trace_realloc: a block keeps its identity at a new place or size. Also
	 * before the FREE of a block that was copied into a larger one, which is at
	 * ADDRESS already and takes its identity over. */
	TRACE_REALLOC,
	TRACE_MAP, /* trace_range: anonymous or data mapping, an object of its own */
	TRACE_REBASE, /* trace_rebase: stamps count from a later clock */
	TRACE_TEST, /* trace_text: a test of this name begins; empty: it ends */
	TRACE_LOST, /* trace_lost: events were dropped from here (limit, off) */
	TRACE_EXIT, /* trace_exit: the process ended; last record of a whole trace */
	TRACE_STRING, /* trace_string: the newest activation reads a string */
	TRACE_FILE, /* trace_text: a regular file was opened to be read only */
	TRACE_SKIP, /* trace_skip: calls that came to nothing were here */
	TRACE_STAY, /* trace_stay: reads that were the same as the last one */
	TRACE_RUN,  /* trace_run: reads at equal distances */
	TRACE_RECORD_LIMIT
};

/* Site: one instruction of the client that reads memory or calls.
 *
 * STEPS say how a read's address is formed, as far as the code shows it:
 * start with guest register BASE (x86-64 encoding: rax rcx rdx rbx rsp rbp rsi
 * rdi r8..r15), add step[0]; for every further step load 8 bytes there and
 * add that step. The last sum is the address read. With TRACE_SITE_INDEXED a
 * scaled index was added besides to the last sum. STEP_COUNT 0: not known. */
#define TRACE_SITE_READ	   0x01u
#define TRACE_SITE_VALUE   0x02u /* READ records carry the first 8 bytes */
#define TRACE_SITE_CALL	   0x04u /* PC is the call instruction */
#define TRACE_SITE_INDEXED 0x08u
#define TRACE_STEPS_MAX	   6
#define TRACE_BASE_PC                                                          \
	0x10 /* base is the instruction pointer: step[0] is an absolute address */
struct trace_site {
	unsigned int tag;
	unsigned int record_bytes;
	unsigned long long pc;
	unsigned int id;	   /* dense, from 1 */
	unsigned short size_bytes; /* of the read */
	unsigned char flags;
	unsigned char base;
	unsigned int step_count;
	unsigned int
		index_scale; /* bytes per index with TRACE_SITE_INDEXED, 0: unknown */
	long long
		step[TRACE_STEPS_MAX]; /* only step_count of them are present */
};

/* A file mapping that can hold code: address - START + FILE_OFFSET is the
 * offset in PATH (NUL-terminated, padded with NULs to 8 bytes). */
struct trace_module {
	unsigned int tag;
	unsigned int record_bytes;
	unsigned long long start;
	unsigned long long end;
	unsigned long long file_offset;
	char path[];
};

struct trace_range {
	unsigned int tag;
	unsigned int reserved;
	unsigned long long start;
	unsigned long long end;
};

/* An activation begins: SITE is the call site (0: a signal handler, a
 * thread's first function, or the program's entry), TARGET the address called
 * (through a PLT stub: the function it leads to; 0: an ENTER follows),
 * STACK_POINTER its value at entry (it points at the return address), the
 * arguments are the first four integer argument registers. The activation's
 * start is the clock after this record: what it finds with a smaller
 * stamp clock was written before it. */
struct trace_call {
	unsigned int tag;
	unsigned int site;
	unsigned long long target;
	unsigned long long stack_pointer;
	unsigned long long argument[4];
};

/* The newest activation runs the function that begins at FUNCTION: after a
 * tail call, a PLT stub, lazy binding. Written only if it differs from the
 * call's target. SITE is the jump that led there (a TRACE_SITE_CALL site), 0 if
 * not known. ARGUMENT as in trace_call. */
struct trace_enter {
	unsigned int tag;
	unsigned int site;
	unsigned long long function;
	unsigned long long argument[4];
};

struct trace_return {
	unsigned int tag;
	unsigned int count; /* 1: a return; more: longjmp, exception */
};

/* A stack that a thread switches to, a coroutine's, is a thread of its own
 * here; all of them end when the thread does. */
struct trace_thread {
	unsigned int tag;
	unsigned int thread; /* dense, from 1; not reused */
};

/* A function of libc's str and mem families begins, and by its specification
 * reads LENGTH_BYTES at ADDRESS, whatever its variant loads: one record for each
 * pointer argument, none of the loads. SITE is the function's entry. STAMP: of
 * the newest write in the range; HALF_STAMP: the oldest stamp that half of its
 * bytes, or more, are not newer than, for a scan, and else the same. */
struct trace_string {
	unsigned int tag;
	unsigned int site;
	unsigned long long address;
	unsigned long long length_bytes; /* at least 1 */
	unsigned int stamp;
	unsigned int role;	 /* enum trace_string_role */
	unsigned int half_stamp; /* of a RUN, its first write's */
	int step_bytes;		 /* of a RUN, from write to write; else 0 */
};
enum trace_string_role {
	TRACE_STRING_SCAN =
		1, /* the one string of strlen, strchr, strcpy, ... */
	TRACE_STRING_COMPARE, /* one of two: strcmp, memcmp, the needle of strstr */
	TRACE_STRING_COPY, /* the source of memcpy and its like */
	/* Not read, but written: by memset; by one instruction of a loop, from one end
	 * to the other, until now. STAMP is that of the last write, and SITE of the
	 * instruction. */
	TRACE_STRING_FILL,
	TRACE_STRING_RUN,
	TRACE_STRING_GIVE, /* the kernel reads it; SITE is the system call */
	/* What the RUN that follows has copied, as it was read. */
	TRACE_STRING_SOURCE
};

struct trace_alloc {
	unsigned int tag;
	unsigned int kind; /* enum trace_alloc_kind */
	unsigned long long address;
	unsigned long long size_bytes;
};
enum trace_alloc_kind {
	TRACE_ALLOC_MALLOC,
	TRACE_ALLOC_CALLOC,
	TRACE_ALLOC_NEW,
	TRACE_ALLOC_NEW_ARRAY,
	TRACE_ALLOC_MEMALIGN,
	TRACE_ALLOC_POOL /* VALGRIND_MALLOCLIKE_BLOCK, mempool */
};

struct trace_free {
	unsigned int tag;
	unsigned int kind; /* as the block's */
	unsigned long long address;
};

struct trace_realloc {
	unsigned int tag;
	unsigned int reserved;
	unsigned long long old_address;
	unsigned long long address;
	unsigned long long size_bytes;
};

/* Activations began and ended here in which nothing was recorded: a ring has this
 * instead of their records. The clock after it is CLOCKS further than its length
 * says. */
struct trace_skip {
	unsigned int tag;
	unsigned int calls; /* so many, or more: at least 1 */
	unsigned long long clocks;
};
#define TRACE_SKIP_CLOCKS_MAX (1u << 20)

/* After the last READ at SITE it read COUNT times more there, in the same activation, the last
 * time at the clock of STAMP; nothing else was read meanwhile, and nothing written there. The
 * reads take no clocks but those that a later READ says. Only a ring has this, and
 * trace_run. */
struct trace_stay {
	unsigned int tag;
	unsigned int site;
	unsigned int count; /* at least 1 */
	unsigned int stamp;
};

/* COUNT records of reads at SITE, without a value, one after the other: the first of ADDRESS
 * (as in trace_read), each further one STEP from it. */
struct trace_run {
	unsigned int tag;
	unsigned int site;
	unsigned int stamp; /* of all */
	unsigned int count; /* at least 2 */
	unsigned long long address;
	long long step; /* bytes */
};
#define TRACE_RUN_COUNT_MAX (TRACE_PAYLOAD_LIMIT / TRACE_READ_BYTES)

/* Stamps written from here on count from BASE: clock = BASE + (stamp >>
 * TRACE_STAMP_SHIFT). Older stamps that would be negative became 1. */
struct trace_rebase {
	unsigned int tag;
	unsigned int reserved;
	unsigned long long base;
};

struct trace_text {
	unsigned int tag;
	unsigned int record_bytes;
	char text[]; /* NUL-terminated, padded with NULs to 8 bytes */
};

struct trace_lost {
	unsigned int tag;
	unsigned int reason; /* enum trace_lost_reason */
};
enum trace_lost_reason {
	TRACE_LOST_LIMIT = 1, /* --max-trace reached */
	TRACE_LOST_OFF,	      /* the client switched recording off */
	TRACE_LOST_ON	      /* ... and on again */
};

struct trace_exit {
	unsigned int tag;
	unsigned int reserved;
	int exit_code; /* of the process, when it exited */
	int signal; /* that ended it, else 0; -1: the process execs another program */
};

/* The ring: one file of ring_header (RING_HEADER_BYTES) and segment_count
 * segments of segment_bytes each (a multiple of 8). A segment holds one block:
 * its trace_block, then its payload. The recorder fills segment (filled %
 * segment_count), then adds one to filled; the analyzer reads segment (freed %
 * segment_count), clears it with zeroes, then adds one to freed. Both counters
 * are futex words (shared, not FUTEX_PRIVATE) and wrap; who adds also wakes.
 * The recorder sets state last when it makes the ring, and RING_CLOSED after
 * its last segment is filled.
 *
 * A recorder that dies leaves its last segment readable up to the first zero
 * word (the last record there may be one that was not meant). The head of that
 * segment may be still empty: its clock is then where the block before ended.
 *
 * The other way round go WISHES of the reader: that the reads of a chain of
 * functions be left out, because they say nothing new, or be recorded again. What
 * the reader wished while it had block N takes effect when block N + segment_count
 * begins, not before: by then it must have freed block N, so that a trace does not
 * depend on who is how fast. WISH is a ring itself, of which WISHES_MADE (of the
 * last block that was in a segment) says how far it goes. */
#define RING_MAGIC	  "RTRING2"
#define RING_WISHES	  4096u
#define RING_SEGMENTS_MAX 64u
#define RING_HEADER_BYTES (8192 + 8 * RING_WISHES + 4096)
struct ring_header {
	char magic[8];
	unsigned int segment_bytes;
	unsigned int segment_count;
	unsigned int recorder_pid;
	unsigned int state; /* enum ring_state */
	unsigned int filled __attribute__((aligned(64)));
	unsigned int freed __attribute__((aligned(64)));
	unsigned int reader_gone;  /* the analyzer gave up: record no more */
	unsigned int reader_locks; /* it holds a lock (flock) while it lives */
	struct trace_header process __attribute__((aligned(4096)));
	unsigned long long wish[RING_WISHES];
	unsigned int wishes_made[RING_SEGMENTS_MAX];
};
/* A wish: the number of a chain, and in bit 0 whether to leave it out. */
#define RING_WISH_LEAVE_OUT 1ull
enum ring_state { RING_OPEN = 1, RING_CLOSED = 2 };

/* One step of the checksum: for a given WORD a bijection of SUM, and the other
 * way round. */
static inline unsigned long long trace_checksum_step(
	unsigned long long sum, unsigned long long word)
{
	sum = (sum ^ word) * 0xff51afd7ed558ccdull;
	return sum ^ (sum >> 32);
}

/* A CHAIN is the functions of the activations on a stack, from the oldest to the
 * newest, and has a number. Recursion folds: a function that runs already has the
 * chain with which it began, if that was at most TRACE_FOLD_MAX activations ago. */
#define TRACE_FOLD_MAX 32
struct trace_link {
	unsigned long long function; /* its entry */
	unsigned long long chain;    /* bit 0 is 0 */
	unsigned long long seen;     /* mask of functions, by a hash */
};

/* Activation TOP of LINK[0..TOP], oldest first, runs FUNCTION. */
static inline void trace_link_name(struct trace_link *link,
	unsigned long long top, unsigned long long function)
{
	unsigned long long bit = 1ull
				 << (((function >> 4) ^ (function >> 10)) & 63);
	unsigned long long below = top > 0 ? link[top - 1].chain : 0;
	unsigned long long seen = top > 0 ? link[top - 1].seen : 0;
	unsigned long long i;

	link[top].function = function;
	link[top].chain =
		trace_checksum_step(below, function) & ~RING_WISH_LEAVE_OUT;
	link[top].seen = seen | bit;
	if ((seen & bit) == 0)
		return;
	for (i = top; i > 0 && top - i < TRACE_FOLD_MAX; i--)
		if (link[i - 1].function == function) {
			link[top].chain = link[i - 1].chain;
			link[top].seen = link[i - 1].seen;
			return;
		}
}

/* Checksum of N bytes at P. Cheap enough for the recorder: one multiply a
 * word, in four chains that do not wait for each other. A changed byte always
 * changes the 64-bit sum it is folded from. */
static inline unsigned int trace_checksum(const void *p, unsigned long long n)
{
	const unsigned char *byte = (const unsigned char *)p;
	unsigned long long sum = 0x9e3779b97f4a7c15ull ^ n;
	unsigned long long lane[4] = {sum, ~sum, sum << 1, sum >> 1};
	unsigned long long word[4];
	int i;

	for (; n >= 32; n -= 32, byte += 32) {
		__builtin_memcpy(word, byte, 32);
		lane[0] = trace_checksum_step(lane[0], word[0]);
		lane[1] = trace_checksum_step(lane[1], word[1]);
		lane[2] = trace_checksum_step(lane[2], word[2]);
		lane[3] = trace_checksum_step(lane[3], word[3]);
	}
	for (i = 0; i < 4; i++)
		sum = trace_checksum_step(sum, lane[i]);
	for (; n >= 8; n -= 8, byte += 8) {
		__builtin_memcpy(word, byte, 8);
		sum = trace_checksum_step(sum, word[0]);
	}
	for (; n > 0; n--, byte++)
		sum = trace_checksum_step(sum, *byte);
	return (unsigned int)(sum ^ (sum >> 29));
}

#endif
