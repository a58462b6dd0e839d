// SPDX-License-Identifier: MIT
// A queue of two directions knows whether its links and its count are consistent, which its test
// asks after each operation.
#include <cstdlib>

template <class T> class deck
{
	struct card {
		T value;
		card *before, *after;
	};

      public:
	~deck()
	{
		while (size != 0)
			take();
	}
	void put(T value)
	{
		card *next = new card{value, last, nullptr};
		(last ? last->after : first) = next;
		last = next;
		size++;
	}
	T take()
	{
		card *taken = first;
		T value = taken->value;
		first = taken->after;
		(first ? first->before : last) = nullptr;
		size--;
		delete taken;
		return value;
	}
	bool isConsistent() const
	{
		std::size_t count = 0;
		for (const card *at = first; at; at = at->after) {
			if (at->after ? at->after->before != at : at != last)
				return false;
			count++;
		}
		return count == size;
	}

      private:
	card *first = nullptr, *last = nullptr;
	std::size_t size = 0;
};

static void testDeckStaysConsistent(int cards)
{
	deck<int> all;
	int sum = 0;

	for (int i = 0; i < cards; i++) {
		all.put(i);
		all.put(-i);
		sum += all.take();
		if (!all.isConsistent())
			std::abort();
	}
	if (sum > cards * cards)
		std::abort();
}

int main(int argc, char **argv)
{
	testDeckStaysConsistent(argc > 1 ? std::atoi(argv[1]) : 18);
	return 0;
}
