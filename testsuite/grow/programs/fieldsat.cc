/* SPDX-License-Identifier: MIT
 * The same by places.
 * label: linear */
#include <string>
#include <vector>

std::vector<std::string> fields_split(const std::string &line)
{
	std::vector<std::string> all;
	std::string::size_type begin = 0, comma;

	while ((comma = line.find(',', begin)) != std::string::npos) {
		all.push_back(line.substr(begin, comma - begin));
		begin = comma + 1;
	}
	all.push_back(line.substr(begin));
	return all;
}
