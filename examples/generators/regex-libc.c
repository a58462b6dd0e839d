/* SPDX-License-Identifier: MIT
 * Does regexec of the C library come to an end, whatever the pattern? */
#include <regex.h>
#include <retread/gen.h>

static void make_pattern(struct gen *g)
{
	struct gen_list pieces = GEN_LIST(1, 3, 2);
	while (gen_more(g, &pieces)) {
		bool nests = gen_chance(g, 1, 3);
		gen_put(g, nests ? "(" : gen_bool(g) ? "\\1" : "a");
		if (nests)
			make_pattern(g);
		gen_put(g, gen_bool(g) ? "%s*" : "%s", nests ? ")" : "");
	}
}

static int ends(struct gen *g, void *text)
{
	regex_t regex;
	make_pattern(g);
	gen_assume(g, !regcomp(&regex, gen_text(g, NULL), REG_EXTENDED));
	regexec(&regex, text, 0, NULL, 0);
	regfree(&regex);
	return GEN_VALID;
}

int main(void)
{
	return gen_check(&(struct gen_property){.name = "regex", .run = ends,
		.argument = "aaab", .runs = 5000}, NULL);
}
