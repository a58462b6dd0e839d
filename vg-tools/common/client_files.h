/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which regular files the client opens to read them, and has not made itself. */
#ifndef RETREAD_VG_TOOLS_COMMON_CLIENT_FILES_H
#define RETREAD_VG_TOOLS_COMMON_CLIENT_FILES_H

#include "pub_tool_basics.h"

/* The call NUMBER with ARGUMENTS begins. */
void client_files_begin_call(UInt number, const UWord *arguments);

/* It has succeeded, with RESULT. The path of the file that it has opened to be read, valid
 * until the next call; NULL: it opened none, or one of the system, or one that holds what
 * the client itself has written: it was made, emptied, or is in a folder that was made. */
const HChar *client_files_end_call(
	UInt number, const UWord *arguments, Int result);

#endif
