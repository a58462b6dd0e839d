// SPDX-License-Identifier: MIT
// A test asks for the tracks of a list by their numbers.
#include <cstdlib>
#include <list>

class Playlist
{
      public:
	void add(int seconds)
	{
		tracks.push_back(seconds);
	}
	[[gnu::noinline]] int at(int number) const
	{
		for (int seconds : tracks)
			if (number-- == 0)
				return seconds;
		return -1;
	}

      private:
	std::list<int> tracks;
};

[[gnu::noinline]] void test_tracks(int count)
{
	Playlist playlist;

	for (int i = 0; i < count; i++)
		playlist.add(60 + i);
	for (int i = 0; i < count; i++)
		if (playlist.at(i) != 60 + i)
			abort();
}

int main(int argc, char **argv)
{
	test_tracks(argc > 1 ? std::atoi(argv[1]) : 12);
	return 0;
}
