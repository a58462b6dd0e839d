// SPDX-License-Identifier: MIT
// Which of 48 slots has a sprite: each is asked for every one that is drawn.
#include <array>
#include <cstdlib>
#include <memory>

struct slot {
	int id = -1, x = 0, y = 0;
	long drawn = 0;
};

class atlas
{
	std::array<slot, 48> slots;

      public:
	slot *find(int id)
	{
		for (slot &s : slots)
			if (s.id == id)
				return &s;
		return nullptr;
	}
	void put(int at, int id)
	{
		slots[at].id = id;
	}
	int draw_all(int count);
};

int atlas::draw_all(int count)
{
	int missing = 0;

	for (int i = 0; i < count; i++) {
		slot *s = find(i * 7 % 64);
		if (s)
			s->drawn++;
		else
			missing++;
	}
	return missing;
}

int main(int argc, char **argv)
{
	auto a = std::make_unique<atlas>();

	for (int i = 0; i < 48; i++)
		a->put(i, i);
	return a->draw_all(argc > 1 ? atoi(argv[1]) : 24) < 0;
}
