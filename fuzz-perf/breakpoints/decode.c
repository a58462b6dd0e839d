/* SPDX-License-Identifier: MIT
 * One x86-64 instruction in the terms that patches and breakpoints need. */
#include "config.h"

#include "fuzz-perf/breakpoints/decode.h"

#include <string.h>

#ifdef HAVE_ZYDIS
#include <Zydis/Zydis.h>

bool decode_is_available(void)
{
	return true;
}

static enum decode_kind decode_kind_of(const ZydisDecodedInstruction *from)
{
	switch (from->meta.category) {
	case ZYDIS_CATEGORY_COND_BR:
		return DECODE_BRANCH;
	case ZYDIS_CATEGORY_UNCOND_BR:
		return DECODE_JUMP;
	case ZYDIS_CATEGORY_RET:
		return DECODE_RETURN;
	case ZYDIS_CATEGORY_CALL:
		return DECODE_CALL;
	default:
		break;
	}
	switch (from->mnemonic) {
	case ZYDIS_MNEMONIC_UD2:
		return DECODE_TRAP;
	case ZYDIS_MNEMONIC_CMP:
		return DECODE_COMPARE;
	case ZYDIS_MNEMONIC_MOV:
		return DECODE_MOVE;
	case ZYDIS_MNEMONIC_LEA:
		return DECODE_ADDRESS;
	case ZYDIS_MNEMONIC_ADD:
	case ZYDIS_MNEMONIC_INC:
		return DECODE_ADD;
	case ZYDIS_MNEMONIC_SUB:
	case ZYDIS_MNEMONIC_DEC:
		return DECODE_SUBTRACT;
	default:
		return DECODE_OTHER;
	}
}

static int decode_register(ZydisRegister name)
{
	ZydisRegister whole = ZydisRegisterGetLargestEnclosing(
		ZYDIS_MACHINE_MODE_LONG_64, name);

	return whole >= ZYDIS_REGISTER_RAX && whole <= ZYDIS_REGISTER_R15
		       ? (int)(whole - ZYDIS_REGISTER_RAX)
		       : DECODE_NO_REGISTER;
}

static bool decode_moves_stack(
	const ZydisDecodedInstruction *from, const ZydisDecodedOperand *operand)
{
	for (size_t i = 0; i < from->operand_count; i++)
		if (operand[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
			operand[i].reg.value == ZYDIS_REGISTER_RSP &&
			operand[i].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
			return true;
	return false;
}

/* The only memory operand that matters is the explicit one, which has the
 * displacement of the encoding. */
static void decode_operands(struct decoded *found,
	const ZydisDecodedInstruction *from, const ZydisDecodedOperand *operand)
{
	found->operand_bytes = (uint8_t)(operand[0].size / 8);
	found->moves_stack = decode_moves_stack(from, operand);
	if (operand[0].type == ZYDIS_OPERAND_TYPE_REGISTER)
		found->destination = decode_register(operand[0].reg.value);
	if (from->operand_count_visible > 1 &&
		operand[1].type == ZYDIS_OPERAND_TYPE_MEMORY)
		found->source = decode_register(operand[1].mem.base);
	else if (from->operand_count_visible > 1 &&
		 operand[1].type == ZYDIS_OPERAND_TYPE_REGISTER)
		found->source = decode_register(operand[1].reg.value);
	for (size_t i = 0; i < from->operand_count_visible; i++) {
		if (operand[i].type != ZYDIS_OPERAND_TYPE_MEMORY)
			continue;
		found->is_memory = true;
		found->is_relative_memory =
			operand[i].mem.base == ZYDIS_REGISTER_RIP;
		found->base = decode_register(operand[i].mem.base);
		found->has_index = operand[i].mem.index != ZYDIS_REGISTER_NONE;
		found->memory_at = from->raw.modrm.offset;
		found->displacement_at = from->raw.disp.offset;
		found->displacement_bytes = from->raw.disp.size / 8;
		found->displacement = (int32_t)from->raw.disp.value;
	}
}

bool decode_instruction(const uint8_t *code, size_t size, struct decoded *found)
{
	ZydisDecodedInstruction from;
	ZydisDecodedOperand operand[ZYDIS_MAX_OPERAND_COUNT];
	ZydisDecoder decoder;

	*found = (struct decoded){.destination = DECODE_NO_REGISTER,
		.source = DECODE_NO_REGISTER,
		.base = DECODE_NO_REGISTER};
	ZydisDecoderInit(
		&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(
		    &decoder, code, size, &from, operand)))
		return false;
	found->kind = decode_kind_of(&from);
	found->length = from.length;
	found->is_direct = from.raw.imm[0].is_relative;
	if (found->is_direct) {
		found->target = from.length + from.raw.imm[0].value.s;
		return true;
	}
	if (from.raw.imm[0].size) {
		found->has_constant = true;
		found->constant = from.raw.imm[0].value.s;
		found->constant_at = from.raw.imm[0].offset;
		found->constant_bytes = from.raw.imm[0].size / 8;
	} else if (from.mnemonic == ZYDIS_MNEMONIC_INC ||
		   from.mnemonic == ZYDIS_MNEMONIC_DEC) {
		found->has_constant = true;
		found->constant = 1;
	}
	decode_operands(found, &from, operand);
	return true;
}
#else
bool decode_is_available(void)
{
	return false;
}

bool decode_instruction(const uint8_t *code, size_t size, struct decoded *found)
{
	(void)code;
	(void)size;
	*found = (struct decoded){.destination = DECODE_NO_REGISTER,
		.source = DECODE_NO_REGISTER,
		.base = DECODE_NO_REGISTER};
	return false;
}
#endif
