/* SPDX-License-Identifier: MIT
 * Calls that are repeated: the call leads to code near it, which calls the function as
 * often as is wanted, with other texts and numbers, and then as the test does. */
#include "config.h"

#include "fuzz-perf/grow/agent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALL_ARGUMENTS	GROW_REGISTERS
#define CALL_NAME_BYTES 64 /* of a text that is a name and gets a number */
#define CALL_VECTORS	8

/* What a call hands over; the assembly below knows the places. */
struct call_registers {
	uint64_t general[CALL_ARGUMENTS];
	uint64_t rax, r10;
	double vector[CALL_VECTORS];
};
_Static_assert(sizeof(struct call_registers) == 128, "see the assembly");

static bool grow_call_repeat(struct grow_call *call, struct call_registers *in,
	const void *stack) __attribute__((used));

/* Saves what a call hands over, lets grow_call_repeat do its work, and goes where the call
 * led. R11 has the struct grow_call. If that says so, the call is done here, and registers are as
 * they were afterwards: who knows that the function leaves them alone goes on with them. */
__asm__(".text\n.type grow_call_entry,@function\ngrow_call_entry:\n"
	".cfi_startproc\n"
	"push %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset %rbp,-16\n"
	"mov %rsp,%rbp\n.cfi_def_cfa_register %rbp\n"
	"push %rbx\npush %r12\n.cfi_offset %rbx,-24\n.cfi_offset %r12,-32\n"
	"sub $0xc0,%rsp\nand $-16,%rsp\nmov %r11,%rbx\n"
	"mov %rdi,0x80(%rsp)\nmov %rsi,0x88(%rsp)\nmov %rcx,0x90(%rsp)\n"
	"mov %r8,0x98(%rsp)\nmov %r9,0xa0(%rsp)\nmov %r10,0xa8(%rsp)\n"
	"mov %rdi,(%rsp)\nmov %rsi,8(%rsp)\nmov %rdx,16(%rsp)\n"
	"mov %rcx,24(%rsp)\nmov %r8,32(%rsp)\nmov %r9,40(%rsp)\n"
	"mov %rax,48(%rsp)\nmov %r10,56(%rsp)\n"
	"movsd %xmm0,64(%rsp)\nmovsd %xmm1,72(%rsp)\nmovsd %xmm2,80(%rsp)\n"
	"movsd %xmm3,88(%rsp)\nmovsd %xmm4,96(%rsp)\nmovsd %xmm5,104(%rsp)\n"
	"movsd %xmm6,112(%rsp)\nmovsd %xmm7,120(%rsp)\n"
	"mov %rbx,%rdi\nmov %rsp,%rsi\nlea 16(%rbp),%rdx\ncall "
	"grow_call_repeat\n"
	"test %al,%al\njne 1f\n"
	"mov (%rbx),%r11\n"
	"mov (%rsp),%rdi\nmov 8(%rsp),%rsi\nmov 16(%rsp),%rdx\n"
	"mov 24(%rsp),%rcx\nmov 32(%rsp),%r8\nmov 40(%rsp),%r9\n"
	"mov 48(%rsp),%rax\nmov 56(%rsp),%r10\n"
	"movsd 64(%rsp),%xmm0\nmovsd 72(%rsp),%xmm1\nmovsd 80(%rsp),%xmm2\n"
	"movsd 88(%rsp),%xmm3\nmovsd 96(%rsp),%xmm4\nmovsd 104(%rsp),%xmm5\n"
	"movsd 112(%rsp),%xmm6\nmovsd 120(%rsp),%xmm7\n"
	"mov -8(%rbp),%rbx\nmov -16(%rbp),%r12\nleave\n"
	".cfi_remember_state\n.cfi_def_cfa %rsp,8\njmp *%r11\n"
	".cfi_restore_state\n"
	"1: mov (%rbx),%rdi\nmov %rsp,%rsi\nlea 16(%rbp),%rdx\n"
	"call grow_call_once\n"
	"mov 0x80(%rsp),%rdi\nmov 0x88(%rsp),%rsi\nmov 0x90(%rsp),%rcx\n"
	"mov 0x98(%rsp),%r8\nmov 0xa0(%rsp),%r9\nmov 0xa8(%rsp),%r10\n"
	"mov -8(%rbp),%rbx\nmov -16(%rbp),%r12\nleave\n"
	".cfi_def_cfa %rsp,8\nret\n.cfi_endproc\n"
	".size grow_call_entry,.-grow_call_entry\n"
	/* grow_call_once(target, registers, stack): with 16 words of the stack */
	".type grow_call_once,@function\ngrow_call_once:\n.cfi_startproc\n"
	"push %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset %rbp,-16\n"
	"mov %rsp,%rbp\n.cfi_def_cfa_register %rbp\n"
	"sub $0x80,%rsp\nmov %rdi,%r11\nmov %rsi,%rax\n"
	"mov %rdx,%rsi\nmov %rsp,%rdi\nmov $16,%rcx\nrep movsq\n"
	"mov 0(%rax),%rdi\nmov 8(%rax),%rsi\nmov 16(%rax),%rdx\n"
	"mov 24(%rax),%rcx\nmov 32(%rax),%r8\nmov 40(%rax),%r9\n"
	"mov 56(%rax),%r10\n"
	"movsd 64(%rax),%xmm0\nmovsd 72(%rax),%xmm1\nmovsd 80(%rax),%xmm2\n"
	"movsd 88(%rax),%xmm3\nmovsd 96(%rax),%xmm4\nmovsd 104(%rax),%xmm5\n"
	"movsd 112(%rax),%xmm6\nmovsd 120(%rax),%xmm7\n"
	"mov 48(%rax),%rax\ncall *%r11\nleave\n.cfi_def_cfa %rsp,8\nret\n"
	".cfi_endproc\n.size grow_call_once,.-grow_call_once\n");

extern const uint8_t grow_call_entry[] __attribute__((visibility("hidden")));
uint64_t grow_call_once(void *target, const struct call_registers *registers,
	const void *stack) __attribute__((visibility("hidden")));

/* Functions of libc would be recorded as the test's. */
static bool call_is_in_name(char c)
{
	static const char not [] = "{}[]<>\"";

	for (size_t i = 0; i < sizeof not -1; i++)
		if (c == not [i])
			return false;
	return c > ' ';
}

/* Copies the text at FROM if it is one, and short enough for a name. Returns its length;
 * 0: it is not. */
static size_t call_read_name(uint64_t from, char name[CALL_NAME_BYTES])
{
	size_t bytes = grow_read_memory(from, name, CALL_NAME_BYTES);
	size_t length = 0;

	while (length < bytes && call_is_in_name(name[length]))
		length++;
	return length < bytes && name[length] == '\0' ? length : 0;
}

/* The std::string at FROM with NUMBER at its end, if it is a name; 0: it is not. */
static uint64_t call_number_string(uint64_t from, uint64_t number)
{
	uint64_t word[2] = {0};
	char name[CALL_NAME_BYTES];
	struct call_string {
		char *text;
		size_t length, capacity, unused;
	} * string;

	if (grow_read_memory(from, word, sizeof word) != sizeof word ||
		call_read_name(word[0], name) != word[1] || word[1] == 0 ||
		!(string = calloc(1, sizeof *string)))
		return 0;
	string->text = grow_number_text(name, word[1], number);
	string->length = string->capacity = word[1] + GROW_DIGITS;
	return (uint64_t)(uintptr_t)string;
}

/* Texts that are names get NUMBER at their end; it is added to integers. */
static void call_vary(const struct grow_call *call, uint64_t number,
	struct call_registers *registers)
{
	for (unsigned i = 0; i < CALL_ARGUMENTS; i++) {
		char name[CALL_NAME_BYTES], *other = NULL;
		size_t length =
			call->texts >> i & 1
				? call_read_name(registers->general[i], name)
				: 0;
		if (length > 0)
			other = grow_number_text(name, length, number);
		if (other)
			registers->general[i] = (uint64_t)(uintptr_t)other;
		uint64_t string =
			call->strings >> i & 1
				? call_number_string(
					  registers->general[i], number)
				: 0;
		if (string)
			registers->general[i] = string;
		if (call->integers >> i & 1)
			registers->general[i] += number;
	}
}

static bool grow_call_repeat(
	struct grow_call *call, struct call_registers *in, const void *stack)
{
	if (call->hits) {
		*call->hits += call->read(in->general);
		return false;
	}
	grow_hand_over_texts(call, in->general, ((const uintptr_t *)stack)[-1]);
	if (call->arrays)
		grow_replace_arrays(call->arrays, call->growth, in->general);
	for (uint64_t i = 1; i < call->times; i++) {
		struct call_registers registers = *in;
		uint64_t number = grow_mix_number(i, call->times), result;
		if (number < call->least)
			continue;
		call_vary(call, number, &registers);
		result = grow_call_once(call->target, &registers, stack);
		if (call->replaced && result)
			in->general[call->replaced - 1] = result;
	}
	return call->arrays != NULL;
}

/* Where the call or jump at CODE leads. */
static void *call_target(const uint8_t *code)
{
	int32_t distance;
	void *target;

	if (*code == 0xe8 || *code == 0xe9) {
		memcpy(&distance, code + 1, sizeof distance);
		return (void *)(code + 5 + distance);
	}
	memcpy(&distance, code + 2, sizeof distance);
	memcpy(&target, code + 6 + distance, sizeof target);
	return target;
}

/* The end of PATCH becomes a call of THUNK, so that this returns where the call did. */
static bool call_change(struct grow_agent *agent,
	const struct grow_patch *patch, const uint8_t *thunk)
{
	uint8_t changed[GROW_CODE_BYTES];
	int32_t distance = (int32_t)(thunk - (patch->at + patch->length));

	memset(changed, 0x90, sizeof changed);
	changed[patch->length - 5] = 0xe8;
	memcpy(changed + patch->length - 4, &distance, sizeof distance);
	return grow_change(agent, patch, changed);
}

/* Puts the code of CALL at AT, as if the stack were as it was, and "mov %r11,TARGET". The
 * address to return to is below the stack meanwhile, where nothing else is. Returns the
 * end. */
static uint8_t *call_move(uint8_t *at, const struct grow_call *call)
{
	int32_t distance;

	memcpy(at, "\x48\x8d\x64\x24\x08", 5); /* lea 8(%rsp),%rsp */
	memcpy(at + 5, call->code, call->length);
	at += 5 + call->length;
	memcpy(at, "\x48\x8d\x64\x24\xf8", 5);
	memcpy(at + 5, "\x4c\x89\x1d", 3);
	distance = (int32_t)((const uint8_t *)&call->target - (at + 12));
	memcpy(at + 8, &distance, sizeof distance);
	return at + 12;
}

/* Makes code that does CALL, near the program's; NULL: there is no room. */
static struct grow_thunk *call_make_thunk(
	struct grow_agent *agent, const struct grow_call *wanted)
{
	struct grow_thunk *thunk = (void *)grow_near(agent, sizeof *thunk);
	struct grow_call *call = thunk ? &thunk->call : NULL;
	/* mov $call,%r11; jmp *entry, which is after it */
	uint8_t *at = thunk ? thunk->code : NULL;
	const uint8_t *entry = grow_call_entry;

	if (!thunk)
		return NULL;
	*call = *wanted;
	call->agent = agent;
	if (call->length > 0)
		at = call_move(at, call);
	memcpy(at, "\x49\xbb", 2);
	memcpy(at + 2, &call, sizeof call);
	memcpy(at + 10, "\xff\x25\0\0\0\0", 6);
	memcpy(at + 16, &entry, sizeof entry);
	return thunk;
}

/* Calls that only hand over texts share their code by where they lead: thousands of them would
 * take long to translate. */
static struct grow_thunk *call_find_thunk(
	struct grow_agent *agent, const struct grow_call *wanted)
{
	size_t bucket = (uintptr_t)wanted->target / 8 % GROW_THUNK_BUCKETS;
	bool is_shared = wanted->times == 1 && !wanted->arrays &&
			 !wanted->hits && wanted->length == 0;
	struct grow_thunk *thunk = is_shared ? agent->thunk[bucket] : NULL;

	while (thunk && thunk->call.target != wanted->target)
		thunk = thunk->next;
	if (thunk)
		return thunk;
	thunk = call_make_thunk(agent, wanted);
	if (thunk && is_shared) {
		thunk->next = agent->thunk[bucket];
		agent->thunk[bucket] = thunk;
	}
	return thunk;
}

void grow_repeat_call(struct grow_agent *agent, const struct grow_patch *patch,
	const struct grow_call *wanted)
{
	struct grow_call call = *wanted;
	bool is_jump = patch->old[0] == 0xe9 ||
		       (patch->old[0] == 0xff && patch->old[1] == 0x25);
	const struct grow_thunk *thunk;

	if (call.length == 0)
		call.target = call_target(patch->at);
	thunk = patch->length < 5 ? NULL : call_find_thunk(agent, &call);
	if (!thunk)
		grow_say(agent, "refused %s there is no memory near it",
			patch->id);
	else if (call.length > 0)
		call_change(agent, patch, thunk->code);
	else
		grow_change_to_jump(
			agent, patch, is_jump ? 0xe9 : 0xe8, thunk->code);
}
