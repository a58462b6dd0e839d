// SPDX-License-Identifier: MIT
// A vector as a queue: each order is erased at the front.
#include <cassert>
#include <vector>

class order_book
{
      public:
	void add(int order)
	{
		orders.push_back(order);
	}
	long fill();

      private:
	std::vector<int> orders;
};

long order_book::fill()
{
	long total = 0;

	while (!orders.empty()) {
		total += orders.front();
		orders.erase(orders.begin());
	}
	return total;
}

int main()
{
	order_book book;

	for (int i = 0; i < 14; i++)
		book.add(i);
	assert(book.fill() == 91);
	return 0;
}
