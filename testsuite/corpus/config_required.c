/* SPDX-License-Identifier: MIT
 * Settings in a list; checking the required ones looks each up from the front. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct setting {
	char *key, *value;
	struct setting *next;
};

struct config {
	struct setting *first;
};

int config_parse(struct config *config, const char *line)
{
	const char *equals = strchr(line, '=');
	struct setting *setting;

	if (equals == NULL)
		return -1;
	setting = malloc(sizeof *setting);
	setting->key = strndup(line, (size_t)(equals - line));
	setting->value = strdup(equals + 1);
	setting->next = config->first;
	config->first = setting;
	return 0;
}

const char *config_get(const struct config *config, const char *key)
{
	const struct setting *setting;

	for (setting = config->first; setting; setting = setting->next)
		if (strcmp(setting->key, key) == 0)
			return setting->value;
	return NULL;
}

int config_count_missing(
	const struct config *config, const char *const *required, int count)
{
	int missing = 0;

	for (int i = 0; i < count; i++)
		if (config_get(config, required[i]) == NULL)
			missing++;
	return missing;
}

void config_free(struct config *config)
{
	while (config->first != NULL) {
		struct setting *next = config->first->next;
		free(config->first->key);
		free(config->first->value);
		free(config->first);
		config->first = next;
	}
}

int main(void)
{
	static const char *const required[] = {
		"user", "host", "port", "path", "mode", "shell"};
	struct config config = {NULL};

	assert(config_parse(&config, "user=root") == 0);
	assert(config_parse(&config, "host=localhost") == 0);
	assert(config_parse(&config, "nothing") != 0);
	assert(config_parse(&config, "port=22") == 0);
	assert(config_parse(&config, "path=/tmp") == 0);
	assert(config_parse(&config, "mode=0600") == 0);
	assert(config_count_missing(&config, required, 6) == 1);
	config_free(&config);
	return 0;
}
