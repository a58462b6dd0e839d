/* SPDX-License-Identifier: MIT
 * A target with a domain of its own, with assumptions, and with reducers that
 * are none if the environment asks for them. */
#include "fuzz_domain.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static struct retread_domain *runs;

static uint64_t add_up(uint64_t a, uint64_t value)
{
	return a + value;
}

static uint64_t last(uint64_t a, uint64_t value)
{
	(void)a;
	return value;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *reducer = getenv("REDUCER");
	retread_reducer *chosen = retread_reduce_maximum;

	(void)argc;
	(void)argv;
	if (reducer && !strcmp(reducer, "sum"))
		chosen = add_up;
	if (reducer && !strcmp(reducer, "last"))
		chosen = last;
	runs = retread_domain_new("runs", 256, chosen, 0);
	return 0;
}

/* The longest run of each byte. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t length = 0;

	if (!retread_assume(size > 0 && data[0] == 'v'))
		return 0;
	for (size_t i = 0; i < size; i++) {
		length = i && data[i] == data[i - 1] ? length + 1 : 1;
		retread_domain_maximize(runs, data[i], length);
	}
	return 0;
}
