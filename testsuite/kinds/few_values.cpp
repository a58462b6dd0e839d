// SPDX-License-Identifier: MIT
// A vector of weights is passed by value, six times in all.
#include <cstdlib>
#include <vector>

long weight_of(std::vector<long> weights, std::size_t at)
{
	return weights[at % weights.size()];
}

long weigh(const std::vector<long> &weights)
{
	long sum = 0;

	for (std::size_t i = 0; i < 6; i++)
		sum += weight_of(weights, i);
	return sum;
}

int main(int argc, char **argv)
{
	std::vector<long> weights(argc > 1 ? atoi(argv[1]) : 24, 3);

	return weigh(weights) == 0;
}
