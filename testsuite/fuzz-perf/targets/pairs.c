/* SPDX-License-Identifier: MIT
 * A generator of names, each of which is compared with all before it. */
#include <retread/gen.h>
#include <string.h>

#define MOST 4096

static unsigned same;

int retread_generate(struct gen *g)
{
	struct gen_list members = GEN_LIST(0, 100000, 6);
	const char *name[MOST];
	unsigned count = 0;

	while (gen_more(g, &members)) {
		gen_begin(g, "name");
		const char *text = gen_string(g, "abcd", 6);
		gen_end(g);
		for (unsigned i = 0; i < count; i++)
			same += !strcmp(name[i], text);
		if (count < MOST)
			name[count++] = text;
	}
	return GEN_VALID;
}
