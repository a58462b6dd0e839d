/* SPDX-License-Identifier: MIT
 * Some messages. */
#include "mailbox.c"
#include <assert.h>

int main(void)
{
	struct mailbox m = {0};
	mailbox_put(&m, 11);
	mailbox_put(&m, 22);
	mailbox_put(&m, 33);
	mailbox_put(&m, 44);
	mailbox_put(&m, 55);
	assert(mailbox_take(&m) == 11);
	assert(mailbox_take(&m) == 22);
	assert(m.count == 3);
	free(m.message);
	return 0;
}
