/* SPDX-License-Identifier: MIT
 * The sites of a kernel (lib/hls/hls_sim.h), their switches, and what happens at those
 * that need no memory. */
#include "fuzz-perf/hls/run.h"

#include <stdlib.h>

static struct {
	struct retread_hls_site **site;
	size_t sites;
} registry;

struct retread_hls_site *retread_hls_place;

void sites_add(struct retread_hls_site **site, uint64_t sites)
{
	/* One more than there are: of no bytes there may be no block. */
	registry.site = realloc(registry.site,
		(registry.sites + sites + 1) * sizeof(*registry.site));
	if (!registry.site)
		abort();
	for (uint64_t i = 0; i < sites; i++) {
		site[i]->id = registry.sites;
		registry.site[registry.sites++] = site[i];
	}
}

size_t sim_sites(struct retread_hls_site ***site)
{
	*site = registry.site;
	return registry.sites;
}

void sim_switch(enum retread_hls_kind kind, bool is_hardware)
{
	for (size_t i = 0; i < registry.sites; i++)
		if (registry.site[i]->kind == (uint32_t)kind)
			registry.site[i]->is_hardware = is_hardware;
}

void sim_switch_all(bool is_hardware)
{
	for (size_t i = 0; i < registry.sites; i++)
		registry.site[i]->is_hardware = is_hardware;
}

void sim_switch_cpu(bool is_wide)
{
	sim_switch_all(false);
	sim_switch(RETREAD_HLS_WIDTH, !is_wide);
}

unsigned sites_bits_of(uint64_t number)
{
	return number == 0 ? 0 : 64 - (unsigned)__builtin_clzll(number);
}

void sites_begin(void)
{
	for (size_t i = 0; i < registry.sites; i++)
		registry.site[i]->events = 0;
	retread_hls_place = NULL;
}

/*--- what happened ---*/

bool sim_has_tasks(void)
{
	for (size_t i = 0; i < registry.sites; i++)
		if (registry.site[i]->kind == RETREAD_HLS_TASK)
			return true;
	return false;
}

bool sim_had_tasks(void)
{
	for (size_t i = 0; i < registry.sites; i++)
		if (registry.site[i]->kind == RETREAD_HLS_TASK &&
			registry.site[i]->is_hardware &&
			registry.site[i]->events != 0)
			return true;
	return false;
}

bool sim_crossed(void)
{
	for (size_t i = 0; i < registry.sites; i++)
		if (registry.site[i]->events != 0 &&
			registry.site[i]->kind != RETREAD_HLS_FILL &&
			registry.site[i]->kind != RETREAD_HLS_TASK)
			return true;
	return false;
}

bool sim_has_events(enum retread_hls_kind kind)
{
	for (size_t i = 0; i < registry.sites; i++)
		if (registry.site[i]->events != 0 &&
			registry.site[i]->kind == (uint32_t)kind)
			return true;
	return false;
}

/*--- at sites ---*/

void sites_note_number(
	struct retread_hls_site *site, uint64_t number, uint64_t limit)
{
	site->seen |= UINT64_C(1) << sites_bits_of(number) % 64;
	if (number > limit)
		number = limit;
	if (site->most < number)
		site->most = number;
}

int retread_hls_exit(
	struct retread_hls_site *site, int more, int factor, uint64_t trip)
{
	if (more || trip % (uint64_t)factor == 0)
		return more;
	site->events++;
	return site->is_hardware != 0;
}

int retread_hls_shift(
	struct retread_hls_site *site, uint64_t distance, int width)
{
	sites_note_number(site, distance, (uint64_t)width);
	if (distance < (uint64_t)width)
		return 0;
	site->events++;
	return site->is_hardware != 0;
}

int retread_hls_convert(
	struct retread_hls_site *site, uint64_t number, int is_beyond)
{
	sites_note_number(site, number,
		site->size < 64 ? UINT64_C(1) << site->size : UINT64_MAX);
	site->events += is_beyond != 0;
	return is_beyond && site->is_hardware != 0;
}

int retread_hls_assign(int width, uint64_t number, int cuts)
{
	struct retread_hls_site *site = retread_hls_place;

	if (!site)
		return 1;
	sites_note_number(
		site, number, width < 64 ? UINT64_C(1) << width : UINT64_MAX);
	site->size = (uint64_t)width;
	site->events += cuts != 0;
	return site->is_hardware != 0;
}
