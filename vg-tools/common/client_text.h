/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reads text of the program under test. */
#ifndef RETREAD_VG_TOOLS_COMMON_CLIENT_TEXT_H
#define RETREAD_VG_TOOLS_COMMON_CLIENT_TEXT_H

#include "pub_tool_basics.h"

/* Copies the string at NAME to TO, which gets at most CAPACITY bytes with the final 0;
 * "" if nothing can be read there. */
void client_text_copy(HChar *to, SizeT capacity, Addr name);

#endif
