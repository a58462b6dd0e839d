/* SPDX-License-Identifier: MIT
 * Symbols with values, in an array that is searched.
 * label: grows sym_set n^2 */
#include <stdbool.h>
#include <string.h>

#define SYM_MAX 4096

static struct {
	char name[24];
	double value;
} syms[SYM_MAX];
static unsigned nsyms;

bool sym_set(const char *name, double value)
{
	for (unsigned i = 0; i < nsyms; i++)
		if (strncmp(syms[i].name, name, 23) == 0) {
			syms[i].value = value;
			return true;
		}
	if (nsyms == SYM_MAX)
		return false;
	strncpy(syms[nsyms].name, name, 23);
	syms[nsyms++].value = value;
	return true;
}

double sym_get(const char *name)
{
	for (unsigned i = 0; i < nsyms; i++)
		if (!strncmp(syms[i].name, name, 23))
			return syms[i].value;
	return 0;
}
