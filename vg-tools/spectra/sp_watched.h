/* SPDX-License-Identifier: GPL-2.0-or-later
 * Shared by the parts of the tool `spectra`: the watch list, the live frames,
 * the table. */
#ifndef RETREAD_VG_TOOLS_SPECTRA_SP_WATCHED_H
#define RETREAD_VG_TOOLS_SPECTRA_SP_WATCHED_H

#include "lib/format/spectra_table.h"
#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Loops of one function that are watched; one bit each in sp_frame.active. */
#define SP_LOOPS 64

struct sp_options {
	const HChar *watch_file;
	const HChar *table_file;
};
extern struct sp_options clo_spectra;

/*--- sp_watch.c: the watch list ---*/

enum sp_kind { SP_SCALAR, SP_ARRAY, SP_POINTER, SP_STREAM };
enum sp_number { SP_UNSIGNED, SP_SIGNED, SP_UNSIGNED64, SP_FLOAT, SP_OPAQUE };

struct sp_function;

/* A variable. OFFSET is from the CFA of its function's frame (the value of the
 * stack pointer before the call), or the link-time address if STATIC. */
struct sp_object {
	enum sp_kind kind;
	UInt id;
	struct sp_function *function; /* NULL: of the file */
	Bool is_static;
	Bool is_class; /* accesses happen in members of its class */
	Long offset;
	ULong element; /* bytes; of what it points to */
	ULong count;   /* elements; 0: not known */
	ULong inner;   /* where in an element of a class its number is */
	Int shift;     /* ELEMENT is 1 << SHIFT; -1: no power of two */
	enum sp_number number;	 /* as the CPU keeps it */
	enum sp_number declared; /* as spectra count it */
	Addr low, high; /* where it lives; 0: wherever its function does */
	UInt slot;	/* SP_POINTER: in sp_frame.base */
};

/* A loop is the code LOW..HIGH of its function; BODY is executed once a trip.
 * INNER: loops of the function whose code has BODY. */
struct sp_loop {
	UInt id;
	struct sp_function *function;
	Addr low, high, body;
	ULong factor;	/* of unrolling; 0: none */
	Bool has_entry; /* LOW is executed before the first test */
	UInt bit;
	ULong inner;
};

struct sp_function {
	UInt id;
	Addr low, high; /* at run time once the module is attached */
	Bool is_constructor;
	struct sp_object **object; /* in its frame */
	UInt object_count;
	UInt pointer_count;
	Long lowest; /* offset of the lowest object, of the end of the highest */
	Long highest;
	struct sp_loop *loop[SP_LOOPS];
	UInt loop_count;
	UInt depth;	/* live activations */
	Addr outermost; /* CFA of the first of them */
};

struct sp_watch {
	HChar *text; /* the file, for the table */
	ULong text_bytes;
	UInt entity_count;
	struct sp_function *function; /* by address */
	UInt function_count;
	struct sp_object *object;
	UInt object_count;
	struct sp_object **statics; /* by address */
	UInt static_count;
	struct sp_loop *loop;
	UInt loop_count;
	HChar *path; /* of the module */
	ULong hash, bytes;
	Bool is_attached;
	Addr text_low, text_high;
	Addr bias;
	Addr static_low, static_high; /* all statics are in there */
};
extern struct sp_watch sp_watch;

/* Reads --watch; ends the run with a sentence if it cannot. */
void sp_watch_read(void);
/* Notices that the module has been loaded. ADDRESS is about to be executed. */
void sp_watch_attach(Addr address);
Bool sp_watch_is_module(Addr address);
/* The watched function that ADDRESS is in, or NULL. */
struct sp_function *sp_watch_function(Addr address);
/* The static object that covers ADDRESS, or NULL; objects may be indexed up to
 * one past their end. */
struct sp_object *sp_watch_static(Addr address);
/* Ends the run: usage or a bad file. */
void sp_refuse(const HChar *format, ...)
	__attribute__((noreturn, format(printf, 1, 2)));

/*--- sp_table.c: the table, and recording into it ---*/

struct sp_table {
	struct spectra_header *header;
	struct spectra_entity *test, *total;
	ULong *test_bitmap, *total_bitmap;
	UInt *bitmap_word; /* of an entity: its first word; ~0: none */
	UInt *bitmap_bits;
	UChar *test_edge, *total_edge;
	UInt *touched;
	UShort *edge_touched;
	struct spectra_name *name;
	Bool has_tests; /* the program says where they begin */
	Bool is_child;	/* how the run ends is not for this process to say */
	UChar *number;	/* enum sp_number of an entity */
};
extern struct sp_table sp_table;

void sp_table_open(void);
void sp_table_close(Int exit_code);
void sp_table_begin_test(void);
void sp_table_end_test(Int status);
void sp_table_set_signal(Int signal);
/* The entity that a client request calls NAME. -1: all are in use. */
Int sp_table_name(const HChar *name, UInt kind, Bool is_signed);

void sp_record_value(UInt id, ULong value);
/* An access to element OFFSET of COUNT (0: not known). */
void sp_record_offset(UInt id, Long offset, ULong count, Addr pc);
/* That access was a write. */
void sp_record_write(UInt id, Long offset);
void sp_record_stream(UInt id, ULong fullness, UInt event);
void sp_record_trips(const struct sp_loop *loop, ULong trips);
void sp_record_depth(UInt id, ULong depth, ULong stack_bytes);

VG_REGPARM(1) void sp_record_edge(UWord index);

/*--- sp_frames.c: live activations of watched functions ---*/

struct sp_frame {
	struct sp_function *function;
	Addr cfa;
	ULong active;		     /* loops that run, by bit */
	UInt first_loop, first_base; /* in the stacks of trips and bases */
};

/* Read by code added to the program; of the thread that runs. */
struct sp_hot {
	Addr cfa;     /* of the newest frame; 0: none is live */
	ULong active; /* its loops */
	/* All live frames are in LOW..LOW + SIZE. */
	Addr low;
	ULong size;
	ULong previous_edge;
};
extern struct sp_hot sp_hot;

VG_REGPARM(3)
void sp_frames_enter(struct sp_function *function, Addr sp, Addr pc);
VG_REGPARM(1) void sp_frames_return(Addr sp);
/* The newest frame is not that of FUNCTION at CFA. */
VG_REGPARM(3)
void sp_frames_find(struct sp_function *function, Addr cfa, Addr sp);
VG_REGPARM(1) void sp_loop_enter(struct sp_loop *loop);
VG_REGPARM(1) void sp_loop_trip(struct sp_loop *loop);
/* The loops of MASK have been left. */
VG_REGPARM(1) void sp_loop_leave(ULong mask);
void sp_frames_switch(ThreadId thread, ULong blocks);
void sp_frames_end_thread(ThreadId thread);
void sp_frames_end(void);
/* The base that offsets of pointer OBJECT count from in the newest frame. */
Addr *sp_frames_base(const struct sp_object *object);
/* The object at ADDRESS in a live frame, a static or a region, with the byte
 * offset into it. NULL: none, or it is being constructed. */
const struct sp_object *sp_frames_object(Addr address, Addr pc, Long *offset);

/*--- sp_requests.c ---*/

Bool sp_requests_handle(ThreadId thread, UWord *argument, UWord *result);
/* The region that covers ADDRESS, or NULL; *START is where it begins. */
const struct sp_object *sp_requests_region(Addr address, Addr *start);
/* The span of all regions; SIZE 0: there are none. */
extern Addr sp_region_low;
extern ULong sp_region_size;

/*--- sp_access.c: what instrumented accesses call ---*/

VG_REGPARM(3)
void sp_access_scalar(const struct sp_object *object, ULong value, Addr pc);
VG_REGPARM(3)
void sp_access_load(const struct sp_object *object, Long offset, Addr pc);
void sp_access_store(
	const struct sp_object *object, Long offset, ULong value, Addr pc);
VG_REGPARM(3)
void sp_access_pointer_set(const struct sp_object *object, Addr value, Addr pc);
VG_REGPARM(3)
void sp_access_pointer_load(
	const struct sp_object *object, Addr address, Addr pc);
/* As above, and the value there is known. */
void sp_access_pointer_read(
	const struct sp_object *object, Addr address, ULong value, Addr pc);
void sp_access_pointer_store(
	const struct sp_object *object, Addr address, ULong value, Addr pc);
/* The address of an element, which is a class, was formed from pointer OBJECT:
 * what is stored there soon is that element's. */
VG_REGPARM(3)
void sp_access_pointer_form(
	const struct sp_object *object, Addr address, Addr pc);
/* The span of addresses formed so far. */
struct sp_span {
	Addr low;
	ULong size;
};
extern struct sp_span sp_formed;
/* BYTES from FROM are about to be copied to ADDRESS; FROM 0: filled with BYTE. */
void sp_access_block(Addr address, Addr from, UWord byte, ULong bytes);
/* By an address of which nothing is known but that it may be watched. */
VG_REGPARM(3) void sp_access_any_load(Addr address, ULong bytes, Addr pc);
void sp_access_any_store(Addr address, ULong bytes, ULong value, Addr pc);

/*--- sp_instrument.c ---*/

IRSB *sp_instrument(VgCallbackClosure *closure, IRSB *in,
	const VexGuestLayout *layout, const VexGuestExtents *extents,
	const VexArchInfo *host, IRType guest_word, IRType host_word);

#endif
