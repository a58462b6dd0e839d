/* SPDX-License-Identifier: MIT
 * JSON, and jansson: what it prints of a document reads as the same document. */
#include <jansson.h>
#include <string.h>

#include <retread/gen.h>

static void make_value(struct gen *g);

/* Control characters and what is not ASCII as escapes; no lone surrogates. */
static void make_string(struct gen *g)
{
	struct gen_list characters = GEN_LIST(0, 12, 3);

	gen_put(g, "\"");
	while (gen_more(g, &characters)) {
		unsigned code = gen_pick(g, 8) ? (unsigned)gen_u64(g, 'a', 'z')
					       : (unsigned)gen_u64(g, 1, 0xd7ff);
		if (code < 0x20 || code > 0x7e || code == '"' || code == '\\')
			gen_put(g, "\\u%04x", code);
		else
			gen_put(g, "%c", (int)code);
	}
	gen_put(g, "\"");
}

static void make_array(struct gen *g)
{
	struct gen_list values = GEN_LIST(0, 8, 3);

	gen_put(g, "[");
	while (gen_more(g, &values)) {
		gen_put(g, values.count > 1 ? "," : "");
		make_value(g);
	}
	gen_put(g, "]");
}

static void make_object(struct gen *g)
{
	struct gen_list members = GEN_LIST(0, 8, 3);

	gen_put(g, "{");
	while (gen_more(g, &members)) {
		gen_put(g, members.count > 1 ? "," : "");
		make_string(g);
		gen_put(g, ":");
		make_value(g);
	}
	gen_put(g, "}");
}

static void make_value(struct gen *g)
{
	static const char *const words[] = {"null", "false", "true", NULL};

	gen_begin(g, "value");
	switch (gen_pick(g, gen_small(g) ? 4 : 6)) {
	case 0:
		gen_put(g, "%s", words[gen_pick(g, 3)]);
		break;
	case 1:
		gen_put(g, "%lld", (long long)gen_i64(g, INT64_MIN, INT64_MAX));
		break;
	case 2:
		gen_put(g, "%.17g", gen_double(g, -1e9, 1e9));
		break;
	case 3:
		make_string(g);
		break;
	case 4:
		make_array(g);
		break;
	default:
		make_object(g);
	}
	gen_end(g);
}

int retread_generate(struct gen *g)
{
	const int flags = JSON_DECODE_ANY | JSON_ALLOW_NUL;
	json_error_t error;

	make_value(g);
	json_t *first = json_loads(gen_text(g, NULL), flags, &error);
	if (!first)
		gen_reject(g, error.text);
	char *text = json_dumps(first, JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
	json_t *second = text ? json_loads(text, flags, &error) : NULL;
	bool is_equal = second && json_equal(first, second);
	free(text);
	json_decref(first);
	json_decref(second);
	if (!is_equal)
		gen_fail(g, "it reads differently");
	return GEN_VALID;
}
