// SPDX-License-Identifier: MIT
// A window of measurements; what is most of them is looked for after each.
#include <cassert>
#include <deque>

int count_peaks(int samples)
{
	std::deque<int> window;
	int peaks = 0;

	for (int i = 0; i < samples; i++) {
		int value = i * 37 % 101, most = 0;
		for (int other : window)
			if (other > most)
				most = other;
		peaks += value > most;
		window.push_back(value);
	}
	return peaks;
}

int main()
{
	assert(count_peaks(24) == 5);
	return 0;
}
