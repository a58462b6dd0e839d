// SPDX-License-Identifier: MIT
// What customers pay by one of eight plans, which are kept in a std::array.
#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <vector>

struct plan {
	char code;
	int price;
};

struct catalogue {
	std::array<plan, 8> plans;

	int price_of(char code) const
	{
		auto found = std::find_if(plans.begin(), plans.end(),
			[&](const plan &one) { return one.code == code; });
		return found == plans.end() ? 0 : found->price;
	}
};

long income(const catalogue &prices, const std::vector<char> &customers)
{
	long sum = 0;

	for (char code : customers)
		sum += prices.price_of(code);
	return sum;
}

int main()
{
	auto prices = std::make_unique<catalogue>();
	std::vector<char> customers;

	for (int i = 0; i < 8; i++)
		prices->plans[i] = {static_cast<char>('A' + i), 10 * i};
	for (int i = 0; i < 40; i++)
		customers.push_back(static_cast<char>('H' - i % 5));
	assert(income(*prices, customers) == 2000);
	return 0;
}
