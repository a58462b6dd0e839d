// SPDX-License-Identifier: MIT
// A map is filtered by a predicate that a test gives, which looks through the test's list.
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

using Shop = std::map<std::string, int>;

__attribute__((noinline)) int shopSum(
	const Shop &shop, const std::function<bool(int, const int *)> &wanted)
{
	int sum = 0;

	for (const auto &[name, price] : shop)
		if (wanted(price, &price))
			sum += price;
	return sum;
}

__attribute__((noinline)) void testShopSum(int count)
{
	Shop shop;
	std::vector<int> wanted;
	int expected = 0;

	for (int i = 0; i < count; i++) {
		shop["article" + std::to_string(i)] = 100 + i;
		if (i % 4 == 3)
			continue;
		wanted.push_back(100 + i);
		expected += 100 + i;
	}
	int sum = shopSum(shop, [&wanted](int price, const int *) {
		for (int one : wanted)
			if (one == price)
				return true;
		return false;
	});
	if (sum != expected)
		std::abort();
}

int main(int argc, char **argv)
{
	testShopSum(argc > 1 ? std::atoi(argv[1]) : 16);
	return 0;
}
