# SPDX-License-Identifier: MIT
# Where hardware and the CPU differ: retread-hls, and what is linked into
# a kernel that it compiles.

pkglibexec_PROGRAMS += libexec/retread/retread-hls
libexec_retread_retread_hls_SOURCES = \
	%D%/build.c \
	%D%/command.c %D%/command.h \
	%D%/kernel.c %D%/kernel.h \
	%D%/main.c \
	%D%/ports.c \
	%D%/pragmas.c \
	%D%/seeds.c \
	%D%/simulator.c %D%/simulator.h \
	%D%/simulator_run.c \
	%D%/synth.c \
	%D%/vendor.c \
	%D%/verilator.c
libexec_retread_retread_hls_LDADD = lib/kernel/libkernel.a lib/libretread.a \
	$(LIBCLANG_LIBS) $(JANSSON_LIBS)

pkglibexec_SCRIPTS = libexec/retread/retread-verilate
libexec/retread/retread-verilate: %D%/verilate.sh
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cp $(top_srcdir)/%D%/verilate.sh $@ && \
		chmod +x $@
EXTRA_DIST += %D%/verilate.sh
CLEANFILES += libexec/retread/retread-verilate

runtime_LIBRARIES += libexec/retread/libretread-hls.a
libexec_retread_libretread_hls_a_CFLAGS = -std=gnu11 $(WARNING_CFLAGS) \
	-O3 -fPIC -fno-sanitize=all
libexec_retread_libretread_hls_a_SOURCES = \
	%D%/agree.c \
	%D%/cells.c \
	%D%/confirm.c \
	%D%/inputs.c \
	%D%/judge.c \
	%D%/mutate_typed.c \
	%D%/promises.c \
	%D%/rtl.c \
	%D%/run.h \
	%D%/select.c \
	%D%/sensitive.c \
	%D%/sim.c \
	%D%/sites.c \
	%D%/target.c \
	%D%/tasks.c \
	%D%/text.c
