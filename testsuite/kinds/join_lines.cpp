// SPDX-License-Identifier: MIT
// Joins lines by adding two strings for each.
#include <cstdlib>
#include <string>
#include <vector>

std::string lines_join(const std::vector<std::string> &lines)
{
	std::string text;

	for (const std::string &line : lines)
		text = text + line + "\n";
	return text;
}

int main(int argc, char **argv)
{
	std::vector<std::string> lines;

	for (int i = 0, n = argc > 1 ? atoi(argv[1]) : 24; i < n; i++)
		lines.push_back("line " + std::to_string(i));
	return lines_join(lines).empty();
}
