/* SPDX-License-Identifier: MIT
 * Regular expressions, and pcre2: one that compiles matches the same with and
 * without its own optimisations. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <string.h>

#include <retread/gen.h>

static void make_branches(struct gen *g);

static void make_set(struct gen *g)
{
	struct gen_list parts = GEN_LIST(1, 4, 2);

	gen_put(g, gen_bool(g) ? "[^" : "[");
	while (gen_more(g, &parts)) {
		gen_put(g, "%c-", gen_int(g, 'a', 'm'));
		gen_put(g, "%c", gen_int(g, 'n', 'z'));
	}
	gen_put(g, "]");
}

static void make_piece(struct gen *g)
{
	static const char *const repeats[] = {"", "*", "+", "?", "{2,3}", "*?",
		"++", "{0}", NULL};

	gen_begin(g, "piece");
	switch (gen_pick(g, gen_small(g) ? 3 : 7)) {
	case 0:
		gen_put(g, "%c", gen_int(g, 'a', 'c'));
		break;
	case 1:
		gen_put(g, "%s", gen_bool(g) ? "\\b" : ".");
		break;
	case 2:
		make_set(g);
		break;
	case 3:
		gen_put(g, "\\%d", gen_int(g, 1, 4));
		break;
	default: {
		static const char *const opens[] = {
			"(", "(?:", "(?=", "(?!", "(?<=", "(?>"};
		gen_put(g, "%s", opens[gen_pick(g, 6)]);
		make_branches(g);
		gen_put(g, ")");
	}
	}
	gen_put(g, "%s", repeats[gen_pick(g, 8)]);
	gen_end(g);
}

static void make_branches(struct gen *g)
{
	struct gen_list branches = GEN_LIST(1, 4, 1);

	while (gen_more(g, &branches)) {
		struct gen_list pieces = GEN_LIST(0, 6, 2);
		gen_put(g, branches.count > 1 ? "|" : "");
		while (gen_more(g, &pieces))
			make_piece(g);
	}
}

/* Where it matches in TEXT, -1: nowhere; less: it gave up. */
static int match(pcre2_code *code, const char *text, uint32_t options)
{
	pcre2_match_data *data = pcre2_match_data_create(1, NULL);
	int result = pcre2_match(code, (PCRE2_SPTR)text, strlen(text), 0,
		options, data, NULL);
	int start = result < 0 ? result : (int)*pcre2_get_ovector_pointer(data);

	pcre2_match_data_free(data);
	return start;
}

int retread_generate(struct gen *g)
{
	const char *text = gen_string(gen_fork(g, "subject"), "abcz ", 20);
	size_t length, where;
	int error;

	make_branches(g);
	const char *pattern = gen_text(g, &length);
	pcre2_code *plain = pcre2_compile((PCRE2_SPTR)pattern, length,
		PCRE2_NO_START_OPTIMIZE | PCRE2_NO_AUTO_POSSESS, &error, &where,
		NULL);
	if (!plain)
		gen_reject(g, "it does not compile");
	pcre2_code *quick = pcre2_compile(
		(PCRE2_SPTR)pattern, length, 0, &error, &where, NULL);
	int slow = match(plain, text, 0), fast = quick ? match(quick, text, 0) : -99;
	pcre2_code_free(plain);
	pcre2_code_free(quick);
	gen_note(g, "in \"%s\": %d and %d", text, slow, fast);
	if (slow != fast && slow >= -1 && fast >= -1)
		gen_fail(g, "it matches elsewhere when optimised");
	return GEN_VALID;
}
