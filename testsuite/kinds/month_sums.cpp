// SPDX-License-Identifier: MIT
// The sum since the beginning of its month is made for each entry.
#include <cstdlib>
#include <vector>

struct Entry {
	int month;
	double amount;
};

class Account
{
	std::vector<Entry> entries_;

      public:
	void book(int month, double amount)
	{
		entries_.push_back({month, amount});
	}
	size_t size() const
	{
		return entries_.size();
	}
	double since_month(size_t last) const
	{
		size_t first = last;
		while (first > 0 &&
			entries_[first - 1].month == entries_[last].month)
			first--;
		double sum = 0;
		for (size_t i = first; i <= last; i++)
			sum += entries_[i].amount;
		return sum;
	}
};

__attribute__((noinline)) double balances(const Account &account)
{
	double highest = 0;
	for (size_t i = 0; i < account.size(); i++) {
		double sum = account.since_month(i);
		highest = sum > highest ? sum : highest;
	}
	return highest;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 36;
	Account account;
	for (int i = 0; i < n; i++)
		account.book(i * 3 / n, i % 7 - 2.5);
	return balances(account) < 0;
}
