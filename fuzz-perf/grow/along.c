/* SPDX-License-Identifier: MIT
 * Numbers that follow the bound of a loop: what a compiler knows to be counted when it
 * ends, and how many elements are handed over. */
#include "config.h"

#include "fuzz-perf/grow/knobs.h"

#include <inttypes.h>
#include <string.h>

#define ALONG_KEPT_MIN	 3 /* smaller numbers have many meanings */
#define ALONG_CODE_BYTES 40
#define ALONG_JUMP_BYTES 5
#define ALONG_BYTE_MAX	 127 /* a constant of one byte */

/* Whether the memory of STEP, or the address that it takes, is in the frame of the function:
 * relative to rbp or rsp. */
static bool along_is_on_stack(
	const struct grow_knobs *knobs, const struct grow_step *step)
{
	size_t left;
	const uint8_t *bytes = grow_code_bytes(&knobs->code, step->at, &left);
	size_t prefix = (bytes[0] & 0xf0) == 0x40;
	bool is_extended = prefix && bytes[0] & 1;
	unsigned base = bytes[prefix + 1] & 7;

	return step->is.is_memory && !step->is.is_relative_memory &&
	       !is_extended && (base == 4 || base == 5);
}

/* Whether step I after a loop stores or adds BOUND, as what is counted by then. */
static bool along_is_final(const struct grow_knobs *knobs,
	const struct grow_step *step, int64_t bound)
{
	const struct decoded *is = &step->is;
	/* Addresses go by elements and fields, which are multiples of four. */
	bool may_be_address = is->operand_bytes == 8 && bound % 4 == 0 &&
			      is->kind != DECODE_MOVE;

	if (along_is_on_stack(knobs, step) || is->moves_stack || may_be_address)
		return false;
	switch (is->kind) {
	case DECODE_ADDRESS:
		return !is->is_relative_memory && is->displacement_bytes > 0 &&
		       is->displacement == bound;
	case DECODE_ADD:
		return is->has_constant && is->constant_bytes > 0 &&
		       !is->is_memory && is->constant == bound;
	case DECODE_MOVE:
		return is->has_constant && is->constant_bytes == 4 &&
		       is->is_memory && is->constant == bound;
	default:
		return false;
	}
}

bool grow_along_is_memory(const char *name, unsigned number)
{
	return (number == 0 && !strcmp(name, "malloc")) ||
	       (number <= 1 && !strcmp(name, "calloc")) ||
	       (number == 1 && (!strcmp(name, "realloc") ||
				       !strcmp(name, "aligned_alloc")));
}

bool grow_along_is_asked(const struct grow_knobs *knobs,
	const struct grow_steps *steps, int64_t constant)
{
	for (size_t i = 0; i < steps->count; i++) {
		const struct grow_step *call = &steps->step[i];
		const char *name = call->is.kind == DECODE_CALL
					   ? grow_code_callee(&knobs->code,
						     call->at, &call->is)
					   : NULL;
		for (unsigned j = 0; name && j < 2; j++) {
			const struct grow_step *step = grow_steps_writer(
				steps, i, grow_argument_registers[j]);
			if (step && grow_along_is_memory(name, j) &&
				step->is.has_constant &&
				step->is.constant == constant)
				return true;
		}
	}
	return false;
}

/* Whether STEP keeps BOUND in a variable, as how many there are, or how much memory they have. */
static bool along_is_kept(const struct grow_knobs *knobs,
	const struct grow_steps *steps, const struct grow_step *step,
	int64_t bound)
{
	const struct decoded *is = &step->is;

	return bound >= ALONG_KEPT_MIN && is->kind == DECODE_MOVE &&
	       is->has_constant && is->constant_bytes == 4 &&
	       along_is_on_stack(knobs, step) &&
	       (is->constant == bound ||
		       (is->constant > 0 && is->constant % bound == 0 &&
			       grow_along_is_asked(
				       knobs, steps, is->constant)));
}

/* Whether argument NUMBER of the call at STEP is how many there are. *IS_LENGTH: in the
 * array before it. */
static bool along_is_count(const struct grow_knobs *knobs,
	const struct grow_step *step, unsigned number, uint64_t times,
	bool *is_length)
{
	const char *name = grow_code_callee(&knobs->code, step->at, &step->is);
	const struct grow_function *to =
		step->is.is_direct
			? grow_code_find(&knobs->code, grow_step_target(step))
			: NULL;

	*is_length = true;
	if (name && number == 2 && !strcmp(name, "memset"))
		return true;
	if (times != 1)
		return false;
	*is_length = to ? to->lengths >> number & 1 : true;
	if (to && to->start == grow_step_target(step))
		return !to->is_framework &&
		       (to->lengths | to->integers) >> number & 1;
	return name && ((number == 1 && !strcmp(name, "qsort")) ||
			       (number == 2 && !strcmp(name, "bsearch")));
}

/* Whether step I hands BOUND elements over. */
static bool along_is_passed(const struct grow_knobs *knobs,
	const struct grow_steps *steps, size_t i, int64_t bound,
	bool *is_length)
{
	const struct decoded *is = &steps->step[i].is;
	unsigned number = 0;
	size_t call = i + 1;

	if (is->kind != DECODE_MOVE || is->is_memory ||
		is->constant_bytes != 4 || is->constant <= 0 ||
		is->constant % bound != 0)
		return false;
	while (number < GROW_ARGUMENTS &&
		grow_argument_registers[number] != is->destination)
		number++;
	while (call < steps->count && !steps->step[call].is_target &&
		steps->step[call].is.kind != DECODE_CALL)
		call++;
	return number < GROW_ARGUMENTS && call < steps->count &&
	       !steps->step[call].is_target &&
	       grow_steps_writer(steps, call, is->destination) ==
		       &steps->step[i] &&
	       along_is_count(knobs, &steps->step[call], number,
		       (uint64_t)(is->constant / bound), is_length);
}

/* Where the constant of IS is: in a lea it is the displacement. */
static void along_find_place(
	const struct decoded *is, size_t *at, unsigned *bytes)
{
	bool is_address = is->kind == DECODE_ADDRESS;

	*at = is_address ? is->displacement_at : is->constant_at;
	*bytes = is_address ? is->displacement_bytes : is->constant_bytes;
}

bool grow_along_can_move(const struct grow_steps *steps, size_t i)
{
	uint64_t start = steps->step[i].at;

	for (; i < steps->count; i++) {
		const struct grow_step *step = &steps->step[i];
		if (step->at - start >= ALONG_JUMP_BYTES)
			return true;
		if ((step->at > start && step->is_target) ||
			step->is.kind == DECODE_BRANCH ||
			step->is.kind == DECODE_JUMP ||
			step->is.kind == DECODE_CALL ||
			step->is.kind == DECODE_RETURN ||
			(step->is.is_relative_memory &&
				step->is.displacement_at + 4u !=
					step->is.length))
			return false;
	}
	return false;
}

static void along_add(struct grow_knobs *knobs, struct grow_knob *knob,
	const struct grow_step *step, uint64_t times, bool is_smaller_only)
{
	struct grow_along *along = arena_alloc(&knobs->arena, sizeof *along);

	*along = (struct grow_along){.next = knob->along,
		.at = step->at,
		.is = step->is,
		.times = times,
		.is_smaller_only = is_smaller_only};
	knob->along = along;
}

/* Whether step I has the END that KNOB's loop counts to by more than one at a time. */
static bool along_add_end(struct grow_knobs *knobs, struct grow_knob *knob,
	const struct grow_steps *steps, size_t i, int64_t end)
{
	const struct grow_step *step = &steps->step[i];
	bool is_length = true;

	if (step->is.constant != end ||
		!(along_is_passed(knobs, steps, i, end, &is_length) ||
			along_is_kept(knobs, steps, step, end)))
		return false;
	along_add(knobs, knob, step, knob->step, !is_length);
	knob->along->more = (uint64_t)end - knob->base * knob->step;
	return true;
}

void grow_along_find(struct grow_knobs *knobs, struct grow_knob *knob,
	const struct grow_steps *steps)
{
	for (size_t i = 0; i < steps->count; i++) {
		const struct grow_step *step = &steps->step[i];
		size_t at;
		unsigned bytes;
		bool is_length;
		if (step->at == knob->at ||
			(knob->step > 1 && !knob->is_end &&
				(along_add_end(knobs, knob, steps, i,
					 knob->is.constant) ||
					along_add_end(knobs, knob, steps, i,
						knob->is.constant + 1))))
			continue;
		if (along_is_passed(
			    knobs, steps, i, (int64_t)knob->base, &is_length)) {
			along_add(knobs, knob, step,
				(uint64_t)step->is.constant / knob->base,
				!is_length);
			continue;
		}
		if (along_is_kept(knobs, steps, step, (int64_t)knob->base)) {
			along_add(knobs, knob, step,
				(uint64_t)step->is.constant / knob->base,
				false);
			continue;
		}
		/* A loop that ends at an address has not counted. */
		if (knob->kind != GROW_LOOP || knob->is_end ||
			step->at < knob->back ||
			!along_is_final(knobs, step, (int64_t)knob->base))
			continue;
		along_find_place(&step->is, &at, &bytes);
		if (bytes < 4 && !grow_along_can_move(steps, i) &&
			knob->max > ALONG_BYTE_MAX)
			knob->max = ALONG_BYTE_MAX;
		along_add(knobs, knob, step, 1, false);
	}
}

/*--- setting them ---*/

/* The instruction IS at OLD with VALUE in 32 bits at TO. Returns its length. */
static size_t along_widen(const uint8_t *old, const struct decoded *is,
	int32_t value, uint8_t *to)
{
	size_t place, opcode = (old[0] & 0xf0) == 0x40;
	unsigned bytes;

	along_find_place(is, &place, &bytes);
	memcpy(to, old, place);
	if (is->kind == DECODE_ADDRESS)
		to[opcode + 1] = (to[opcode + 1] & 0x3f) | 0x80;
	else
		to[opcode] = 0x81;
	memcpy(to + place, &value, sizeof value);
	return place + sizeof value;
}

void grow_along_move(const struct grow_knobs *knobs,
	const struct grow_knob *knob, const struct grow_along *along,
	int32_t value, FILE *out)
{
	size_t left, length, place[ALONG_JUMP_BYTES], places = 0;
	uint64_t end = along->at + along->is.length, to[ALONG_JUMP_BYTES];
	const uint8_t *old = grow_code_bytes(&knobs->code, along->at, &left);
	uint8_t code[ALONG_CODE_BYTES] = {0};
	struct decoded is;

	length = along_widen(old, &along->is, value, code);
	while (end - along->at < ALONG_JUMP_BYTES &&
		decode_instruction(old + (end - along->at), 16, &is)) {
		memcpy(code + length, old + (end - along->at), is.length);
		if (is.is_relative_memory) {
			place[places] = length + is.displacement_at;
			to[places++] = end + is.length +
				       (uint64_t)(int64_t)is.displacement;
		}
		length += is.length;
		end += is.length;
	}
	code[length++] = 0xe9;
	place[places] = length;
	to[places++] = end;
	length += 4;
	fprintf(out, "detour %s %" PRIx64 " ", knob->id, along->at);
	grow_write_hex(out, old, (size_t)(end - along->at));
	putc(' ', out);
	grow_write_hex(out, code, length);
	for (size_t i = 0; i < places; i++)
		fprintf(out, "%c%zu:%" PRIx64, i ? ',' : ' ', place[i], to[i]);
	putc('\n', out);
}

void grow_along_set(const struct grow_knobs *knobs,
	const struct grow_choice *choice, FILE *out)
{
	const struct grow_knob *knob = choice->knob;

	for (const struct grow_along *along = knob->along; along;
		along = along->next) {
		size_t left, place;
		unsigned bytes;
		const uint8_t *old =
			grow_code_bytes(&knobs->code, along->at, &left);
		uint8_t changed[16];
		uint64_t value = choice->value * along->times + along->more;
		if (along->is_smaller_only && choice->value >= knob->base)
			continue;
		along_find_place(&along->is, &place, &bytes);
		if (bytes < 4 && value > ALONG_BYTE_MAX) {
			grow_along_move(
				knobs, knob, along, (int32_t)value, out);
			continue;
		}
		memcpy(changed, old, along->is.length);
		memcpy(changed + place, &value, bytes);
		grow_write_patch(knobs, knob->id, along->at, changed,
			along->is.length, out);
	}
}
