/* SPDX-License-Identifier: MIT
 * Puts a read instruction into words of the source: the variable its
 * address came from, and the member it reads there. */
#include "config.h"

#include "analyzer/symbols/label_parts.h"
#include "lib/format/trace_format.h"

#include <dwarf.h>
#include <string.h>

/* One question, and the answer so far. */
struct labels_reader {
	struct symbols *symbols;
	struct symbols_object *object;
	struct symbols_unit *unit;
	uint64_t pc;
	uint64_t bias; /* of the object */
	struct trace_site site;
	unsigned dwarf_register;
	struct label_frame frame;
	size_t left; /* DIEs that may still be visited */
	int score;   /* of the label so far */
	bool is_indexed;
	bool is_foreign; /* it depends on what else is mapped */
	struct symbol_label *label;
};

#define REGISTER_RAX 0
/* No structure is so big that a number like this is an offset in it. */
#define GLOBAL_ADDRESS_MIN 0x10000

/* DWARF's number of each register of an x86-64 instruction. */
static const unsigned char dwarf_registers[16] = {
	0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15};

static struct label_access make_access(
	const struct trace_site *site, int64_t offset, bool is_last)
{
	struct label_access access = {.offset = offset, .size_bytes = 8};

	if (is_last) {
		access.size_bytes = site->size_bytes;
		access.is_indexed = site->flags & TRACE_SITE_INDEXED;
		access.index_scale = site->index_scale;
	}
	return access;
}

/* The type that elements of TYPE have, if it is an array. */
static void strip_arrays(Dwarf_Die *type)
{
	Dwarf_Die at = *type;

	for (int i = 0; i < SYMBOLS_CHAIN_MAX && symbols_type_strip(&at, &at) &&
			dwarf_tag(&at) == DW_TAG_array_type;
		i++) {
		if (!symbols_die_type(&at, &at))
			return;
		*type = at;
	}
}

/* The type of the value read, when it points to something. */
static const char *name_target(
	struct symbols *symbols, Dwarf_Die *type, bool has_tags)
{
	Dwarf_Die target, stripped;

	if (!symbols_type_pointee(type, &target) ||
		!symbols_type_strip(&target, &stripped) ||
		dwarf_tag(&stripped) == DW_TAG_subroutine_type)
		return NULL;
	return symbols_type_object_name(symbols, &target, has_tags);
}

/* Where the steps that are left begin: OFFSET bytes into an object of TYPE. */
struct start {
	Dwarf_Die type;
	int64_t offset;
	unsigned next;	/* step */
	bool is_whole;	/* the object is a variable, not behind a pointer */
	bool is_strict; /* nothing of the same type lies before it */
	bool has_tags;
};

/* What the type of the value that is read tells of it. An array of one element at the
 * end of a structure has as many as there is room for. */
static void note_value(struct label_member *member, struct symbol_label *label)
{
	Dwarf_Die type;
	uint64_t encoding;

	if (member->elements > 1 && member->array_bytes <= UINT32_MAX) {
		label->elements = (uint32_t)member->elements;
		label->array_bytes = (uint32_t)member->array_bytes;
		label->row = (uint32_t)member->row;
	}
	label->is_floating =
		symbols_type_strip(&member->type, &type) &&
		dwarf_tag(&type) == DW_TAG_base_type &&
		symbols_die_own_number(&type, DW_AT_encoding, &encoding) &&
		(encoding == DW_ATE_float || encoding == DW_ATE_complex_float);
}

/* Follows the steps of SITE that are left. */
static bool follow_steps(struct symbols *symbols, const struct trace_site *site,
	struct start at, struct symbol_label *label)
{
	struct label_member member;
	Dwarf_Die stripped;

	for (; symbols_type_strip(&at.type, &stripped); at.next++) {
		bool is_last = at.next == site->step_count;
		struct label_access access =
			make_access(site, at.offset, is_last);

		access.is_strict = at.is_strict;
		if (!labels_find_member(
			    &stripped, at.is_whole, &access, &member))
			return false;
		if (is_last) {
			strip_arrays(&at.type);
			label->object_type = symbols_type_object_name(
				symbols, &at.type, at.has_tags);
			note_value(&member, label);
			if (*member.path)
				label->field = symbols_intern_text(
					symbols, member.path);
			if (site->size_bytes == 8)
				label->value_type = name_target(
					symbols, &member.type, at.has_tags);
			return true;
		}
		if (!symbols_type_pointee(&member.type, &at.type))
			return false;
		at.is_whole = at.is_strict = false;
		at.offset = site->step[at.next];
	}
	return false;
}

/* The target of the pointer at byte PIECE of a value of TYPE. */
static bool find_target(Dwarf_Die *type, uint64_t piece, Dwarf_Die *target)
{
	struct label_access access = {
		.offset = (int64_t)piece, .size_bytes = 8};
	struct label_member member;
	Dwarf_Die stripped;

	return symbols_type_strip(type, &stripped) &&
	       labels_find_member(&stripped, true, &access, &member) &&
	       symbols_type_pointee(&member.type, target);
}

/* How much a label tells: best a member of something the user named. */
#define SCORE_MEMBER  6
#define SCORE_ELEMENT 4
#define SCORE_WHOLE   2
#define SCORE_NAMED   1 /* besides: by a name that is not the library's */
#define SCORE_BEST    (SCORE_MEMBER + SCORE_NAMED)

static int rate_label(const struct symbol_label *label)
{
	int score = label->variable && strncmp(label->variable, "__", 2) != 0
			    ? SCORE_NAMED
			    : 0;

	if (!label->object_type)
		return score;
	if (!label->field)
		return score + SCORE_WHOLE;
	return score + (label->field[0] == '[' && !strchr(label->field, '.')
				       ? SCORE_ELEMENT
				       : SCORE_MEMBER);
}

static void keep_better(
	struct labels_reader *reader, struct symbol_label *label)
{
	if (rate_label(label) <= reader->score)
		return;
	reader->score = rate_label(label);
	label->variable = symbols_intern_text(reader->symbols, label->variable);
	*reader->label = *label;
}

/* Finds where the first steps of SITE lead when VARIABLE is at PLACE. */
static bool find_start(const struct trace_site *site, Dwarf_Die *variable,
	const struct label_place *place, struct start *start)
{
	uint64_t size_bytes;

	if (!symbols_die_type(variable, &start->type))
		return false;
	start->offset =
		(int64_t)((uint64_t)site->step[0] - (uint64_t)place->offset);
	start->is_whole = true;
	switch (place->kind) {
	case LABEL_VALUE:
		start->is_whole = false;
		/* GCC tells of `i` in a list: sixteen bytes after %rax. */
		start->is_strict = place->offset != 0;
		return find_target(&start->type, place->piece, &start->type);
	case LABEL_SLOT:
		return symbols_type_size(&start->type, &size_bytes) &&
		       (uint64_t)start->offset < size_bytes;
	case LABEL_BEHIND:
		if (site->step_count < 2 || start->offset != 0)
			return false;
		start->offset = site->step[start->next++];
		return true;
	}
	return false;
}

/* Explains the read by VARIABLE, if that tells more than what is known. */
static void try_variable(struct labels_reader *reader, Dwarf_Die *variable)
{
	struct symbol_label label = {.variable = NULL};
	struct label_place place;
	struct start start = {.next = 1};

	if (!labels_locate(variable, reader->pc, reader->dwarf_register,
		    &reader->frame, &place) ||
		!find_start(&reader->site, variable, &place, &start))
		return;
	label.variable = symbols_die_name(variable);
	label.variable_is_parameter =
		dwarf_tag(variable) == DW_TAG_formal_parameter;
	start.has_tags = reader->unit->has_tags;
	follow_steps(reader->symbols, &reader->site, start, &label);
	keep_better(reader, &label);
}

/* Tries the variables of SCOPE, those of blocks inside it first. */
static void try_scope(struct labels_reader *reader, Dwarf_Die *scope, int depth)
{
	Dwarf_Die first, die;

	if (depth > SYMBOLS_DEPTH_MAX || !symbols_die_child(scope, &first))
		return;
	for (int pass = 0; pass < 2; pass++) {
		die = first;
		do {
			int tag = dwarf_tag(&die);

			if (reader->left == 0 || reader->score >= SCORE_BEST)
				return;
			reader->left--;
			if (pass == 0 && tag == DW_TAG_lexical_block &&
				symbols_die_covers(&die, reader->pc))
				try_scope(reader, &die, depth + 1);
			if (pass == 1 &&
				(tag == DW_TAG_variable ||
					tag == DW_TAG_formal_parameter))
				try_variable(reader, &die);
		} while (symbols_die_next(&die));
	}
}

/* The innermost inlined function first, then what it is inlined into. */
static void label_register(struct labels_reader *reader, uint32_t node)
{
	uint32_t outermost = node;
	Dwarf_Die die;

	while (reader->unit->nodes[outermost].parent != SYMBOLS_NONE)
		outermost = reader->unit->nodes[outermost].parent;
	die = symbols_die_at(reader->unit, reader->unit->nodes[outermost].die);
	if (!reader->frame.is_read)
		labels_read_frame(
			reader->object, &die, reader->pc, &reader->frame);
	for (; node != SYMBOLS_NONE; node = reader->unit->nodes[node].parent) {
		die = symbols_die_at(
			reader->unit, reader->unit->nodes[node].die);
		reader->left = reader->unit->size_bytes;
		try_scope(reader, &die, 0);
	}
}

/* Finds a VARIABLE that a parameter of SCOPE stands for, and what the pointer at
 * its start points to. */
static bool find_implicit(struct labels_reader *reader, Dwarf_Die *scope,
	Dwarf_Die *variable, Dwarf_Die *target)
{
	int64_t offset;
	Dwarf_Die die;

	if (!symbols_die_child(scope, &die))
		return false;
	do {
		if (dwarf_tag(&die) == DW_TAG_formal_parameter &&
			labels_read_implicit(
				&die, reader->pc, variable, &offset) &&
			offset == 0 && symbols_die_type(variable, target) &&
			find_target(target, 0, target))
			return true;
	} while (symbols_die_next(&die));
	return false;
}

/* An inlined method of an iterator that the optimiser took apart reads through
 * the pointer the iterator consists of: `begin._M_node->_M_next`. */
static void label_implicit(struct labels_reader *reader,
	const struct trace_site *site, uint32_t node)
{
	struct symbol_label label = {.variable = NULL};
	struct start start = {.offset = site->step[0], .next = 1};
	Dwarf_Die scope, variable;

	if (node == SYMBOLS_NONE)
		return;
	scope = symbols_die_at(reader->unit, reader->unit->nodes[node].die);
	if (!find_implicit(reader, &scope, &variable, &start.type))
		return;
	reader->site = *site;
	label.variable = symbols_die_name(&variable);
	start.has_tags = reader->unit->has_tags;
	follow_steps(reader->symbols, site, start, &label);
	keep_better(reader, &label);
}

static void label_global(struct labels_reader *reader)
{
	uint64_t address = (uint64_t)reader->site.step[0];
	const struct symbols_mapping *mapping =
		symbols_map_find(reader->symbols, address);
	struct symbol_label label = {.variable = NULL};
	struct start start = {.next = 1, .is_whole = true};
	struct symbols_item *item;
	Dwarf_Die die;

	reader->is_foreign |= !mapping || mapping->object != reader->object ||
			      mapping->bias != reader->bias;
	if (!mapping)
		return;
	address -= mapping->bias;
	item = symbols_variable_at(reader->symbols, mapping->object, address);
	if (!item)
		return;
	label.variable = item->name;
	start.offset = (int64_t)(address - item->start);
	start.has_tags = item->has_tags;
	if (symbols_variable_die(
		    reader->symbols, mapping->object, item, &die) &&
		symbols_die_type(&die, &start.type))
		follow_steps(reader->symbols, &reader->site, start, &label);
	keep_better(reader, &label);
}

/* The read through the result of a call right before it: `find(key)->value`. */
static void label_result(
	struct labels_reader *reader, const struct trace_site *site)
{
	struct symbol_label label = {.variable = NULL};
	const struct symbols_piece *piece;
	struct symbols_unit *unit;
	struct start start = {.offset = site->step[0], .next = 1};
	Dwarf_Addr entry;
	Dwarf_Die die;
	uint64_t target;

	if (site->base != REGISTER_RAX ||
		!labels_read_call(reader->object, reader->pc, &target))
		return;
	unit = symbols_unit_at(reader->symbols, reader->object, target);
	piece = unit ? symbols_unit_piece(unit, target) : NULL;
	if (!piece || piece->node == SYMBOLS_NONE ||
		!symbols_unit_open(reader->symbols, reader->object, unit))
		return;
	die = symbols_die_at(unit, unit->nodes[piece->node].die);
	/* Other bytes may look like a call, but hardly one of a function. */
	if (dwarf_entrypc(&die, &entry) != 0 || entry != target ||
		!symbols_die_type(&die, &start.type) ||
		!symbols_type_pointee(&start.type, &start.type))
		return;
	reader->site = *site;
	start.has_tags = unit->has_tags;
	follow_steps(reader->symbols, site, start, &label);
	keep_better(reader, &label);
}

/* Explains the read as SITE describes it. */
static void label_site(struct labels_reader *reader,
	const struct trace_site *site, uint32_t node)
{
	reader->site = *site;
	if (site->step_count == 0 || site->step_count > TRACE_STEPS_MAX)
		return;
	if (site->base == TRACE_BASE_PC) {
		label_global(reader);
	} else if (site->base < sizeof dwarf_registers &&
		   node != SYMBOLS_NONE) {
		reader->dwarf_register = dwarf_registers[site->base];
		label_register(reader, node);
	}
}

/* Explains the read by the operand of the instruction: the variable in the
 * register it names says most. Returns true if SITE says the same. */
static bool label_operand(struct labels_reader *reader,
	const struct trace_site *site, uint32_t node)
{
	struct trace_site operand = *site;
	unsigned index;
	bool is_same;

	if (!labels_read_operand(reader->object, reader->pc, &operand, &index))
		return false;
	is_same = site->step_count == 1 && site->base == operand.base &&
		  site->step[0] == operand.step[0] &&
		  site->flags == operand.flags &&
		  site->index_scale == operand.index_scale;
	label_site(reader, &operand, node);
	if (reader->score == 0)
		label_result(reader, &operand);
	if (reader->score < SCORE_MEMBER)
		label_implicit(reader, &operand, node);
	if (operand.flags & TRACE_SITE_INDEXED) {
		/* The recorder does not see an index that is a constant where
		 * it looks, as on the way into a loop. */
		reader->is_indexed = true;
		/* `(%rax,%rdx)`: either may be the pointer. */
		operand.base = (unsigned char)index;
		if (operand.index_scale == 1)
			label_site(reader, &operand, node);
	}
	return is_same;
}

/* `table[c]`: the register of SITE is the index, the number the table. */
static void label_table(struct labels_reader *reader,
	const struct trace_site *site, uint32_t node)
{
	struct trace_site table = *site;

	if (site->step_count != 1 || site->base == TRACE_BASE_PC ||
		site->step[0] < GLOBAL_ADDRESS_MIN)
		return;
	table.base = TRACE_BASE_PC;
	table.flags |= TRACE_SITE_INDEXED;
	label_site(reader, &table, node);
	reader->is_indexed |= reader->score > 0;
}

/* Asks the debug information. */
static void find_label(
	struct labels_reader *reader, const struct trace_site *site)
{
	const struct symbols_piece *piece = NULL;
	uint32_t node;

	reader->unit =
		symbols_unit_at(reader->symbols, reader->object, reader->pc);
	if (reader->unit)
		piece = symbols_unit_piece(reader->unit, reader->pc);
	node = piece && symbols_unit_open(
				reader->symbols, reader->object, reader->unit)
		       ? piece->node
		       : SYMBOLS_NONE;
	/* Where the register was loaded from is the next best. */
	if (!label_operand(reader, site, node) && reader->score < SCORE_BEST)
		label_site(reader, site, node);
	if (reader->score == 0)
		label_table(reader, site, node);
}

void symbols_label_read(struct symbols *symbols, const struct trace_site *site,
	struct symbol_label *label)
{
	struct labels_reader reader = {.symbols = symbols,
		.is_indexed = (site->flags & TRACE_SITE_INDEXED) != 0,
		.label = label};
	const struct symbols_mapping *mapping =
		symbols_map_find(symbols, site->pc);
	uint64_t key[2];

	memset(label, 0, sizeof *label);
	if (!mapping) {
		label->is_indexed = reader.is_indexed;
		return;
	}
	reader.object = mapping->object;
	reader.bias = mapping->bias;
	reader.pc = site->pc - mapping->bias;
	symbols_cache_key(site, mapping->bias, key);
	if (symbols_cache_label(symbols, reader.object, key, label))
		return;
	find_label(&reader, site);
	label->is_indexed = reader.is_indexed;
	if (symbols->cache_directory && !reader.is_foreign)
		symbols_cache_keep_label(reader.object, key, label);
}
