/* SPDX-License-Identifier: MIT
 * A map of heights, each made once and read once.
 * label: output HeightMap::HeightMap */
#include <vector>

class HeightMap
{
      public:
	HeightMap(int width, int height)
	    : width_(width), height_(height), cell_(width * height)
	{
		for (int y = 0; y < height; y++)
			for (int x = 0; x < width; x++)
				cell_[y * width + x] = (x * 7 + y * 13) % 50;
	}
	int at(int x, int y) const
	{
		return cell_[y * width_ + x];
	}
	long total() const
	{
		long sum = 0;
		for (int height : cell_)
			sum += height;
		return sum;
	}

      private:
	int width_, height_;
	std::vector<int> cell_;
};
