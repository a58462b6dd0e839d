/* SPDX-License-Identifier: MIT
 * XML, and a consumer of it by expat: a document is valid if its elements are where
 * a schema wants them, `item` in `list`, `list` in the root or in an `item`. */
#include <expat.h>
#include <string.h>

#include <retread/gen.h>

static const char *const names[] = {"item", "list", "note", "x:y", NULL};

static void make_attributes(struct gen *g)
{
	struct gen_list attributes = GEN_LIST(0, 4, 1);

	while (gen_more(g, &attributes))
		gen_put(g, " a%zu='%s'", attributes.count,
			gen_string(g, "abc012 .-", 8));
}

static void make_element(struct gen *g, const char *name)
{
	struct gen_list parts = GEN_LIST(0, 8, 3);

	gen_begin(g, "element");
	gen_put(g, "<%s", name);
	make_attributes(g);
	gen_put(g, ">");
	while (!gen_small(g) && gen_more(g, &parts))
		switch (gen_pick(g, 5)) {
		case 0:
			gen_put(g, "%s", gen_string(g, "text \n", 12));
			break;
		case 1:
			gen_put(g, "<!--%s-->", gen_string(g, "abc ", 6));
			break;
		case 2:
			gen_put(g, "&#%d;", gen_int(g, 32, 0xd7ff));
			break;
		default:
			make_element(g, names[gen_pick(g, 4)]);
		}
	gen_put(g, "</%s>", name);
	gen_end(g);
}

/* ---- the consumer ---- */

struct consumer {
	XML_Parser parser;
	char open[64]; /* first letters of the open elements */
	unsigned depth;
	unsigned items;
	const char *wrong; /* what the schema says against it */
};

static void XMLCALL start(void *data, const XML_Char *name, const XML_Char **pairs)
{
	struct consumer *consumer = data;
	char outer = consumer->depth ? consumer->open[consumer->depth - 1] : 0;

	(void)pairs;
	if (!strcmp(name, "item") && outer != 'l')
		consumer->wrong = "an item is not in a list";
	else if (!strcmp(name, "list") && outer && outer != 'i')
		consumer->wrong = "a list is in something else";
	else if (!strcmp(name, "note") && outer == 'n')
		consumer->wrong = "a note is in a note";
	else if (strchr(name, ':'))
		consumer->wrong = "a prefix is not declared";
	consumer->items += *name == 'i';
	if (consumer->depth + 1 >= sizeof consumer->open)
		consumer->wrong = "it is too deep";
	else
		consumer->open[consumer->depth++] = *name;
	if (consumer->wrong)
		XML_StopParser(consumer->parser, XML_FALSE);
}

static void XMLCALL end(void *data, const XML_Char *name)
{
	(void)name;
	((struct consumer *)data)->depth--;
}

int retread_generate(struct gen *g)
{
	struct consumer consumer;
	size_t length;

	make_element(g, "list");
	const char *text = gen_text(g, &length);
	memset(&consumer, 0, sizeof consumer);
	consumer.parser = XML_ParserCreate(NULL);
	XML_SetUserData(consumer.parser, &consumer);
	XML_SetElementHandler(consumer.parser, start, end);
	int parsed = XML_Parse(consumer.parser, text, (int)length, 1);
	enum XML_Error error = XML_GetErrorCode(consumer.parser);
	XML_ParserFree(consumer.parser);
	if (consumer.wrong)
		gen_reject(g, consumer.wrong);
	if (parsed != XML_STATUS_OK)
		gen_fail(g, "expat refuses it: %s", XML_ErrorString(error));
	gen_count(g, "items", consumer.items);
	return GEN_VALID;
}
