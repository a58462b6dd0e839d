/* SPDX-License-Identifier: MIT
 * A process that a script starts, as it begins: the agent of tests that are grown leaves
 * it in a folder for whoever runs that process alone. */
#ifndef RETREAD_LIB_FORMAT_CAUGHT_PROCESS_H
#define RETREAD_LIB_FORMAT_CAUGHT_PROCESS_H

/* Environment of the script: "NUMBER FOLDER". Of the processes with the wanted command
 * line, number NUMBER, from 0, is caught. */
#define CAUGHT_VARIABLE "RETREAD_CATCH"

/* In FOLDER, before the script runs: the command line, its words separated by spaces, and
 * the paths of files to be copied, a line each. */
#define CAUGHT_WANTED "wanted"
#define CAUGHT_FILES  "files"
/* One for each process with that command line: "begun.0". */
#define CAUGHT_BEGUN "begun"

/* Then: the files as they were, below ROOT; the rest of the standard input, if it was a
 * file or a pipe; the working directory; NAME=VALUE and words, each with a final NUL.
 * WORDS is there last. */
#define CAUGHT_ROOT	 "root"
#define CAUGHT_STDIN	 "stdin"
#define CAUGHT_DIRECTORY "directory"
#define CAUGHT_VARIABLES "variables"
#define CAUGHT_WORDS	 "words"

#endif
