/* SPDX-License-Identifier: MIT
 * The signature of a function by its debug information, in words of the source
 * and in types that C can declare without the source's headers. */
#ifndef RETREAD_ANALYZER_HARNESS_SIGNATURE_H
#define RETREAD_ANALYZER_HARNESS_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct signatures;

#define SIGNATURE_PARAMETERS 16

enum signature_kind {
	SIGNATURE_VOID, /* of a result */
	SIGNATURE_INTEGER,
	SIGNATURE_REAL,
	SIGNATURE_TEXT,	  /* pointer to char */
	SIGNATURE_BYTES,  /* pointer to other bytes, or to void */
	SIGNATURE_STREAM, /* FILE * */
	SIGNATURE_OBJECT, /* pointer to something of a size that is known */
	SIGNATURE_OPAQUE, /* pointer to a function, or to what is not known */
	SIGNATURE_VALUE,  /* no scalar: a struct by value, ... */
};

struct signature_type {
	enum signature_kind kind;
	const char *source;  /* "const struct list *" */
	const char *plain;   /* the same for a call: "const struct list *" */
	const char *tag;     /* "struct list", to be declared; NULL: nothing */
	bool is_const;	     /* what is pointed to */
	bool is_reference;   /* of C++ */
	bool is_class;	     /* of C++, behind a pointer or reference */
	uint64_t size_bytes; /* INTEGER: of it; OBJECT: of what is pointed to */
};

struct signature_parameter {
	const char *name; /* "" when it has none */
	struct signature_type type;
};

struct signature {
	const char *name;    /* qualified */
	const char *linkage; /* NULL: the name */
	const char *file;
	unsigned line;
	bool is_static;	  /* no other file can call it */
	bool is_inlined;  /* it has no code of its own */
	bool is_method;	  /* needs an object of its class */
	bool is_variadic; /* takes more arguments */
	bool is_foreign;  /* neither C nor C++ */
	struct signature_type result;
	struct signature_parameter parameter[SIGNATURE_PARAMETERS];
	size_t count;
	bool has_more; /* parameters than there is room for */
};

/* Functions called NAME (plain, qualified, or mangled) of the object file or
 * archive PATH. NULL with ERR filled: PATH cannot be read, or has
 * no debug information. Strings live as long as the list. */
struct signatures *signatures_find(
	const char *path, const char *name, struct error *err);
void signatures_free(struct signatures *signatures);

size_t signatures_count(const struct signatures *signatures);
const struct signature *signatures_get(
	const struct signatures *signatures, size_t index);

/* The function of the file with the name most like NAME; NULL: none is. */
const char *signatures_nearest(const struct signatures *signatures);

/* "int parse(const char *text, size_t length)". Free it. */
char *signature_text_dup(const struct signature *signature);

#endif
