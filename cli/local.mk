# SPDX-License-Identifier: MIT
# `retread`: verbs that start the other programs.

bin_PROGRAMS += retread
retread_SOURCES = %D%/front/main.c
retread_LDADD = %D%/libcli.a lib/libretread.a $(JANSSON_LIBS) $(LIBELF_LIBS) \
	$(ZSTD_LIBS) $(LIBMD_LIBS) $(LIBIBERTY_LIBS) $(SQLITE_LIBS) -lm

# Not Valgrind itself runs in a recorded test, but this.
pkglibexec_PROGRAMS += libexec/retread/retread-nested
libexec_retread_retread_nested_SOURCES = %D%/record/nested_main.c
libexec_retread_retread_nested_CPPFLAGS = $(AM_CPPFLAGS) \
	-DVALGRIND_VERSION='"$(VALGRIND_VERSION)"'
libexec_retread_retread_nested_LDADD = lib/libretread.a

noinst_LIBRARIES += %D%/libcli.a
%C%_libcli_a_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE_CFLAGS) \
	-DVALGRIND_VERSION='"$(VALGRIND_VERSION)"' -DIR_LLVM='"$(IR_LLVM)"' \
	-DMANDIR='"$(mandir)"'
%C%_libcli_a_SOURCES = \
	%D%/commands.c %D%/commands.h \
	%D%/common.c %D%/common.h \
	%D%/outcomes.c %D%/outcomes.h \
	%D%/programs.c %D%/programs.h \
	%D%/project.c %D%/project.h \
	%D%/rerun.c %D%/rerun.h \
	%D%/recorded.c %D%/recorded.h \
	%D%/results.c %D%/results.h \
	%D%/results_grown.c \
	%D%/verbs.h \
	%D%/front/config.c \
	%D%/front/doctor.c \
	%D%/front/verbs.c \
	%D%/history/history.c \
	%D%/grow/causes.c %D%/grow/causes.h \
	%D%/grow/choose.c \
	%D%/grow/explain.c \
	%D%/grow/findings.c \
	%D%/grow/grow.c \
	%D%/grow/runs.c %D%/grow/runs.h \
	%D%/profile/profile.c %D%/profile/profile.h \
	%D%/profile/script.c \
	%D%/profile/stacks.c \
	%D%/profile/subject.c \
	%D%/prove/about.c \
	%D%/prove/all.c \
	%D%/prove/caught.c %D%/prove/caught.h \
	%D%/prove/counted.c %D%/prove/counted.h \
	%D%/prove/experiments.c %D%/prove/experiments.h \
	%D%/prove/files.c %D%/prove/foreseen.c \
	%D%/prove/grow.c %D%/prove/grow.h \
	%D%/prove/harness.c \
	%D%/prove/hunt.c \
	%D%/prove/hunt_budget.c \
	%D%/prove/untargeted.h \
	%D%/prove/kept.c \
	%D%/prove/knobs.c %D%/prove/knobs.h \
	%D%/prove/measured.c \
	%D%/prove/native.c %D%/prove/native.h \
	%D%/prove/promise.c \
	%D%/prove/progress.c %D%/prove/progress.h \
	%D%/prove/points.c %D%/prove/points.h \
	%D%/prove/repro.c \
	%D%/prove/request.h \
	%D%/prove/scratch.c %D%/prove/scratch.h \
	%D%/prove/screen.c \
	%D%/prove/tasks.c %D%/prove/tasks.h \
	%D%/prove/tested.c %D%/prove/tested.h \
	%D%/prove/tester.c %D%/prove/tester.h \
	%D%/prove/say.c %D%/prove/seen.c %D%/prove/tests.c \
	%D%/prove/trial.c %D%/prove/trial.h \
	%D%/prove/vary.c %D%/prove/watched.c \
	%D%/record/budget.c \
	%D%/record/cached.c \
	%D%/record/changes.c \
	%D%/record/discover.c %D%/record/discover.h \
	%D%/record/discover_automake.c \
	%D%/record/discover_make.c \
	%D%/record/discover_build.c \
	%D%/record/discover_moved.c \
	%D%/record/discover_program.c \
	%D%/record/discover_variables.c \
	%D%/record/dump.c \
	%D%/record/finish.c \
	%D%/record/steps.h \
	%D%/record/jobs.c \
	%D%/record/manifest.c \
	%D%/record/one_test.c \
	%D%/record/outcome.c \
	%D%/record/plan.c \
	%D%/record/printed.c %D%/record/printed.h \
	%D%/record/processes.c %D%/record/processes.h \
	%D%/record/proving.c \
	%D%/record/record.c \
	%D%/record/recording.c \
	%D%/record/rings.c %D%/record/rings.h \
	%D%/record/session.c \
	%D%/record/shard.c \
	%D%/record/summary.c \
	%D%/record/unchanged.c \
	%D%/record/wrap.c \
	%D%/report/decisions.c %D%/report/decisions.h \
	%D%/report/diff.c \
	%D%/report/export.c \
	%D%/report/export_callgrind.c \
	%D%/report/export_checks.c \
	%D%/report/export_markdown.c \
	%D%/report/export_sarif.c \
	%D%/report/export_table.c \
	%D%/report/export_text.c \
	%D%/report/fold.c \
	%D%/report/gate.c \
	%D%/report/graph.c \
	%D%/report/forms.h \
	%D%/report/map.c %D%/report/map.h \
	%D%/report/merge.c \
	%D%/report/merge_shards.c %D%/report/merge_shards.h \
	%D%/report/names.c \
	%D%/report/report.c \
	%D%/report/show.c \
	%D%/report/suppress.c \
	%D%/report/text.c \
	%D%/report/text_report.c \
	%D%/report/text_source.c \
	%D%/report/triage.c \
	%D%/report/why.c \
	%D%/suite/cache.c %D%/suite/cache.h \
	%D%/suite/cache_list.c \
	%D%/suite/job.c %D%/suite/job.h \
	%D%/suite/plan.c %D%/suite/plan.h \
	%D%/suite/shard.c %D%/suite/shard.h \
	%D%/suite/submit.c \
	%D%/suite/tests.c %D%/suite/tests.h

if HAVE_SQLITE
%C%_libcli_a_SOURCES += \
	%D%/history/runs.c %D%/history/runs.h \
	%D%/history/store.c %D%/history/store.h
endif

# Completion, and what other build systems look for.
bashcompletiondir = $(datadir)/bash-completion/completions
bashcompletion_DATA = completions/bash/retread
zshcompletiondir = $(datadir)/zsh/site-functions
zshcompletion_DATA = completions/zsh/_retread
fishcompletiondir = $(datadir)/fish/vendor_completions.d
fishcompletion_DATA = completions/fish/retread.fish
completions = $(bashcompletion_DATA) $(zshcompletion_DATA) $(fishcompletion_DATA)
$(completions): retread$(EXEEXT) \
		$(pkglibexec_PROGRAMS) %D%/completion
	$(AM_V_GEN)$(MKDIR_P) $(@D) && shell=$(@D) && \
		bash $(top_srcdir)/%D%/completion ./retread $${shell##*/} >$@.tmp && \
		mv $@.tmp $@
CLEANFILES += $(completions)
noarchpcdir = $(datadir)/pkgconfig
noarchpc_DATA = retread.pc
aclocaldir = $(datadir)/aclocal
dist_aclocal_DATA = m4/ax_retread_check.m4
cmakedir = $(datadir)/cmake/Retread
dist_cmake_DATA = m4/RetreadConfig.cmake
EXTRA_DIST += %D%/completion
