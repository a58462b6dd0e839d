/* SPDX-License-Identifier: MIT
 * A set of numbers whose table has new buckets for each that is added.
 * label: grows FixedSet::resize n^2 */
#include <cstddef>
#include <vector>

class FixedSet
{
	std::vector<std::vector<int>> buckets_;
	std::size_t size_ = 0;
	std::vector<int> &bucket(int value)
	{
		return buckets_[static_cast<unsigned>(value) % buckets_.size()];
	}
	void resize(std::size_t wanted)
	{
		std::vector<std::vector<int>> old;
		old.swap(buckets_);
		buckets_.resize(wanted);
		for (auto &each : old)
			for (int value : each)
				bucket(value).push_back(value);
	}

      public:
	FixedSet()
	{
		buckets_.resize(1);
	}
	bool insert(int value)
	{
		for (int each : bucket(value))
			if (each == value)
				return false;
		resize(++size_);
		bucket(value).push_back(value);
		return true;
	}
	std::size_t size() const
	{
		return size_;
	}
};
