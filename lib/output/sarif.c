/* SPDX-License-Identifier: MIT
 * Writes SARIF 2.1.0. */
#include "config.h"

#include "lib/output/sarif.h"

#include "lib/json.h"

struct json_value *sarif_make_message(const char *text)
{
	return JSON_OBJECT(JSON("text", text ? text : "?"));
}

struct json_value *sarif_make_list(struct json_value *element)
{
	struct json_value *array = json_make_array();

	json_append(array, element);
	return array;
}

struct json_value *sarif_make_tool(const char *name, struct json_value *rules)
{
	static const char version[] = PACKAGE_VERSION;
	struct json_value *driver =
		JSON_OBJECT(JSON("name", name), JSON("version", version),
			JSON("semanticVersion", version), JSON("rules", rules));

	return JSON_OBJECT(JSON("driver", driver));
}

int sarif_print(struct json_value *run, FILE *out, struct error *err)
{
	struct json_value *log = JSON_OBJECT(
		JSON("$schema", "https://json.schemastore.org/"
				"sarif-2.1.0.json"),
		JSON("version", "2.1.0"), JSON("runs", sarif_make_list(run)));
	int status = json_print(log, out, err);

	json_free(log);
	return status;
}
