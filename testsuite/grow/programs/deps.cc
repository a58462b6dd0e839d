/* SPDX-License-Identifier: MIT
 * Targets in an order in which they can be built: all are looked through for each.
 * label: grows Graph::order[abi:cxx11] n^2 */
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
	std::vector<std::string> result;
	std::set<std::string> done;

	while (done.size() < needs.size()) {
		bool progress = false;
		for (const auto &node : needs) {
			if (done.count(node.first))
				continue;
			bool ready = true;
			for (const auto &on : node.second)
				if (!done.count(on)) {
					ready = false;
					break;
				}
			if (ready) {
				result.push_back(node.first);
				done.insert(node.first);
				progress = true;
				break;
			}
		}
		if (!progress)
			throw std::runtime_error("cycle");
	}
	return result;
}
