/* SPDX-License-Identifier: MIT
 * The verbs `fuzz` and `repro`: options in, exit code out. */
#ifndef RETREAD_FUZZ_PERF_COMMAND_H
#define RETREAD_FUZZ_PERF_COMMAND_H

enum command_exit {
	COMMAND_DONE = 0,
	COMMAND_FAILED = 4, /* the target, a file, the machine */
	COMMAND_USAGE = 2,
	COMMAND_NOTHING = 5, /* found nothing better than the seeds */
	COMMAND_SIGNAL = 128,
};

int command_fuzz(int argc, char **argv);
int command_repro(int argc, char **argv);

#endif
