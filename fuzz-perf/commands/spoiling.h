/* SPDX-License-Identifier: MIT
 * System calls because of which a watched program is forked for each input. */
#ifndef RETREAD_FUZZ_PERF_COMMANDS_SPOILING_H
#define RETREAD_FUZZ_PERF_COMMANDS_SPOILING_H

/* What call NUMBER does, as a part of a sentence; free it. */
char *spoiling_describe_dup(unsigned number);

#endif
