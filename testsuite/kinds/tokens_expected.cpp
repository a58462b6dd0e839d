// SPDX-License-Identifier: MIT
// A scanner hands each token to a listener that a test has derived, which looks for it among
// those that were seen.
#include <cstdlib>
#include <list>
#include <string>

struct Listener {
	virtual ~Listener() = default;
	virtual void number(int value) = 0;
};

class Scanner
{
      public:
	explicit Scanner(Listener &listener) : listener(listener)
	{
	}
	__attribute__((noinline)) void feed(const std::string &text)
	{
		int value = 0;
		bool has_digits = false;

		for (char c : text) {
			if (c >= '0' && c <= '9') {
				value = 10 * value + (c - '0');
				has_digits = true;
			} else if (has_digits) {
				listener.number(value);
				value = 0;
				has_digits = false;
			}
		}
	}

      private:
	Listener &listener;
};

struct TestListener : Listener {
	std::list<int> seen;
	int twice = 0;

	__attribute__((noinline)) void number(int value) override
	{
		for (int other : seen)
			if (other == value) {
				twice++;
				return;
			}
		seen.push_back(value);
	}
};

__attribute__((noinline)) void testScanner(int count)
{
	TestListener listener;
	Scanner scanner(listener);
	std::string text;

	for (int i = 0; i < count; i++)
		text += std::to_string(i % (count - 3) + 7) + ", ";
	scanner.feed(text);
	if (listener.twice != 3)
		std::abort();
}

int main(int argc, char **argv)
{
	testScanner(argc > 1 ? std::atoi(argv[1]) : 18);
	return 0;
}
