/* SPDX-License-Identifier: MIT
 * A subject whose inputs its generator makes. */
#include "bench/generate/meter.h"
#include "bench/generate/subject.h"

int retread_generate(struct gen *g)
{
	size_t length;

	subject_generate(g);
	const char *text = gen_text(g, &length);
	bool is_valid = subject_consume(text, length);
	meter_run(is_valid, text, length);
	return is_valid ? GEN_VALID : GEN_DISCARD;
}
