# SPDX-License-Identifier: MIT
# Seed inputs -> inputs that cost the most: a library, retread-fuzz around it,
# the compilers retread-cc and retread-c++, and what they plant in a target.

noinst_LIBRARIES += %D%/libfuzz.a
%C%_libfuzz_a_SOURCES = \
	%D%/breakpoints/choice.c %D%/breakpoints/choice.h \
	%D%/breakpoints/verify.c %D%/breakpoints/verify.h \
	%D%/campaign/array.c %D%/campaign/array.h \
	%D%/campaign/campaign.c %D%/campaign/campaign.h \
	%D%/campaign/command_line.c %D%/campaign/command_line.h \
	%D%/campaign/crash_report.c %D%/campaign/crash_report.h \
	%D%/campaign/instances.c \
	%D%/campaign/maxima.c %D%/campaign/maxima.h \
	%D%/campaign/merge.c %D%/campaign/merge.h \
	%D%/campaign/own_domains.c %D%/campaign/own_domains.h \
	%D%/campaign/persist.c %D%/campaign/persist.h \
	%D%/campaign/statistics.c %D%/campaign/statistics.h \
	%D%/campaign/status.c %D%/campaign/status.h \
	%D%/campaign/sync.c %D%/campaign/sync.h \
	%D%/campaign/task.c %D%/campaign/task.h \
	%D%/corpus/context.c %D%/corpus/context.h \
	%D%/corpus/corpus.c %D%/corpus/corpus.h \
	%D%/corpus/feedback.c %D%/corpus/feedback.h \
	%D%/corpus/output.c %D%/corpus/output.h \
	%D%/corpus/schedule.c %D%/corpus/schedule.h \
	%D%/corpus/walk.c %D%/corpus/walk.h \
	%D%/generate/parameters.c %D%/generate/parameters.h \
	%D%/generate/spans.c %D%/generate/spans.h \
	%D%/mutate/dictionary.c %D%/mutate/dictionary.h \
	%D%/mutate/fields.c %D%/mutate/fields.h %D%/mutate/fields_find.c \
	%D%/mutate/influence.c %D%/mutate/influence.h \
	%D%/mutate/mutate.c %D%/mutate/mutate.h \
	%D%/mutate/mutate_bytes.c %D%/mutate/mutate_bytes.h \
	%D%/mutate/mutate_choice.c \
	%D%/mutate/mutate_spans.c %D%/mutate/mutate_spans.h \
	%D%/mutate/mutate_heads.c %D%/mutate/mutate_heads.h \
	%D%/mutate/mutate_words.c %D%/mutate/mutate_words.h \
	%D%/mutate/mutation.h \
	%D%/mutate/operands.c %D%/mutate/operands.h \
	%D%/mutate/recode.c %D%/mutate/recode.h \
	%D%/search/batch.c %D%/search/batch.h \
	%D%/search/children.c %D%/search/children.h \
	%D%/search/crashes.c %D%/search/crashes.h \
	%D%/search/fuzz.c %D%/search/fuzz.h \
	%D%/search/generated.c %D%/search/generated.h \
	%D%/runtime/guidance.h %D%/search/guidance_object.c \
	%D%/search/guidance.c %D%/search/guidance.h \
	%D%/search/influence_learn.c %D%/search/influence_learn.h \
	%D%/search/keep.c %D%/search/keep.h \
	%D%/search/reduce.c %D%/search/reduce.h \
	%D%/search/reduce_run.c %D%/search/reduce_run.h \
	%D%/search/tiers.c %D%/search/tiers.h \
	%D%/target/aim.c %D%/target/aim.h \
	%D%/target/domains.c %D%/target/domains.h \
	%D%/target/execute.c %D%/target/execute.h \
	%D%/target/places.c \
	%D%/target/sanitizers.c \
	%D%/target/sanitizers.h \
	%D%/target/debug_search.h %D%/target/source.c %D%/target/source.h

pkglibexec_PROGRAMS += libexec/retread/retread-fuzz
libexec_retread_retread_fuzz_SOURCES = %D%/commands/main.c \
	%D%/commands/commands.h %D%/commands/fuzz.c \
	%D%/commands/generator.c %D%/commands/repro.c \
	%D%/commands/shrink.c \
	%D%/commands/spoiling.c %D%/commands/spoiling.h \
	%D%/commands/unwatched.c %D%/commands/unwatched.h
libexec_retread_retread_fuzz_LDADD = %D%/libfuzz.a fuzz-perf/grow/libgrow.a lib/libretread.a \
	$(JANSSON_LIBS) $(LIBDW_LIBS) $(LIBMD_LIBS) $(LIBIBERTY_LIBS) $(ZLIB_LIBS) -lm

pkglibexec_PROGRAMS += libexec/retread/retread-found
libexec_retread_retread_found_SOURCES = %D%/found.c
libexec_retread_retread_found_LDADD = lib/libretread.a $(JANSSON_LIBS)

# What a target is linked with: nothing of ours but lib/format, optimised
# whatever CFLAGS are, and never sanitized.
runtimedir = $(pkglibexecdir)
runtime_LIBRARIES = libexec/retread/libretread-runtime.a
libexec_retread_libretread_runtime_a_CFLAGS = -std=gnu11 $(WARNING_CFLAGS) \
	-O3 -fPIC -fno-sanitize=all
libexec_retread_libretread_runtime_a_SOURCES = \
	%D%/runtime/blocks.c \
	%D%/runtime/counters.c %D%/runtime/runtime.h \
	%D%/runtime/crash.c \
	%D%/runtime/defer.c \
	%D%/runtime/domain.c \
	%D%/runtime/evaluate.c %D%/runtime/evaluate.h \
	%D%/runtime/heap.c \
	%D%/runtime/layout.c \
	%D%/runtime/main.c \
	%D%/runtime/mutator.c \
	%D%/runtime/operands.c \
	%D%/runtime/worker.c \
	%D%/runtime/wrap.c \
	%D%/runtime/wrap_new.c

# What is preloaded into a program that was not compiled by retread-cc.
agentdir = $(pkglibexecdir)
agent_PROGRAMS = libexec/retread/retread-agent.so
libexec_retread_retread_agent_so_CFLAGS = -std=gnu11 $(WARNING_CFLAGS) \
	-O2 -fPIC -fno-sanitize=all -fno-stack-protector
libexec_retread_retread_agent_so_SOURCES = \
	lib/format/block_list.h \
	lib/format/snap_binding.h \
	%D%/breakpoints/agent.c %D%/breakpoints/agent.h \
	%D%/breakpoints/agent_history.c \
	%D%/breakpoints/agent_signals.c \
	%D%/breakpoints/traps.c %D%/breakpoints/traps.h \
	%D%/runtime/counters.c %D%/runtime/runtime.h \
	%D%/runtime/crash.c \
	%D%/runtime/domain.c \
	%D%/runtime/evaluate.c %D%/runtime/evaluate.h \
	%D%/runtime/heap.c \
	%D%/runtime/layout.c \
	%D%/runtime/mutator.c \
	%D%/runtime/operands.c \
	%D%/runtime/worker.c
libexec_retread_retread_agent_so_LINK = $(CC) -shared -Wl,-z,now,-z,defs \
	-Wl,--version-script=$(top_srcdir)/%D%/breakpoints/agent.map -o $@
EXTRA_DIST += %D%/breakpoints/agent.map

pkglibexec_PROGRAMS += libexec/retread/retread-watch
libexec_retread_retread_watch_CPPFLAGS = $(AM_CPPFLAGS) \
	-DVALGRIND='"$(VALGRIND)"'
libexec_retread_retread_watch_SOURCES = \
	%D%/breakpoints/blocks.c %D%/breakpoints/blocks.h \
	%D%/breakpoints/choice.c %D%/breakpoints/choice.h \
	%D%/breakpoints/decode.c %D%/breakpoints/decode.h \
	%D%/breakpoints/list.c \
	%D%/breakpoints/target.c %D%/breakpoints/target.h \
	%D%/breakpoints/watch.c
libexec_retread_retread_watch_LDADD = lib/libretread.a $(LIBELF_LIBS) \
	$(LIBMD_LIBS) $(ZSTD_LIBS) $(ZYDIS_LIBS)

pkglibexec_PROGRAMS += libexec/retread/retread-host
libexec_retread_retread_host_SOURCES = %D%/breakpoints/host.c
libexec_retread_retread_host_LDFLAGS = -rdynamic

targetincludedir = $(pkglibexecdir)/include
targetinclude_DATA = libexec/retread/include/fuzz_domain.h
libexec/retread/include/fuzz_domain.h: %D%/runtime/fuzz_domain.h
	$(AM_V_GEN)$(MKDIR_P) libexec/retread/include && \
		cp $(top_srcdir)/%D%/runtime/fuzz_domain.h $@
CLEANFILES += libexec/retread/include/fuzz_domain.h
plugin_sources = %D%/instrument/calls.cc %D%/instrument/count.cc \
	%D%/instrument/find.cc
plugin_headers = %D%/instrument/calls.h %D%/instrument/diff.h \
	%D%/instrument/find.h
hardware_sources = %D%/instrument/dataflow.cc %D%/instrument/hardware.cc \
	%D%/instrument/locals.cc %D%/instrument/promises.cc \
	%D%/instrument/pointers.cc \
	%D%/instrument/sites.cc %D%/instrument/storage.cc \
	%D%/instrument/undefined.cc %D%/instrument/unroll.cc
hardware_headers = %D%/instrument/intent.h %D%/instrument/promises.h \
	%D%/instrument/sites.h
EXTRA_DIST += %D%/runtime/fuzz_domain.h $(plugin_sources) $(plugin_headers) \
	$(hardware_sources) $(hardware_headers)

# Without a clang that takes plug-ins CLANG is empty, and gcc compiles.
bin_PROGRAMS += retread-cc
retread_cc_SOURCES = %D%/compiler.c
retread_cc_CPPFLAGS = $(AM_CPPFLAGS) -DCLANG='"$(CLANG)"' \
	-DCLANGXX='"$(CLANGXX)"'
retread_cc_LDADD = lib/libretread.a

# The compiler that configure chose: it may choose another one.
%D%/clang: FORCE
	@$(MKDIR_P) %D%; echo '$(CLANG)' | cmp -s - $@ || \
		echo '$(CLANG)' >$@
FORCE:
.PHONY: FORCE
CLEANFILES += %D%/clang
%D%/retread_cc-compiler.$(OBJEXT): %D%/clang

noinst_DATA += retread-c++
retread-c++: retread-cc$(EXEEXT)
	$(AM_V_GEN)rm -f $@ && $(LN_S) retread-cc$(EXEEXT) $@
CLEANFILES += retread-c++

if HAVE_RETREAD_CC
plugindir = $(pkglibexecdir)
plugin_DATA = libexec/retread/retread-count.so
libexec/retread/retread-count.so: $(plugin_sources) $(plugin_headers) %D%/clang
	$(AM_V_GEN)$(MKDIR_P) libexec/retread && \
		$(CXX) -shared -O1 $(LLVM_CXXFLAGS) -I$(top_srcdir) \
		-o $@ $(plugin_sources:%=$(top_srcdir)/%)
CLEANFILES += libexec/retread/retread-count.so

# A plug-in of its own: kernels are compiled with both.
plugin_DATA += libexec/retread/retread-hardware.so
libexec/retread/retread-hardware.so: $(hardware_sources) $(hardware_headers) \
		%D%/instrument/find.h lib/hls/hls_sim.h
	$(AM_V_GEN)$(MKDIR_P) libexec/retread && \
		$(CXX) -shared -O1 $(LLVM_CXXFLAGS) -I$(top_srcdir) \
		-o $@ $(hardware_sources:%=$(top_srcdir)/%)
CLEANFILES += libexec/retread/retread-hardware.so
endif

install-exec-local:
	$(MKDIR_P) '$(DESTDIR)$(bindir)'
	rm -f '$(DESTDIR)$(bindir)/retread-c++'
	cd '$(DESTDIR)$(bindir)' && $(LN_S) retread-cc$(EXEEXT) retread-c++
uninstall-local:
	rm -f '$(DESTDIR)$(bindir)/retread-c++'
