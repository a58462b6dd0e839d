/* SPDX-License-Identifier: MIT
 * XML, and libxml2's RELAX NG: a document is valid if it is a schema. Then it judges
 * two documents. The generator knows names and values, not what goes where. */
#include <string.h>

#include <libxml/parser.h>
#include <libxml/relaxng.h>

#include "bench/generate/subject.h"

static const char *const elements[] = {"empty", "text", "element", "attribute",
	"group", "choice", "optional", "zeroOrMore", "oneOrMore", "interleave",
	"list", "mixed", "data", "param", "value", "except", "name", "anyName",
	"nsName", "grammar", "start", "define", "ref", "parentRef", "div",
	"notAllowed", "include", "externalRef"};
static const char *const attributes[] = {
	"name", "type", "ns", "combine", "datatypeLibrary", "href"};
static const char *const values[] = {"a", "b", "c", "string", "token", "int",
	"decimal", "date", "choice", "interleave", "length", "minInclusive", "5",
	"http://www.w3.org/2001/XMLSchema-datatypes", ""};

#define PICK(g, table) table[gen_pick(g, sizeof table / sizeof *table)]

static void make_element(struct gen *g, bool is_root)
{
	struct gen_list pairs = GEN_LIST(0, SUBJECT_MOST(3), 1), parts = GEN_LIST(0, SUBJECT_MOST(5), 2);
	const char *name = PICK(g, elements);

	gen_begin(g, "element");
	gen_put(g, "<%s%s", name,
		is_root ? " xmlns=\"http://relaxng.org/ns/structure/1.0\"" : "");
	while (gen_more(g, &pairs)) {
		const char *attribute = PICK(g, attributes);
		gen_put(g, " %s=\"%s\"", attribute, PICK(g, values));
	}
	gen_put(g, ">");
	while (!gen_small(g) && gen_more(g, &parts))
		if (gen_chance(g, 1, 5))
			gen_put(g, "%s", PICK(g, values));
		else
			make_element(g, false);
	gen_put(g, "</%s>", name);
	gen_end(g);
}

void subject_generate(struct gen *g)
{
	make_element(g, true);
}

/* ---- the consumer ---- */

static xmlParserInputPtr load_nothing(
	const char *url, const char *id, xmlParserCtxtPtr context)
{
	(void)url;
	(void)id;
	(void)context;
	return NULL;
}

static void say_nothing(void *context, const char *message, ...)
{
	(void)context;
	(void)message;
}

static void judge(xmlRelaxNGPtr schema, const char *text)
{
	xmlDocPtr document = xmlReadMemory(text, (int)strlen(text), "i", NULL, 0);
	xmlRelaxNGValidCtxtPtr valid = xmlRelaxNGNewValidCtxt(schema);

	xmlRelaxNGSetValidErrors(valid, say_nothing, say_nothing, NULL);
	xmlRelaxNGValidateDoc(valid, document);
	xmlRelaxNGFreeValidCtxt(valid);
	xmlFreeDoc(document);
}

bool subject_consume(const char *text, size_t length)
{
	static bool is_ready;

	if (!is_ready) {
		xmlInitParser();
		xmlSetExternalEntityLoader(load_nothing);
		xmlSetGenericErrorFunc(NULL, say_nothing);
		is_ready = true;
	}
	xmlDocPtr document = xmlReadMemory(text, (int)length, "s", NULL,
		XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET);
	if (!document)
		return false;
	xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewDocParserCtxt(document);
	xmlRelaxNGSetParserErrors(parser, say_nothing, say_nothing, NULL);
	xmlRelaxNGPtr schema = xmlRelaxNGParse(parser);
	xmlRelaxNGFreeParserCtxt(parser);
	if (schema) {
		judge(schema, "<a name=\"a\"><b/>5<c>a b</c></a>");
		judge(schema, "<b type=\"5\">a<a>2001-01-01</a></b>");
		xmlRelaxNGFree(schema);
	}
	xmlFreeDoc(document);
	return schema;
}
