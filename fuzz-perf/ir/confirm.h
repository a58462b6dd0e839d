/* SPDX-License-Identifier: MIT
 * Whether the compiler's own tools show a finding. */
#ifndef RETREAD_FUZZ_PERF_IR_CONFIRM_H
#define RETREAD_FUZZ_PERF_IR_CONFIRM_H

enum ir_shown {
	IR_NOT_TRIED, /* they are not there */
	IR_NOT_SHOWN,
	IR_SHOWN,
};

/* Whether COMMAND fails, or takes more than SECONDS of the processor. */
enum ir_shown ir_confirm_failure(const char *command, unsigned seconds);
/* Whether COMMAND prints what AGAIN, which reads and prints it, changes each time. */
enum ir_shown ir_confirm_unsettled(
	const char *command, const char *again, unsigned seconds);

#endif
