/* SPDX-License-Identifier: MIT
 * Regular expressions, and Oniguruma: one is valid if it compiles. Then it is searched
 * for. The generator knows syntax and names, not which groups there are. */
#include <oniguruma.h>
#include <string.h>

#include "bench/generate/subject.h"

static const char *const opens[] = {"(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>",
	"(?<a>", "(?<b>", "(?i:", "(?m-x:", "(?~", "(?(1)", "(?(<a>)", "(?~|"};
static const char *const atoms[] = {"a", "b", "ab", ".", "\\d", "\\W", "\\h", "\\R",
	"\\X", "\\b", "\\A", "\\z", "\\G", "^", "$", "\\K", "\\1", "\\2",
	"\\k<a>", "\\k<b>", "\\k<-1>", "\\k<a+1>", "\\g<a>", "\\g<1>",
	"\\g<0>", "\\g<b>", "\\p{Alpha}", "\\p{^Greek}", "\\x{41 42}", "\\y"};
static const char *const repeats[] = {"", "*", "+", "?", "{2,3}", "*?", "++", "{0}",
	"{,4}", "{3}?", "??", "{2}+"};
static const char *const sets[] = {
	"a-c", "^b", "[:alpha:]", "[:^digit:]", "\\w", "&&", "x-", "\\x{100}-\\x{200}"};

#define PICK(g, table) table[gen_pick(g, sizeof table / sizeof *table)]

static void make_branches(struct gen *g);

static void make_set(struct gen *g)
{
	struct gen_list parts = GEN_LIST(1, SUBJECT_MOST(5), 2);

	gen_put(g, gen_bool(g) ? "[^" : "[");
	while (gen_more(g, &parts))
		if (!gen_small(g) && gen_chance(g, 1, 6)) {
			gen_begin(g, "set");
			make_set(g);
			gen_end(g);
		} else {
			gen_put(g, "%s", PICK(g, sets));
		}
	gen_put(g, "]");
}

static void make_piece(struct gen *g)
{
	gen_begin(g, "piece");
	switch (gen_pick(g, gen_small(g) ? 2 : 4)) {
	case 0:
		gen_put(g, "%s", PICK(g, atoms));
		break;
	case 1:
		make_set(g);
		break;
	default:
		gen_put(g, "%s", PICK(g, opens));
		make_branches(g);
		gen_put(g, ")");
	}
	gen_put(g, "%s", PICK(g, repeats));
	gen_end(g);
}

static void make_branches(struct gen *g)
{
	struct gen_list branches = GEN_LIST(1, SUBJECT_MOST(4), 1);

	while (gen_more(g, &branches)) {
		struct gen_list pieces = GEN_LIST(0, SUBJECT_MOST(6), 3);
		gen_put(g, branches.count > 1 ? "|" : "");
		while (gen_more(g, &pieces))
			make_piece(g);
	}
}

void subject_generate(struct gen *g)
{
	make_branches(g);
}

/* ---- the consumer ---- */

static void search(regex_t *regex, const char *text)
{
	const OnigUChar *start = (const OnigUChar *)text;
	const OnigUChar *end = start + strlen(text);
	OnigRegion *region = onig_region_new();

	onig_search(regex, start, end, start, end, region, ONIG_OPTION_NONE);
	onig_search(regex, start, end, end, start, region, ONIG_OPTION_NONE);
	onig_region_free(region, 1);
}

bool subject_consume(const char *text, size_t length)
{
	static bool is_ready;
	regex_t *regex;
	OnigErrorInfo info;

	if (!is_ready) {
		OnigEncoding utf8 = ONIG_ENCODING_UTF8;
		onig_initialize(&utf8, 1);
		onig_set_retry_limit_in_search(SUBJECT_STEPS);
		onig_set_subexp_call_max_nest_level(8);
		is_ready = true;
	}
	if (onig_new(&regex, (const OnigUChar *)text,
		    (const OnigUChar *)text + length, ONIG_OPTION_DEFAULT,
		    ONIG_ENCODING_UTF8, ONIG_SYNTAX_ONIGURUMA, &info))
		return false;
	search(regex, "abab ba12 xAB\r\n b");
	search(regex, "aaaaab");
	onig_free(regex);
	return true;
}
