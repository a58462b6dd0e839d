# SPDX-License-Identifier: MIT
# AX_RETREAD_CHECK: `make check-retread` for projects that use Automake.
#
# In configure.ac:            In Makefile.am:
#   AX_RETREAD_CHECK            @RETREAD_CHECK_RULES@
#
# The tests of `make check` run under `retread wrap`, then the findings are
# printed; results are in retread-out in the build tree. RETREAD_FLAGS are options
# of wrap, RETREAD_REPORT_FLAGS those of report: `make check-retread
# RETREAD_REPORT_FLAGS='--fail-on high'` fails for a severe finding. Test scripts
# (.sh, .py, ...) run as they are.
AC_DEFUN([AX_RETREAD_CHECK],[
  AC_ARG_VAR([RETREAD],[the program retread])
  AC_PATH_PROG([RETREAD],[retread],[retread])
  RETREAD_CHECK_RULES='
check-retread:
	@$(RETREAD) --version >/dev/null 2>&1 || { echo "check-retread needs retread (RETREAD=PROGRAM)" >&2; exit 1; }
	rm -rf "$(abs_top_builddir)/retread-out"
	$(MAKE) $(AM_MAKEFLAGS) check LOG_COMPILER="$(RETREAD) wrap -o $(abs_top_builddir)/retread-out $(RETREAD_FLAGS) --"
	$(RETREAD) report $(RETREAD_REPORT_FLAGS) "$(abs_top_builddir)/retread-out"
.PHONY: check-retread
'
  AC_SUBST([RETREAD_CHECK_RULES])
  m4_ifdef([_AM_SUBST_NOTMAKE],[_AM_SUBST_NOTMAKE([RETREAD_CHECK_RULES])])])
