/* SPDX-License-Identifier: MIT
 * A table of rules for statements: the first one whose kinds of tokens follow is
 * taken. A rule that does not fit is given up at its second token. */
#include <assert.h>
#include <stdlib.h>

enum kind { END, NAME, COMMA, COLON, ASSIGN, OPEN, CLOSE };

struct token {
	enum kind kind;
	int line;
};

struct rule {
	const char *name;
	enum kind kind[8];
};

static const struct rule rules[] = {
	{"assignment", {NAME, ASSIGN, NAME}},
	{"call", {NAME, OPEN, NAME, CLOSE}},
	{"declaration", {NAME, COLON, NAME, COMMA, NAME, COMMA, NAME}},
};

static int rule_fits(const struct rule *rule, const struct token *token)
{
	for (int i = 0; rule->kind[i] != END; i++)
		if (token[i].kind != rule->kind[i])
			return 0;
	return 1;
}

const struct rule *statement_match(const struct token *token)
{
	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
		if (rule_fits(&rules[i], token))
			return &rules[i];
	return NULL;
}

int main(void)
{
	static const enum kind kind[] = {
		NAME, COLON, NAME, COMMA, NAME, COMMA, NAME, END};
	struct token *token =
		malloc(sizeof kind / sizeof kind[0] * sizeof *token);

	for (int i = 0; i < 8; i++)
		token[i] = (struct token){kind[i], 1};
	assert(statement_match(token) == &rules[2]);
	free(token);
	return 0;
}
