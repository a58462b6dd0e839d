/* SPDX-License-Identifier: MIT
 * From a signature to a fuzz target in C. */
#include "config.h"

#include "analyzer/harness/skeleton.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analyzer/harness/signature.h"
#include "lib/memory.h"
#include "lib/words.h"

#define OBJECT_BYTES_MAX (1 << 20) /* that are made on the stack */

/* ---- which parameters are the input ---- */

static bool skeleton_has_word(const char *name, const char *const *words)
{
	for (; *words; words++)
		if (strcasestr(name, *words))
			return true;
	return false;
}

/* Short names mean a length only if they are the whole name. */
static bool is_length_name(const char *name)
{
	static const char *const words[] = {
		"len", "size", "count", "bytes", "num", "amount", NULL};
	static const char *const whole[] = {"n", "sz", "nb", "cb", "l", NULL};

	for (size_t i = 0; whole[i]; i++)
		if (!strcasecmp(name, whole[i]))
			return true;
	return skeleton_has_word(name, words);
}

static bool is_setting_name(const char *name)
{
	static const char *const words[] = {"flag", "mode", "option", "opt",
		"level", "index", "depth", "type", "base", "chr", "seed", NULL};

	return skeleton_has_word(name, words);
}

static bool is_file_name(const char *name)
{
	static const char *const words[] = {"file", "path", "dir", NULL};

	return skeleton_has_word(name, words);
}

/* Is parameter AT the length of the bytes at POINTER? */
static bool is_length_of(
	const struct signature *signature, size_t pointer, size_t at)
{
	const struct signature_parameter *parameter;

	if (at >= signature->count)
		return false;
	parameter = &signature->parameter[at];
	if (parameter->type.kind != SIGNATURE_INTEGER ||
		parameter->type.size_bytes < 2 ||
		!strcmp(parameter->type.plain, "_Bool"))
		return false;
	/* The pair `const char *text, int flags` is none. */
	if (signature->parameter[pointer].type.kind == SIGNATURE_TEXT)
		return is_length_name(parameter->name);
	return !is_setting_name(parameter->name);
}

static bool find_pair(struct skeleton *skeleton, bool is_const)
{
	const struct signature *signature = skeleton->signature;

	for (size_t i = 0; i < signature->count; i++) {
		const struct signature_type *type =
			&signature->parameter[i].type;
		if ((type->kind != SIGNATURE_TEXT &&
			    type->kind != SIGNATURE_BYTES) ||
			type->is_const != is_const || type->is_reference)
			continue;
		skeleton->input = SKELETON_BYTES;
		skeleton->pointer = i;
		skeleton->length = i + 1;
		if (is_length_of(signature, i, i + 1))
			return true;
		skeleton->length = i - 1;
		if (i > 0 && is_length_of(signature, i, i - 1))
			return true;
	}
	return false;
}

static bool find_one(struct skeleton *skeleton, enum skeleton_input input,
	enum signature_kind kind, bool is_const)
{
	const struct signature *signature = skeleton->signature;

	for (size_t i = 0; i < signature->count; i++) {
		const struct signature_parameter *parameter =
			&signature->parameter[i];
		if (parameter->type.kind != kind ||
			parameter->type.is_reference ||
			(kind == SIGNATURE_TEXT &&
				(parameter->type.is_const != is_const ||
					is_file_name(parameter->name))))
			continue;
		skeleton->input = input;
		skeleton->pointer = i;
		return true;
	}
	return false;
}

static bool find_input(struct skeleton *skeleton)
{
	return find_pair(skeleton, true) ||
	       find_one(skeleton, SKELETON_STREAM, SIGNATURE_STREAM, false) ||
	       find_one(skeleton, SKELETON_TEXT, SIGNATURE_TEXT, true) ||
	       find_pair(skeleton, false) ||
	       find_one(skeleton, SKELETON_TEXT, SIGNATURE_TEXT, false);
}

static bool is_input(const struct skeleton *skeleton, size_t parameter)
{
	return parameter == skeleton->pointer ||
	       (skeleton->input == SKELETON_BYTES &&
		       parameter == skeleton->length);
}

/* ---- what cannot be served ---- */

static const char *why_no_call(const struct signature *signature)
{
	if (signature->is_foreign)
		return "it is neither C nor C++, so C does not know how to "
		       "call it";
	if (signature->is_static)
		return "it is static: no other file can call it";
	if (signature->is_inlined)
		return "it has no code of its own: it was inlined everywhere";
	if (signature->is_method)
		return "it is called on an object of its class, which only "
		       "C++ can make";
	if (signature->is_variadic || signature->has_more)
		return "it takes any number of arguments";
	if (signature->result.kind == SIGNATURE_VALUE)
		return "it returns a structure by value";
	for (size_t i = 0; i < signature->count; i++) {
		const struct signature_type *type =
			&signature->parameter[i].type;
		if (type->kind == SIGNATURE_VALUE)
			return "it takes a structure by value";
		if (type->is_class &&
			(type->kind == SIGNATURE_OBJECT || type->is_reference))
			return "it takes an object of a class, which only C++ "
			       "can make";
	}
	return NULL;
}

const char *skeleton_choose(
	struct skeleton *skeleton, const struct signature *signature)
{
	const char *why = why_no_call(signature);

	*skeleton = (struct skeleton){.signature = signature};
	if (why)
		return why;
	if (find_input(skeleton))
		return NULL;
	skeleton->input = SKELETON_NONE;
	for (size_t i = 0; i < signature->count; i++)
		if (signature->parameter[i].type.kind == SIGNATURE_TEXT)
			return "the text that it takes names a file";
	return "it takes no pointer with a length, no text and no FILE *";
}

/* ---- writing ---- */

char *skeleton_name_dup(const struct signature *signature)
{
	const char *colon = strrchr(signature->name, ':');
	char *name =
		memory_format("fuzz-%s", colon ? colon + 1 : signature->name);

	for (char *at = name; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '_' && *at != '-')
			*at = '_';
	return name;
}

/* The function as C calls it: a mangled name is given by a label. */
static char *call_name_dup(const struct signature *signature)
{
	char *file = skeleton_name_dup(signature);
	char *name = memory_string_dup(
		signature->linkage ? file + strlen("fuzz-") : signature->name);

	free(file);
	return name;
}

/* The local that stands for PARAMETER. Free it. */
static char *local_dup(const struct skeleton *skeleton, size_t parameter)
{
	const char *name = skeleton->signature->parameter[parameter].name;

	return *name ? memory_format("its_%s", name)
		     : memory_format("its_argument%zu", parameter + 1);
}

static bool has_object(
	const struct skeleton *skeleton, const struct signature_type *type)
{
	return (type->kind == SIGNATURE_OBJECT ||
		       (type->kind == SIGNATURE_BYTES && type->size_bytes)) &&
	       type->size_bytes && type->size_bytes <= OBJECT_BYTES_MAX &&
	       skeleton->input != SKELETON_NONE;
}

static const char *skeleton_value_of(const struct signature_type *type)
{
	if (type->kind == SIGNATURE_INTEGER || type->kind == SIGNATURE_REAL)
		return "0";
	return type->kind == SIGNATURE_TEXT && type->is_const ? "\"\"" : "NULL";
}

static void print_clean(FILE *out, const char *text)
{
	char *clean = words_shorten(text, 1000);

	/* It stands in a comment. */
	for (const char *at = clean; *at; at++) {
		putc(*at, out);
		if (at[0] == '*' && at[1] == '/')
			putc(' ', out);
	}
	free(clean);
}

static void print_comment(
	const struct skeleton *skeleton, const char *object, FILE *out)
{
	const struct signature *signature = skeleton->signature;
	char *text = signature_text_dup(signature);
	char *name = skeleton_name_dup(signature);

	fputs("/* Fuzz target made by `retread harness`, for\n *\n *\t", out);
	print_clean(out, text);
	fputs("\n *\t", out);
	print_clean(out, signature->file ? signature->file : "?");
	fprintf(out, ":%u, in ", signature->line);
	print_clean(out, object);
	fprintf(out,
		"\n *\n"
		" * Compile it and that code with retread-cc, and search:\n"
		" *\n"
		" *\tretread-cc -g -O1 -o %s %s.c LIBRARY.a\n"
		" *\tretread fuzz -i SEEDS -o OUT -- ./%s\n",
		name, name, name);
	if (skeleton_print_notes(skeleton, " *\n * ", NULL)) {
		fputs(" *\n * Before that:", out);
		skeleton_print_notes(skeleton, "\n * - ", out);
		putc('\n', out);
	}
	fputs(" */\n", out);
	free(text);
	free(name);
}

static bool is_declared(
	const struct signature *signature, size_t until, const char *tag)
{
	if (signature->result.tag && !strcmp(signature->result.tag, tag))
		return true;
	for (size_t i = 0; i < until; i++)
		if (signature->parameter[i].type.tag &&
			!strcmp(signature->parameter[i].type.tag, tag))
			return true;
	return false;
}

static void skeleton_print_type(
	FILE *out, const struct signature_type *type, const char *name)
{
	size_t length = strlen(type->plain);

	fprintf(out, "%s%s%s", type->plain,
		*name && type->plain[length - 1] != '*' ? " " : "", name);
}

static void print_prototype(const struct skeleton *skeleton, FILE *out)
{
	const struct signature *signature = skeleton->signature;
	char *name = call_name_dup(signature);

	fputs("\n/* By debug information; or include the header instead. */\n",
		out);
	if (signature->result.tag)
		fprintf(out, "%s;\n", signature->result.tag);
	for (size_t i = 0; i < signature->count; i++) {
		const char *tag = signature->parameter[i].type.tag;
		if (tag && !is_declared(signature, i, tag))
			fprintf(out, "%s;\n", tag);
	}
	skeleton_print_type(out, &signature->result, name);
	putc('(', out);
	for (size_t i = 0; i < signature->count; i++) {
		fputs(i ? ", " : "", out);
		skeleton_print_type(out, &signature->parameter[i].type, "");
	}
	putc(')', out);
	if (signature->linkage)
		fprintf(out, " __asm__(\"%s\")", signature->linkage);
	fputs(";\n", out);
	free(name);
}

/* Copies are of the very length, so that checkers see what goes beyond. */
static void skeleton_print_input(const struct skeleton *skeleton, FILE *out)
{
	switch (skeleton->input) {
	case SKELETON_STREAM:
		fputs("\tFILE *stream = size ? fmemopen((void *)data, size, "
		      "\"r\") : NULL;\n\n\tif (!stream)\n\t\treturn 0;\n",
			out);
		break;
	case SKELETON_TEXT:
		fputs("\tchar *copy = malloc(size + 1);\n\n"
		      "\tif (!copy)\n\t\treturn 0;\n"
		      "\tif (size)\n\t\tmemcpy(copy, data, size);\n"
		      "\tcopy[size] = '\\0';\n",
			out);
		break;
	default:
		fputs("\tchar *copy = malloc(size ? size : 1);\n\n"
		      "\tif (!copy)\n\t\treturn 0;\n"
		      "\tif (size)\n\t\tmemcpy(copy, data, size);\n",
			out);
	}
}

static void print_locals(const struct skeleton *skeleton, FILE *out)
{
	const struct signature *signature = skeleton->signature;

	for (size_t i = 0; i < signature->count; i++) {
		const struct signature_type *type =
			&signature->parameter[i].type;
		if (is_input(skeleton, i) || !has_object(skeleton, type))
			continue;
		char *local = local_dup(skeleton, i);
		fprintf(out,
			"\t_Alignas(16) unsigned char %s[%" PRIu64
			"] = {0}; /* ",
			local, type->size_bytes);
		print_clean(out, type->source);
		fputs(" */\n", out);
		free(local);
	}
}

static void print_argument(const struct skeleton *skeleton, size_t i, FILE *out)
{
	const struct signature_type *type =
		&skeleton->signature->parameter[i].type;
	char *local;

	if (skeleton->input == SKELETON_BYTES && i == skeleton->length) {
		fprintf(out, "(%s)size", type->plain);
	} else if (i == skeleton->pointer) {
		if (skeleton->input == SKELETON_STREAM)
			fputs("stream", out);
		else
			fprintf(out, "(%s)copy", type->plain);
	} else if (has_object(skeleton, type)) {
		local = local_dup(skeleton, i);
		fprintf(out, "(%s)%s", type->plain, local);
		free(local);
	} else {
		fputs(skeleton_value_of(type), out);
	}
}

static void skeleton_print_call(const struct skeleton *skeleton, FILE *out)
{
	const struct signature *signature = skeleton->signature;
	char *name = call_name_dup(signature);
	bool is_pointer = signature->result.kind >= SIGNATURE_TEXT;

	putc('\t', out);
	if (is_pointer) {
		skeleton_print_type(out, &signature->result, "result");
		fputs(" = ", out);
	} else if (signature->result.kind != SIGNATURE_VOID) {
		fputs("(void)", out);
	}
	fprintf(out, "%s(", name);
	for (size_t i = 0; i < signature->count; i++) {
		fputs(i ? ", " : "", out);
		print_argument(skeleton, i, out);
	}
	fputs(");\n", out);
	if (is_pointer)
		fputs("\t/* Release it here, if it is the caller's. */\n"
		      "\t(void)result;\n",
			out);
	free(name);
}

void skeleton_print(
	const struct skeleton *skeleton, const char *object, FILE *out)
{
	print_comment(skeleton, object, out);
	fputs("#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n"
	      "#include <stdlib.h>\n#include <string.h>\n",
		out);
	print_prototype(skeleton, out);
	fputs("\nint LLVMFuzzerTestOneInput(const uint8_t *data, size_t "
	      "size);\n\n"
	      "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t "
	      "size)\n{\n",
		out);
	print_locals(skeleton, out);
	skeleton_print_input(skeleton, out);
	skeleton_print_call(skeleton, out);
	fputs(skeleton->input == SKELETON_STREAM ? "\tfclose(stream);\n"
						 : "\tfree(copy);\n",
		out);
	fputs("\treturn 0;\n}\n", out);
}

/* ---- notes ---- */

static const char *note_of(
	const struct skeleton *skeleton, const struct signature_type *type)
{
	if (type->tag && has_object(skeleton, type))
		return "is all zero: set it up as the function expects it";
	if (type->kind == SIGNATURE_OBJECT && has_object(skeleton, type))
		return NULL; /* a place for a number or a pointer */
	if (type->kind == SIGNATURE_INTEGER)
		return "is 0: choose a value";
	if (type->kind == SIGNATURE_REAL || type->kind == SIGNATURE_STREAM)
		return "is 0: choose a value";
	if (type->kind == SIGNATURE_TEXT && type->is_const)
		return "is \"\": choose a text";
	return has_object(skeleton, type) ? NULL
					  : "is NULL: give it what the "
					    "function expects";
}

size_t skeleton_print_notes(
	const struct skeleton *skeleton, const char *prefix, FILE *out)
{
	const struct signature *signature = skeleton->signature;
	size_t count = 0;

	for (size_t i = 0; i < signature->count; i++) {
		const struct signature_parameter *parameter =
			&signature->parameter[i];
		const char *note = note_of(skeleton, &parameter->type);
		if (is_input(skeleton, i) || !note)
			continue;
		count++;
		if (!out)
			continue;
		fprintf(out, "%s", prefix);
		print_clean(out,
			*parameter->name ? parameter->name : "an argument");
		fprintf(out, " %s", note);
	}
	return count;
}
