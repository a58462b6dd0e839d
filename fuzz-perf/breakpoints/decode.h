/* SPDX-License-Identifier: MIT
 * One x86-64 instruction in the terms that patches and breakpoints need; sole user of
 * Zydis. */
#ifndef RETREAD_FUZZ_PERF_BREAKPOINTS_DECODE_H
#define RETREAD_FUZZ_PERF_BREAKPOINTS_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum decode_kind {
	DECODE_OTHER,
	DECODE_BRANCH, /* conditional */
	DECODE_JUMP,
	DECODE_CALL,
	DECODE_RETURN,
	DECODE_TRAP, /* ud2 */
	DECODE_COMPARE,
	DECODE_MOVE,
	DECODE_ADDRESS, /* lea */
	DECODE_ADD,
	DECODE_SUBTRACT,
};

#define DECODE_NO_REGISTER    (-1)
#define DECODE_FIRST_ARGUMENT 7 /* rdi */
#define DECODE_STACK	      4 /* rsp */
#define DECODE_FRAME	      5 /* rbp */

struct decoded {
	enum decode_kind kind;
	uint8_t length; /* in bytes */
	/* Of a branch, jump or call: TARGET is relative to the instruction's start. */
	bool is_direct;
	int64_t target;
	/* The last operand is a constant; of no bytes where the opcode implies it. */
	bool has_constant;
	int64_t constant;
	uint8_t constant_at, constant_bytes;
	/* The first operand: a register (0 rax, 1 rcx, 2 rdx, 3 rbx, 4 rsp, 5 rbp,
	 * 6 rsi, 7 rdi, 8 r8, ...), or memory, perhaps relative to the next
	 * instruction by the 32 bits at DISPLACEMENT_AT. */
	int destination;
	int source; /* the second operand, if that is a register, or the base of
		     * memory if it is that */
	bool is_memory, is_relative_memory;
	int base;	   /* the register that memory is relative to */
	bool has_index;	   /* which another register is added to */
	uint8_t memory_at; /* its ModRM byte */
	int32_t displacement;
	uint8_t displacement_at, displacement_bytes;
	uint8_t operand_bytes;
	bool moves_stack; /* it changes the stack pointer */
};

/* Whether this retread can decode at all. */
bool decode_is_available(void);

/* Returns false, with FOUND zero, if no instruction begins the SIZE bytes at CODE. */
bool decode_instruction(
	const uint8_t *code, size_t size, struct decoded *found);

#endif
