/* SPDX-License-Identifier: MIT
 * A program is measured by a table of twelve opcodes, made when the machine is. */
#include <assert.h>
#include <stdlib.h>

#define OPCODES 12

struct machine {
	struct {
		int code, cost;
	} opcode[OPCODES];
};

static int cost_of(const struct machine *machine, int code)
{
	for (int i = 0; i < OPCODES; i++)
		if (machine->opcode[i].code == code)
			return machine->opcode[i].cost;
	return 0;
}

int program_cost(const struct machine *machine, const int *code, int count)
{
	int cost = 0;

	for (int i = 0; i < count; i++)
		cost += cost_of(machine, code[i]);
	return cost;
}

int main(void)
{
	struct machine *machine = malloc(sizeof *machine);
	int code[40];

	for (int i = 0; i < OPCODES; i++) {
		machine->opcode[i].code = 3 * i;
		machine->opcode[i].cost = i;
	}
	for (int i = 0; i < 40; i++)
		code[i] = 3 * (OPCODES - 1 - i % 3);
	assert(program_cost(machine, code, 40) == 401);
	free(machine);
	return 0;
}
