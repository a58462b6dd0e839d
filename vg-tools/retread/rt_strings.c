/* SPDX-License-Identifier: GPL-2.0-or-later
 * libc's string functions: what each reads by its specification.
 *
 * Their variants load whole vectors, past ends and over what a call before has
 * read, so their loads say nothing about strings. The ranges are computed here
 * when a function begins, from its arguments, over the client's memory. */
#include "vg-tools/common/core.h"
#include "vg-tools/retread/rt_parts.h"
#include "vg-tools/retread/rt_stack.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define PAGE_BYTES 4096u
#define NO_LIMIT   (~0ull)
#define NO_BYTE	   (-1)
#define WIDE_BYTES 4u
/* What is shorter is a structure. */
#define FILL_BYTES_MIN 16u
#define GIVE_BYTES_MIN 16u

enum kind {
	KIND_NONE,
	KIND_LENGTH,	  /* (s): up to its NUL */
	KIND_LENGTHN,	  /* (s, n) */
	KIND_FIND,	  /* (s, c): up to c or NUL */
	KIND_FIND_IN,	  /* (s, c, n): up to c */
	KIND_FIND_BACK,	  /* (s, c, n): from the end */
	KIND_FIND_RAW,	  /* (s, c): up to c */
	KIND_SPAN,	  /* (s, set): up to the first that is not in the set */
	KIND_SPAN_NOT,	  /* (s, set): up to the first that is */
	KIND_SEARCH,	  /* (s, needle) */
	KIND_COPY_STRING, /* (to, s) */
	KIND_COPY_STRINGN, /* (to, s, n) */
	KIND_APPEND,	   /* (to, s) */
	KIND_APPENDN,	   /* (to, s, n) */
	KIND_COMPARE,	   /* (s, t) */
	KIND_COMPARE_CASE,
	KIND_COMPAREN, /* (s, t, n) */
	KIND_COMPAREN_CASE,
	KIND_COMPARE_BYTES, /* (s, t, n), NUL means nothing */
	KIND_COMPARE_WIDE,  /* the same of n wide characters */
	KIND_COPY,	    /* (to, s, n) */
	KIND_FILL	    /* (to, c, n) */
};

static const struct {
	const HChar *name;
	enum kind kind;
} functions[] = {
	{"strlen", KIND_LENGTH},
	{"strrchr", KIND_LENGTH},
	{"rindex", KIND_LENGTH},
	{"strnlen", KIND_LENGTHN},
	{"strchr", KIND_FIND},
	{"index", KIND_FIND},
	{"strchrnul", KIND_FIND},
	{"memchr", KIND_FIND_IN},
	{"memrchr", KIND_FIND_BACK},
	{"rawmemchr", KIND_FIND_RAW},
	{"strspn", KIND_SPAN},
	{"strcspn", KIND_SPAN_NOT},
	{"strpbrk", KIND_SPAN_NOT},
	{"strstr", KIND_SEARCH},
	{"strcpy", KIND_COPY_STRING},
	{"stpcpy", KIND_COPY_STRING},
	{"strncpy", KIND_COPY_STRINGN},
	{"stpncpy", KIND_COPY_STRINGN},
	{"strcat", KIND_APPEND},
	{"strncat", KIND_APPENDN},
	{"strcmp", KIND_COMPARE},
	{"strcasecmp", KIND_COMPARE_CASE},
	{"strncmp", KIND_COMPAREN},
	{"strncasecmp", KIND_COMPAREN_CASE},
	{"memcmp", KIND_COMPARE_BYTES},
	{"memcmpeq", KIND_COMPARE_BYTES},
	{"bcmp", KIND_COMPARE_BYTES},
	{"wmemcmp", KIND_COMPARE_WIDE},
	{"memcpy", KIND_COPY},
	{"memmove", KIND_COPY},
	{"mempcpy", KIND_COPY},
	{"memset", KIND_FILL},
};

/*--- which code ---*/

/* Whether NAME is WANTED or a variant of it: __strlen_avx2. A fortified one
 * (__strcpy_chk) only calls another. */
static Bool rt_strings_is_variant(const HChar *name, const HChar *wanted)
{
	SizeT length = VG_(strlen)(wanted);

	while (*name == '_')
		name++;
	if (VG_(strncmp)(name, wanted, length) != 0)
		return False;
	name += length;
	return *name == '\0' ||
	       (*name == '_' && VG_(strncmp)(name, "_chk", 4) != 0);
}

static enum kind rt_strings_kind_of(const HChar *name)
{
	UInt i;

	for (i = 0; i < sizeof functions / sizeof functions[0]; i++)
		if (rt_strings_is_variant(name, functions[i].name))
			return functions[i].kind;
	return KIND_NONE;
}

/* A program's own function of that name is the program's business. */
static Bool is_in_libc(Addr address)
{
	const HChar *object;

	return VG_(get_objname)(VG_(current_DiEpoch)(), address, &object) &&
	       VG_(strncmp)(VG_(basename)(object), "libc", 4) == 0 &&
	       (VG_(basename)(object)[4] == '.' ||
		       VG_(basename)(object)[4] == '-');
}

Bool rt_strings_is_code(Addr address)
{
	const HChar *name;

	return VG_(get_fnname)(VG_(current_DiEpoch)(), address, &name) &&
	       rt_strings_kind_of(name) != KIND_NONE && is_in_libc(address);
}

UInt rt_strings_kind(Addr entry)
{
	const HChar *name;
	enum kind kind;

	if (!VG_(get_fnname)(VG_(current_DiEpoch)(), entry, &name))
		return KIND_NONE;
	kind = rt_strings_kind_of(name);
	/* A function that chooses a variant is called `memcpy`, too, but nobody passes it
	 * memcpy's arguments. */
	return kind != KIND_NONE && core_is_resolver(entry) ? KIND_NONE : kind;
}

/*--- how far ---*/

/* A client that passes a bad pointer faults by itself. */
static Bool rt_strings_is_readable(Addr address)
{
	return VG_(am_is_valid_for_client)(address, 1, VKI_PROT_READ);
}

/* Bytes from ADDRESS that are readable, up to the end of its page and MAX. */
static ULong readable_part(Addr address, ULong max)
{
	ULong part = PAGE_BYTES - (address & (PAGE_BYTES - 1));

	if (!rt_strings_is_readable(address))
		return 0;
	return part < max ? part : max;
}

/* Length of what is read to find the first byte that ENDS says yes to, itself
 * included, but not more than MAX. */
static ULong rt_strings_find_in(Addr start, const UChar ends[256], ULong max)
{
	ULong done = 0;

	while (done < max) {
		ULong part = readable_part(start + done, max - done);
		ULong i;
		for (i = 0; i < part; i++)
			if (ends[*(const UChar *)(start + done + i)])
				return done + i + 1;
		if (part == 0)
			break;
		done += part;
	}
	return done;
}

#ifdef __SSE2__
#define BLOCK_BYTES 16

/* Which of 16 bytes are EITHER or OTHER. ADDRESS is a multiple of 16. */
static UInt match_block(Addr address, UChar either, UChar other)
{
	__m128i bytes = _mm_load_si128((const __m128i *)address);
	__m128i found =
		_mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)either)),
			_mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)other)));

	return (UInt)_mm_movemask_epi8(found);
}

/* In which of 16 bytes LEFT and RIGHT differ, or, if AT_NUL, LEFT ends. */
static UInt differ_block(Addr left, Addr right, Bool at_nul)
{
	__m128i a = _mm_loadu_si128((const __m128i *)left);
	__m128i b = _mm_loadu_si128((const __m128i *)right);
	UInt same = (UInt)_mm_movemask_epi8(_mm_cmpeq_epi8(a, b));
	UInt nul =
		(UInt)_mm_movemask_epi8(_mm_cmpeq_epi8(a, _mm_setzero_si128()));

	return (~same & 0xffffu) | (at_nul ? nul : 0);
}
#endif

/* Index of the first of COUNT bytes that is EITHER or OTHER, else COUNT. */
static ULong find_either(Addr start, UChar either, UChar other, ULong count)
{
	const UChar *byte = (const UChar *)start;
	ULong i = 0;

#ifdef __SSE2__
	for (; i < count && ((start + i) & (BLOCK_BYTES - 1)) != 0; i++)
		if (byte[i] == either || byte[i] == other)
			return i;
	for (; i + BLOCK_BYTES <= count; i += BLOCK_BYTES) {
		UInt found = match_block(start + i, either, other);
		if (found != 0)
			return i + (ULong)__builtin_ctz(found);
	}
#endif
	for (; i < count; i++)
		if (byte[i] == either || byte[i] == other)
			return i;
	return count;
}

/* As find_in, for BYTE (unless it is NO_BYTE) and, if AT_NUL, the end. */
static ULong rt_strings_find(Addr start, Int byte, Bool at_nul, ULong max)
{
	UChar either = byte != NO_BYTE ? (UChar)byte : 0;
	UChar other = at_nul ? 0 : either;
	ULong done = 0;

	while (done < max) {
		ULong part = readable_part(start + done, max - done);
		ULong i = find_either(start + done, either, other, part);
		if (i < part)
			return done + i + 1;
		if (part == 0)
			break;
		done += part;
	}
	return done;
}

static ULong rt_strings_length_of(Addr string, ULong max)
{
	return rt_strings_find(string, NO_BYTE, True, max);
}

/* The first byte in SET, or (if SPANS) not in it. */
static ULong find_set(Addr start, Addr set, Bool spans)
{
	ULong count = rt_strings_length_of(set, NO_LIMIT), i;
	UChar ends[256];

	VG_(memset)(ends, spans ? 1 : 0, sizeof ends);
	for (i = 0; i + 1 < count; i++)
		ends[*(const UChar *)(set + i)] = !spans;
	ends[0] = 1;
	return rt_strings_find_in(start, ends, NO_LIMIT);
}

/* Index of the first of COUNT bytes that ends a comparison, else COUNT. */
static ULong find_difference(
	Addr left, Addr right, Bool at_nul, Bool fold, ULong count)
{
	ULong i = 0;

#ifdef __SSE2__
	for (; !fold && i + BLOCK_BYTES <= count; i += BLOCK_BYTES) {
		UInt found = differ_block(left + i, right + i, at_nul);
		if (found != 0)
			return i + (ULong)__builtin_ctz(found);
	}
#endif
	for (; i < count; i++) {
		UChar a = *(const UChar *)(left + i);
		UChar b = *(const UChar *)(right + i);
		if (fold) {
			a = VG_(tolower)(a);
			b = VG_(tolower)(b);
		}
		if (a != b || (at_nul && a == 0))
			break;
	}
	return i;
}

/* Length of what a comparison reads of each side. */
static ULong common(Addr left, Addr right, Bool at_nul, Bool fold, ULong max)
{
	ULong done = 0;

	while (done < max) {
		ULong part = readable_part(left + done, max - done);
		ULong other = readable_part(right + done, max - done);
		ULong i;
		if (other < part)
			part = other;
		i = find_difference(
			left + done, right + done, at_nul, fold, part);
		if (i < part)
			return done + i + 1;
		if (part == 0)
			break;
		done += part;
	}
	return done;
}

static ULong find_back(Addr start, Int byte, ULong max)
{
	ULong i;

	for (i = 0; i < max; i++) {
		Addr address = start + max - 1 - i;
		if ((i == 0 ||
			    (address & (PAGE_BYTES - 1)) == PAGE_BYTES - 1) &&
			!rt_strings_is_readable(address))
			return i;
		if (*(const UChar *)address == (UChar)byte)
			return i + 1;
	}
	return max;
}

/* Where strstr stops: after the needle, or at the end. Looks no further than
 * strstr does, which is often called again and again on one long text. */
static ULong find_string(Addr start, Addr needle)
{
	ULong wanted = rt_strings_length_of(needle, NO_LIMIT), done = 0, same;
	const UChar *sought = (const UChar *)needle;

	if (wanted < 2)
		return 0;
	wanted--;
	for (;; done++) {
		ULong step = rt_strings_find(
			start + done, sought[0], True, NO_LIMIT);
		if (step == 0)
			return done;
		done += step - 1;
		if (*(const UChar *)(start + done) == 0)
			return done + 1;
		same = common(start + done, needle, True, False, wanted);
		if (same == wanted && *(const UChar *)(start + done + wanted -
						       1) == sought[wanted - 1])
			return done + wanted;
	}
}

/*--- records ---*/

static void rt_strings_record(Addr entry, UInt argument, Addr address,
	ULong length, enum trace_string_role role)
{
	struct trace_site site = {
		.pc = entry, .flags = TRACE_SITE_READ, .size_bytes = 1};
	struct trace_string *string;
	UInt id;

	if (length == 0)
		return;
	id = rt_site_find(&site, argument);
	string = rt_output_append(sizeof *string);
	string->tag = TRACE_TAG_BASE | TRACE_STRING;
	string->site = id;
	string->address = address;
	string->length_bytes = length;
	rt_shadow_read_range(
		address, length, &string->stamp, &string->half_stamp);
	string->role = role;
	string->step_bytes = 0;
}

/* No reads at the same place in the code have them. */
#define ORDINAL_OF_WRITE  128
#define ORDINAL_OF_SOURCE 129

struct trace_string *rt_strings_record_write(const struct trace_site *site,
	Addr address, ULong length, UInt stamp, enum trace_string_role role)
{
	UInt id = rt_site_find(site, role == TRACE_STRING_SOURCE
					     ? ORDINAL_OF_SOURCE
					     : ORDINAL_OF_WRITE);
	struct trace_string *string = rt_output_append(sizeof *string);

	*string = (struct trace_string){.tag = TRACE_TAG_BASE | TRACE_STRING,
		.site = id,
		.address = address,
		.length_bytes = length,
		.stamp = rt_stamp_without_flags(stamp),
		.role = role,
		.half_stamp = rt_stamp_without_flags(stamp)};
	return string;
}

static void record_fill(Addr entry, Addr to, ULong length)
{
	struct trace_site site = {
		.pc = entry, .flags = TRACE_SITE_READ, .size_bytes = 1};

	if (length >= FILL_BYTES_MIN && !rt_stack_holds(to))
		rt_strings_record_write(
			&site, to, length, rt_stamp_now(), TRACE_STRING_FILL);
}

void rt_strings_give(CorePart part, ThreadId thread, const HChar *name,
	Addr address, SizeT length)
{
	struct trace_site site = {.pc = VG_(get_IP)(thread),
		.flags = TRACE_SITE_READ,
		.size_bytes = 1};

	if (part == Vg_CoreSysCall && rt_hot.keep_read != 0 &&
		length >= GIVE_BYTES_MIN)
		rt_strings_record_write(&site, address, length, rt_stamp_now(),
			TRACE_STRING_GIVE);
}

static void record_compare(
	Addr entry, Addr s, Addr t, Bool at_nul, Bool fold, ULong max)
{
	ULong length = common(s, t, at_nul, fold, max);

	rt_strings_record(entry, 0, s, length, TRACE_STRING_COMPARE);
	rt_strings_record(entry, 1, t, length, TRACE_STRING_COMPARE);
}

void rt_strings_moved(ThreadId thread, Addr from, ULong length)
{
	if (rt_hot.keep_read != 0)
		rt_strings_record(VG_(get_IP)(thread), 0, from, length,
			TRACE_STRING_COPY);
}

/* strcat and its like read all of TO, and the string S. */
static void record_append(Addr entry, Addr to, Addr s, ULong max)
{
	rt_strings_record(entry, 0, to, rt_strings_length_of(to, NO_LIMIT),
		TRACE_STRING_SCAN);
	rt_strings_record(
		entry, 1, s, rt_strings_length_of(s, max), TRACE_STRING_SCAN);
}

static void record_set(Addr entry, Addr s, Addr set, Bool spans)
{
	rt_strings_record(
		entry, 0, s, find_set(s, set, spans), TRACE_STRING_SCAN);
	rt_strings_record(entry, 1, set, rt_strings_length_of(set, NO_LIMIT),
		TRACE_STRING_COMPARE);
}

VG_REGPARM(3)
void rt_strings_enter(Addr entry, UWord kind, VexGuestAMD64State *guest)
{
	Addr s = guest->guest_RDI, t = guest->guest_RSI;
	ULong n = guest->guest_RDX;
	Int byte = (Int)(t & 255);

	if (kind == KIND_FILL)
		record_fill(entry, s, n);
	if (rt_hot.keep_read == 0)
		return;
	switch ((enum kind)kind) {
	case KIND_LENGTH:
		rt_strings_record(entry, 0, s,
			rt_strings_length_of(s, NO_LIMIT), TRACE_STRING_SCAN);
		break;
	case KIND_LENGTHN:
		rt_strings_record(entry, 0, s, rt_strings_length_of(s, t),
			TRACE_STRING_SCAN);
		break;
	case KIND_FIND:
		rt_strings_record(entry, 0, s,
			rt_strings_find(s, byte, True, NO_LIMIT),
			TRACE_STRING_SCAN);
		break;
	case KIND_FIND_IN:
		rt_strings_record(entry, 0, s,
			rt_strings_find(s, byte, False, n), TRACE_STRING_SCAN);
		break;
	case KIND_FIND_BACK:
		t = find_back(s, byte, n);
		rt_strings_record(entry, 0, s + n - t, t, TRACE_STRING_SCAN);
		break;
	case KIND_FIND_RAW:
		rt_strings_record(entry, 0, s,
			rt_strings_find(s, byte, False, NO_LIMIT),
			TRACE_STRING_SCAN);
		break;
	case KIND_SPAN:
	case KIND_SPAN_NOT:
		record_set(entry, s, t, kind == KIND_SPAN);
		break;
	case KIND_SEARCH:
		rt_strings_record(
			entry, 0, s, find_string(s, t), TRACE_STRING_SCAN);
		rt_strings_record(entry, 1, t,
			rt_strings_length_of(t, NO_LIMIT),
			TRACE_STRING_COMPARE);
		break;
	case KIND_COPY_STRING:
		rt_strings_record(entry, 0, t,
			rt_strings_length_of(t, NO_LIMIT), TRACE_STRING_SCAN);
		break;
	case KIND_COPY_STRINGN:
		rt_strings_record(entry, 0, t, rt_strings_length_of(t, n),
			TRACE_STRING_SCAN);
		break;
	case KIND_APPEND:
		record_append(entry, s, t, NO_LIMIT);
		break;
	case KIND_APPENDN:
		record_append(entry, s, t, n);
		break;
	case KIND_COMPARE:
		record_compare(entry, s, t, True, False, NO_LIMIT);
		break;
	case KIND_COMPARE_CASE:
		record_compare(entry, s, t, True, True, NO_LIMIT);
		break;
	case KIND_COMPAREN:
		record_compare(entry, s, t, True, False, n);
		break;
	case KIND_COMPAREN_CASE:
		record_compare(entry, s, t, True, True, n);
		break;
	case KIND_COMPARE_BYTES:
		record_compare(entry, s, t, False, False, n);
		break;
	case KIND_COMPARE_WIDE:
		record_compare(entry, s, t, False, False, n * WIDE_BYTES);
		break;
	case KIND_COPY:
		if (VG_(am_is_valid_for_client)(t, n, VKI_PROT_READ))
			rt_strings_record(entry, 0, t, n, TRACE_STRING_COPY);
		break;
	case KIND_FILL:
	case KIND_NONE:
		break;
	}
}
