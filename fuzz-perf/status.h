/* SPDX-License-Identifier: MIT
 * What a person sees of a running campaign. */
#ifndef RETREAD_FUZZ_PERF_STATUS_H
#define RETREAD_FUZZ_PERF_STATUS_H

struct fuzz;

void status_show(struct fuzz *fuzz);

#endif
