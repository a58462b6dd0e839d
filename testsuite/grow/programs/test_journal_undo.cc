/* SPDX-License-Identifier: MIT
 * Its test. */
#include "journal_undo.cc"
#include <cassert>

static void fill(Document &document, int lines)
{
	for (int i = 0; i < lines; ++i)
		document.append_line("line " + std::to_string(i));
}

static void test_replace()
{
	Document document;
	fill(document, 3);
	document.replace_line(1, "another line");
	assert(document.line(1) == "another line");
	assert(document.undo());
	assert(document.line(1) == "line 1");
}

static void test_undo_all()
{
	Document document;
	fill(document, 30);
	for (int i = 0; i < 30; ++i)
		document.replace_line(i, "line");
	int undone = 0;
	while (document.undo())
		++undone;
	assert(undone == 60);
	assert(document.size() == 0);
}

int main()
{
	test_replace();
	test_undo_all();
	return 0;
}
