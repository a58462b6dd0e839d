/* SPDX-License-Identifier: MIT
 * The parameters of a kernel's declaration, and the ports of a Verilog module. */
#include "config.h"

#include "fuzz-perf/hls/kernel.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

/*--- the declaration ---*/

/* Bytes of the words that matter; a later row wins: `long` of `unsigned long`. */
static const struct {
	const char *word;
	unsigned bytes;
} type_words[] = {
	{"unsigned", 4},
	{"signed", 4},
	{"int", 4},
	{"bool", 1},
	{"_Bool", 1},
	{"char", 1},
	{"short", 2},
	{"long", 8},
	{"int8_t", 1},
	{"uint8_t", 1},
	{"int16_t", 2},
	{"uint16_t", 2},
	{"int32_t", 4},
	{"uint32_t", 4},
	{"int64_t", 8},
	{"uint64_t", 8},
};

static bool ports_is_word(char character)
{
	return isalnum((unsigned char)character) || character == '_';
}

/* The next word of *TEXT before END, or NULL. *TEXT moves after it. */
static const char *ports_next_word(
	const char **text, const char *end, size_t *length)
{
	const char *word = *text, *at;

	while (word < end && !ports_is_word(*word))
		word++;
	for (at = word; at < end && ports_is_word(*at);)
		at++;
	*text = at;
	*length = (size_t)(at - word);
	return *length > 0 ? word : NULL;
}

static bool word_is(const char *word, size_t length, const char *wanted)
{
	return strlen(wanted) == length && memcmp(word, wanted, length) == 0;
}

/* 0: not a type that is known. */
static unsigned ports_bytes_of(const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof(type_words) / sizeof(type_words[0]); i++)
		if (word_is(word, length, type_words[i].word))
			return type_words[i].bytes;
	return 0;
}

/* The bytes of the type from TEXT to END: 0 for void. -1: it is not known. */
static int ports_read_type(const char *text, const char *end, bool *is_const)
{
	int bytes = -1;
	size_t length;
	const char *word;

	*is_const = false;
	while ((word = ports_next_word(&text, end, &length))) {
		if (word_is(word, length, "const"))
			*is_const = true;
		else if (word_is(word, length, "void"))
			bytes = 0;
		else if (ports_bytes_of(word, length) == 0)
			return -1;
		else if (bytes <= 0 || !word_is(word, length, "int"))
			bytes = (int)ports_bytes_of(word, length);
	}
	return bytes;
}

/* One parameter, from TEXT to END. */
static int ports_read_parameter(struct kernel_file *kernel, const char *text,
	const char *end, struct error *err)
{
	struct kernel_port *port = &kernel->port[kernel->ports];
	const char *bracket = memchr(text, '[', (size_t)(end - text));
	const char *name = bracket ? bracket : end, *last;
	int bytes;

	while (name > text && !ports_is_word(name[-1]))
		name--;
	for (last = name; name > text && ports_is_word(name[-1]);)
		name--;
	bytes = ports_read_type(text, name, &port->is_const);
	if (name == last || bytes <= 0 ||
		memchr(text, '&', (size_t)(end - text)))
		return error_set(err,
			"declare=: \"%.*s\" is not a parameter that RTL can be "
			"given: integers and pointers to them have ports",
			(int)(end - text), text);
	if (kernel->ports == KERNEL_PORTS)
		return error_set(
			err, "declare=: more than %d parameters", KERNEL_PORTS);
	port->bytes = (unsigned)bytes;
	port->is_array = bracket || memchr(text, '*', (size_t)(end - text));
	port->name = memory_string_dup_length(name, (size_t)(last - name));
	kernel->ports++;
	return 0;
}

void ports_release(struct kernel_file *kernel)
{
	for (size_t i = 0; i < kernel->ports; i++)
		free(kernel->port[i].name);
	kernel->ports = 0;
	free(kernel->function);
	kernel->function = NULL;
}

static int read_declaration(struct kernel_file *kernel, struct error *err)
{
	const char *text = kernel->declare, *open = strchr(text, '(');
	const char *close = strrchr(text, ')'), *name = open;
	bool is_const;
	int bytes;

	if (!open || !close || close < open)
		return error_set(err, "declare= is not a function");
	while (name > text && !ports_is_word(name[-1]))
		name--;
	for (open = name; name > text && ports_is_word(name[-1]);)
		name--;
	bytes = ports_read_type(text, name, &is_const);
	if (name == open || bytes < 0 ||
		memchr(text, '*', (size_t)(name - text)))
		return error_set(err,
			"declare=: RTL returns an integer or nothing, not "
			"\"%.*s\"",
			(int)(name - text), text);
	kernel->return_bytes = (unsigned)bytes;
	kernel->function =
		memory_string_dup_length(name, (size_t)(open - name));
	text = strchr(text, '(') + 1;
	while (text + strspn(text, " \t") < close) {
		size_t length = strcspn(text, ",");
		const char *end = text + length;
		if (end > close)
			end = close;
		if (ports_read_parameter(kernel, text, end, err) != 0)
			return -1;
		text = end + (end < close);
	}
	return 0;
}

int ports_read(struct kernel_file *kernel, struct error *err)
{
	int result = read_declaration(kernel, err);

	if (result != 0)
		ports_release(kernel);
	return result;
}

/*--- the module ---*/

/* The text of PATH without comments. Free it. */
static char *read_verilog(const char *path, struct error *err)
{
	FILE *in = fopen(path, "re");
	char *text = NULL, *to;
	size_t capacity = 0;

	if (!in) {
		error_set_errno(err, "%s", path);
		return NULL;
	}
	if (getdelim(&text, &capacity, '\0', in) < 0) {
		free(text);
		text = memory_string_dup("");
	}
	fclose(in);
	to = text;
	for (const char *from = text; *from != '\0';) {
		const char *end = NULL;
		if (strncmp(from, "//", 2) == 0)
			end = from + strcspn(from, "\n");
		else if (strncmp(from, "/*", 2) == 0)
			end = strstr(from, "*/");
		if (end)
			from = *end == '*' ? end + 2 : end;
		else
			*to++ = *from++;
	}
	*to = '\0';
	return text;
}

/* The parenthesis after `module NAME`, or NULL. */
static const char *find_module(const char *text, const char *name)
{
	const char *at = text, *end = text + strlen(text);
	bool is_module = false;
	const char *word;
	size_t length;

	while ((word = ports_next_word(&at, end, &length))) {
		if (is_module && word_is(word, length, name)) {
			at += strspn(at, " \t\r\n");
			if (*at == '#') /* its parameters */
				at = strchr(at, ')') ? strchr(at, ')') + 1
						     : end;
			at = strchr(at, '(');
			return at;
		}
		is_module = word_is(word, length, "module");
	}
	return NULL;
}

static const char *const control[] = {"ap_clk", "ap_rst", "ap_rst_n",
	"ap_start", "ap_done", "ap_idle", "ap_ready", "ap_return"};
static const char *const memory_parts[] = {
	"_address", "_ce", "_we", "_d", "_q"};

/* Whether WORD is a port that the adaptor has. */
static bool ports_is_known(
	const struct kernel_file *kernel, const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof(control) / sizeof(control[0]); i++)
		if (word_is(word, length, control[i]))
			return true;
	for (size_t i = 0; i < kernel->ports; i++) {
		const struct kernel_port *port = &kernel->port[i];
		size_t name = strlen(port->name);
		if (!port->is_array && word_is(word, length, port->name))
			return true;
		if (!port->is_array || length <= name ||
			strncmp(word, port->name, name) != 0 ||
			(word[length - 1] != '0' && word[length - 1] != '1'))
			continue;
		for (size_t j = 0; j < 5; j++)
			if (word_is(word + name, length - name - 1,
				    memory_parts[j]))
				return true;
	}
	return false;
}

static bool ports_has_word(const struct arguments *words, const char *wanted)
{
	for (size_t i = 0; i < words->count; i++)
		if (strcmp(words->word[i], wanted) == 0)
			return true;
	return false;
}

/* The names between AT, a parenthesis, and END. */
static int take_ports(const struct kernel_file *kernel, const char *at,
	const char *end, struct arguments *found, struct error *err)
{
	static const char *const language[] = {
		"input", "output", "inout", "wire", "reg", "logic", "signed"};
	const char *word;
	size_t length;

	for (; at < end; at++) {
		bool is_name = true;
		if (*at == '[')
			at = memchr(at, ']', (size_t)(end - at));
		if (!at)
			break;
		if (!ports_is_word(*at))
			continue;
		word = ports_next_word(&at, end, &length);
		for (size_t i = 0; i < sizeof(language) / sizeof(language[0]);
			i++)
			is_name &= !word_is(word, length, language[i]);
		if (is_name && !ports_is_known(kernel, word, length))
			return error_set(err,
				"port %.*s of module %s is of no parameter; "
				"ports are ap_clk, ap_rst, ap_start, ap_done, "
				"ap_idle, ap_ready, ap_return, NAME, and "
				"NAME_address0, _ce0, _we0, _d0, _q0 of arrays",
				(int)length, word, kernel->function);
		if (is_name)
			arguments_add_format(found, "%.*s", (int)length, word);
		at--;
	}
	return 0;
}

static int check_ports(const struct kernel_file *kernel,
	const struct arguments *found, struct error *err)
{
	static const char *const needed[] = {"ap_clk", "ap_start", "ap_done"};

	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
		if (!ports_has_word(found, needed[i]))
			return error_set(err, "module %s has no port %s",
				kernel->function, needed[i]);
	if (kernel->return_bytes > 0 && !ports_has_word(found, "ap_return"))
		return error_set(err,
			"module %s has no port ap_return, but the kernel "
			"returns a value",
			kernel->function);
	return 0;
}

int ports_find(const struct kernel_file *kernel, struct arguments *found,
	struct error *err)
{
	for (size_t i = 0; i < kernel->rtl.count; i++) {
		char *path = kernel_path_dup(kernel, kernel->rtl.word[i]);
		char *text = read_verilog(path, err);
		const char *open =
			text ? find_module(text, kernel->function) : NULL;
		int result = text ? 0 : -1;
		if (open) {
			const char *end = open + strcspn(open, ";");
			result = take_ports(kernel, open, end, found, err);
			if (result == 0)
				result = check_ports(kernel, found, err);
			if (result != 0)
				error_add_context(err, "%s", path);
		}
		free(text);
		free(path);
		if (open || result != 0)
			return result;
	}
	return error_set(err, "rtl=: there is no module %s", kernel->function);
}
