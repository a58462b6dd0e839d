/* SPDX-License-Identifier: MIT
 * All units of a file, relocatable ones and archives too, which objects of an address
 * space need not be. */
#include "config.h"

#include "analyzer/symbols/die.h"

#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/error.h"

struct units_visit {
	symbols_unit_visit *visit;
	void *data;
	size_t *count;
	struct error *err;
	int result;
};

enum symbols_language symbols_die_language(Dwarf_Die *unit)
{
	switch (dwarf_srclang(unit)) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_ObjC:
		return SYMBOLS_C;
	case DW_LANG_C_plus_plus:
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14:
		return SYMBOLS_CXX;
	default:
		return SYMBOLS_OTHER;
	}
}

static int visit_module(Dwfl_Module *module, void **user, const char *name,
	Dwarf_Addr start, void *data)
{
	struct units_visit *visit = data;
	Dwarf_Addr bias;
	Dwarf *dwarf = dwfl_module_getdwarf(module, &bias);
	Dwarf_CU *cu = NULL;
	Dwarf_Die die, split;
	uint8_t type;

	(void)user, (void)name, (void)start;
	while (dwarf && visit->result == 0 &&
		dwarf_get_units(dwarf, cu, &cu, NULL, &type, &die, &split) ==
			0) {
		bool is_split = type == DW_UT_skeleton && split.addr;
		++*visit->count;
		visit->result = visit->visit(
			visit->data, is_split ? &split : &die, visit->err);
	}
	return visit->result == 0 ? DWARF_CB_OK : DWARF_CB_ABORT;
}

int symbols_visit_units(const char *path, symbols_unit_visit *visit, void *data,
	size_t *count, struct error *err)
{
	static char *debug_path;
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_build_id_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.section_address = dwfl_offline_section_address,
		.debuginfo_path = &debug_path,
	};
	struct units_visit each = {visit, data, count, err, 0};
	Dwfl *dwfl;

	*count = 0;
	if (access(path, R_OK) != 0)
		return error_set_errno(err, "%s", path);
	unsetenv("DEBUGINFOD_URLS"); /* no network */
	dwfl = dwfl_begin(&callbacks);
	if (!dwfl || !dwfl_report_offline(dwfl, path, path, -1)) {
		each.result = error_set(err, "%s has no debug information (%s)",
			path, dwfl_errmsg(-1));
	} else {
		dwfl_report_end(dwfl, NULL, NULL);
		dwfl_getmodules(dwfl, visit_module, &each, 0);
	}
	dwfl_end(dwfl);
	return each.result;
}
