// SPDX-License-Identifier: MIT
// A row is kept in order by what a test gives as a template's argument: the row is gone
// through for each seat, though the test's own expression reads it.
#include <cstdlib>

struct Seat {
	Seat *next = nullptr;
	int number = 0;
};

template <class Less> class Row
{
      public:
	explicit Row(Less less) : less(less)
	{
	}
	void put(Seat *seat)
	{
		Seat **at = &first;

		while (*at && less(**at, *seat))
			at = &(*at)->next;
		seat->next = *at;
		*at = seat;
	}
	__attribute__((noinline)) void fill(Seat *seat, int count)
	{
		for (int i = 0; i < count; i++)
			put(&seat[i]);
	}
	Seat *first = nullptr;

      private:
	Less less;
};

__attribute__((noinline)) void testRow(int count)
{
	auto less = [](const Seat &a, const Seat &b) {
		return a.number < b.number;
	};
	Row<decltype(less)> row(less);
	Seat *seat = new Seat[count];
	int last = -1;

	for (int i = 0; i < count; i++)
		seat[i].number = i ^ 1;
	row.fill(seat, count);
	for (Seat *at = row.first; at; at = at->next) {
		if (at->number <= last)
			std::abort();
		last = at->number;
	}
	delete[] seat;
}

int main(int argc, char **argv)
{
	testRow(argc > 1 ? std::atoi(argv[1]) : 16);
	return 0;
}
