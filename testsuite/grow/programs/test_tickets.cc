/* SPDX-License-Identifier: MIT
 * A class of its own runs what a table has. */
#include "tickets.cc"
#include <iostream>

class TicketTest
{
      public:
	bool InOrder()
	{
		for (int i = 0; i < people; i++)
			tickets.draw(i % 3);
		for (int i = 0; i < people; i++)
			if (tickets.next().number != i + 1)
				return false;
		return true;
	}
	bool ThrowsIfNobodyWaits()
	{
		try {
			tickets.next();
		} catch (const std::out_of_range &) {
			return true;
		}
		return false;
	}

      private:
	static constexpr int people = 20;
	Tickets tickets;
};

int main()
{
	int failed = 0;
	failed += !TicketTest().InOrder();
	failed += !TicketTest().ThrowsIfNobodyWaits();
	if (failed)
		std::cerr << failed << " tests failed\n";
	return failed;
}
