/* SPDX-License-Identifier: MIT
 * Its test. */
#include "agenda.cc"
#include <cassert>
#include <map>

class AgendaTest
{
      public:
	void SetUp()
	{
		for (int i = 10; i > 0; i--)
			agenda.add(i * 30, "meeting " + std::to_string(i));
	}

	void TestFirst()
	{
		assert(agenda.first() == "meeting 1");
	}

	void TestSize()
	{
		assert(agenda.size() == 10);
	}

      private:
	Agenda agenda;
};

int main()
{
	AgendaTest first, second;
	first.SetUp();
	first.TestFirst();
	second.SetUp();
	second.TestSize();
}
