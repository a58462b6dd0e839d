/* SPDX-License-Identifier: MIT
 * An intrusive list, as kernels have, of devices that must have different names. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct link {
	struct link *next, *previous;
};

struct device {
	unsigned id;
	struct link link;
};

#define DEVICE_OF(at)                                                          \
	((struct device *)((char *)(at)-offsetof(struct device, link)))

struct registry {
	struct link all;
};

void registry_init(struct registry *registry)
{
	registry->all.next = registry->all.previous = &registry->all;
}

struct device *registry_find(struct registry *registry, unsigned id)
{
	struct link *at;

	for (at = registry->all.next; at != &registry->all; at = at->next)
		if (DEVICE_OF(at)->id == id)
			return DEVICE_OF(at);
	return NULL;
}

int registry_add(struct registry *registry, unsigned id)
{
	struct device *device;

	if (registry_find(registry, id) != NULL)
		return -1;
	device = malloc(sizeof *device);
	device->id = id;
	device->link.next = &registry->all;
	device->link.previous = registry->all.previous;
	registry->all.previous->next = &device->link;
	registry->all.previous = &device->link;
	return 0;
}

int registry_add_range(
	struct registry *registry, unsigned first, unsigned count)
{
	int refused = 0;

	for (unsigned id = first; id < first + count; id++)
		refused += registry_add(registry, id) != 0;
	return refused;
}

void registry_clear(struct registry *registry)
{
	while (registry->all.next != &registry->all) {
		struct device *device = DEVICE_OF(registry->all.next);
		registry->all.next = device->link.next;
		free(device);
	}
}

int main(void)
{
	struct registry registry;

	registry_init(&registry);
	assert(registry_add_range(&registry, 100, 8) == 0);
	assert(registry_find(&registry, 107) != NULL);
	assert(registry_add(&registry, 103) != 0);
	registry_clear(&registry);
	return 0;
}
