/* SPDX-License-Identifier: MIT
 * A calculator with a stack, which runs a program once. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct machine {
	int depth;
	long cell[16];
};

void machine_push(struct machine *machine, long value)
{
	assert(machine->depth < 16);
	machine->cell[machine->depth++] = value;
}

long machine_pop(struct machine *machine)
{
	assert(machine->depth > 0);
	return machine->cell[--machine->depth];
}

long machine_run(struct machine *machine, const char *program)
{
	for (; *program != '\0'; program++) {
		long right;
		if (isdigit((unsigned char)*program)) {
			machine_push(machine, *program - '0');
			continue;
		}
		right = machine_pop(machine);
		if (*program == '+')
			machine_push(machine, machine_pop(machine) + right);
		else if (*program == '*')
			machine_push(machine, machine_pop(machine) * right);
		else
			machine_push(machine, machine_pop(machine) - right);
	}
	return machine_pop(machine);
}

int main(void)
{
	struct machine *machine = calloc(1, sizeof *machine);
	char *program = strdup("12+34+*56+78+*+9-2*3+");

	assert(machine_run(machine, program) == 357);
	free(program);
	free(machine);
	return 0;
}
