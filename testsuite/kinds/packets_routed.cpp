// SPDX-License-Identifier: MIT
// Addresses of random packets are looked up in a trie of prefixes: from whom, to whom, and
// by which gateway.
#include <cstdint>
#include <cstdlib>
#include <memory>

struct prefix {
	std::unique_ptr<prefix> child[2];
	uint32_t gateway = 0;
};

class routes
{
      public:
	void add(uint32_t address, int bits, uint32_t gateway)
	{
		prefix *at = &top_;
		for (int i = 0; i < bits; i++) {
			auto &next = at->child[address >> (31 - i) & 1];
			if (!next)
				next = std::make_unique<prefix>();
			at = next.get();
		}
		at->gateway = gateway;
	}

	uint32_t find(uint32_t address) const
	{
		uint32_t gateway = 0;
		const prefix *at = &top_;
		for (int i = 0; at; i++) {
			if (at->gateway)
				gateway = at->gateway;
			if (i == 32)
				break;
			at = at->child[address >> (31 - i) & 1].get();
		}
		return gateway;
	}

      private:
	prefix top_;
};

static uint32_t draw()
{
	return static_cast<uint32_t>(rand()) << 16 ^
	       static_cast<uint32_t>(rand());
}

__attribute__((noinline)) bool packet_route(
	const routes &table, uint32_t from, uint32_t to)
{
	if (table.find(from) == 0)
		return false;
	uint32_t gateway = table.find(to);
	return gateway != 0 && table.find(gateway) != 0;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 30, sent = 0;
	routes table;

	srand(11);
	for (int i = 0; i < 2 * n; i++)
		table.add(draw(), 4 + rand() % 5, draw() | 1);
	for (int i = 0; i < 30 * n; i++)
		sent += packet_route(table, draw(), draw());
	return sent == 0;
}
