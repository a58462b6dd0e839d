/* SPDX-License-Identifier: MIT
 * Sums the last field of lines.
 * label: grows Ledger::take n^2 */
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

class Ledger
{
      public:
	void take(const std::string &line);
	long total() const
	{
		return total_;
	}

      private:
	std::string all_;
	long total_ = 0;
};

void Ledger::take(const std::string &line)
{
	all_ += line;
	all_ += '\n';
	total_ = 0;
	std::istringstream in(all_);
	for (std::string each; std::getline(in, each);) {
		std::string::size_type comma = each.rfind(',');
		if (comma != std::string::npos)
			total_ += std::atol(each.c_str() + comma + 1);
	}
}
