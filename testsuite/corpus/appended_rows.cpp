// SPDX-License-Identifier: MIT
// Rows of a page, each appended by strcat behind all that there is.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <vector>

struct page {
	std::vector<char> text;

	page() : text(1000)
	{
	}
	void append(const char *row)
	{
		std::strcat(text.data(), row);
		std::strcat(text.data(), "<br>");
	}
};

std::size_t page_write(page &written, int rows)
{
	for (int i = 0; i < rows; i++) {
		char row[48];
		std::snprintf(row, sizeof row, "row number %d of the page", i);
		written.append(row);
	}
	return std::strlen(written.text.data());
}

int main()
{
	page written;

	assert(page_write(written, 12) == 338);
	return 0;
}
