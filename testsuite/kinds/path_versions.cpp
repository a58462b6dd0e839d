// SPDX-License-Identifier: MIT
// A stack each version of which is an array of its own, one point longer than the last.
#include <cstdlib>
#include <memory>

struct point {
	double x;
};

class path
{
	std::shared_ptr<point[]> at_;
	int count_ = 0;

      public:
	path with(double x) const
	{
		path longer;
		longer.at_.reset(new point[count_ + 1]);
		for (int i = 0; i < count_; i++)
			longer.at_[i].x = at_[i].x;
		longer.at_[count_].x = x;
		longer.count_ = count_ + 1;
		return longer;
	}
	double last() const
	{
		return at_[count_ - 1].x;
	}
};

double path_draw(int points)
{
	path p;

	for (int i = 0; i < points; i++)
		p = p.with(i * 0.5);
	return p.last();
}

int main(int argc, char **argv)
{
	return path_draw(argc > 1 ? atoi(argv[1]) : 24) < 0;
}
