# SPDX-License-Identifier: MIT
# From report to graph, picture and pages.

noinst_LIBRARIES += %D%/libviz.a
%C%_libviz_a_CPPFLAGS = $(AM_CPPFLAGS) $(GRAPHVIZ_CFLAGS)
%C%_libviz_a_SOURCES = \
	%D%/advice.c \
	%D%/assets.h \
	%D%/data.c %D%/data.h \
	%D%/frame.c %D%/frame.h \
	%D%/pages/about.c \
	%D%/pages/changes.c \
	%D%/pages/computed.c \
	%D%/pages/curves.c %D%/pages/curves.h \
	%D%/pages/files.c \
	%D%/pages/finding.c \
	%D%/pages/flame.c \
	%D%/pages/found.c \
	%D%/pages/fuzz.c \
	%D%/pages/graph_list.c \
	%D%/pages/history.c \
	%D%/pages/lineage.c %D%/pages/lineage.h \
	%D%/pages/measured.c \
	%D%/pages/overview.c \
	%D%/pages/profiles.c %D%/pages/profiles.h \
	%D%/pages/proof.c \
	%D%/pages/proof_inputs.c \
	%D%/pages/site_write.c \
	%D%/pages/source.c \
	%D%/pages/spectra.c \
	%D%/pages/structures.c \
	%D%/pages/tests.c \
	%D%/recorded.c \
	%D%/sections.c %D%/sections.h \
	%D%/graph/selection.c %D%/graph/selection.h \
	%D%/site.c %D%/site.h \
	%D%/template.c %D%/template.h

# What every report has, and templates, as C.
nodist_%C%_libviz_a_SOURCES = %D%/assets.c
%C%_assets = %D%/style.css %D%/app.js %D%/icon.svg \
	%D%/pages/about.html \
	%D%/pages/access-graph.html \
	%D%/pages/advice.html \
	%D%/pages/changes.html \
	%D%/pages/divergences.html \
	%D%/pages/files.html \
	%D%/pages/finding.html \
	%D%/pages/findings.html \
	%D%/pages/flame.html \
	%D%/pages/foot.html \
	%D%/pages/fuzz.html \
	%D%/pages/glossary.html \
	%D%/pages/graph-list.html \
	%D%/pages/head.html \
	%D%/pages/history.html \
	%D%/pages/inputs.html \
	%D%/pages/lineage.html \
	%D%/pages/lines.html \
	%D%/pages/miscompilations.html \
	%D%/pages/overview.html \
	%D%/pages/page.html \
	%D%/pages/partials.html \
	%D%/pages/profiles.html \
	%D%/pages/proof.html \
	%D%/pages/section.html \
	%D%/pages/sections.html \
	%D%/pages/source.html \
	%D%/pages/spectra.html \
	%D%/pages/structures.html \
	%D%/pages/terms-compilers.html \
	%D%/pages/terms-hardware.html \
	%D%/pages/terms-walks.html \
	%D%/pages/test.html \
	%D%/pages/tests.html \
	%D%/pages/words.html
EXTRA_DIST += %D%/assets.awk $(%C%_assets)
CLEANFILES += %D%/assets.c
%D%/assets.c: %D%/assets.awk $(%C%_assets)
	$(AM_V_GEN)$(MKDIR_P) %D% && \
	(cd $(srcdir) && $(AWK) -f %D%/assets.awk $(%C%_assets)) >$@.tmp && \
	mv $@.tmp $@

# Only what draws needs Graphviz.
if HAVE_GRAPHVIZ
%C%_libviz_a_SOURCES += %D%/graph/graph.c %D%/graph/graph.h

pkglibexec_PROGRAMS += libexec/retread/retread-graph
libexec_retread_retread_graph_SOURCES = %D%/graph/graph_main.c
libexec_retread_retread_graph_LDADD = %D%/libviz.a lib/libretread.a \
	$(GRAPHVIZ_LIBS) $(JANSSON_LIBS) $(LIBMD_LIBS) -lm
endif

pkglibexec_PROGRAMS += libexec/retread/retread-html
libexec_retread_retread_html_SOURCES = %D%/pages/html_main.c
libexec_retread_retread_html_LDADD = %D%/libviz.a lib/libretread.a \
	$(GRAPHVIZ_LIBS) $(JANSSON_LIBS) $(LIBMD_LIBS) $(LIBIBERTY_LIBS) -lm
