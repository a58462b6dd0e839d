// SPDX-License-Identifier: MIT
// Settings are looked up by the hash of their name, which is made each time.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

class settings
{
	std::vector<std::pair<std::uint32_t, int>> slot;

	static std::uint32_t hash(const char *name)
	{
		std::uint32_t h = 2166136261u;
		for (; *name; name++)
			h = (h ^ (unsigned char)*name) * 16777619u;
		return h;
	}

      public:
	settings() : slot(64)
	{
	}
	void set(const char *name, int value)
	{
		slot[hash(name) % 64] = {hash(name), value};
	}
	int get(const char *name) const
	{
		auto &s = slot[hash(name) % 64];
		return s.first == hash(name) ? s.second : -1;
	}
};

int draw_frames(const settings &s, const std::string &name, int frames)
{
	int sum = 0;

	for (int i = 0; i < frames; i++)
		sum += s.get(name.c_str());
	return sum;
}

int main(int argc, char **argv)
{
	std::string name = "window.title.font";
	settings s;

	s.set(name.c_str(), 3);
	return draw_frames(s, name, argc > 1 ? atoi(argv[1]) : 24) == 0;
}
