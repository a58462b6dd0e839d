/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reads text of the program under test. */
#include "vg-tools/common/client_text.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"

void client_text_copy(HChar *to, SizeT capacity, Addr name)
{
	SizeT length = 0;

	while (name != 0 && length < capacity - 1 &&
		VG_(am_is_valid_for_client)(name + length, 1, VKI_PROT_READ) &&
		((HChar *)name)[length] != '\0') {
		to[length] = ((HChar *)name)[length];
		length++;
	}
	to[length] = '\0';
}
