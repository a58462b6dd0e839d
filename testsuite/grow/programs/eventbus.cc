/* SPDX-License-Identifier: MIT
 * Handlers in a vector; one that leaves is looked for from the front.
 * label: grows EventBus::unsubscribe n^2 */
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

class EventBus
{
      public:
	using Handler = std::function<void(const std::string &)>;

	int subscribe(Handler handler)
	{
		handlers_.emplace_back(++last_, std::move(handler));
		return last_;
	}

	bool unsubscribe(int id);

	std::size_t publish(const std::string &event) const
	{
		for (const auto &entry : handlers_)
			entry.second(event);
		return handlers_.size();
	}

      private:
	std::vector<std::pair<int, Handler>> handlers_;
	int last_ = 0;
};

bool EventBus::unsubscribe(int id)
{
	auto at = std::find_if(handlers_.begin(), handlers_.end(),
		[id](const std::pair<int, Handler> &entry) {
			return entry.first == id;
		});
	if (at == handlers_.end())
		return false;
	handlers_.erase(at);
	return true;
}
