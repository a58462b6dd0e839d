/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reads the watch list (retread-spectra(5)) and finds its module in the
 * program. */
#include "vg-tools/spectra/sp_watched.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#define ENTITIES_MAX (1u << 20)
#define WATCH_BYTES  (64u << 20)

struct sp_watch sp_watch;

/* The line being read, split into words; what follows the wanted ones stays
 * together in the last. */
static struct {
	HChar *next;
	UInt number;
} line;

void sp_refuse(const HChar *format, ...)
{
	va_list list;

	va_start(list, format);
	VG_(umsg)("spectra: ");
	VG_(vmessage)(Vg_UserMsg, format, list);
	va_end(list);
	VG_(exit)(2);
}

static void refuse_line(const HChar *why)
{
	sp_refuse("%s:%u: %s; make the list again: retread spectra watch\n",
		clo_spectra.watch_file, line.number, why);
}

static HChar *sp_watch_read_file(const HChar *path, ULong *bytes)
{
	struct vg_stat status;
	HChar *text;
	Long done = 0;
	Int fd;

	if (sr_isError(VG_(stat)(path, &status)) || !VKI_S_ISREG(status.mode) ||
		status.size > WATCH_BYTES)
		return NULL;
	fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
	if (fd < 0)
		return NULL;
	text = VG_(malloc)("spectra.watch", status.size + 1);
	while (done < status.size) {
		Int got = VG_(read)(fd, text + done, status.size - done);
		if (got <= 0)
			break;
		done += got;
	}
	VG_(close)(fd);
	text[done] = '\0';
	*bytes = done;
	return text;
}

/*--- words of a line ---*/

static HChar *sp_watch_next_word(void)
{
	HChar *word = line.next;

	while (*word == ' ')
		word++;
	if (*word == '\0')
		refuse_line("a word is missing");
	line.next = word;
	while (*line.next != '\0' && *line.next != ' ')
		line.next++;
	if (*line.next == ' ')
		*line.next++ = '\0';
	return word;
}

static ULong sp_watch_next_number(Int base)
{
	const HChar *word = sp_watch_next_word();
	Bool is_negative = *word == '-';
	HChar *end;
	ULong number;

	if (is_negative)
		word++;
	number = base == 16 ? VG_(strtoull16)(word, &end)
			    : VG_(strtoull10)(word, &end);
	if (end == word || *end != '\0')
		refuse_line("here should be a number");
	return is_negative ? -number : number;
}

static UInt next_id(void)
{
	ULong id = sp_watch_next_number(10);

	if (id != sp_watch.entity_count)
		refuse_line("ids are not in order");
	if (id >= ENTITIES_MAX)
		refuse_line("too many entities");
	sp_watch.entity_count++;
	return id;
}

static struct sp_function *next_function(void)
{
	const HChar *word = sp_watch_next_word();
	HChar *end;
	ULong id;
	UInt i;

	if (VG_(strcmp)(word, "-") == 0)
		return NULL;
	id = VG_(strtoull10)(word, &end);
	for (i = 0; *end == '\0' && i < sp_watch.function_count; i++)
		if (sp_watch.function[i].id == id)
			return &sp_watch.function[i];
	refuse_line("there is no such function");
	return NULL;
}

/*--- kinds of lines ---*/

static void sp_watch_read_function(void)
{
	struct sp_function *function =
		&sp_watch.function[sp_watch.function_count++];

	function->id = next_id();
	function->low = sp_watch_next_number(16);
	function->high = sp_watch_next_number(16);
	if (function->high <= function->low)
		refuse_line("a function has no code");
	function->is_constructor =
		VG_(strcmp)(sp_watch_next_word(), "constructor") == 0;
	function->lowest = 0;
	function->highest = 0;
}

static enum sp_number sp_watch_number_of(const HChar *word, ULong bytes)
{
	if (*word == 's')
		return SP_SIGNED;
	if (*word == 'u')
		return bytes == 8 ? SP_UNSIGNED64 : SP_UNSIGNED;
	return *word == 'f' ? SP_FLOAT : SP_OPAQUE;
}

/* WORD is the width with its sign, u8: what it is declared to be, not what the
 * CPU keeps it in. */
static enum sp_number declared_number(const HChar *word, enum sp_number stored)
{
	if (stored == SP_SIGNED && *word == 'u')
		return SP_UNSIGNED;
	if ((stored == SP_UNSIGNED || stored == SP_UNSIGNED64) && *word == 's')
		return SP_SIGNED;
	return stored;
}

static Int shift_of(ULong element)
{
	Int shift;

	for (shift = 0; shift < 32; shift++)
		if (element == 1ull << shift)
			return shift;
	return -1;
}

static void add_to_frame(struct sp_object *object)
{
	struct sp_function *function = object->function;
	ULong bytes = object->kind == SP_POINTER
			      ? sizeof(Addr)
			      : object->element * object->count;

	function->object = VG_(realloc)("spectra.frame", function->object,
		(function->object_count + 1) * sizeof *function->object);
	function->object[function->object_count++] = object;
	if (object->offset < function->lowest)
		function->lowest = object->offset;
	if (object->offset + (Long)bytes > function->highest)
		function->highest = object->offset + bytes;
}

/* plain, struct, class, or class@N: its number is N bytes into it. */
static void read_class(struct sp_object *object)
{
	HChar *word = sp_watch_next_word(), *end;

	object->is_class = VG_(strncmp)(word, "class", 5) == 0;
	if (object->is_class && word[5] == '@')
		object->inner = VG_(strtoull10)(word + 6, &end);
	if (object->inner >= object->element)
		refuse_line("a number is outside of its class");
}

static void sp_watch_read_object(enum sp_kind kind)
{
	struct sp_object *object = &sp_watch.object[sp_watch.object_count++];

	object->kind = kind;
	object->id = next_id();
	object->function = next_function();
	object->is_static = *sp_watch_next_word() == 's';
	object->offset = sp_watch_next_number(object->is_static ? 16 : 10);
	object->element = sp_watch_next_number(10);
	object->count = sp_watch_next_number(10);
	if (object->element == 0 || object->element > 1ull << 32 ||
		object->count > 1ull << 32)
		refuse_line("an object has an impossible size");
	object->shift = shift_of(object->element);
	object->number =
		sp_watch_number_of(sp_watch_next_word(), object->element);
	object->declared =
		declared_number(sp_watch_next_word(), object->number);
	sp_watch_next_number(10); /* the fraction is for the report */
	object->low = sp_watch_next_number(16);
	object->high = sp_watch_next_number(16);
	sp_watch_next_word(); /* its place, too */
	read_class(object);
	if (!object->is_static && !object->function)
		refuse_line("an object in no function has no frame");
	if (kind == SP_POINTER && object->function)
		object->slot = object->function->pointer_count++;
	if (!object->is_static)
		add_to_frame(object);
	else
		sp_watch.statics[sp_watch.static_count++] = object;
}

static void sp_watch_read_loop(void)
{
	struct sp_loop *loop = &sp_watch.loop[sp_watch.loop_count++];

	loop->id = next_id();
	loop->function = next_function();
	loop->low = sp_watch_next_number(16);
	loop->high = sp_watch_next_number(16);
	loop->body = sp_watch_next_number(16);
	loop->has_entry = VG_(strcmp)(sp_watch_next_word(), "entry") == 0;
	loop->factor = sp_watch_next_number(10);
	if (!loop->function || loop->low >= loop->high)
		refuse_line("a loop has no code");
	if (loop->function->loop_count < SP_LOOPS) {
		loop->bit = loop->function->loop_count;
		loop->function->loop[loop->function->loop_count++] = loop;
	}
}

static void sp_watch_read_module(void)
{
	sp_watch.hash = sp_watch_next_number(16);
	sp_watch.bytes = sp_watch_next_number(10);
	sp_watch.path = VG_(strdup)("spectra.module", line.next);
}

static void sp_watch_read_line(HChar *text)
{
	const HChar *kind;

	line.next = text;
	kind = sp_watch_next_word();
	if (VG_(strcmp)(kind, "module") == 0)
		sp_watch_read_module();
	else if (VG_(strcmp)(kind, "function") == 0)
		sp_watch_read_function();
	else if (VG_(strcmp)(kind, "scalar") == 0)
		sp_watch_read_object(SP_SCALAR);
	else if (VG_(strcmp)(kind, "array") == 0)
		sp_watch_read_object(SP_ARRAY);
	else if (VG_(strcmp)(kind, "pointer") == 0)
		sp_watch_read_object(SP_POINTER);
	else if (VG_(strcmp)(kind, "stream") == 0)
		sp_watch_read_object(SP_STREAM);
	else if (VG_(strcmp)(kind, "loop") == 0)
		sp_watch_read_loop();
	/* All else is for the report: file, boundary, warning. */
}

/*--- the whole ---*/

static Int sp_watch_compare_functions(const void *a, const void *b)
{
	const struct sp_function *x = a, *y = b;

	return x->low < y->low ? -1 : x->low > y->low;
}

static Int compare_statics(const void *a, const void *b)
{
	const struct sp_object *x = *(struct sp_object *const *)a;
	const struct sp_object *y = *(struct sp_object *const *)b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Objects know their function by address, so it must not move any more. */
static void sp_watch_check_functions(void)
{
	UInt i;

	for (i = 1; i < sp_watch.function_count; i++)
		if (sp_watch_compare_functions(&sp_watch.function[i - 1],
			    &sp_watch.function[i]) > 0)
			refuse_line("functions are not in the order of their "
				    "addresses");
}

static void find_inner_loops(void)
{
	UInt i, j;

	for (i = 0; i < sp_watch.loop_count; i++) {
		struct sp_loop *loop = &sp_watch.loop[i];
		for (j = 0; j < loop->function->loop_count; j++) {
			struct sp_loop *other = loop->function->loop[j];
			if (other != loop && other->low >= loop->low &&
				other->high <= loop->high &&
				other->low <= loop->body &&
				loop->body < other->high)
				loop->inner |= 1ull << other->bit;
		}
	}
}

/* Room for as many of each as there are lines. */
static void sp_watch_reserve(const HChar *text)
{
	UInt lines = 1;

	for (; *text != '\0'; text++)
		lines += *text == '\n';
	sp_watch.function = VG_(calloc)(
		"spectra.functions", lines, sizeof *sp_watch.function);
	sp_watch.object =
		VG_(calloc)("spectra.objects", lines, sizeof *sp_watch.object);
	sp_watch.statics =
		VG_(calloc)("spectra.statics", lines, sizeof *sp_watch.statics);
	sp_watch.loop =
		VG_(calloc)("spectra.loops", lines, sizeof *sp_watch.loop);
}

void sp_watch_read(void)
{
	HChar *text, *next;

	if (!clo_spectra.watch_file)
		sp_refuse("which variables? Name a list: --watch=FILE, made by "
			  "retread spectra watch\n");
	text = sp_watch_read_file(clo_spectra.watch_file, &sp_watch.text_bytes);
	if (!text)
		sp_refuse("%s: cannot read it, or it is not a watch list\n",
			clo_spectra.watch_file);
	sp_watch.text = VG_(strdup)("spectra.text", text);
	line.number = 1;
	if (VG_(strncmp)(text, "spectra-watch 1\n", 16) != 0)
		refuse_line("this is not a watch list of version 1");
	sp_watch_reserve(text);
	for (text += 16; *text != '\0'; text = next) {
		next = VG_(strchr)(text, '\n');
		line.number++;
		if (!next)
			refuse_line("the last line is cut off");
		*next++ = '\0';
		if (*text != '\0' && *text != '#')
			sp_watch_read_line(text);
	}
	if (!sp_watch.path)
		refuse_line("it does not say of which program");
	sp_watch_check_functions();
	find_inner_loops();
	VG_(ssort)(sp_watch.statics, sp_watch.static_count,
		sizeof *sp_watch.statics, compare_statics);
}

/*--- the module ---*/

/* FNV-1a of the whole file: says whether the list was made for this build. */
static Bool hash_file(const HChar *path, ULong *hash)
{
	static UChar part[65536];
	Int fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
	Int got, i;

	if (fd < 0)
		return False;
	*hash = 0xcbf29ce484222325ull;
	while ((got = VG_(read)(fd, part, sizeof part)) > 0)
		for (i = 0; i < got; i++)
			*hash = (*hash ^ part[i]) * 0x100000001b3ull;
	VG_(close)(fd);
	return True;
}

static Bool sp_watch_is_same_file(const HChar *path)
{
	struct vg_stat status;
	ULong hash;

	if (sr_isError(VG_(stat)(path, &status)) ||
		(ULong)status.size != sp_watch.bytes)
		return False;
	return hash_file(path, &hash) && hash == sp_watch.hash;
}

static void relocate(Addr bias)
{
	UInt i;

	sp_watch.bias = bias;
	for (i = 0; i < sp_watch.function_count; i++) {
		sp_watch.function[i].low += bias;
		sp_watch.function[i].high += bias;
	}
	for (i = 0; i < sp_watch.loop_count; i++) {
		sp_watch.loop[i].low += bias;
		sp_watch.loop[i].high += bias;
		sp_watch.loop[i].body += bias;
	}
	for (i = 0; i < sp_watch.object_count; i++) {
		struct sp_object *object = &sp_watch.object[i];
		if (object->is_static)
			object->offset += bias;
		if (object->high != 0) {
			object->low += bias;
			object->high += bias;
		}
	}
	for (i = 0; i < sp_watch.static_count; i++) {
		struct sp_object *object = sp_watch.statics[i];
		Addr end = object->offset + object->element * object->count;
		if (i == 0)
			sp_watch.static_low = object->offset;
		if (end > sp_watch.static_high)
			sp_watch.static_high = end;
	}
}

static const HChar *base_name(const HChar *path)
{
	const HChar *slash = VG_(strrchr)(path, '/');

	return slash ? slash + 1 : path;
}

void sp_watch_attach(Addr address)
{
	static const DebugInfo *looked_at;
	const DebugInfo *module;
	const HChar *path;

	module = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
	if (!module || module == looked_at)
		return;
	looked_at = module;
	path = VG_(DebugInfo_get_filename)(module);
	if (VG_(strcmp)(base_name(path), base_name(sp_watch.path)) != 0 &&
		!sp_watch_is_same_file(path))
		return;
	if (!sp_watch_is_same_file(path))
		sp_refuse("%s was made for another build of %s; make it again: "
			  "retread spectra watch\n",
			clo_spectra.watch_file, path);
	sp_watch.is_attached = True;
	sp_watch.text_low = VG_(DebugInfo_get_text_avma)(module);
	sp_watch.text_high =
		sp_watch.text_low + VG_(DebugInfo_get_text_size)(module);
	relocate(VG_(DebugInfo_get_text_bias)(module));
	sp_table.header->state = SPECTRA_RUNNING;
}

Bool sp_watch_is_module(Addr address)
{
	return sp_watch.is_attached && sp_watch.text_low <= address &&
	       address < sp_watch.text_high;
}

struct sp_function *sp_watch_function(Addr address)
{
	UInt low = 0, high = sp_watch.function_count;

	while (low < high) {
		UInt middle = (low + high) / 2;
		struct sp_function *function = &sp_watch.function[middle];
		if (address < function->low)
			high = middle;
		else if (address >= function->high)
			low = middle + 1;
		else
			return function;
	}
	return NULL;
}

struct sp_object *sp_watch_static(Addr address)
{
	UInt low = 0, high = sp_watch.static_count;

	while (low < high) {
		UInt middle = (low + high) / 2;
		struct sp_object *object = sp_watch.statics[middle];
		ULong bytes = object->kind == SP_POINTER
				      ? sizeof(Addr)
				      : object->element * object->count;
		if (address < (Addr)object->offset)
			high = middle;
		else if (address - object->offset >= bytes)
			low = middle + 1;
		else
			return object;
	}
	return NULL;
}
