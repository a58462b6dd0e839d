// SPDX-License-Identifier: MIT
// Asks for the largest of two elements of a vector that is passed by value.
#include <cstdlib>
#include <vector>

int larger_of(std::vector<int> all, std::size_t a, std::size_t b)
{
	return all[a] > all[b] ? all[a] : all[b];
}

long sum_of_larger(const std::vector<int> &all)
{
	long sum = 0;

	for (std::size_t i = 0; i + 1 < all.size(); i++)
		sum += larger_of(all, i, i + 1);
	return sum;
}

int main(int argc, char **argv)
{
	std::vector<int> all;

	for (int i = 0, n = argc > 1 ? atoi(argv[1]) : 24; i < n; i++)
		all.push_back(i * 5 % 17);
	return sum_of_larger(all) == 0;
}
