/* SPDX-License-Identifier: MIT
 * Its test. */
#ifndef DEPS
#define DEPS "deps.cc"
#endif
#include DEPS
#include <cassert>

int main()
{
	Graph g;
	g.edge("app", "libnet");
	g.edge("app", "libui");
	g.edge("libnet", "libc");
	g.edge("libui", "libdraw");
	g.edge("libdraw", "libc");
	std::vector<std::string> order = g.order();
	assert(order.size() == 5);
	assert(order.front() == "libc");
	assert(order.back() == "app");

	Graph cyclic;
	cyclic.edge("a", "b");
	cyclic.edge("b", "a");
	bool thrown = false;
	try {
		cyclic.order();
	} catch (const std::runtime_error &) {
		thrown = true;
	}
	assert(thrown);
}
