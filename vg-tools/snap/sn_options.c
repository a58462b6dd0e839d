/* SPDX-License-Identifier: GPL-2.0-or-later
 * Options of the tool `snap`, with their defaults. */
#include "vg-tools/snap/sn_branches.h"

struct sn_options clo_snap = {
	.out_file = "snap.out.%p",
	.starts_on = True,
	.max_edges = 1 << 22,
	.map_entries = 1 << 16,
	.btb = 512,
	.ras = 16,
};
