// SPDX-License-Identifier: MIT
// A vector of its own makes room by copying what it has, twice as much each time.
#include <cstdlib>

template <typename T> class list
{
	T *at = nullptr;
	int used = 0, capacity = 0;

	void grow()
	{
		int more = capacity ? capacity * 2 : 4;
		T *larger = new T[more];
		for (int i = 0; i < used; i++)
			larger[i] = at[i];
		delete[] at;
		at = larger;
		capacity = more;
	}

      public:
	~list()
	{
		delete[] at;
	}
	void add(const T &value)
	{
		if (used == capacity)
			grow();
		at[used++] = value;
	}
	int size() const
	{
		return used;
	}
};

struct point {
	double x, y;
};

int trace_line(list<point> &line, int count)
{
	for (int i = 0; i < count; i++)
		line.add({i * 1.0, i * 0.5});
	return line.size();
}

int main(int argc, char **argv)
{
	list<point> line;

	return trace_line(line, 4 * (argc > 1 ? atoi(argv[1]) : 24)) == 0;
}
