# SPDX-License-Identifier: MIT
# Names: all that needs libdw.

noinst_LIBRARIES += %D%/libsymbols.a
%C%_libsymbols_a_CPPFLAGS = $(AM_CPPFLAGS) $(LIBDW_CFLAGS) $(LIBELF_CFLAGS)
%C%_libsymbols_a_SOURCES = \
	%D%/barren.c %D%/barren.h \
	%D%/cache.c %D%/cache.h \
	%D%/cache_directory.c \
	%D%/cache_read.c \
	%D%/cache_write.c \
	%D%/chosen_code.c %D%/chosen_code.h \
	%D%/debugfile.c \
	%D%/die.c %D%/die.h \
	%D%/elf.c \
	%D%/function.c \
	%D%/debug_info.h \
	%D%/labels.c \
	%D%/label_parts.h \
	%D%/labels_location.c \
	%D%/labels_array.c \
	%D%/labels_member.c \
	%D%/labels_operand.c \
	%D%/lines.c \
	%D%/map.c \
	%D%/names.c \
	%D%/object.c \
	%D%/warn.c \
	%D%/parameter.c \
	%D%/place.c \
	%D%/stamp.c \
	%D%/symbols.c %D%/symbols.h \
	%D%/table.c \
	%D%/type.c \
	%D%/type_name.c \
	%D%/unit.c \
	%D%/used.c \
	%D%/variable.c \
	%D%/visit.c
