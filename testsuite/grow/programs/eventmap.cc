/* SPDX-License-Identifier: MIT
 * The same with a map.
 * label: linear */
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

class EventBus
{
      public:
	using Handler = std::function<void(const std::string &)>;

	int subscribe(Handler handler)
	{
		handlers_[++last_] = std::move(handler);
		return last_;
	}

	bool unsubscribe(int id)
	{
		return handlers_.erase(id) > 0;
	}

	std::size_t publish(const std::string &event) const
	{
		for (const auto &entry : handlers_)
			entry.second(event);
		return handlers_.size();
	}

      private:
	std::map<int, Handler> handlers_;
	int last_ = 0;
};
