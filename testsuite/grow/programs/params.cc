/* SPDX-License-Identifier: MIT
 * Parameters of a query; what was read is erased from the front.
 * label: grows params_read n^2 */
#include <string>
#include <utility>
#include <vector>

using params = std::vector<std::pair<std::string, std::string>>;

params params_read(const std::string &query)
{
	params all;
	std::string rest = query;
	while (!rest.empty()) {
		auto end = rest.find('&');
		auto part = rest.substr(0, end);
		auto equal = part.find('=');
		if (equal == std::string::npos)
			break;
		all.emplace_back(part.substr(0, equal), part.substr(equal + 1));
		rest.erase(0, end == std::string::npos ? end : end + 1);
	}
	return all;
}

std::string params_write(const params &all)
{
	std::string query;
	for (auto &each : all) {
		if (!query.empty())
			query += '&';
		query += each.first;
		query += '=';
		query += each.second;
	}
	return query;
}
