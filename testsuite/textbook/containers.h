/* SPDX-License-Identifier: MIT
 * The standard containers, walked once and walked again for every wanted
 * number: what list.cpp, vector.cpp and map.cpp do, and who builds them. */
#ifndef RETREAD_TESTSUITE_CONTAINERS_H
#define RETREAD_TESTSUITE_CONTAINERS_H

#include <list>
#include <map>
#include <vector>

/* build.cpp: 1, 2, ... COUNT; the map has each number as its own value. */
std::list<int> make_list(int count);
std::vector<int> make_vector(int count);
std::map<int, int> make_map(int count);

/* list.cpp */
int list_total(const std::list<int> &list);
bool list_has(const std::list<int> &list, int number);
bool list_has_all(const std::list<int> &list, const std::vector<int> &wanted);

/* vector.cpp */
int vector_total(const std::vector<int> &vector);
bool vector_has(const std::vector<int> &vector, int number);
bool vector_has_all(
	const std::vector<int> &vector, const std::vector<int> &wanted);

/* map.cpp */
int map_total(const std::map<int, int> &map);
int map_total_often(
	const std::map<int, int> &map, const std::vector<int> &wanted);
int map_look_up_all(
	const std::map<int, int> &map, const std::vector<int> &wanted);

#endif
