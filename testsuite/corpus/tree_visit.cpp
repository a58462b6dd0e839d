// SPDX-License-Identifier: MIT
// A tree of shared nodes, gone through once by a visitor.
#include <cassert>
#include <memory>
#include <string>
#include <vector>

struct node {
	std::string name;
	int size;
	std::vector<std::shared_ptr<node>> children;

	std::shared_ptr<node> add(const std::string &child, int child_size)
	{
		children.push_back(
			std::make_shared<node>(node{child, child_size, {}}));
		return children.back();
	}
};

static int total_size(const node &at)
{
	int total = at.size;

	for (const auto &child : at.children)
		total += total_size(*child);
	return total;
}

int main()
{
	node root{"/", 1, {}};
	auto usr = root.add("usr", 2);

	usr->add("bin", 30);
	usr->add("lib", 70)->add("gcc", 12);
	root.add("etc", 5);
	root.add("tmp", 0);
	assert(total_size(root) == 120);
	return 0;
}
