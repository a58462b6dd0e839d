/* SPDX-License-Identifier: MIT
 * A cache that looks for a key from the newest on.
 * label: grows LruCache::get n^2 */
#include <algorithm>
#include <list>
#include <optional>
#include <string>
#include <utility>

template <class Key, class Value> class LruCache
{
	std::list<std::pair<Key, Value>> entries_;
	std::size_t room_;

      public:
	explicit LruCache(std::size_t room) : room_(room)
	{
	}

	std::optional<Value> get(const Key &key)
	{
		for (auto it = entries_.begin(); it != entries_.end(); ++it)
			if (it->first == key) {
				entries_.splice(entries_.begin(), entries_, it);
				return it->second;
			}
		return std::nullopt;
	}

	void put(const Key &key, Value value)
	{
		if (get(key)) {
			entries_.front().second = std::move(value);
			return;
		}
		entries_.emplace_front(key, std::move(value));
		if (entries_.size() > room_)
			entries_.pop_back();
	}

	std::size_t size() const
	{
		return entries_.size();
	}
};
