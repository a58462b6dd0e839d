/* SPDX-License-Identifier: MIT
 * Its test. */
#include "expand.c"

#define EXPECT_TEXT(wanted, template)                                          \
	do {                                                                   \
		char *got = expand_all(template);                              \
		if (strcmp(got, wanted)) {                                     \
			printf("%s: %s\n", template, got);                     \
			result = 1;                                            \
		}                                                              \
		free(got);                                                     \
	} while (0)

int main(void)
{
	int result = 0;
	EXPECT_TEXT("", "");
	EXPECT_TEXT("plain", "plain");
	EXPECT_TEXT("dear anna", "dear ${user}");
	EXPECT_TEXT("/data/anna/bin:/data/anna/lib", "${home}/bin:${home}/lib");
	return result;
}
