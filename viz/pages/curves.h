/* SPDX-License-Identifier: MIT
 * Plots of a search over time. */
#ifndef RETREAD_VIZ_PAGES_CURVES_H
#define RETREAD_VIZ_PAGES_CURVES_H

struct found_search;
struct json_value;

/* For the partial curves: an array of plots with captions, of those that have points enough. */
/* How the maxima of SEARCH rose. */
struct json_value *curves_make_maxima(const struct found_search *search);
/* What it covered, whose name is COVERED, how the maxima rose, and how fast it was. */
struct json_value *curves_make(
	const struct found_search *search, const char *covered);

#endif
