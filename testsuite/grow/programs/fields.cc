/* SPDX-License-Identifier: MIT
 * A line is split: what is behind a comma is copied each time.
 * label: grows fields_split n^2 */
#include <string>
#include <vector>

std::vector<std::string> fields_split(std::string line)
{
	std::vector<std::string> all;
	std::string::size_type comma;

	while ((comma = line.find(',')) != std::string::npos) {
		all.push_back(line.substr(0, comma));
		line = line.substr(comma + 1);
	}
	all.push_back(line);
	return all;
}
