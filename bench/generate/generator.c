/* SPDX-License-Identifier: MIT
 * A subject whose inputs its generator makes. */
#include <stdint.h>

#include "bench/generate/meter.h"
#include "bench/generate/subject.h"

#ifndef SUBJECT_TEXT
#define SUBJECT_TEXT SIZE_MAX
#endif

int retread_generate(struct gen *g)
{
	size_t length;

	subject_generate(g);
	const char *text = gen_text(g, &length);
	if (length > SUBJECT_TEXT)
		gen_reject(g, "the text is too long");
	bool is_valid = subject_consume(text, length);
	meter_run(is_valid, text, length);
	return is_valid ? GEN_VALID : GEN_DISCARD;
}
