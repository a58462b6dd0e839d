/* SPDX-License-Identifier: MIT
 * Settings are handed over as a copy for each question.
 * label: grows setting n^2 */
#include <map>
#include <string>

using Settings = std::map<std::string, std::string>;

__attribute__((noinline)) std::string setting(
	Settings settings, const std::string &name)
{
	auto found = settings.find(name);
	return found == settings.end() ? "" : found->second;
}
