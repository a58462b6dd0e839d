// SPDX-License-Identifier: MIT
// Edges are put in order of their nodes: counted, added up and stored.
#include <cstdlib>
#include <utility>
#include <vector>

struct graph {
	std::vector<int> first, target;
};

graph build(int nodes, const std::vector<std::pair<int, int>> &edges)
{
	graph g;

	g.first.assign(nodes + 1, 0);
	g.target.resize(edges.size());
	for (const auto &e : edges)
		g.first[e.first + 1]++;
	for (int i = 0; i < nodes; i++)
		g.first[i + 1] += g.first[i];
	std::vector<int> at(g.first.begin(), g.first.end() - 1);
	for (const auto &e : edges)
		g.target[at[e.first]++] = e.second;
	return g;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24;
	std::vector<std::pair<int, int>> edges;

	for (int i = 0; i < 4 * n; i++)
		edges.emplace_back(i * 7 % n, i * 11 % n);
	return build(n, edges).first.back() != 4 * n;
}
