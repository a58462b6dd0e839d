// SPDX-License-Identifier: MIT
// Gives equal names one number, by a hash map and an array.
#include <cassert>
#include <string>
#include <unordered_map>
#include <vector>

class names
{
      public:
	int number_of(const std::string &name);
	const std::string &name_of(int number) const;

      private:
	std::unordered_map<std::string, int> numbers;
	std::vector<std::string> all;
};

int names::number_of(const std::string &name)
{
	const auto found = numbers.find(name);

	if (found != numbers.end())
		return found->second;
	const int number = (int)all.size();
	numbers.emplace(name, number);
	all.push_back(name);
	return number;
}

const std::string &names::name_of(int number) const
{
	return all.at(number);
}

int count_names(names &names, const std::vector<std::string> &used)
{
	int most = -1;

	for (const std::string &name : used)
		most = std::max(most, names.number_of(name));
	return most + 1;
}

int main()
{
	names names;

	assert(count_names(names, {"x", "y", "sum", "x", "i", "sum", "count",
					  "x", "y", "total", "i"}) == 6);
	assert(names.name_of(2) == "sum");
	return 0;
}
