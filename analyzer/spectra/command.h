/* SPDX-License-Identifier: MIT
 * The verb spectra and its parts. */
#ifndef RETREAD_ANALYZER_SPECTRA_COMMAND_H
#define RETREAD_ANALYZER_SPECTRA_COMMAND_H

/* Runs the part ARGV[1]. Returns the exit code. */
int spectra_command_run(int argc, char **argv);
/* The part run. */
int spectra_run_tests(int argc, char **argv);

#endif
