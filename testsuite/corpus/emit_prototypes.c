/* SPDX-License-Identifier: MIT
 * A generator of code: each prototype has the name of its interface several times, as
 * the language demands. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct interface {
	char *name;
	char *message[8];
	int count;
};

void emit_messages(const struct interface *interface, FILE *out)
{
	for (int i = 0; i < interface->count; i++)
		fprintf(out, "void %s_%s(struct %s *%s, unsigned serial);\n",
			interface->name, interface->message[i], interface->name,
			interface->name);
}

void emit_header(const struct interface *interface, int count, FILE *out)
{
	for (int i = 0; i < count; i++) {
		fprintf(out, "struct %s;\n", interface[i].name);
		emit_messages(&interface[i], out);
	}
}

int main(void)
{
	static const char *const name[] = {
		"seat", "output", "compositor", "data_device_manager"};
	struct interface interface[4];
	char *text = NULL, message[16];
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	for (int i = 0; i < 4; i++) {
		interface[i].name = strdup(name[i]);
		interface[i].count = 5 + i;
		for (int j = 0; j < interface[i].count; j++) {
			snprintf(message, sizeof message, "request_%d", j);
			interface[i].message[j] = strdup(message);
		}
	}
	emit_header(interface, 4, out);
	fclose(out);
	assert(size > 1500 && strstr(text, "void seat_request_4(struct seat"));
	for (int i = 0; i < 4; i++) {
		for (int j = 0; j < interface[i].count; j++)
			free(interface[i].message[j]);
		free(interface[i].name);
	}
	free(text);
	return 0;
}
