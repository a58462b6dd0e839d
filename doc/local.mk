# SPDX-License-Identifier: MIT
# Manual pages (dist_man_MANS) and other documents (EXTRA_DIST).

# For whoever reads or checks our JSON.
dist_pkgdata_DATA += %D%/retread-report-1.schema.json \
	%D%/retread-divergences-1.schema.json \
	%D%/retread-inputs-1.schema.json \
	%D%/retread-ir-1.schema.json \
	%D%/retread-proof-1.schema.json

dist_man_MANS += %D%/retread-branches.1 %D%/retread-trace.5 %D%/retread-dump.1
dist_man_MANS += %D%/retread.1 %D%/retread-config.1 %D%/retread-discover.1 %D%/retread-doctor.1 %D%/retread-record.1 \
	%D%/retread-diff.1 %D%/retread-export.1 %D%/retread-graph.1 %D%/retread-merge.1 %D%/retread-report.1 %D%/retread-show.1 %D%/retread-triage.1 %D%/retread-wrap.1
dist_man_MANS += %D%/retread-found.1 %D%/retread-fuzz.1 %D%/retread-harness.1 %D%/retread-hunt.1 %D%/retread-prove.1 %D%/retread-repro.1 %D%/retread-cc.1
dist_man_MANS += %D%/retread-cache.1 %D%/retread-history.1 %D%/retread-plan.1 %D%/retread-submit.1
dist_man_MANS += %D%/retread-gen.1 %D%/retread-grow.1 %D%/retread-shrink.1
EXTRA_DIST += %D%/fuzz-counting.md %D%/fuzz-from-afl.md

EXTRA_DIST += %D%/bpcov.md %D%/evaluation.md %D%/finds/ascii2uni.md %D%/finds/bcpp.md %D%/finds/bibclean.md %D%/finds/calc.md %D%/finds/cflow.md %D%/finds/chordii.md %D%/finds/cscope.md %D%/finds/funnelweb.md %D%/finds/gob2.md %D%/finds/gumbo-parser.md %D%/finds/html-xml-utils.md %D%/finds/html2text.md %D%/finds/hunspell.md %D%/finds/hxclean.md %D%/finds/indent.md %D%/finds/libexttextcat.md %D%/finds/munch.md %D%/finds/pkgconf.md %D%/finds/popt.md %D%/finds/raptor2.md %D%/finds/remind.md %D%/finds/serd.md %D%/finds/unhtml.md %D%/finds/uudeview.md %D%/finds/w3m.md %D%/finds/xa.md %D%/finds/xjdic.md %D%/generators.md %D%/growth.md %D%/hacking.md %D%/rewalk.md %D%/tour.md
EXTRA_DIST += \
	%D%/screenshots/README.md \
	%D%/screenshots/make \
	%D%/screenshots/finding-1280.png \
	%D%/screenshots/finding-400.png \
	%D%/screenshots/graph-1280.png \
	%D%/screenshots/overview-1280.png \
	%D%/screenshots/overview-400.png

dist_man_MANS += %D%/retread-hls.1
dist_man_MANS += %D%/retread-ir.1
dist_man_MANS += %D%/retread-spectra.1 %D%/retread-spectra.5
EXTRA_DIST += %D%/hls.md
EXTRA_DIST += %D%/ir.md %D%/ir-findings.md

EXTRA_DIST += %D%/portability.md \
	%D%/packaging/Containerfile \
	%D%/packaging/retread.spec \
	debian/changelog debian/control debian/copyright debian/retread-doc.docs \
	debian/retread-doc.examples debian/retread-fuzz.install \
	debian/retread.install debian/rules debian/source/format
