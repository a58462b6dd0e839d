# SPDX-License-Identifier: MIT
# From report to graph and picture.

noinst_LIBRARIES += %D%/libviz.a
%C%_libviz_a_CPPFLAGS = $(AM_CPPFLAGS) $(GRAPHVIZ_CFLAGS)
%C%_libviz_a_SOURCES = \
	%D%/selection.c %D%/selection.h \
	%D%/words.c %D%/words.h

# Only what draws needs Graphviz.
if HAVE_GRAPHVIZ
%C%_libviz_a_SOURCES += %D%/graph.c %D%/graph.h

pkglibexec_PROGRAMS += libexec/retread/retread-graph
libexec_retread_retread_graph_SOURCES = %D%/graph_main.c
libexec_retread_retread_graph_LDADD = %D%/libviz.a lib/libretread.a \
	$(GRAPHVIZ_LIBS) $(JANSSON_LIBS) -lm
endif
