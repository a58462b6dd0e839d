/* SPDX-License-Identifier: MIT
 * What `retread spectra` does but for running programs: options in, exit code
 * out. */
#ifndef RETREAD_ANALYZER_SPECTRA_COMMAND_H
#define RETREAD_ANALYZER_SPECTRA_COMMAND_H

enum command_exit {
	COMMAND_DONE = 0,
	COMMAND_GATE = 1, /* a boundary was crossed, with --fail-on */
	COMMAND_USAGE = 2,
	COMMAND_INCOMPLETE = 3, /* the run did not come to its end */
	COMMAND_ENVIRONMENT = 4,
};

/* ARGV[0] is the name of one of these: prepare, watch, report. */
int command_run(int argc, char **argv);

#endif
