/* SPDX-License-Identifier: MIT
 * retread-nested: what a test finds for Valgrind's own tools while it is recorded,
 * since Valgrind cannot run in itself. It says that the tool was left out where the
 * tool would have written, and becomes the program. */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/memory.h"

struct nested {
	char *tool;	      /* "memcheck" */
	const char *log_file; /* NULL: stderr */
	const char *xml_file; /* NULL: none */
	bool quiet;
	bool is_asked; /* for its version only */
};

/* The text after NAME= in WORD, else NULL. */
static const char *nested_main_value_of(const char *word, const char *name)
{
	size_t length = strlen(name);

	return strncmp(word, name, length) == 0 && word[length] == '='
		       ? word + length + 1
		       : NULL;
}

/* Valgrind takes one dash or two. */
static void take_option(struct nested *nested, const char *word)
{
	const char *name = word + strspn(word, "-"), *value;

	if ((value = nested_main_value_of(name, "log-file")))
		nested->log_file = value;
	else if ((value = nested_main_value_of(name, "xml-file")))
		nested->xml_file = value;
	else if (strcmp(name, "q") == 0 || strcmp(name, "quiet") == 0)
		nested->quiet = true;
	else if (strcmp(name, "version") == 0)
		nested->is_asked = true;
}

/* NAME with %p, %n, %% and %q{VARIABLE} filled in, as in valgrind(1). Free it. */
static char *expand(const char *name)
{
	char *text = memory_string_dup("");

	while (*name != '\0') {
		char *before = text;
		size_t length = strcspn(name, "%");
		if (length > 0) {
			text = memory_format("%s%.*s", text, (int)length, name);
		} else if (name[1] == 'p' || name[1] == 'n') {
			text = memory_format("%s%ld", text,
				name[1] == 'p' ? (long)getpid() : 1l);
			length = 2;
		} else if (strncmp(name, "%q{", 3) == 0) {
			size_t end = strcspn(name, "}");
			char *variable =
				memory_string_dup_length(name + 3, end - 3);
			const char *value = getenv(variable);
			text = memory_format("%s%s", text, value ? value : "");
			free(variable);
			length = end + (name[end] == '}');
		} else {
			text = memory_format("%s%%", text);
			length = name[1] == '%' ? 2 : 1;
		}
		free(before);
		name += length;
	}
	return text;
}

static void nested_main_write_log(const struct nested *nested)
{
	char *path = nested->log_file ? expand(nested->log_file) : NULL;
	FILE *out = path ? fopen(path, "we") : stderr;
	long pid = (long)getpid();

	if (out && !(nested->quiet && !path))
		fprintf(out,
			"==%ld== left out by retread: the program runs without "
			"Valgrind's %s\n==%ld== \n"
			"==%ld== ERROR SUMMARY: 0 errors from 0 contexts "
			"(suppressed: 0 from 0)\n",
			pid, nested->tool, pid, pid);
	if (out && out != stderr)
		fclose(out);
	free(path);
}

static void write_xml(const struct nested *nested)
{
	char *path = nested->xml_file ? expand(nested->xml_file) : NULL;
	FILE *out = path ? fopen(path, "we") : NULL;

	if (out) {
		fprintf(out,
			"<?xml version=\"1.0\"?>\n<valgrindoutput>\n"
			"<protocolversion>4</protocolversion>\n"
			"<protocoltool>%s</protocoltool>\n"
			"<preamble><line>left out by "
			"retread</line></preamble>\n"
			"<pid>%ld</pid>\n</valgrindoutput>\n",
			nested->tool, (long)getpid());
		fclose(out);
	}
	free(path);
}

/* Tells `retread record`, whose directory VALGRIND_LIB names. */
static void nested_main_tell_recorder(const struct nested *nested)
{
	const char *directory = getenv("VALGRIND_LIB");
	char *path =
		memory_format("%s/nested", directory ? directory : "/nowhere");
	FILE *out = fopen(path, "we");

	if (out) {
		fputs(nested->tool, out);
		fclose(out);
	}
	free(path);
}

/* Of --tool=NAME, as the launcher understands it. */
static char *tool_dup(int argc, char **argv)
{
	const char *tool = "memcheck";

	for (int i = 1; i < argc && argv[i][0] == '-'; i++) {
		const char *value = nested_main_value_of(
			argv[i] + strspn(argv[i], "-"), "tool");
		if (value)
			tool = value;
	}
	return memory_string_dup(tool);
}

int main(int argc, char **argv)
{
	struct nested nested = {.tool = tool_dup(argc, argv)};
	int i;

	for (i = 1; i < argc && argv[i][0] == '-'; i++) {
		if (strcmp(argv[i], "--") == 0) {
			i++;
			break;
		}
		take_option(&nested, argv[i]);
	}
	if (nested.is_asked) {
		puts("valgrind-" VALGRIND_VERSION);
		return EXIT_SUCCESS;
	}
	if (i >= argc) {
		fputs("valgrind: no program specified\n", stderr);
		return EXIT_FAILURE;
	}
	nested_main_write_log(&nested);
	write_xml(&nested);
	nested_main_tell_recorder(&nested);
	free(nested.tool);
	execvp(argv[i], argv + i);
	fprintf(stderr, "valgrind: %s: cannot be run\n", argv[i]);
	return 127;
}
