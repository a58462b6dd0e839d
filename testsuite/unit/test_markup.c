/* SPDX-License-Identifier: MIT
 * Tests of lib/markup: what is hostile in a name becomes harmless text. */
#include "config.h"

#include "lib/markup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void assert_printed(const char *text, const char *expected)
{
	size_t size = 0;
	char *printed = NULL;
	FILE *out = open_memstream(&printed, &size);

	assert_non_null(out);
	markup_print(out, text);
	fclose(out);
	assert_string_equal(printed, expected);
	free(printed);
}

static void what_would_be_markup_is_escaped(void **unused)
{
	(void)unused;
	assert_printed("a<b>&&\"c\"'d'",
		"a&lt;b&gt;&amp;&amp;&quot;c&quot;&#39;d&#39;");
	assert_printed(NULL, "");
	assert_printed("Gr\xc3\xb6\xc3\x9f"
		       "e\tx",
		"Gr\xc3\xb6\xc3\x9f"
		"e\tx");
}

static void what_no_document_may_hold_is_replaced(void **unused)
{
	(void)unused;
	assert_printed("\x1b[31m", MARKUP_REPLACEMENT "[31m");
	/* Cut short, overlong, a surrogate, above U+10FFFF, U+FFFF. */
	assert_printed("\xc3", MARKUP_REPLACEMENT);
	assert_printed("\xc0\xaf", MARKUP_REPLACEMENT MARKUP_REPLACEMENT);
	assert_int_equal(markup_character_bytes("\xed\xa0\x80"), 0);
	assert_int_equal(markup_character_bytes("\xf4\x90\x80\x80"), 0);
	assert_int_equal(markup_character_bytes("\xef\xbf\xbf"), 0);
	/* U+202E turns what follows round. */
	assert_int_equal(markup_character_bytes("\xe2\x80\xae"), 0);
	assert_int_equal(markup_character_bytes("\xe2\x82\xac"), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_would_be_markup_is_escaped),
		cmocka_unit_test(what_no_document_may_hold_is_replaced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
