/* SPDX-License-Identifier: MIT
 * The processes that a command has started. */
#ifndef RETREAD_CLI_RECORD_PROCESSES_H
#define RETREAD_CLI_RECORD_PROCESSES_H

#include <stdbool.h>
#include <sys/types.h>

/* Sends SIGNAL to ROOT and all that it has started, and if it leads a group of its own to
 * all of that, also when their parents have ended. */
void processes_kill(pid_t root, bool has_group, int signal);

#endif
