/* SPDX-License-Identifier: MIT
 * The memory operand of an x86-64 instruction: the registers that DWARF speaks
 * of are those the instruction itself names. */
#include "config.h"

#include "analyzer/symbols/label_parts.h"
#include "lib/format/trace_format.h"

#include <string.h>
#include <unistd.h>

#define INSTRUCTION_BYTES_MAX 15
#define CALL_BYTES	      5 /* of a direct call */

/* Bytes of one instruction, read in order. */
struct operand_code {
	unsigned char bytes[INSTRUCTION_BYTES_MAX + 8]; /* 0 after the end */
	size_t at;
};

/* The bits of a REX or VEX prefix that extend registers. */
struct extension {
	unsigned base;
	unsigned index;
};

static bool read_code(const struct symbols_object *object, uint64_t pc,
	struct operand_code *code)
{
	const struct symbols_segment *segment =
		symbols_object_segment(object, pc);

	memset(code, 0, sizeof *code);
	return segment && pc - segment->start < segment->file_bytes &&
	       pread(object->fd, code->bytes, INSTRUCTION_BYTES_MAX,
		       (off_t)(segment->file_offset + pc - segment->start)) > 0;
}

/* Opcodes of the first map that are followed by a ModRM byte. */
static bool has_operand(unsigned opcode)
{
	if (opcode < 0x40)
		return (opcode & 7) < 4;
	switch (opcode) {
	case 0x63:
	case 0x69:
	case 0x6b:
	case 0xc0:
	case 0xc1:
	case 0xc6:
	case 0xc7:
	case 0xf6:
	case 0xf7:
	case 0xfe:
	case 0xff:
		return true;
	default:
		return (opcode >= 0x80 && opcode <= 0x8f) ||
		       (opcode >= 0xd0 && opcode <= 0xd3) ||
		       (opcode >= 0xd8 && opcode <= 0xdf);
	}
}

/* Those of the second map (after 0f). */
static bool has_operand_0f(unsigned opcode)
{
	return !((opcode >= 0x05 && opcode <= 0x0b) ||
		 (opcode >= 0x30 && opcode <= 0x37) || opcode == 0x77 ||
		 (opcode >= 0x80 && opcode <= 0x8f) ||
		 (opcode >= 0xa0 && opcode <= 0xa2) ||
		 (opcode >= 0xa8 && opcode <= 0xaa) ||
		 (opcode >= 0xc8 && opcode <= 0xcf));
}

/* Skips prefixes and opcode. False: no operand that can be read here. */
static bool skip_opcode(struct operand_code *code, struct extension *extension)
{
	const unsigned char *bytes = code->bytes;

	while (bytes[code->at] == 0x66 || bytes[code->at] == 0xf2 ||
		bytes[code->at] == 0xf3 || bytes[code->at] == 0x2e ||
		bytes[code->at] == 0x3e || bytes[code->at] == 0xf0) {
		if (++code->at > 4)
			return false;
	}
	if (bytes[code->at] == 0xc5) { /* VEX, short: 2 bytes and an opcode */
		code->at += 3;
		return true;
	}
	if (bytes[code->at] == 0xc4) {
		extension->index = bytes[code->at + 1] & 0x40 ? 0 : 8;
		extension->base = bytes[code->at + 1] & 0x20 ? 0 : 8;
		code->at += 4;
		return true;
	}
	if ((bytes[code->at] & 0xf0) == 0x40) {
		extension->index = bytes[code->at] & 2 ? 8 : 0;
		extension->base = bytes[code->at] & 1 ? 8 : 0;
		code->at++;
	}
	if (bytes[code->at] != 0x0f)
		return has_operand(bytes[code->at++]);
	code->at++;
	if (bytes[code->at] == 0x38 || bytes[code->at] == 0x3a) {
		code->at += 2;
		return true;
	}
	return has_operand_0f(bytes[code->at++]);
}

static int64_t read_displacement(const struct operand_code *code, unsigned mode)
{
	int32_t wide;

	if (mode == 0)
		return 0;
	if (mode == 1)
		return (signed char)code->bytes[code->at];
	memcpy(&wide, code->bytes + code->at, sizeof wide);
	return wide;
}

bool labels_read_operand(struct symbols_object *object, uint64_t pc,
	struct trace_site *site, unsigned *index)
{
	struct extension extension = {0, 0};
	struct operand_code code;
	unsigned mode, base;

	if (!read_code(object, pc, &code) || !skip_opcode(&code, &extension))
		return false;
	mode = code.bytes[code.at] >> 6;
	base = code.bytes[code.at++] & 7;
	/* A register, or relative to the next instruction: not said here. */
	if (mode == 3 || (mode == 0 && base == 5))
		return false;
	site->flags &= (unsigned char)~TRACE_SITE_INDEXED;
	site->index_scale = 0;
	*index = 0;
	if (base == 4) {
		unsigned sib = code.bytes[code.at++];

		if ((sib >> 3 & 7) + extension.index != 4) {
			site->flags |= TRACE_SITE_INDEXED;
			site->index_scale = 1u << (sib >> 6);
			*index = (sib >> 3 & 7) + extension.index;
		}
		base = sib & 7;
		if (mode == 0 && base == 5) {
			site->base = TRACE_BASE_PC; /* table(,%rax,8) */
			site->step[0] = read_displacement(&code, 2);
			site->step_count = 1;
			return true;
		}
	}
	site->base = (unsigned char)(base + extension.base);
	site->step[0] = read_displacement(&code, mode);
	site->step_count = 1;
	return true;
}

bool labels_read_call(
	struct symbols_object *object, uint64_t pc, uint64_t *target)
{
	struct operand_code code;
	int32_t distance;

	if (pc < CALL_BYTES || !read_code(object, pc - CALL_BYTES, &code) ||
		code.bytes[0] != 0xe8)
		return false;
	memcpy(&distance, code.bytes + 1, sizeof distance);
	*target = pc + (uint64_t)(int64_t)distance;
	return true;
}
