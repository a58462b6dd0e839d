/* SPDX-License-Identifier: MIT
 * The file that is given. */
#include "ledgersum.cc"
#include <iostream>

int main(int argc, char **argv)
{
	std::ifstream in(argv[argc - 1]);
	Ledger ledger;
	for (std::string line; std::getline(in, line);)
		ledger.take(line);
	std::cout << ledger.total() << "\n";
	return in.bad();
}
