/* SPDX-License-Identifier: MIT
 * Shows a running campaign on a terminal. */
#ifndef RETREAD_FUZZ_PERF_STATUS_H
#define RETREAD_FUZZ_PERF_STATUS_H

struct fuzz;

void status_show(struct fuzz *fuzz);

#endif
