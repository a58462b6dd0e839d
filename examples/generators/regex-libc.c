/* SPDX-License-Identifier: MIT
 * Does regexec of the C library say the same with and without REG_NOSUB? */
#include <regex.h>
#include <retread/gen.h>

static void make_pattern(struct gen *g)
{
	struct gen_list pieces = GEN_LIST(1, 3, 2);
	while (gen_more(g, &pieces)) {
		if (gen_depth(g) < 5 && gen_chance(g, 1, 3)) {
			gen_put(g, "(");
			make_pattern(g);
			gen_put(g, gen_bool(g) ? "|a)" : ")");
		} else
			gen_put(g, "%s", gen_bool(g) ? "\\1" : "a");
		gen_put(g, "%s", gen_bool(g) ? "*" : "");
	}
}

static int same_answer(struct gen *g, void *argument)
{
	const char *text = gen_string(gen_fork(g, "text"), "ab", 8);
	regex_t regex;
	regmatch_t match;
	int found[2];
	make_pattern(g);
	for (int i = 0; i < 2; i++) {
		gen_assume(g, !regcomp(&regex, gen_text(g, argument),
			REG_EXTENDED | (i ? REG_NOSUB : 0)));
		found[i] = regexec(&regex, text, 1, &match, 0);
		regfree(&regex);
	}
	if (found[0] != found[1])
		gen_fail(g, "in \"%s\": %d and %d", text, found[0], found[1]);
	return GEN_VALID;
}

int main(void)
{
	struct gen_property property = {.name = "regex", .run = same_answer,
		.timeout_ms = 200, .runs = 5000};
	return gen_check(&property, NULL);
}
