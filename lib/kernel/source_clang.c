/* SPDX-License-Identifier: MIT
 * Parses a kernel, by libclang. */
#include "config.h"

#ifdef HAVE_LIBCLANG
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/kernel/clang.h"
#include "lib/kernel/source.h"
#include "lib/memory.h"

struct source_clang_walk {
	struct kernel_source *source;
	CXTranslationUnit unit;
	size_t function; /* that the cursor is in; SIZE_MAX: none */
};

bool source_can_parse(void)
{
	return true;
}

/*--- texts and places ---*/

char *clang_text_dup(CXString string)
{
	const char *text = clang_getCString(string);
	char *copy = memory_string_dup(text ? text : "");

	clang_disposeString(string);
	return copy;
}

static unsigned source_clang_find_file(
	struct kernel_source *source, CXFile file)
{
	char *name = clang_text_dup(clang_getFileName(file));
	size_t i = 0;

	while (i < source->file_count && strcmp(source->file[i], name) != 0)
		i++;
	if (i == source->file_count) {
		source->file = memory_resize(source->file,
			source->file_count + 1, sizeof *source->file);
		source->file[source->file_count++] = name;
		return (unsigned)i;
	}
	free(name);
	return (unsigned)i;
}

static struct source_place source_clang_place_of(
	struct source_clang_walk *walk, CXSourceLocation location)
{
	struct source_place place = {0};
	CXFile file;

	clang_getExpansionLocation(
		location, &file, &place.line, &place.column, NULL);
	if (file)
		place.file = source_clang_find_file(walk->source, file);
	return place;
}

static struct source_place start_of(
	struct source_clang_walk *walk, CXCursor cursor)
{
	return source_clang_place_of(
		walk, clang_getRangeStart(clang_getCursorExtent(cursor)));
}

static struct source_place source_clang_end_of(
	struct source_clang_walk *walk, CXCursor cursor)
{
	return source_clang_place_of(
		walk, clang_getRangeEnd(clang_getCursorExtent(cursor)));
}

static bool is_system(CXCursor cursor)
{
	return clang_Location_isInSystemHeader(
		       clang_getCursorLocation(cursor)) != 0;
}

/*--- types ---*/

static void add_type_name(struct kernel_source *source, CXString string)
{
	char *name = clang_text_dup(string);
	const char *bare = name;

	if (strncmp(bare, "const ", 6) == 0)
		bare += 6;
	for (size_t i = 0; i < source->type_count; i++)
		if (strcmp(source->type[i], bare) == 0) {
			free(name);
			return;
		}
	source->type = memory_resize(
		source->type, source->type_count + 1, sizeof *source->type);
	source->type[source->type_count++] = memory_string_dup(bare);
	free(name);
}

/* Down to what elements are, with all names on the way. */
static void source_clang_add_type(struct kernel_source *source, CXType type)
{
	for (int depth = 0; depth < 16; depth++) {
		add_type_name(source, clang_getTypeSpelling(type));
		switch (type.kind) {
		case CXType_Typedef:
			type = clang_getTypedefDeclUnderlyingType(
				clang_getTypeDeclaration(type));
			break;
		case CXType_Elaborated:
			type = clang_Type_getNamedType(type);
			break;
		case CXType_Pointer:
		case CXType_LValueReference:
		case CXType_RValueReference:
			type = clang_getPointeeType(type);
			break;
		case CXType_ConstantArray:
		case CXType_IncompleteArray:
		case CXType_VariableArray:
			type = clang_getArrayElementType(type);
			break;
		default:
			add_type_name(
				source, clang_getTypeSpelling(
						clang_getCanonicalType(type)));
			return;
		}
	}
}

/* typedef ap_uint<8> bit8; the name is what debug information has. */
static void add_typedef(struct source_clang_walk *walk, CXCursor cursor)
{
	struct kernel_source *source = walk->source;
	CXType type = clang_getTypedefDeclUnderlyingType(cursor);

	source_clang_add_type(source, clang_getCursorType(cursor));
	source->alias = memory_resize(
		source->alias, source->alias_count + 1, sizeof *source->alias);
	source->alias[source->alias_count].name =
		clang_text_dup(clang_getCursorSpelling(cursor));
	source->alias[source->alias_count++].type = clang_text_dup(
		clang_getTypeSpelling(clang_getCanonicalType(type)));
}

/*--- declarations ---*/

/* The elements in all dimensions of a parameter declared as an array, which to
 * the language is a pointer; 0: it is none. */
static uint64_t source_clang_elements_of(CXType type)
{
	uint64_t count = 1;
	bool is_array = false;

	type = clang_getCanonicalType(type);
	if (type.kind == CXType_LValueReference)
		type = clang_getCanonicalType(clang_getPointeeType(type));
	for (; type.kind == CXType_ConstantArray; is_array = true) {
		count *= (uint64_t)clang_getArraySize(type);
		type = clang_getCanonicalType(clang_getArrayElementType(type));
	}
	return is_array ? count : 0;
}

/* Whether TYPE, or that of its elements, is a stream, and how DEEP it says that is. */
static bool source_clang_is_stream(CXType type, uint64_t *deep)
{
	static const char start[] = "hls::stream<";
	char *name;
	const char *last;
	bool is_stream;

	while (type.kind == CXType_ConstantArray)
		type = clang_getArrayElementType(type);
	name = clang_text_dup(
		clang_getTypeSpelling(clang_getCanonicalType(type)));
	last = strrchr(name, ',');
	is_stream = strncmp(name, start, sizeof start - 1) == 0;
	/* Of stream<T, N>: N may be left out, and T have arguments of its own. */
	*deep = 0;
	if (is_stream && last && last[strspn(last, ", 0123456789")] == '>' &&
		last[strspn(last, ", 0123456789") + 1] == '\0')
		*deep = strtoull(last + 2, NULL, 10);
	free(name);
	return is_stream;
}

static void source_clang_add_variable(
	struct source_clang_walk *walk, CXCursor cursor)
{
	struct kernel_source *source = walk->source;
	CXType type = clang_getCursorType(cursor);
	struct source_variable variable = {.function = walk->function};

	variable.name = clang_text_dup(clang_getCursorSpelling(cursor));
	variable.place =
		source_clang_place_of(walk, clang_getCursorLocation(cursor));
	variable.is_static =
		clang_getCursorKind(cursor) == CXCursor_VarDecl &&
		(walk->function == SIZE_MAX ||
			clang_Cursor_getStorageClass(cursor) == CX_SC_Static);
	if (clang_getCursorKind(cursor) == CXCursor_ParmDecl)
		variable.elements = source_clang_elements_of(type);
	else
		variable.is_stream =
			source_clang_is_stream(type, &variable.depth);
	while (type.kind == CXType_ConstantArray)
		type = clang_getArrayElementType(type);
	variable.is_constant = clang_isConstQualifiedType(type) != 0;
	source_clang_add_type(source, clang_getCursorType(cursor));
	source->variable = memory_resize(source->variable,
		source->variable_count + 1, sizeof *source->variable);
	source->variable[source->variable_count++] = variable;
}

/* An instance has the symbol of its template; a lambda one of its place. Free
 * it. */
static char *symbol_of(const struct source_function *function, CXCursor cursor)
{
	CXCursor template = clang_getSpecializedCursorTemplate(cursor);

	if (clang_getCursorKind(cursor) == CXCursor_LambdaExpr)
		return memory_format("lambda %u:%u:%u", function->place.file,
			function->place.line, function->place.column);
	return clang_text_dup(clang_getCursorUSR(
		clang_Cursor_isNull(template) ? cursor : template));
}

/* The index of the function that CURSOR, its definition, is. */
static size_t source_clang_add_function(
	struct source_clang_walk *walk, CXCursor cursor)
{
	struct kernel_source *source = walk->source;
	struct source_function function = {0};

	function.name =
		clang_getCursorKind(cursor) == CXCursor_LambdaExpr
			? memory_string_dup("operator()")
			: clang_text_dup(clang_getCursorSpelling(cursor));
	function.place =
		source_clang_place_of(walk, clang_getCursorLocation(cursor));
	function.start = start_of(walk, cursor);
	function.end = source_clang_end_of(walk, cursor);
	for (size_t i = 0; i < source->function_count; i++) {
		const struct source_function *known = &source->function[i];
		if (known->place.line == function.place.line &&
			known->place.column == function.place.column &&
			known->place.file == function.place.file) {
			free(function.name);
			return i;
		}
	}
	function.symbol = symbol_of(&function, cursor);
	source->function = memory_resize(source->function,
		source->function_count + 1, sizeof *source->function);
	source->function[source->function_count] = function;
	return source->function_count++;
}

static void source_clang_add_declared(
	struct source_clang_walk *walk, CXCursor cursor)
{
	struct kernel_source *source = walk->source;
	struct source_function function = {0};

	function.name = clang_text_dup(clang_getCursorSpelling(cursor));
	function.place =
		source_clang_place_of(walk, clang_getCursorLocation(cursor));
	function.symbol = symbol_of(&function, cursor);
	source->declared =
		memory_grow(source->declared, &source->declared_capacity,
			source->declared_count + 1, sizeof *source->declared);
	source->declared[source->declared_count++] = function;
}

static bool source_clang_is_function(CXCursor cursor)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_ConversionFunction:
	case CXCursor_FunctionTemplate:
		return true;
	default:
		return false;
	}
}

/* Takes SYMBOL. */
static void add_callee(struct source_clang_walk *walk, char *symbol)
{
	struct source_function *function =
		&walk->source->function[walk->function];

	function->callee =
		memory_grow(function->callee, &function->callee_capacity,
			function->callee_count + 1, sizeof *function->callee);
	function->callee[function->callee_count++] = symbol;
}

/* CALLEE is named in the function of the walk: called, or handed to a task. Its
 * definition may be in another file. */
static void add_use(struct source_clang_walk *walk, CXCursor callee)
{
	CXCursor template;

	if (walk->function == SIZE_MAX || clang_Cursor_isNull(callee) ||
		!source_clang_is_function(callee) || is_system(callee))
		return;
	template = clang_getSpecializedCursorTemplate(callee);
	if (!clang_Cursor_isNull(template) &&
		source_clang_is_function(template))
		callee = template;
	add_callee(walk, clang_text_dup(clang_getCursorUSR(callee)));
}

/* In a template calls are resolved when it is instantiated: each function that
 * could be meant counts. */
static void add_reference(struct source_clang_walk *walk, CXCursor cursor)
{
	for (unsigned i = 0; i < clang_getNumOverloadedDecls(cursor); i++)
		add_use(walk, clang_getOverloadedDecl(cursor, i));
}

/*--- loops ---*/

static enum CXChildVisitResult take_child(
	CXCursor child, CXCursor parent, CXClientData data)
{
	struct {
		CXCursor first, last;
		int count;
	} *children = data;

	(void)parent;
	if (children->count++ == 0)
		children->first = child;
	children->last = child;
	return CXChildVisit_Continue;
}

static void source_clang_add_loop(struct source_clang_walk *walk,
	CXCursor cursor, CXCursor parent, enum source_loop_kind kind)
{
	struct kernel_source *source = walk->source;
	struct source_loop loop = {.function = walk->function, .kind = kind};
	struct {
		CXCursor first, last;
		int count;
	} children = {.count = 0};
	CXCursor body;

	if (walk->function == SIZE_MAX)
		return;
	clang_visitChildren(cursor, take_child, &children);
	if (children.count == 0)
		return;
	body = kind == SOURCE_DO ? children.first : children.last;
	loop.start = start_of(walk, cursor);
	loop.end = source_clang_end_of(walk, cursor);
	loop.body = start_of(walk, body);
	loop.body_end = source_clang_end_of(walk, body);
	if (clang_getCursorKind(parent) == CXCursor_LabelStmt)
		loop.label = clang_text_dup(clang_getCursorSpelling(parent));
	source->loop = memory_resize(
		source->loop, source->loop_count + 1, sizeof *source->loop);
	source->loop[source->loop_count++] = loop;
}

/*--- the walk ---*/

static enum CXChildVisitResult source_clang_visit(
	CXCursor cursor, CXCursor parent, CXClientData data);

static void visit_function(struct source_clang_walk *walk, CXCursor cursor)
{
	size_t outer = walk->function;

	if (!clang_isCursorDefinition(cursor) &&
		clang_getCursorKind(cursor) != CXCursor_LambdaExpr) {
		source_clang_add_declared(walk, cursor);
		return;
	}
	walk->function = source_clang_add_function(walk, cursor);
	/* Whoever makes a lambda runs it. */
	if (outer != SIZE_MAX) {
		size_t inner = walk->function;
		walk->function = outer;
		add_callee(walk, memory_string_dup(
					 walk->source->function[inner].symbol));
		walk->function = inner;
	}
	clang_visitChildren(cursor, source_clang_visit, walk);
	walk->function = outer;
}

static enum CXChildVisitResult source_clang_visit(
	CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct source_clang_walk *walk = data;

	if (walk->function == SIZE_MAX && is_system(cursor))
		return CXChildVisit_Continue;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_ConversionFunction:
	case CXCursor_FunctionTemplate:
	case CXCursor_LambdaExpr:
		visit_function(walk, cursor);
		return CXChildVisit_Continue;
	case CXCursor_VarDecl:
	case CXCursor_ParmDecl:
	case CXCursor_FieldDecl:
		source_clang_add_variable(walk, cursor);
		break;
	case CXCursor_TypedefDecl:
	case CXCursor_TypeAliasDecl:
		add_typedef(walk, cursor);
		break;
	case CXCursor_CallExpr:
	case CXCursor_DeclRefExpr:
	case CXCursor_MemberRefExpr:
		add_use(walk, clang_getCursorReferenced(cursor));
		break;
	case CXCursor_OverloadedDeclRef:
		add_reference(walk, cursor);
		break;
	case CXCursor_ForStmt:
		source_clang_add_loop(walk, cursor, parent, SOURCE_FOR);
		break;
	case CXCursor_WhileStmt:
		source_clang_add_loop(walk, cursor, parent, SOURCE_WHILE);
		break;
	case CXCursor_DoStmt:
		source_clang_add_loop(walk, cursor, parent, SOURCE_DO);
		break;
	default:
		break;
	}
	return CXChildVisit_Recurse;
}

/*--- the unit ---*/

int clang_check_unit(CXTranslationUnit unit,
	CXString (*format)(CXDiagnostic diagnostic), struct error *err)
{
	for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
		int severity = (int)clang_getDiagnosticSeverity(diagnostic);
		char *text = clang_text_dup(format(diagnostic));
		clang_disposeDiagnostic(diagnostic);
		if (severity >= CXDiagnostic_Error) {
			error_set(err, "%s", text);
			free(text);
			return -1;
		}
		free(text);
	}
	return 0;
}

/* As the compiler would print it. */
static CXString format_diagnostic(CXDiagnostic diagnostic)
{
	return clang_formatDiagnostic(
		diagnostic, CXDiagnostic_DisplaySourceLocation |
				    CXDiagnostic_DisplayColumn);
}

static void note_inclusion(
	CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	struct source_clang_walk *walk = data;
	CXSourceLocation start =
		clang_getLocationForOffset(walk->unit, file, 0);

	(void)stack;
	(void)depth;
	if (!clang_Location_isInSystemHeader(start))
		source_clang_find_file(walk->source, file);
}

static void note_gaps(struct source_clang_walk *walk)
{
	CXSourceRangeList *ranges = clang_getAllSkippedRanges(walk->unit);
	struct kernel_source *source = walk->source;

	if (!ranges)
		return;
	source->gap = memory_resize(source->gap,
		source->gap_count + ranges->count + 1, sizeof *source->gap);
	for (unsigned i = 0; i < ranges->count; i++) {
		CXSourceLocation start = clang_getRangeStart(ranges->ranges[i]);
		struct source_gap *gap = &source->gap[source->gap_count];
		if (clang_Location_isInSystemHeader(start))
			continue;
		gap->start = source_clang_place_of(walk, start);
		gap->end = source_clang_place_of(
			walk, clang_getRangeEnd(ranges->ranges[i]));
		source->gap_count++;
	}
	clang_disposeSourceRangeList(ranges);
}

static int parse_unit(struct kernel_source *source, const char *path,
	const struct source_request *request, struct error *err)
{
	CXIndex index = clang_createIndex(0, 0);
	struct source_clang_walk walk = {
		.source = source, .function = SIZE_MAX};
	int result = -1;

	if (clang_parseTranslationUnit2(index, path,
		    (const char *const *)request->argument,
		    (int)request->argument_count, NULL, 0,
		    CXTranslationUnit_DetailedPreprocessingRecord,
		    &walk.unit) != CXError_Success) {
		error_set(err, "%s cannot be parsed", path);
		clang_disposeIndex(index);
		return -1;
	}
	if (clang_check_unit(walk.unit, format_diagnostic, err) == 0) {
		/* Its file is the first. */
		source_clang_find_file(source, clang_getFile(walk.unit, path));
		clang_getInclusions(walk.unit, note_inclusion, &walk);
		note_gaps(&walk);
		clang_visitChildren(clang_getTranslationUnitCursor(walk.unit),
			source_clang_visit, &walk);
		result = 0;
	}
	clang_disposeTranslationUnit(walk.unit);
	clang_disposeIndex(index);
	return result;
}

int source_parse(struct kernel_source *source,
	const struct source_request *request, struct error *err)
{
	for (size_t i = 0; i < request->count; i++)
		if (parse_unit(source, request->path[i], request, err) != 0)
			return -1;
	return 0;
}
#endif
