/* SPDX-License-Identifier: MIT
 * Reads spectra.conf. */
#include "config.h"

#include "analyzer/spectra/prepare.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

#define WORDS_MAX 8

/* A line in words; what stands before the arrow counts in BEFORE. */
struct conf_line {
	const char *path;
	unsigned number;
	char *word[WORDS_MAX];
	size_t count, before;
};

static int conf_refuse(
	const struct conf_line *line, const char *why, struct error *err)
{
	return error_set(err, "%s:%u: %s", line->path, line->number, why);
}

static int conf_split(struct conf_line *line, char *text, struct error *err)
{
	char *word, *next = NULL;
	bool arrow = false;

	line->count = 0;
	line->before = 0;
	for (word = strtok_r(text, " \t\r\n", &next); word && *word != '#';
		word = strtok_r(NULL, " \t\r\n", &next)) {
		if (strcmp(word, "->") == 0) {
			line->before = line->count;
			arrow = true;
			continue;
		}
		if (line->count == WORDS_MAX)
			return conf_refuse(line, "too many words", err);
		line->word[line->count++] = word;
	}
	if (!arrow)
		line->before = line->count;
	return 0;
}

/* type PATTERN... -> u|s W FRACTION */
static int conf_read_type(
	struct conf *conf, const struct conf_line *line, struct error *err)
{
	struct conf_type type = {0};
	const char *sign;

	if (line->before < 2 || line->count < line->before + 2)
		return conf_refuse(
			line, "a type is: type PATTERN -> u|s W [W-I]", err);
	sign = line->word[line->before];
	if (strcmp(sign, "u") != 0 && strcmp(sign, "s") != 0)
		return conf_refuse(
			line, "a type is u (unsigned) or s (signed)", err);
	type.is_signed = *sign == 's';
	type.has_fraction = line->count == line->before + 3 &&
			    strcmp(line->word[line->before + 2], "W-I") == 0;
	/* `unsigned _BitInt(W)` is two words. */
	type.pattern = line->before == 3 ? memory_format("%s %s", line->word[1],
						   line->word[2])
					 : memory_string_dup(line->word[1]);
	conf->type = memory_resize(
		conf->type, conf->type_count + 1, sizeof *conf->type);
	conf->type[conf->type_count++] = type;
	if (!strchr(type.pattern, 'W'))
		return conf_refuse(
			line, "the pattern has no W, the width", err);
	return 0;
}

/* "depth", "depth|2", "16" */
static void conf_read_number(const char *word, struct conf_number *number)
{
	const char *bar = strchr(word, '|');

	if (isdigit((unsigned char)*word)) {
		number->has_default = true;
		number->number = strtoul(word, NULL, 10);
		return;
	}
	number->has_default = bar;
	if (bar)
		number->number = strtoul(bar + 1, NULL, 10);
	number->key = memory_string_dup_length(
		word, bar ? (size_t)(bar - word) : strlen(word));
}

static char *conf_lower_dup(const char *word)
{
	char *lower = memory_string_dup(word);

	for (char *c = lower; *c != '\0'; c++)
		*c = (char)tolower((unsigned char)*c);
	return lower;
}

/* The part after the arrow: SPECTRUM:TARGET [WHAT [A [B]]] */
static int read_mapping(
	struct conf_rule *rule, const struct conf_line *line, struct error *err)
{
	const char *target = line->word[line->before];
	const char *colon = strchr(target, ':');
	size_t count = line->count - line->before;

	if (!colon)
		return conf_refuse(
			line, "expected SPECTRUM:TARGET after ->", err);
	rule->spectrum =
		memory_string_dup_length(target, (size_t)(colon - target));
	rule->target = memory_string_dup(colon + 1);
	if (count > 1)
		rule->what = memory_string_dup(line->word[line->before + 1]);
	rule->a.has_default = rule->b.has_default = true;
	if (count > 2)
		conf_read_number(line->word[line->before + 2], &rule->a);
	if (count > 3)
		conf_read_number(line->word[line->before + 3], &rule->b);
	return 0;
}

static int read_rule(
	struct conf *conf, const struct conf_line *line, struct error *err)
{
	struct conf_rule *rule;
	bool is_pragma =
		line->before > 2 && strcmp(line->word[1], "pragma") == 0;

	if (line->before != (is_pragma ? 3 : 2))
		return conf_refuse(line,
			"a rule is: CATEGORY pragma NAME -> SPECTRUM:TARGET "
			"[BOUNDARY [A [B]]]",
			err);
	conf->rule = memory_resize(
		conf->rule, conf->rule_count + 1, sizeof *conf->rule);
	rule = &conf->rule[conf->rule_count++];
	memset(rule, 0, sizeof *rule);
	rule->category = memory_string_dup(line->word[0]);
	rule->is_pragma = is_pragma;
	rule->name = conf_lower_dup(line->word[line->before - 1]);
	if (line->count > line->before)
		return read_mapping(rule, line, err);
	if (strcmp(rule->category, "ignore") != 0)
		return conf_refuse(line, "nothing follows ->", err);
	return 0;
}

int conf_read(struct conf *conf, const char *path, struct error *err)
{
	struct conf_line line = {.path = path};
	char *text = NULL;
	size_t capacity = 0;
	int result = 0;
	FILE *in = fopen(path, "re");

	memset(conf, 0, sizeof *conf);
	if (!in)
		return error_set_errno(err, "%s", path);
	while (result == 0 && getline(&text, &capacity, in) >= 0) {
		line.number++;
		result = conf_split(&line, text, err);
		if (result != 0 || line.count == 0)
			continue;
		result = strcmp(line.word[0], "type") == 0
				 ? conf_read_type(conf, &line, err)
				 : read_rule(conf, &line, err);
	}
	if (result == 0 && ferror(in))
		result = error_set_errno(err, "cannot read %s", path);
	free(text);
	fclose(in);
	return result;
}

void conf_release(struct conf *conf)
{
	for (size_t i = 0; i < conf->type_count; i++)
		free(conf->type[i].pattern);
	for (size_t i = 0; i < conf->rule_count; i++) {
		struct conf_rule *rule = &conf->rule[i];
		free(rule->category);
		free(rule->name);
		free(rule->spectrum);
		free(rule->target);
		free(rule->what);
		free(rule->a.key);
		free(rule->b.key);
	}
	free(conf->type);
	free(conf->rule);
}

/* Does PATTERN describe NAME? What stands for W and I is kept. Further
 * arguments of a template, as ap_fixed<16, 8, 5> has them, do not matter. */
static bool match(const char *pattern, const char *name, unsigned *width,
	unsigned *integer)
{
	char before = '\0';

	for (; *pattern != '\0'; before = *pattern++) {
		char *end;
		while (*name == ' ' && *pattern != ' ')
			name++;
		if (*pattern == 'W' || (*pattern == 'I' && before == ',')) {
			unsigned long number;
			if (*name != '-' && !isdigit((unsigned char)*name))
				return false;
			number = strtoul(name, &end, 10);
			*(*pattern == 'W' ? width : integer) = (unsigned)number;
			name = end;
		} else if (*pattern == '>' && *name == ',') {
			return true;
		} else if (*pattern != *name++) {
			return false;
		}
	}
	return *name == '\0';
}

bool conf_match_type(const struct conf *conf, const char *name, bool *is_signed,
	unsigned *bits, unsigned *fraction)
{
	for (size_t i = 0; i < conf->type_count; i++) {
		const struct conf_type *type = &conf->type[i];
		unsigned width = 0, integer = 0;
		if (!match(type->pattern, name, &width, &integer) ||
			width == 0 || width > 1024)
			continue;
		*is_signed = type->is_signed;
		*bits = width;
		*fraction = type->has_fraction && (int)width > (int)integer
				    ? width - integer
				    : 0;
		return true;
	}
	return false;
}
