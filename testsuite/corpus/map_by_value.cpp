// SPDX-License-Identifier: MIT
// A map from names to numbers, searched by number.
#include <cassert>
#include <map>
#include <string>
#include <vector>

class directory
{
      public:
	void add(const std::string &name, int number)
	{
		by_name[name] = number;
	}

	std::string name_of(int number) const;
	std::vector<std::string> names_of(
		const std::vector<int> &numbers) const;

      private:
	std::map<std::string, int> by_name;
};

std::string directory::name_of(int number) const
{
	for (const auto &entry : by_name)
		if (entry.second == number)
			return entry.first;
	return "?";
}

std::vector<std::string> directory::names_of(
	const std::vector<int> &numbers) const
{
	std::vector<std::string> names;

	for (int number : numbers)
		names.push_back(name_of(number));
	return names;
}

int main()
{
	directory numbers;

	numbers.add("police", 110);
	numbers.add("fire", 112);
	numbers.add("time", 119);
	numbers.add("doctor", 116);
	numbers.add("operator", 100);
	numbers.add("weather", 164);
	const auto names = numbers.names_of({119, 112, 164, 116, 110, 999});
	assert(names[0] == "time" && names[5] == "?");
	return 0;
}
