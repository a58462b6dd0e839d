// SPDX-License-Identifier: MIT
// Tuples that cannot change: each item that is added makes a new one. Items may be missing,
// so counting them is a branch.
#include <cstdlib>
#include <memory>

struct Item {
	int references = 1;
	int weight = 0;
};

class Tuple
{
      public:
	explicit Tuple(std::size_t size) : size_(size), items_(new Item *[size])
	{
	}
	Tuple(Tuple &&) = default;
	Tuple &operator=(Tuple &&) = default;

	Tuple with(Item *added) const
	{
		Tuple longer(size_ + 1);
		for (std::size_t i = 0; i < size_; i++) {
			Item *item = items_[i];
			if (item)
				item->references++;
			longer.items_[i] = item;
		}
		longer.items_[size_] = added;
		return longer;
	}
	Item *last() const
	{
		return items_[size_ - 1];
	}

      private:
	std::size_t size_;
	std::unique_ptr<Item *[]> items_;
};

int weigh_stowed(int count)
{
	std::unique_ptr<Item[]> items(new Item[count]);
	Tuple stowed(0);
	int sum = 0;

	for (int i = 0; i < count; i++) {
		items[i].weight = i;
		stowed = stowed.with(i % 7 == 3 ? nullptr : &items[i]);
		if (stowed.last())
			sum += stowed.last()->weight;
	}
	return sum;
}

int main(int argc, char **argv)
{
	return weigh_stowed(argc > 1 ? std::atoi(argv[1]) : 24) < 0;
}
