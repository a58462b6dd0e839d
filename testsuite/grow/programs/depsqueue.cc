/* SPDX-License-Identifier: MIT
 * The same by a queue of those that can be built.
 * label: linear */
#include <deque>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

struct Graph {
	std::map<std::string, std::set<std::string>> needs;

	void edge(const std::string &target, const std::string &on)
	{
		needs[target].insert(on);
		needs[on];
	}

	std::vector<std::string> order() const;
};

std::vector<std::string> Graph::order() const
{
	std::map<std::string, std::vector<std::string>> users;
	std::map<std::string, std::size_t> open;
	std::deque<std::string> ready;
	std::vector<std::string> result;

	for (const auto &node : needs) {
		open[node.first] = node.second.size();
		if (node.second.empty())
			ready.push_back(node.first);
		for (const auto &on : node.second)
			users[on].push_back(node.first);
	}
	while (!ready.empty()) {
		std::string name = ready.front();
		ready.pop_front();
		result.push_back(name);
		for (const auto &user : users[name])
			if (--open[user] == 0)
				ready.push_back(user);
	}
	if (result.size() < needs.size())
		throw std::runtime_error("cycle");
	return result;
}
