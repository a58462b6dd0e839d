// SPDX-License-Identifier: MIT
// Each entry is checked with a short mask.
#include <cctype>
#include <cstdlib>
#include <string>
#include <vector>

class Mask
{
	std::string mask_;

      public:
	explicit Mask(std::string mask) : mask_(std::move(mask))
	{
	}
	bool accepts(const std::string &text) const
	{
		size_t i = 0;
		for (char m : mask_) {
			char c = i < text.size() ? text[i] : 0;
			if (m == '9'	   ? !isdigit((unsigned char)c)
				: m == 'A' ? !isalpha((unsigned char)c)
				: m == '#' ? false
					   : c != m) {
				if (m == '#')
					continue;
				return false;
			}
			i++;
		}
		return i == text.size();
	}
};

__attribute__((noinline)) int count_valid(
	const Mask &mask, const std::vector<std::string> &entries)
{
	int valid = 0;
	for (const auto &entry : entries)
		valid += mask.accepts(entry);
	return valid;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 14;
	std::vector<std::string> entries;
	for (int i = 0; i < n; i++)
		entries.push_back(std::to_string(10 + i % 90) +
				  (i % 4 ? "-" : "/") + "KX" +
				  std::to_string(i % 7) + (i % 5 ? "" : "1"));
	return count_valid(Mask("99-AA9"), entries) < 0;
}
