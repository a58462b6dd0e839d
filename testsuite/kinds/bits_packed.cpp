// SPDX-License-Identifier: MIT
// Each group of readings is gathered in a buffer that grows, which then takes only the room
// it needs: its content is copied when it grows and once at the end.
#include <cstdlib>
#include <cstring>
#include <memory>

class Readings
{
      public:
	void add(long reading)
	{
		if (size_ == room_)
			move_to(room_ ? 2 * room_ : 8);
		at_[size_++] = reading;
	}
	void fit()
	{
		if (size_ != room_)
			move_to(size_);
	}
	long last() const
	{
		return at_[size_ - 1];
	}

      private:
	void move_to(std::size_t room)
	{
		std::unique_ptr<long[]> moved(new long[room]);
		if (size_ > 0)
			std::memcpy(
				moved.get(), at_.get(), size_ * sizeof(long));
		at_ = std::move(moved);
		room_ = room;
	}

	std::unique_ptr<long[]> at_;
	std::size_t size_ = 0, room_ = 0;
};

long groups_gathered(unsigned groups)
{
	long sum = 0;

	for (unsigned i = 0; i < groups; i++) {
		Readings readings;
		for (unsigned j = 0; j < 9 + i * 5 % 37; j++)
			readings.add(i * 3 + j);
		readings.fit();
		sum += readings.last();
	}
	return sum;
}

int main(int argc, char **argv)
{
	return groups_gathered(argc > 1 ? std::atoi(argv[1]) : 24) < 0;
}
