/* SPDX-License-Identifier: MIT
 * Demangles with libiberty's callbacks, which need no memory of a size that the
 * name decides. */
#include "config.h"

#include "lib/code/demangle.h"

#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include <libiberty/demangle.h>

#include "lib/memory.h"

/* Longer names are shown raw, longer results are cut. */
#define MANGLED_MAX   4096
#define DEMANGLED_MAX 1024
/* A short mangled name can stand for gigabytes; nobody writes such names. */
#define DEMANGLED_WORK_MAX 65536

/* Collects what the demangler says piece by piece, and leaves it for good when
 * the name grows out of all proportion. */
struct demangled {
	char text[DEMANGLED_MAX + 4];
	size_t length;
	size_t work;
	jmp_buf stop;
};

static void collect_text(const char *text, size_t length, void *opaque)
{
	struct demangled *out = opaque;
	size_t capacity = DEMANGLED_MAX - out->length;

	out->work += length + 1;
	if (out->work > DEMANGLED_WORK_MAX)
		longjmp(out->stop, 1);
	if (length > capacity)
		length = capacity;
	memcpy(out->text + out->length, text, length);
	out->length += length;
}

bool demangle_is_mangled(const char *linkage)
{
	return linkage[0] == '_' && (linkage[1] == 'Z' || linkage[1] == 'R');
}

char *demangle_name_dup(const char *linkage, bool with_parameters)
{
	const int options = with_parameters
				    ? DMGL_PARAMS | DMGL_ANSI | DMGL_RET_DROP
				    : DMGL_NO_OPTS;
	struct demangled out;
	volatile bool is_done = false;

	out.length = out.work = 0;
	if (!demangle_is_mangled(linkage) || strlen(linkage) > MANGLED_MAX)
		return NULL;
	if (setjmp(out.stop) == 0)
		is_done = rust_demangle_callback(
				  linkage, options, collect_text, &out) ||
			  cplus_demangle_v3_callback(
				  linkage, options, collect_text, &out);
	else
		is_done = true; /* cut short */
	if (!is_done || out.length == 0)
		return NULL;
	if (out.length >= DEMANGLED_MAX) {
		memcpy(out.text + DEMANGLED_MAX, "...", 3);
		out.length = DEMANGLED_MAX + 3;
	}
	return memory_string_dup_length(out.text, out.length);
}
