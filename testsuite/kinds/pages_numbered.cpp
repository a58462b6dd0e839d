// SPDX-License-Identifier: MIT
// A book calls a test back for each page, which asks the book for the page of that number:
// the book walks.
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

struct Page {
	std::string title;
	std::unique_ptr<Page> next;
};

class Book
{
      public:
	__attribute__((noinline)) void add(const std::string &title)
	{
		*end = std::make_unique<Page>();
		(*end)->title = title;
		end = &(*end)->next;
		count++;
	}
	__attribute__((noinline)) const Page &page(int number) const
	{
		const Page *at = first.get();

		while (number-- > 0)
			at = at->next.get();
		return *at;
	}
	__attribute__((noinline)) void each(
		const std::function<void(int, const Page &)> &call) const
	{
		int number = 0;

		for (const Page *at = first.get(); at; at = at->next.get())
			call(number++, *at);
	}

      private:
	std::unique_ptr<Page> first, *end = &first;
	int count = 0;
};

static int wrong;

__attribute__((noinline)) void testPage(
	const Book &book, int number, const Page &page)
{
	wrong += book.page(number).title != page.title;
}

__attribute__((noinline)) void testBook(int count)
{
	Book book;

	for (int i = 0; i < count; i++)
		book.add("page " + std::to_string(i));
	book.each([&](int number, const Page &page) {
		testPage(book, number, page);
	});
	if (wrong != 0)
		std::abort();
}

int main(int argc, char **argv)
{
	testBook(argc > 1 ? std::atoi(argv[1]) : 16);
	return 0;
}
