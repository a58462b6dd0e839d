# SPDX-License-Identifier: MIT
# Tests that grow: their knobs, the agent that sets them, and experiments by counting.

noinst_LIBRARIES += %D%/libgrow.a
%C%_libgrow_a_SOURCES = \
	fuzz-perf/breakpoints/blocks.c fuzz-perf/breakpoints/blocks.h \
	fuzz-perf/breakpoints/decode.c fuzz-perf/breakpoints/decode.h \
	%D%/agent.h \
	%D%/along.c \
	%D%/arguments.c \
	%D%/arrays.c \
	%D%/callers.c \
	%D%/calls.c \
	%D%/code.c %D%/code.h \
	%D%/code_open.c \
	%D%/count.c %D%/count.h \
	%D%/count_process.c %D%/count_process.h \
	%D%/detours.c %D%/detours.h \
	%D%/died.c \
	%D%/elements.c %D%/elements.h \
	%D%/experiment.c %D%/experiment.h \
	%D%/experiment_write.c \
	%D%/files.c \
	%D%/functions.c \
	%D%/handed.c \
	%D%/imports.c \
	%D%/inputs.c \
	%D%/inlined.c \
	%D%/isolate.c \
	%D%/joint.c \
	%D%/knobs.c %D%/knobs.h \
	%D%/knob_list.c \
	%D%/numbers.c \
	%D%/output.c \
	%D%/own_tests.c \
	%D%/patch.c \
	%D%/plan.c \
	%D%/steps.c \
	%D%/tree.c %D%/tree.h \
	%D%/known.c \
	%D%/lines.c \
	%D%/made.c \
	%D%/loops.c %D%/loops.h \
	%D%/loops_end.c \
	%D%/loops_set.c \
	%D%/recomputed.c \
	%D%/rooms.c %D%/rooms.h \
	%D%/rooms_frame.c \
	%D%/rooms_set.c \
	%D%/run.c \
	%D%/screen.c %D%/screen.h \
	%D%/screen_single.c \
	%D%/serve.c %D%/serve.h \
	%D%/series.c \
	%D%/setting.c \
	%D%/sizes.c \
	%D%/tables.c \
	%D%/text_places.c \
	%D%/text_set.c \
	%D%/texts.c \
	%D%/watched.c

%C%_libgrow_a_CPPFLAGS = $(AM_CPPFLAGS) -DVALGRIND='"$(VALGRIND)"'

grow_libraries = %D%/libgrow.a fuzz-perf/prove/libprove.a lib/libretread.a $(JANSSON_LIBS) \
	$(LIBDW_LIBS) $(LIBELF_LIBS) $(LIBMD_LIBS) $(LIBIBERTY_LIBS) \
	$(ZSTD_LIBS) $(ZYDIS_LIBS) -lm

pkglibexec_PROGRAMS += libexec/retread/retread-knobs
libexec_retread_retread_knobs_SOURCES = %D%/knobs_main.c
libexec_retread_retread_knobs_LDADD = $(grow_libraries)

pkglibexec_PROGRAMS += libexec/retread/retread-growth
libexec_retread_retread_growth_SOURCES = %D%/growth_main.c
libexec_retread_retread_growth_LDADD = $(grow_libraries)

# Preloaded into a test, whose code it changes.
agent_PROGRAMS += libexec/retread/retread-grow.so
libexec_retread_retread_grow_so_CFLAGS = -std=gnu11 $(WARNING_CFLAGS) \
	-O2 -fPIC -fno-sanitize=all -fno-stack-protector
libexec_retread_retread_grow_so_SOURCES = %D%/agent.c %D%/agent.h \
	%D%/agent_arrays.c %D%/agent_calls.c %D%/agent_catch.c %D%/agent_code.c \
	%D%/agent_detours.c %D%/agent_hex.c %D%/agent_reads.c \
	%D%/agent_say.c %D%/agent_serve.c %D%/agent_texts.c \
	%D%/agent_watch.c
libexec_retread_retread_grow_so_LINK = $(CC) -shared -Wl,-z,now,-z,defs -o $@
