// SPDX-License-Identifier: MIT
// A vector of its own kind has room for a few values inside, then on the heap, where it
// gets a third more whenever it is full.
#include <cstdlib>
#include <cstring>

template <class T> class small_row
{
      public:
	small_row() = default;
	small_row(const small_row &) = delete;
	small_row &operator=(const small_row &) = delete;

	~small_row()
	{
		if (at_ != inside_)
			std::free(at_);
	}

	void push(const T &value)
	{
		if (count_ == room_)
			make_room(room_ + room_ / 3 + 1);
		at_[count_++] = value;
	}

	size_t size() const
	{
		return count_;
	}

      private:
	void make_room(size_t room)
	{
		T *more = static_cast<T *>(std::malloc(room * sizeof(T)));
		std::memcpy(more, at_, count_ * sizeof(T));
		if (at_ != inside_)
			std::free(at_);
		at_ = more;
		room_ = room;
	}

	T inside_[4];
	T *at_ = inside_;
	size_t count_ = 0, room_ = 4;
};

__attribute__((noinline)) size_t squares_sum(int count)
{
	small_row<long> row;

	for (int i = 0; i < count; i++)
		row.push(static_cast<long>(i) * i);
	return row.size();
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 50;
	size_t all = 0;

	for (int i = 1; i <= 5; i++)
		all += squares_sum(i * 6 * n);
	return all == 0;
}
