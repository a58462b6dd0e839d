/* SPDX-License-Identifier: MIT
 * Every slot is called for every value, which is what was asked for.
 * label: output Signal::emit */
#include <functional>
#include <vector>

struct Signal {
	std::vector<std::function<void(int)>> slots;

	void connect(std::function<void(int)> slot)
	{
		slots.push_back(std::move(slot));
	}

	void emit(int value) const
	{
		for (auto &slot : slots)
			slot(value);
	}
};
