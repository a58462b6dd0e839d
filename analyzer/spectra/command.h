/* SPDX-License-Identifier: MIT
 * `retread spectra`, except for running programs: options in, exit code
 * out. */
#ifndef RETREAD_ANALYZER_SPECTRA_COMMAND_H
#define RETREAD_ANALYZER_SPECTRA_COMMAND_H

/* ARGV[0] is the name of one of these: prepare, watch, report. */
int spectra_command_run(int argc, char **argv);

#endif
