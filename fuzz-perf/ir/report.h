/* SPDX-License-Identifier: MIT
 * Prints findings that are kept in a folder. */
#ifndef RETREAD_FUZZ_PERF_IR_REPORT_H
#define RETREAD_FUZZ_PERF_IR_REPORT_H

/* `retread ir report`. Returns an exit code. */
int ir_report(int argc, char **argv);

#endif
