/* SPDX-License-Identifier: MIT
 * Reads a kernel's declaration, by libclang. */
#include "config.h"

#include "lib/kernel/interface.h"

#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/memory.h"

void interface_release(struct kernel_interface *interface)
{
	for (size_t i = 0; i < interface->count; i++) {
		free(interface->port[i].name);
		free(interface->port[i].type);
	}
	free(interface->port);
	free(interface->function);
	free(interface->type);
	*interface = (struct kernel_interface){0};
}

#ifndef HAVE_LIBCLANG
int interface_read(struct kernel_interface *interface, const char *text,
	char *const *argument, size_t count, struct error *err)
{
	(void)interface;
	(void)text;
	(void)argument;
	(void)count;
	return error_set(err, "retread was built without libclang, which reads "
			      "declarations");
}
#else
#include "lib/kernel/clang.h"

#define INTERFACE_FILE "/retread_declaration.cpp"

/* The bytes of an integer; 0: TYPE is not one. */
static unsigned interface_integer_bytes(CXType type)
{
	type = clang_getCanonicalType(type);
	if (type.kind < CXType_Bool || type.kind > CXType_LongLong ||
		type.kind == CXType_UInt128)
		return 0;
	return (unsigned)clang_Type_getSizeOf(type);
}

/* Appends the parameter CURSOR, whose type in a call is TYPE. */
static int interface_add_port(struct kernel_interface *interface,
	CXCursor cursor, CXType type, struct error *err)
{
	struct kernel_port port = {
		.name = clang_text_dup(clang_getCursorSpelling(cursor)),
		.type = clang_text_dup(clang_getTypeSpelling(type))};

	type = clang_getCanonicalType(type);
	if (type.kind == CXType_Pointer) {
		port.is_array = true;
		type = clang_getCanonicalType(clang_getPointeeType(type));
	}
	while (type.kind == CXType_ConstantArray ||
		type.kind == CXType_IncompleteArray) {
		port.is_array = true;
		type = clang_getCanonicalType(clang_getArrayElementType(type));
	}
	port.is_const = clang_isConstQualifiedType(type) != 0;
	port.bytes = interface_integer_bytes(type);
	interface->port = memory_resize(
		interface->port, interface->count + 1, sizeof *interface->port);
	interface->port[interface->count++] = port;
	if (*port.name != '\0' && port.bytes > 0)
		return 0;
	return error_set(err,
		"\"%s%s%s\" is not a parameter that RTL can be given: named "
		"integers and pointers to them have ports",
		port.type, *port.name != '\0' ? " " : "", port.name);
}

static int interface_take(struct kernel_interface *interface, CXCursor function,
	struct error *err)
{
	CXType type = clang_getCursorType(function);
	CXType returned =
		clang_getCanonicalType(clang_getCursorResultType(function));
	int count = clang_Cursor_getNumArguments(function);

	interface->function = clang_text_dup(clang_getCursorSpelling(function));
	interface->type = clang_text_dup(
		clang_getTypeSpelling(clang_getCursorResultType(function)));
	interface->returned_bytes = interface_integer_bytes(returned);
	if (interface->returned_bytes == 0 && returned.kind != CXType_Void)
		return error_set(err,
			"RTL returns an integer or nothing, not \"%s\"",
			interface->type);
	for (int i = 0; i < count; i++)
		if (interface_add_port(interface,
			    clang_Cursor_getArgument(function, (unsigned)i),
			    clang_getArgType(type, (unsigned)i), err) != 0)
			return -1;
	return 0;
}

struct interface_search {
	CXCursor function;
	size_t count;
};

static enum CXChildVisitResult interface_visit(
	CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct interface_search *search = data;

	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl)
		return CXChildVisit_Recurse;
	if (clang_Location_isFromMainFile(clang_getCursorLocation(cursor))) {
		search->function = cursor;
		search->count++;
	}
	return CXChildVisit_Continue;
}

static int interface_find(struct kernel_interface *interface,
	CXTranslationUnit unit, struct error *err)
{
	struct interface_search search = {.count = 0};

	if (clang_check_unit(unit, clang_getDiagnosticSpelling, err) != 0)
		return -1;
	clang_visitChildren(
		clang_getTranslationUnitCursor(unit), interface_visit, &search);
	if (search.count != 1)
		return error_set(err, "that is not one function");
	return interface_take(interface, search.function, err);
}

int interface_read(struct kernel_interface *interface, const char *text,
	char *const *argument, size_t count, struct error *err)
{
	CXIndex index = clang_createIndex(0, 0);
	struct CXUnsavedFile file = {.Filename = INTERFACE_FILE,
		.Contents = text,
		.Length = strlen(text)};
	CXTranslationUnit unit = NULL;
	int result = -1;

	*interface = (struct kernel_interface){0};
	if (clang_parseTranslationUnit2(index, INTERFACE_FILE,
		    (const char *const *)argument, (int)count, &file, 1,
		    CXTranslationUnit_SkipFunctionBodies,
		    &unit) == CXError_Success)
		result = interface_find(interface, unit, err);
	else
		error_set(err, "it cannot be parsed");
	if (result != 0)
		interface_release(interface);
	if (unit)
		clang_disposeTranslationUnit(unit);
	clang_disposeIndex(index);
	return result;
}
#endif
