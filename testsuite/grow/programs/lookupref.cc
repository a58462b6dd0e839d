/* SPDX-License-Identifier: MIT
 * Settings are handed over by reference for each question.
 * label: linear */
#include <map>
#include <string>

using Settings = std::map<std::string, std::string>;

__attribute__((noinline)) std::string setting(
	const Settings &settings, const std::string &name)
{
	auto found = settings.find(name);
	return found == settings.end() ? "" : found->second;
}
