/* SPDX-License-Identifier: GPL-2.0-or-later
 * Options of the tool `spectra`, and what code that it adds reads directly. */
#include "vg-tools/spectra/sp_watched.h"

struct sp_hot sp_hot;
struct sp_options clo_spectra = {.table_file = "spectra.table"};
