/* SPDX-License-Identifier: MIT
 * Its test. */
#ifndef EVENTBUS
#define EVENTBUS "eventbus.cc"
#endif
#include EVENTBUS
#include <cstdio>

static int g_failed = 0;
#define EXPECT_EQ(a, b)                                                        \
	do {                                                                   \
		if (!((a) == (b))) {                                           \
			std::printf("%s:%d: %s != %s\n", __FILE__, __LINE__,   \
				#a, #b);                                       \
			++g_failed;                                            \
		}                                                              \
	} while (0)

static void EventBusTest_DeliversToAll()
{
	EventBus bus;
	int seen = 0;
	bus.subscribe([&](const std::string &e) { seen += e == "open"; });
	bus.subscribe([&](const std::string &e) { seen += e == "open"; });
	EXPECT_EQ(bus.publish("open"), 2u);
	EXPECT_EQ(seen, 2);
}

static void EventBusTest_UnsubscribeInOrder()
{
	EventBus bus;
	std::vector<int> ids;
	for (int i = 0; i < 10; ++i)
		ids.push_back(bus.subscribe([](const std::string &) {}));
	for (int id : ids)
		EXPECT_EQ(bus.unsubscribe(id), true);
	EXPECT_EQ(bus.publish("close"), 0u);
	EXPECT_EQ(bus.unsubscribe(99), false);
}

int main()
{
	EventBusTest_DeliversToAll();
	EventBusTest_UnsubscribeInOrder();
	return g_failed;
}
