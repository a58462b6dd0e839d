/* SPDX-License-Identifier: MIT
 * What is known of the code of a test program: read from its file, and released. */
#include "config.h"

#include "fuzz-perf/grow/code.h"

#include <stdlib.h>
#include <string.h>

#include <elfutils/libdwfl.h>

#include "fuzz-perf/breakpoints/decode.h"
#include "lib/error.h"

int grow_code_open(struct grow_code *code, const char *path, struct error *err)
{
	memset(code, 0, sizeof *code);
	code->path = realpath(path, NULL);
	if (!code->path)
		return error_set_errno(err, "%s", path);
	if (blocks_open(&code->object, code->path, err))
		return -1;
	if (!decode_is_available())
		return error_set(err,
			"this retread was built without Zydis, so no test can "
			"be changed (Debian, Ubuntu: libzydis-dev)");
	if (grow_functions_read(code, err))
		return -1;
	grow_code_read_imports(code);
	grow_code_mark_tests(code);
	code->reached =
		memory_alloc_zero(code->count + 1, sizeof *code->reached);
	return 0;
}

void grow_code_release(struct grow_code *code)
{
	for (size_t i = 0; i < code->count; i++) {
		free(code->function[i].array);
		free(code->function[i].object);
		free(code->function[i].callee);
		if (code->reached)
			free(code->reached[i]);
	}
	free(code->reached);
	free(code->function);
	free(code->array);
	free(code->import);
	free(code->relocation);
	if (code->debug)
		dwfl_end(code->debug);
	blocks_close(&code->object);
	table_release(&code->places);
	arena_release(&code->arena);
	free(code->path);
	memset(code, 0, sizeof *code);
}
