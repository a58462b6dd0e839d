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

int ports_read(struct kernel_file *kernel, struct error *err)
{
	struct arguments words = {0};
	char *text = NULL, *headers = kernel_headers_dup();
	size_t length;
	FILE *out = open_memstream(&text, &length);
	int result;

	if (!out)
		abort();
	kernel_print_declaration(kernel, out);
	fclose(out);
	arguments_add_format(&words, "-isystem%s", headers ? headers : "");
	if (kernel->flags.count > 0)
		arguments_add_all(&words, kernel->flags.word);
	result = interface_read(
		&kernel->interface, text, words.word, words.count, err);
	if (result != 0)
		error_add_context(err, "declare=");
	arguments_release(&words);
	free(headers);
	free(text);
	return result;
}

/*--- the module ---*/

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
	for (size_t i = 0; i < kernel->interface.count; i++) {
		const struct kernel_port *port = &kernel->interface.port[i];
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
				(int)length, word, kernel->interface.function);
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
				kernel->interface.function, needed[i]);
	if (kernel->interface.returned_bytes > 0 &&
		!ports_has_word(found, "ap_return"))
		return error_set(err,
			"module %s has no port ap_return, but the kernel "
			"returns a value",
			kernel->interface.function);
	return 0;
}

int ports_find(const struct kernel_file *kernel, struct arguments *found,
	struct error *err)
{
	for (size_t i = 0; i < kernel->rtl.count; i++) {
		char *path = kernel_path_dup(kernel, kernel->rtl.word[i]);
		char *text = read_verilog(path, err);
		const char *open =
			text ? find_module(text, kernel->interface.function)
			     : NULL;
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
	return error_set(
		err, "rtl=: there is no module %s", kernel->interface.function);
}
