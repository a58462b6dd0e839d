// SPDX-License-Identifier: MIT
// A tree kept as bits: to go up from a node asks for ranks, each found by halving a
// short range of counts. Keys are asked for at random.
#include <cstdint>
#include <cstdlib>
#include <vector>

class bit_row
{
      public:
	explicit bit_row(size_t bits) : word_((bits + 63) / 64 + 1)
	{
	}

	void set(size_t i)
	{
		word_[i / 64] |= uint64_t{1} << (i % 64);
	}

	bool has(size_t i) const
	{
		return word_[i / 64] >> (i % 64) & 1;
	}

	void count()
	{
		size_t sum = 0;
		for (uint64_t w : word_) {
			before_.push_back(sum);
			sum += static_cast<size_t>(__builtin_popcountll(w));
		}
	}

	size_t rank(size_t i) const
	{
		uint64_t below = (uint64_t{1} << (i % 64)) - 1;
		return before_[i / 64] +
		       static_cast<size_t>(
			       __builtin_popcountll(word_[i / 64] & below));
	}

	size_t select(size_t n) const
	{
		size_t low = n / 64, high = before_.size();
		while (high - low > 1) {
			size_t middle = (low + high) / 2;
			if (before_[middle] <= n)
				low = middle;
			else
				high = middle;
		}
		uint64_t w = word_[low];
		for (n -= before_[low]; n > 0; n--)
			w &= w - 1;
		return low * 64 + static_cast<size_t>(__builtin_ctzll(w));
	}

      private:
	std::vector<uint64_t> word_;
	std::vector<size_t> before_;
};

__attribute__((noinline)) size_t depth_of(const bit_row &bits, size_t at)
{
	size_t depth = 0;

	while (at > 3) {
		size_t parent = bits.rank(at) / 2;
		at = parent % 3 == 0 ? bits.select(parent) / 2 : parent;
		depth++;
	}
	return depth;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40;
	size_t size = static_cast<size_t>(n) * 24, sum = 0;
	bit_row bits(size);

	srand(5);
	for (size_t i = 0; i < size; i++)
		if (rand() % 3)
			bits.set(i);
	bits.count();
	for (int i = 0; i < 40 * n; i++)
		sum += depth_of(bits, static_cast<size_t>(rand()) % size);
	return sum == 0;
}
