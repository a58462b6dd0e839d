/* SPDX-License-Identifier: MIT
 * A subject whose inputs are bytes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bench/generate/meter.h"
#include "bench/generate/subject.h"

/* Of retread's runtime; AFL++ has nothing like it. */
extern bool retread_assume(bool condition) __attribute__((weak));

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	bool is_valid = subject_consume(text, size);
	if (!is_valid && retread_assume)
		retread_assume(false);
	meter_run(is_valid, text, size);
	free(text);
	return 0;
}
