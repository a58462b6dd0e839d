/* SPDX-License-Identifier: MIT
 * Evaluates expressions of pragmas, by libclang: the source is parsed once more,
 * in memory, with a declaration in the place of each pragma.
 *
 * In C++ this names a template that is not defined, so the compiler's errors have the
 * values, one for each instance of a template around it. In C it is a constant.
 *
 * The operator _Pragma is found likewise: as a macro that declares a string. */
#include "config.h"

#ifdef HAVE_LIBCLANG
#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/arguments.h"
#include "lib/error.h"
#include "lib/kernel/source.h"
#include "lib/memory.h"

#define KNOWN	 "retread_known"
#define PRELUDE	 "/retread_known.h"
#define OPERATOR "retread_pragma"
#define TEMPLATE "template <unsigned, long long> struct " KNOWN ";\n"

struct evaluation {
	const struct kernel_source *source;
	struct source_expression *expression;
	size_t count;
	bool is_c;
	struct CXUnsavedFile *file;
	unsigned file_count;
};

/*--- the text to parse ---*/

static void print_probe(
	const struct evaluation *evaluation, size_t i, FILE *out)
{
	const char *text = evaluation->expression[i].text;

	if (evaluation->is_c)
		fprintf(out, "; static const long long " KNOWN "_%zu = (%s);",
			i, text);
	else
		fprintf(out,
			"; typedef char " KNOWN "_%zu[sizeof(" KNOWN
			"<%zu, (%s)>)];",
			i, i, text);
}

static bool is_continued(const char *line)
{
	size_t length = strcspn(line, "\r\n");

	return length > 0 && line[length - 1] == '\\';
}

/* Copies IN, which is file FILE of the source, with probes for its pragmas. */
static void print_probed(
	const struct evaluation *evaluation, size_t file, FILE *in, FILE *out)
{
	char *line = NULL;
	size_t capacity = 0;
	bool is_dropped = false;

	for (unsigned number = 1; getline(&line, &capacity, in) >= 0;
		number++) {
		bool was_dropped = is_dropped;
		is_dropped = is_dropped && is_continued(line);
		for (size_t i = 0; i < evaluation->count; i++) {
			const struct source_expression *each =
				&evaluation->expression[i];
			if (each->file != file || each->line != number)
				continue;
			print_probe(evaluation, i, out);
			was_dropped |= line[strspn(line, " \t")] == '#';
			is_dropped = was_dropped && is_continued(line);
		}
		fputs(was_dropped ? "\n" : line, out);
	}
	free(line);
}

static void evaluate_add_file(
	struct evaluation *evaluation, const char *name, const char *text)
{
	evaluation->file = memory_resize(evaluation->file,
		evaluation->file_count + 1, sizeof *evaluation->file);
	evaluation->file[evaluation->file_count++] = (struct CXUnsavedFile){
		.Filename = name, .Contents = text, .Length = strlen(text)};
}

/* Those files that have an expression. */
static int add_files(struct evaluation *evaluation, struct error *err)
{
	for (size_t i = 0; i < evaluation->source->file_count; i++) {
		const char *path = evaluation->source->file[i];
		bool is_wanted = false;
		char *text = NULL;
		size_t length;
		FILE *in, *out;
		for (size_t j = 0; j < evaluation->count; j++)
			is_wanted |= evaluation->expression[j].file == i;
		if (!is_wanted)
			continue;
		in = fopen(path, "re");
		if (!in)
			return error_set_errno(err, "%s", path);
		out = open_memstream(&text, &length);
		if (!out)
			abort();
		print_probed(evaluation, i, in, out);
		fclose(out);
		fclose(in);
		evaluate_add_file(evaluation, path, text);
	}
	return 0;
}

/* The prelude's text is not ours to free. */
static void release_files(struct evaluation *evaluation)
{
	for (unsigned i = 0; i < evaluation->file_count; i++)
		if (strcmp(evaluation->file[i].Filename, PRELUDE) != 0)
			free((char *)evaluation->file[i].Contents);
	free(evaluation->file);
}

/*--- its values ---*/

static void evaluate_note_value(
	struct source_expression *expression, int64_t value)
{
	expression->is_ambiguous |=
		expression->is_known && expression->value != value;
	expression->is_known = true;
	expression->value = value;
}

static void note_refused(struct source_expression *expression, const char *why)
{
	expression->is_refused = true;
	if (!expression->why)
		expression->why = memory_string_dup(why);
}

/* An error of the compiler is a value, or says why there is none. */
static void read_error(struct evaluation *evaluation, CXDiagnostic diagnostic)
{
	CXString spelled = clang_getDiagnosticSpelling(diagnostic), name;
	const char *text = clang_getCString(spelled);
	const char *known = strstr(text, KNOWN "<");
	CXFile file;
	size_t index;
	long long value;
	unsigned line;

	clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic),
		&file, &line, NULL, NULL);
	name = clang_getFileName(file);
	if (known && sscanf(known, KNOWN "<%zu, %lld", &index, &value) == 2 &&
		index < evaluation->count)
		evaluate_note_value(&evaluation->expression[index], value);
	else if (clang_getCString(name))
		for (size_t i = 0; i < evaluation->count; i++) {
			struct source_expression *each =
				&evaluation->expression[i];
			if (each->line == line &&
				strcmp(evaluation->source->file[each->file],
					clang_getCString(name)) == 0)
				note_refused(each, text);
		}
	clang_disposeString(name);
	clang_disposeString(spelled);
}

/* The constants of C. */
static enum CXChildVisitResult read_constant(
	CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct evaluation *evaluation = data;
	CXString spelled = clang_getCursorSpelling(cursor);
	CXEvalResult result = NULL;
	size_t index;

	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_VarDecl &&
		sscanf(clang_getCString(spelled), KNOWN "_%zu", &index) == 1 &&
		index < evaluation->count)
		result = clang_Cursor_Evaluate(cursor);
	if (result && clang_EvalResult_getKind(result) == CXEval_Int)
		evaluate_note_value(&evaluation->expression[index],
			clang_EvalResult_getAsLongLong(result));
	if (result)
		clang_EvalResult_dispose(result);
	clang_disposeString(spelled);
	return CXChildVisit_Recurse;
}

static void read_unit(struct evaluation *evaluation, CXTranslationUnit unit)
{
	for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
		if (clang_getDiagnosticSeverity(diagnostic) >=
			CXDiagnostic_Error)
			read_error(evaluation, diagnostic);
		clang_disposeDiagnostic(diagnostic);
	}
	if (evaluation->is_c)
		clang_visitChildren(clang_getTranslationUnitCursor(unit),
			read_constant, evaluation);
}

/* Parses PATH with the words AFTER those of REQUEST. NULL: ERR is filled. */
static CXTranslationUnit parse_again(CXIndex index, const char *path,
	const struct source_request *request, char *const *after,
	const struct evaluation *evaluation, struct error *err)
{
	struct arguments words = {0};
	CXTranslationUnit unit = NULL;

	arguments_add_all(&words, request->argument);
	arguments_add(&words, "-ferror-limit=0");
	arguments_add_all(&words, after);
	if (clang_parseTranslationUnit2(index, path,
		    (const char *const *)words.word, (int)words.count,
		    evaluation->file, evaluation->file_count, 0,
		    &unit) != CXError_Success)
		error_set(err, "%s cannot be parsed", path);
	arguments_release(&words);
	return unit;
}

static int evaluate_unit(struct evaluation *evaluation, const char *path,
	const struct source_request *request, struct error *err)
{
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit unit = NULL;
	const char *dot = strrchr(path, '.');
	char *after[] = {"-include", PRELUDE, NULL};

	evaluation->is_c = dot && strcmp(dot, ".c") == 0;
	if (!evaluation->is_c)
		evaluate_add_file(evaluation, PRELUDE, TEMPLATE);
	if (add_files(evaluation, err) == 0)
		unit = parse_again(index, path, request,
			evaluation->is_c ? after + 2 : after, evaluation, err);
	if (unit) {
		read_unit(evaluation, unit);
		clang_disposeTranslationUnit(unit);
	}
	release_files(evaluation);
	evaluation->file = NULL;
	evaluation->file_count = 0;
	clang_disposeIndex(index);
	return unit ? 0 : -1;
}

int source_evaluate(const struct kernel_source *source,
	const struct source_request *request,
	struct source_expression *expression, size_t count, struct error *err)
{
	struct evaluation evaluation = {
		.source = source, .expression = expression, .count = count};

	for (size_t i = 0; count > 0 && i < request->count; i++)
		if (evaluate_unit(
			    &evaluation, request->path[i], request, err) != 0)
			return -1;
	return 0;
}

/*--- the operator _Pragma ---*/

struct operator_walk {
	const struct kernel_source *source;
	void (*take)(void *data, size_t file, unsigned line, const char *text);
	void *data;
};

/* The string of the declaration CURSOR, which is in a file of the kernel. */
static void take_operator(const struct operator_walk *walk, CXCursor cursor)
{
	CXEvalResult result = clang_Cursor_Evaluate(cursor);
	CXFile file;
	CXString name;
	unsigned line;

	clang_getExpansionLocation(
		clang_getCursorLocation(cursor), &file, &line, NULL, NULL);
	name = clang_getFileName(file);
	if (result && clang_getCString(name) &&
		clang_EvalResult_getKind(result) == CXEval_StrLiteral)
		for (size_t i = 0; i < walk->source->file_count; i++)
			if (strcmp(walk->source->file[i],
				    clang_getCString(name)) == 0)
				walk->take(walk->data, i, line,
					clang_EvalResult_getAsStr(result));
	clang_disposeString(name);
	if (result)
		clang_EvalResult_dispose(result);
}

static enum CXChildVisitResult visit_operator(
	CXCursor cursor, CXCursor parent, CXClientData data)
{
	CXString spelled = clang_getCursorSpelling(cursor);

	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_VarDecl &&
		strncmp(clang_getCString(spelled), OPERATOR,
			strlen(OPERATOR)) == 0)
		take_operator(data, cursor);
	clang_disposeString(spelled);
	return CXChildVisit_Recurse;
}

int source_list_operators(const struct kernel_source *source,
	const struct source_request *request,
	void (*take)(void *data, size_t file, unsigned line, const char *text),
	void *data, struct error *err)
{
	struct operator_walk walk = {source, take, data};
	struct evaluation evaluation = {.source = source};
	char *after[] = {"-Wno-everything", "-DRETREAD_JOINED(a, b)=a##b",
		"-DRETREAD_NAMED(n)=RETREAD_JOINED(" OPERATOR "_, n)",
		"-D_Pragma(text)=; static const char *const "
		"RETREAD_NAMED(__COUNTER__) = text;",
		NULL};

	for (size_t i = 0; i < request->count; i++) {
		CXIndex index = clang_createIndex(0, 0);
		CXTranslationUnit unit = parse_again(index, request->path[i],
			request, after, &evaluation, err);
		if (unit) {
			clang_visitChildren(
				clang_getTranslationUnitCursor(unit),
				visit_operator, &walk);
			clang_disposeTranslationUnit(unit);
		}
		clang_disposeIndex(index);
		if (!unit)
			return -1;
	}
	return 0;
}
#endif
