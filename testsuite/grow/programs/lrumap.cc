/* SPDX-License-Identifier: MIT
 * The same with a map of places in the list.
 * label: linear */
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

template <class Key, class Value> class LruCache
{
	using List = std::list<std::pair<Key, Value>>;
	List entries_;
	std::unordered_map<Key, typename List::iterator> places_;
	std::size_t room_;

      public:
	explicit LruCache(std::size_t room) : room_(room)
	{
	}

	std::optional<Value> get(const Key &key)
	{
		auto found = places_.find(key);
		if (found == places_.end())
			return std::nullopt;
		entries_.splice(entries_.begin(), entries_, found->second);
		return found->second->second;
	}

	void put(const Key &key, Value value)
	{
		if (get(key)) {
			entries_.front().second = std::move(value);
			return;
		}
		entries_.emplace_front(key, std::move(value));
		places_[key] = entries_.begin();
		if (entries_.size() > room_) {
			places_.erase(entries_.back().first);
			entries_.pop_back();
		}
	}

	std::size_t size() const
	{
		return entries_.size();
	}
};
