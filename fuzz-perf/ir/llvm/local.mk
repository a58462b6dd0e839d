# SPDX-License-Identifier: MIT
# LLVM as a compiler under test: the same sources for each release that configure
# found, and the tests of the interpreter with each.

ir_llvm_sources = \
	lib/error.c \
	lib/memory.c \
	%D%/calls.c \
	%D%/compile.c \
	%D%/constants.c \
	%D%/flags.c \
	%D%/interpret.c \
	%D%/interpret_memory.c \
	%D%/lanes.c \
	%D%/limbs.c \
	%D%/objects.c \
	%D%/shape.c
ir_llvm_headers = \
	lib/error.h \
	lib/memory.h \
	%D%/calls.h \
	%D%/code.h \
	%D%/interpret.h \
	%D%/lanes.h \
	%D%/limbs.h \
	%D%/objects.h \
	%D%/shape.h
ir_llvm_test_sources = testsuite/ir/test_interpret.c
EXTRA_DIST += $(ir_llvm_sources) $(ir_llvm_headers) $(ir_llvm_test_sources)

# ir_llvm_build RELEASE: compiles for it, and links with its library.
ir_llvm_build = $(CC) -std=gnu11 $(WARNING_CFLAGS) -O2 -g -fPIC -fvisibility=hidden \
	$(DEFAULT_INCLUDES) $(DEFS) $(AM_CPPFLAGS) $(CPPFLAGS) \
	-isystem `llvm-config-$(1) --includedir` -o $@
ir_llvm_libraries = -L`llvm-config-$(1) --libdir` \
	`llvm-config-$(1) --libs --link-shared`

if HAVE_CMOCKA
check_DATA += $(IR_LLVM:%=testsuite/ir/test_interpret-%)
endif
testsuite/ir/test_interpret-%: $(ir_llvm_sources) $(ir_llvm_headers) \
		$(ir_llvm_test_sources)
	$(AM_V_CCLD)$(MKDIR_P) $(@D) && $(call ir_llvm_build,$*) \
		$(patsubst %.c,$(top_srcdir)/%.c,$(ir_llvm_sources) \
			$(ir_llvm_test_sources)) \
		$(call ir_llvm_libraries,$*) $(CMOCKA_LIBS)
CLEANFILES += $(IR_LLVM:%=testsuite/ir/test_interpret-%)
