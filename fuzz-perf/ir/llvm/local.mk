# SPDX-License-Identifier: MIT
# LLVM as a compiler under test: the same sources for each release that configure
# found, and the tests of the interpreter with each.

ir_llvm_sources = \
	%D%/calls.c \
	%D%/compile.c \
	%D%/compile_instruction.c \
	%D%/constants.c \
	%D%/coverage.c \
	%D%/each.c \
	%D%/evaluate.c \
	%D%/externals.c \
	%D%/features.c \
	%D%/flags.c \
	%D%/import.c \
	%D%/import_branch.c \
	%D%/import_call.c \
	%D%/import_constant.c \
	%D%/import_loop.c \
	%D%/import_memory.c \
	%D%/import_promise.c \
	%D%/import_value.c \
	%D%/interpret.c \
	%D%/interpret_float.c \
	%D%/interpret_memory.c \
	%D%/lanes.c \
	%D%/lanes_float.c \
	%D%/limbs.c \
	%D%/lower.c \
	%D%/lower_call.c \
	%D%/lower_flags.c \
	%D%/lower_loop.c \
	%D%/lower_float.c \
	%D%/lower_node.c \
	%D%/lower_promise.c \
	%D%/lower_tuple.c \
	%D%/lower_width.c \
	%D%/native.c \
	%D%/native_shared.c \
	%D%/objects.c \
	%D%/passes.c \
	%D%/promises.c \
	%D%/remarks.c \
	%D%/shape.c \
	%D%/step.c \
	%D%/target.c \
	%D%/written.c \
	%D%/written_places.c
ir_llvm_headers = \
	fuzz-perf/ir/ir.h \
	%D%/calls.h \
	%D%/code.h \
	%D%/compile.h \
	%D%/import.h \
	%D%/import_branch.h \
	%D%/interpret.h \
	%D%/lanes.h \
	%D%/lanes_float.h \
	%D%/limbs.h \
	%D%/lower.h \
	%D%/native.h \
	%D%/objects.h \
	%D%/promises.h \
	%D%/shape.h \
	%D%/target.h \
	%D%/written.h
ir_llvm_archives = libexec/retread/libretread-ir.a \
	libexec/retread/libretread-gen.a libexec/retread/libretread-bpcov.a
ir_llvm_tests = test_each test_import test_interpret test_known test_lower test_native
EXTRA_DIST += $(ir_llvm_sources) $(ir_llvm_headers) \
	$(ir_llvm_tests:%=testsuite/ir/%.c)

# ir_llvm_build RELEASE: compiles with its headers.
ir_llvm_build = $(AM_V_CC)$(MKDIR_P) $(@D) && \
	$(CC) -std=gnu11 $(WARNING_CFLAGS) -O2 -g -fPIC -fvisibility=hidden \
		$(DEFAULT_INCLUDES) $(DEFS) $(AM_CPPFLAGS) $(CPPFLAGS) \
		-isystem `llvm-config-$(1) --includedir` -o $@
ir_llvm_link = $(ir_llvm_archives) -L`llvm-config-$(1) --libdir` \
	`llvm-config-$(1) --libs --link-shared` -ldl -lm

# All of the room for a release, as one object.
ir_llvm_objects = $(IR_LLVM:%=%D%/release-%.o)
%D%/release-%.o: $(ir_llvm_sources) $(ir_llvm_headers)
	$(call ir_llvm_build,$*) -r -nostdlib \
		$(ir_llvm_sources:%=$(top_srcdir)/%)

irmoduledir = $(pkglibexecdir)
irmodule_DATA = $(IR_LLVM:%=libexec/retread/ir-llvm-%.so)
libexec/retread/ir-llvm-%.so: %D%/release-%.o $(ir_llvm_archives)
	$(AM_V_CCLD)$(MKDIR_P) $(@D) && \
		$(CC) -shared -o $@ $< $(call ir_llvm_link,$*)

ir_llvm_programs = $(foreach test,$(ir_llvm_tests), \
	$(IR_LLVM:%=testsuite/ir/$(test)-%))
if HAVE_CMOCKA
check_DATA += $(ir_llvm_programs)
endif
# ir_llvm_test RELEASE,NAME
ir_llvm_test = $(call ir_llvm_build,$(1)) $(top_srcdir)/testsuite/ir/$(2).c \
	%D%/release-$(1).o $(call ir_llvm_link,$(1)) $(CMOCKA_LIBS)
testsuite/ir/test_each-%: testsuite/ir/test_each.c %D%/release-%.o \
		$(ir_llvm_archives)
	$(call ir_llvm_test,$*,test_each)
testsuite/ir/test_import-%: testsuite/ir/test_import.c %D%/release-%.o \
		$(ir_llvm_archives)
	$(call ir_llvm_test,$*,test_import)
testsuite/ir/test_interpret-%: testsuite/ir/test_interpret.c %D%/release-%.o \
		$(ir_llvm_archives)
	$(call ir_llvm_test,$*,test_interpret)
testsuite/ir/test_known-%: testsuite/ir/test_known.c %D%/release-%.o \
		$(ir_llvm_archives)
	$(call ir_llvm_test,$*,test_known)
testsuite/ir/test_lower-%: testsuite/ir/test_lower.c %D%/release-%.o \
		$(ir_llvm_archives)
	$(call ir_llvm_test,$*,test_lower)
testsuite/ir/test_native-%: testsuite/ir/test_native.c %D%/release-%.o \
		$(ir_llvm_archives)
	$(call ir_llvm_test,$*,test_native)
CLEANFILES += $(irmodule_DATA) $(ir_llvm_programs) $(ir_llvm_objects)
