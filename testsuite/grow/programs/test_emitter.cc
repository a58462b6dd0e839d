/* SPDX-License-Identifier: MIT
 * Its test. */
#include "emitter.cc"

struct fixture {
	std::vector<std::string> items;

	fixture()
	{
		for (auto name : {"milk", "bread", "butter", "eggs"})
			items.push_back(name);
	}
};

static bool list_has_all_items()
{
	fixture f;
	auto text = markup::list(f.items);
	return text.find("<li>eggs</li>") != std::string::npos;
}

static bool empty_list_is_empty()
{
	return markup::list({}).empty();
}

int main()
{
	int failed = 0;
	failed += !list_has_all_items();
	failed += !empty_list_is_empty();
	if (failed)
		std::cerr << failed << " failed\n";
	return failed;
}
