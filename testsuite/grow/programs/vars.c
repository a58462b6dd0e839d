/* SPDX-License-Identifier: MIT
 * Variables by name in an array, looked for from its start.
 * label: grows vars_set n^2 */
#include <stdlib.h>
#include <string.h>

struct var {
	char name[24];
	double value;
};

struct vars {
	struct var *var;
	size_t count;
};

void vars_set(struct vars *vars, const char *name, double value)
{
	size_t i;
	for (i = 0; i < vars->count; i++)
		if (!strcmp(vars->var[i].name, name))
			break;
	if (i == vars->count) {
		if ((i & (i - 1)) == 0)
			vars->var = realloc(
				vars->var, 2 * (i + 1) * sizeof *vars->var);
		strncpy(vars->var[i].name, name, 23);
		vars->var[i].name[23] = '\0';
		vars->count++;
	}
	vars->var[i].value = value;
}

double vars_get(const struct vars *vars, const char *name)
{
	for (size_t i = 0; i < vars->count; i++)
		if (!strcmp(vars->var[i].name, name))
			return vars->var[i].value;
	return 0;
}
