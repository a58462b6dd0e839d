// SPDX-License-Identifier: MIT
// Messages go to actors by number, in one order each round.
#include <cstdlib>
#include <deque>
#include <memory>
#include <unordered_map>

class Actor
{
	std::deque<int> inbox_;
	int handled_ = 0;

      public:
	void send(int message)
	{
		inbox_.push_back(message);
	}
	bool step()
	{
		if (inbox_.empty())
			return false;
		inbox_.pop_front();
		handled_++;
		return true;
	}
	int handled() const
	{
		return handled_;
	}
};

class System
{
	std::unordered_map<int, std::unique_ptr<Actor>> actors_;

      public:
	void add(int id)
	{
		actors_[id] = std::make_unique<Actor>();
	}
	void send(int id, int message)
	{
		actors_.at(id)->send(message);
	}
	int step(int id)
	{
		Actor &a = *actors_.at(id);
		a.step();
		return a.handled();
	}
};

__attribute__((noinline)) long play(System &system, int actors, int rounds)
{
	long handled = 0;
	for (int r = 0; r < rounds; r++)
		for (int i = 0; i < actors; i++) {
			int id = i * 3 % actors;
			system.send(id, r);
			handled += system.step(id);
		}
	return handled;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13;
	System system;
	for (int i = 0; i < n; i++)
		system.add(i);
	return play(system, n, 8) < 0;
}
