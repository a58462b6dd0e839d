// SPDX-License-Identifier: MIT
// Objects of a scene on the heap, looked up by number for each link.
#include <cassert>
#include <memory>
#include <vector>

struct thing {
	int number;
	int target;
	thing *link = nullptr;
	thing(int number, int target) : number(number), target(target)
	{
	}
};

class scene
{
      public:
	void add(int number, int target);
	thing *find(int number);
	int resolve_links();

      private:
	std::vector<std::unique_ptr<thing>> things;
};

void scene::add(int number, int target)
{
	things.push_back(std::make_unique<thing>(number, target));
}

thing *scene::find(int number)
{
	for (auto &each : things)
		if (each->number == number)
			return each.get();
	return nullptr;
}

int scene::resolve_links()
{
	int resolved = 0;

	for (auto &each : things) {
		each->link = find(each->target);
		resolved += each->link != nullptr;
	}
	return resolved;
}

int main()
{
	scene scene;

	for (int i = 0; i < 7; i++)
		scene.add(10 * i, 10 * ((i + 3) % 8));
	assert(scene.resolve_links() == 6);
	assert(scene.find(10)->link == scene.find(40));
	return 0;
}
