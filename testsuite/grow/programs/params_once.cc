/* SPDX-License-Identifier: MIT
 * Parameters of a query, read from one end to the other.
 * label: linear */
#include <string>
#include <utility>
#include <vector>

using params = std::vector<std::pair<std::string, std::string>>;

params params_read(const std::string &query)
{
	params all;
	for (std::size_t at = 0; at < query.size();) {
		auto end = query.find('&', at);
		if (end == std::string::npos)
			end = query.size();
		auto equal = query.find('=', at);
		if (equal == std::string::npos || equal > end)
			break;
		all.emplace_back(query.substr(at, equal - at),
			query.substr(equal + 1, end - equal - 1));
		at = end + 1;
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
