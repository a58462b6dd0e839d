/* SPDX-License-Identifier: MIT
 * Sums the last field of lines.
 * label: linear */
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
	std::string::size_type comma = line.rfind(',');
	if (comma != std::string::npos)
		total_ += std::atol(line.c_str() + comma + 1);
}
