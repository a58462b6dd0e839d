/* SPDX-License-Identifier: MIT
 * What the parameters of functions hold, by debug information. */
#include "config.h"

#include "fuzz-perf/grow/elements.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

#include "lib/memory.h"

#define ELEMENT_BYTES_MAX  256
#define ELEMENT_FIELDS_MAX 4 /* in which elements differ */
#define ELEMENT_TEXT_BYTES 64
#define STRING_BYTES	   32

/* The type of DIE without names and qualifiers. */
static bool elements_type(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attribute;

	return dwarf_attr_integrate(die, DW_AT_type, &attribute) &&
	       dwarf_formref_die(&attribute, type) &&
	       dwarf_peel_type(type, type) == 0;
}

/* The type of DIE, or what that refers to. */
static bool elements_referred(Dwarf_Die *die, Dwarf_Die *type)
{
	if (!elements_type(die, type))
		return false;
	return (dwarf_tag(type) != DW_TAG_reference_type &&
		       dwarf_tag(type) != DW_TAG_rvalue_reference_type) ||
	       elements_type(type, type);
}

static bool elements_have_name(Dwarf_Die *type, const char *start)
{
	const char *name = dwarf_diename(type);
	int tag = dwarf_tag(type);

	return (tag == DW_TAG_class_type || tag == DW_TAG_structure_type) &&
	       name && strncmp(name, start, strlen(start)) == 0;
}

/* clang only declares std::string, which a library instantiates. */
static bool elements_bytes(Dwarf_Die *type, Dwarf_Word *bytes)
{
	if (dwarf_aggregate_size(type, bytes) == 0)
		return true;
	*bytes = STRING_BYTES;
	return elements_have_name(type, "basic_string<char,");
}

bool elements_are_of_string(Dwarf_Die *parameter)
{
	Dwarf_Die type;

	return elements_referred(parameter, &type) &&
	       elements_have_name(&type, "basic_string<char,");
}

bool elements_are_of_view(Dwarf_Die *parameter)
{
	Dwarf_Die type;

	return elements_type(parameter, &type) &&
	       elements_have_name(&type, "basic_string_view<char,");
}

/* What KIND of field a TYPE of so many BYTES is; 0: it stays as it is. */
static char elements_kind(Dwarf_Die *type, Dwarf_Word bytes)
{
	Dwarf_Attribute attribute;
	Dwarf_Word encoding = 0, one;
	Dwarf_Die to;

	if (elements_have_name(type, "basic_string<char,"))
		return bytes == STRING_BYTES ? 's' : '\0';
	if (dwarf_tag(type) == DW_TAG_pointer_type)
		return elements_type(type, &to) &&
				       dwarf_tag(&to) == DW_TAG_base_type &&
				       dwarf_aggregate_size(&to, &one) == 0 &&
				       one == 1
			       ? 't'
			       : '\0';
	if (dwarf_tag(type) != DW_TAG_base_type ||
		!dwarf_attr_integrate(type, DW_AT_encoding, &attribute) ||
		dwarf_formudata(&attribute, &encoding) ||
		(bytes != 4 && bytes != 8))
		return '\0';
	if (encoding == DW_ATE_float)
		return 'r';
	return encoding == DW_ATE_signed || encoding == DW_ATE_unsigned ? 'i'
									: '\0';
}

/* A description that is being written. */
struct elements_text {
	char at[ELEMENT_TEXT_BYTES];
	size_t length, fields, texts;
};

static void elements_add_field(struct elements_text *text, Dwarf_Word offset,
	char kind, Dwarf_Word bytes)
{
	int length = snprintf(text->at + text->length,
		sizeof text->at - text->length, "%c%u%c%u",
		text->fields ? ',' : ':', (unsigned)offset, kind,
		(unsigned)bytes);

	if (text->fields == ELEMENT_FIELDS_MAX || length < 0 ||
		(size_t)length >= sizeof text->at - text->length) {
		text->at[text->length] = '\0';
		return;
	}
	text->length += (size_t)length;
	text->fields++;
	text->texts += kind == 't' || kind == 's';
}

/* Members of the structure TYPE: those of kind WANTED, or its first number. False: some
 * own memory, which copies would share. */
static bool elements_add_members(struct elements_text *text, Dwarf_Die *type,
	Dwarf_Word start, bool is_for_texts)
{
	Dwarf_Die member, of;
	bool has_member = dwarf_child(type, &member) == 0;

	for (; has_member;
		has_member = dwarf_siblingof(&member, &member) == 0) {
		Dwarf_Attribute attribute;
		Dwarf_Word offset = 0, bytes;
		char kind;
		if (dwarf_tag(&member) == DW_TAG_inheritance)
			return false;
		if (dwarf_tag(&member) != DW_TAG_member)
			continue;
		if (dwarf_attr(
			    &member, DW_AT_data_member_location, &attribute) &&
			dwarf_formudata(&attribute, &offset))
			return false;
		if (!elements_type(&member, &of) ||
			!elements_bytes(&of, &bytes))
			return false;
		kind = elements_kind(&of, bytes);
		if (!kind && dwarf_tag(&of) == DW_TAG_class_type)
			return false;
		if (!kind && dwarf_tag(&of) == DW_TAG_structure_type &&
			!elements_add_members(
				text, &of, start + offset, is_for_texts))
			return false;
		if (kind && is_for_texts == (kind == 't' || kind == 's') &&
			(is_for_texts || text->fields == 0))
			elements_add_field(text, start + offset, kind, bytes);
	}
	return true;
}

/* The elements of an array of TYPE. */
static const char *elements_of(struct arena *arena, Dwarf_Die *type)
{
	struct elements_text text = {.length = 0};
	Dwarf_Word bytes;
	char kind;

	if (!elements_bytes(type, &bytes) || bytes < 2 ||
		bytes > ELEMENT_BYTES_MAX)
		return NULL;
	text.length = (size_t)snprintf(
		text.at, sizeof text.at, "%u", (unsigned)bytes);
	kind = elements_kind(type, bytes);
	if (kind)
		elements_add_field(&text, 0, kind, bytes);
	else if (dwarf_tag(type) != DW_TAG_structure_type ||
		 !elements_add_members(&text, type, 0, true) ||
		 (text.texts == 0 &&
			 !elements_add_members(&text, type, 0, false)))
		return NULL;
	return text.fields > 0 ? arena_string(arena, text.at) : NULL;
}

/* The first parameter of the template TYPE. */
static bool elements_template(Dwarf_Die *type, Dwarf_Die *of)
{
	Dwarf_Die child;

	for (bool has = dwarf_child(type, &child) == 0; has;
		has = dwarf_siblingof(&child, &child) == 0)
		if (dwarf_tag(&child) == DW_TAG_template_type_parameter)
			return elements_type(&child, of);
	return false;
}

const char *elements_describe(
	struct arena *arena, Dwarf_Die *parameter, bool *is_vector)
{
	Dwarf_Die type, of;

	*is_vector = elements_referred(parameter, &type) &&
		     elements_have_name(&type, "vector<");
	if (*is_vector)
		return elements_template(&type, &of) ? elements_of(arena, &of)
						     : NULL;
	return elements_type(parameter, &type) &&
			       dwarf_tag(&type) == DW_TAG_pointer_type &&
			       elements_type(&type, &of)
		       ? elements_of(arena, &of)
		       : NULL;
}

/* Whether TYPE has a member that points to a function. */
static bool elements_lead_to_code(Dwarf_Die *type)
{
	Dwarf_Die member, of, to;
	bool has_member = dwarf_child(type, &member) == 0;

	for (; has_member; has_member = dwarf_siblingof(&member, &member) == 0)
		if (dwarf_tag(&member) == DW_TAG_member &&
			elements_type(&member, &of) &&
			dwarf_tag(&of) == DW_TAG_pointer_type &&
			elements_type(&of, &to) &&
			dwarf_tag(&to) == DW_TAG_subroutine_type)
			return true;
	return false;
}

const char *elements_describe_array(struct arena *arena, Dwarf_Die *variable)
{
	Dwarf_Die type, of;
	const char *found = NULL;

	if (elements_type(variable, &type) && elements_type(&type, &of) &&
		!elements_lead_to_code(&of))
		found = elements_of(arena, &of);
	return found && strchr(found, 't') && !strchr(found, 's') ? found
								  : NULL;
}

/* What DIE's type, a pointer, points to, with its qualifiers. */
static bool elements_pointee(Dwarf_Die *die, Dwarf_Die *to)
{
	Dwarf_Attribute attribute;
	Dwarf_Die type;

	return elements_type(die, &type) &&
	       dwarf_tag(&type) == DW_TAG_pointer_type &&
	       dwarf_attr_integrate(&type, DW_AT_type, &attribute) &&
	       dwarf_formref_die(&attribute, to) &&
	       dwarf_tag(to) != DW_TAG_const_type;
}

bool elements_are_replaced(Dwarf_Die *function, Dwarf_Die *parameter)
{
	Dwarf_Die returned, handed;

	return elements_pointee(function, &returned) &&
	       elements_pointee(parameter, &handed) &&
	       dwarf_peel_type(&returned, &returned) == 0 &&
	       dwarf_peel_type(&handed, &handed) == 0 &&
	       dwarf_tag(&handed) == DW_TAG_structure_type &&
	       dwarf_dieoffset(&returned) == dwarf_dieoffset(&handed);
}
