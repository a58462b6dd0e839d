// SPDX-License-Identifier: MIT
// The order of a heap in a vector is verified by a test each time that something was put in or
// taken out.
#include <cstdlib>
#include <utility>
#include <vector>

struct bid {
	long price;
	int from;
};

class auction
{
      public:
	void offer(bid made)
	{
		bids.push_back(made);
		for (size_t at = bids.size() - 1; at > 0; at = (at - 1) / 2) {
			if (bids[(at - 1) / 2].price >= bids[at].price)
				break;
			std::swap(bids[at], bids[(at - 1) / 2]);
		}
	}
	bid best()
	{
		bid taken = bids[0];
		bids[0] = bids.back();
		bids.pop_back();
		for (size_t at = 0, next; (next = 2 * at + 1) < bids.size();
			at = next) {
			if (next + 1 < bids.size() &&
				bids[next + 1].price > bids[next].price)
				next++;
			if (bids[at].price >= bids[next].price)
				break;
			std::swap(bids[at], bids[next]);
		}
		return taken;
	}
	friend struct auction_tests;

      private:
	std::vector<bid> bids;
};

struct auction_tests {
	static bool verify_heap(const std::vector<bid> &bids)
	{
		for (size_t i = 1; i < bids.size(); i++)
			if (bids[(i - 1) / 2].price < bids[i].price)
				return false;
		return true;
	}
	static void offers_test(int count)
	{
		auction lot;
		for (int i = 0; i < count; i++) {
			lot.offer({i * 37 % 101, i});
			if (!verify_heap(lot.bids))
				std::abort();
		}
		for (int i = 0; i < count; i++) {
			lot.best();
			if (!verify_heap(lot.bids))
				std::abort();
		}
	}
};

int main(int argc, char **argv)
{
	auction_tests::offers_test(argc > 1 ? std::atoi(argv[1]) : 20);
	return 0;
}
