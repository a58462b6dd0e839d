// SPDX-License-Identifier: MIT
// Ids are given out from a bitmap that is searched from its first word for each.
#include <cstdint>
#include <cstdlib>
#include <memory>

template <typename Word> class bitmap
{
      public:
	explicit bitmap(unsigned bits)
	    : words_(bits / (8 * sizeof(Word)) + 1), word_(new Word[words_]())
	{
	}
	int take()
	{
		for (unsigned i = 0; i < words_; i++)
			for (unsigned b = 0; b < 8 * sizeof(Word); b++)
				if (!(word_[i] >> b & 1)) {
					word_[i] |= Word(1) << b;
					return i * 8 * sizeof(Word) + b;
				}
		return -1;
	}

      private:
	unsigned words_;
	std::unique_ptr<Word[]> word_;
};

long ids_take(bitmap<std::uint8_t> &map, int count)
{
	long sum = 0;

	for (int i = 0; i < count; i++)
		sum += map.take();
	return sum;
}

int main(int argc, char **argv)
{
	int n = 8 * (argc > 1 ? atoi(argv[1]) : 24);
	bitmap<std::uint8_t> ids(n);

	return ids_take(ids, n) != (long)n * (n - 1) / 2;
}
