/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which regular files the client opens to read them. */
#ifndef RETREAD_VG_TOOLS_COMMON_CLIENT_FILES_H
#define RETREAD_VG_TOOLS_COMMON_CLIENT_FILES_H

#include "pub_tool_basics.h"

/* The path of the file that the call NUMBER with ARGUMENTS has opened as FD, valid until
 * the next call; NULL: it opened none to be read, or one of the system. */
const HChar *client_files_see_call(UInt number, const UWord *arguments, Int fd);

#endif
