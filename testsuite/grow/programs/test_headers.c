/* SPDX-License-Identifier: MIT
 * Its test. */
#include "headers.c"

#include <assert.h>

static void test_parse(void)
{
	struct headers headers = {0};
	char text[] = "Host: example.org\r\nAccept: text/plain\r\n"
		      "Agent: none\r\nAge: 12\r\n";

	assert(headers_parse(&headers, text) == 4);
	assert(strcmp(headers.header[headers_find(&headers, "Age")].value,
		       "12") == 0);
	free(headers.header);
}

static void test_refuses(void)
{
	struct headers headers = {0};
	char text[] = "no header";

	assert(headers_parse(&headers, text) == -1);
	free(headers.header);
}

int main(void)
{
	test_parse();
	test_refuses();
	return 0;
}
