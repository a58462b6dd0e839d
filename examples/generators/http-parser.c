/* SPDX-License-Identifier: MIT
 * HTTP messages, and http-parser: it sees the same in them, wherever what is received
 * is cut in two. */
#include <http_parser.h>
#include <stdio.h>
#include <string.h>

#include <retread/gen.h>

#define SEEN 4096

static void make_target(struct gen *g)
{
	static const char *const words[] = {"", "a", "index.html", "%20", "..",
		"?q=1", "&x=y", "#top"};
	struct gen_list parts = GEN_LIST(0, 5, 2);

	gen_put(g, gen_chance(g, 1, 8) ? "http://host:80" : "");
	gen_put(g, "/");
	while (gen_more(g, &parts))
		gen_put(g, "%s%s", parts.count > 1 ? "/" : "",
			words[gen_pick(g, 8)]);
}

static void make_headers(struct gen *g)
{
	static const char *const names[] = {"Host", "Accept", "Connection",
		"Upgrade", "X-Long-Name-Of-A-Header", "Proxy-Connection"};
	static const char *const values[] = {"", "host", "close", "keep-alive",
		"Upgrade", "websocket", "a, b", "a\r\n folded"};
	struct gen_list headers = GEN_LIST(0, 6, 2);

	while (gen_more(g, &headers)) {
		gen_put(g, "%s:", names[gen_pick(g, 6)]);
		gen_put(g, gen_bool(g) ? " " : "");
		gen_put(g, "%s\r\n", values[gen_pick(g, 8)]);
	}
}

static void make_chunks(struct gen *g)
{
	struct gen_list chunks = GEN_LIST(0, 4, 2);

	gen_put(g, "Transfer-Encoding: chunked\r\n\r\n");
	while (gen_more(g, &chunks)) {
		const char *text = gen_string(g, "abc\r\n", 40);
		if (*text)
			gen_put(g, "%zx%s\r\n%s\r\n", strlen(text),
				gen_bool(g) ? ";name=value" : "", text);
	}
	gen_put(g, "0\r\n");
	if (gen_chance(g, 1, 4))
		make_headers(g);
	gen_put(g, "\r\n");
}

static void make_body(struct gen *g)
{
	const char *text;

	switch (gen_pick(g, 3)) {
	case 0:
		gen_put(g, "\r\n");
		break;
	case 1:
		text = gen_string(g, "body\r\n", 40);
		gen_put(g, "Content-Length: %zu\r\n\r\n%s", strlen(text), text);
		break;
	default:
		make_chunks(g);
	}
}

static void make_message(struct gen *g, bool is_request)
{
	static const char *const methods[] = {
		"GET", "POST", "HEAD", "PUT", "OPTIONS", "M-SEARCH"};

	gen_begin(g, "message");
	if (is_request) {
		gen_put(g, "%s ", methods[gen_pick(g, 6)]);
		make_target(g);
		gen_put(g, " HTTP/1.%u\r\n", gen_pick(g, 2));
	} else {
		gen_put(g, "HTTP/1.%u ", gen_pick(g, 2));
		gen_put(g, "%d", gen_int(g, 100, 599));
		gen_put(g, "%s\r\n", gen_bool(g) ? " Reason" : "");
	}
	make_headers(g);
	make_body(g);
	gen_end(g);
}

/* ---- the parser, and what it tells ---- */

struct seen {
	char text[SEEN];
	size_t length;
	char last; /* kind of the data that came last */
};

static void see(http_parser *parser, char kind, const char *at, size_t length)
{
	struct seen *seen = parser->data;

	/* What is cut arrives as two of one kind. */
	if (seen->last != kind && seen->length < SEEN)
		seen->text[seen->length++] = kind;
	seen->last = kind;
	if (length > SEEN - seen->length)
		length = SEEN - seen->length;
	memcpy(seen->text + seen->length, at, length);
	seen->length += length;
}

#define DATA(name, kind)                                                       \
	static int name(http_parser *parser, const char *at, size_t length)    \
	{                                                                      \
		see(parser, kind, at, length);                                 \
		return 0;                                                      \
	}
#define EVENT(name, kind)                                                      \
	static int name(http_parser *parser)                                   \
	{                                                                      \
		see(parser, kind, "", 0);                                      \
		((struct seen *)parser->data)->last = 0;                       \
		return 0;                                                      \
	}

DATA(on_url, 'u')
DATA(on_status, 's')
DATA(on_field, 'f')
DATA(on_value, 'v')
DATA(on_body, 'b')
EVENT(on_begin, '(')
EVENT(on_headers, '-')
EVENT(on_complete, ')')

/* Returns how many bytes it took. */
static size_t parse(const char *text, size_t length, size_t cut, struct seen *seen)
{
	static const http_parser_settings settings = {
		.on_message_begin = on_begin,
		.on_url = on_url,
		.on_status = on_status,
		.on_header_field = on_field,
		.on_header_value = on_value,
		.on_headers_complete = on_headers,
		.on_body = on_body,
		.on_message_complete = on_complete};
	http_parser parser;

	http_parser_init(&parser, HTTP_BOTH);
	parser.data = seen;
	size_t taken = http_parser_execute(&parser, &settings, text, cut);
	/* What follows a message that asks for another protocol is not HTTP. */
	bool is_over = parser.upgrade && seen->text[seen->length - 1] == ')';
	if (taken == cut && cut < length && !is_over)
		taken += http_parser_execute(
			&parser, &settings, text + cut, length - cut);
	return taken;
}

int retread_generate(struct gen *g)
{
	struct gen_list messages = GEN_LIST(1, 4, 2);
	static struct seen whole, parts;
	bool is_request = gen_bool(g);
	size_t length;

	while (gen_more(g, &messages))
		make_message(g, is_request);
	const char *text = gen_text(g, &length);
	/* No empty part: that would be the end of the connection. */
	size_t cut = 1 + gen_u64(gen_fork(g, "cut"), 0, 0xffff) % (length - 1);
	memset(&whole, 0, sizeof whole);
	memset(&parts, 0, sizeof parts);
	size_t taken = parse(text, length, length, &whole);
	size_t taken_in_parts = parse(text, length, cut, &parts);
	gen_note(g, "cut at %zu: %.*s", cut, (int)parts.length, parts.text);
	gen_note(g, "as a whole: %.*s", (int)whole.length, whole.text);
	if (taken != taken_in_parts || whole.length != parts.length ||
		memcmp(whole.text, parts.text, whole.length) != 0)
		gen_fail(g, "it takes %zu bytes, and %zu when they are cut", taken,
			taken_in_parts);
	gen_assume(g, taken == length);
	return GEN_VALID;
}
