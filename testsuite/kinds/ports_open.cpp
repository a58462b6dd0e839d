/* SPDX-License-Identifier: MIT
 * A table of 24 ports that a function has, and hands on by reference. */
#include <array>
#include <cstdlib>

namespace
{
struct Port {
	int number = -1;
	bool is_open = false;
};

using Ports = std::array<Port, 24>;

__attribute__((noinline)) int index_of(const Port *ports, int count, int number)
{
	for (int i = 0; i < count; i++)
		if (ports[i].number == number)
			return i;
	return -1;
}

__attribute__((noinline)) int open_port(Ports &ports, int &count, int number)
{
	int at = index_of(ports.data(), count, number);

	if (at < 0 && count < static_cast<int>(ports.size())) {
		at = count++;
		ports[static_cast<std::size_t>(at)].number = number;
	}
	return at;
}
} // namespace

int ports_used(int packets)
{
	Ports ports;
	int count = 0, sum = 0;

	for (int i = 0; i < packets; i++)
		sum += open_port(ports, count, 1000 + i * 5 % 19);
	return sum + count;
}

int main(int argc, char **argv)
{
	int packets = argc > 1 ? std::atoi(argv[1]) : 30;

	return ports_used(packets) + ports_used(packets / 2) == 0;
}
