# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
# The libraries of the subjects. Each function unpacks one from Debian's sources and sets
#   sources   its files
#   flags     to compile them and the subject
#   semantic  the files of the semantic stage: what follows the parser
#   bugs      functions of that stage at whose start a bug is seeded
# $work is where all is kept.

library_relaxng() {
	local from name
	from=$(sources_get "$work/cache" libxml2)
	sed -e 's/@WITH_\(TREE\|OUTPUT\|SAX1\|REGEXPS\|SCHEMAS\|XPATH\|PATTERN\|VALID\|PUSH\)@/1/' \
		-e 's/@WITH_[A-Z0-9_]*@/0/; s/@VERSION@/2.9.14/; s/@LIBXML_[A-Z_]*@/20914/' \
		"$from/include/libxml/xmlversion.h.in" >"$from/include/libxml/xmlversion.h"
	for name in STDLIB_H STRING_H STDARG_H ERRNO_H MATH_H CTYPE_H FCNTL_H \
		UNISTD_H SYS_STAT_H SYS_TYPES_H TIME_H STAT VA_COPY FLOAT_H LIMITS_H \
		STDINT_H INTTYPES_H; do
		echo "#define HAVE_$name 1"
	done >"$from/config.h"
	echo '#define XML_SOCKLEN_T unsigned' >>"$from/config.h"
	sources=()
	for name in SAX2 buf chvalid dict encoding entities error globals hash list \
		parser parserInternals pattern relaxng threads tree uri valid xmlIO \
		xmlmemory xmlregexp xmlsave xmlschemas xmlschemastypes xmlstring \
		xmlunicode xpath; do
		sources+=("$from/$name.c")
	done
	flags=(-I"$from" -I"$from/include")
	semantic=(relaxng xmlregexp xmlschemastypes)
	bugs=(xmlRelaxNGComputeInterleaves xmlRelaxNGValidateInterleave
		xmlRelaxNGParseExceptNameClass xmlRelaxNGCheckCombine)
}

library_javascript() {
	local from
	from=$(sources_get "$work/cache" mujs)
	sources=()
	for name in "$from"/{js,regexp,utf}*.c; do
		case $name in */utfdata.c) continue ;; esac
		sources+=("$name")
	done
	flags=(-I"$from")
	semantic=(jscompile jsrun jsarray jsboolean jsbuiltin jsdate jserror jsfunction
		jsgc jsmath jsnumber jsobject json jsproperty jsregexp jsstring jsvalue
		regexp)
	bugs=(Ap_splice Sp_split Jp_defineProperty O_defineProperty Ap_reduce fmtnum)
}

library_regex() {
	local from name
	from=$(sources_get "$work/cache" libonig)/src
	printf '#define %s\n' 'HAVE_ALLOCA 1' 'HAVE_ALLOCA_H 1' 'HAVE_STDINT_H 1' \
		'HAVE_INTTYPES_H 1' 'HAVE_SYS_TYPES_H 1' 'SIZEOF_INT 4' 'SIZEOF_LONG 8' \
		'SIZEOF_LONG_LONG 8' 'SIZEOF_VOIDP 8' 'PACKAGE "onig"' 'VERSION "6"' \
		>"$from/config.h"
	sources=()
	for name in regparse regcomp regexec regenc regerror regext regsyntax \
		regtrav regversion st unicode ascii utf8 onig_init \
		unicode_unfold_key unicode_fold1_key unicode_fold2_key \
		unicode_fold3_key; do
		sources+=("$from/$name.c")
	done
	flags=(-I"$from" -DHAVE_CONFIG_H)
	semantic=(regcomp regexec)
	bugs=(tune_look_behind reduce_string_list subexp_inf_recursive_check_trav
		compile_bag_if_else_node)
}

library_sql() {
	local from name
	from=$(sources_get "$work/cache" sqlite3)
	mkdir -p "$work/sqlite"
	[ -e "$work/sqlite/tsrc/where.c" ] ||
		(cd "$work/sqlite" && "$from/configure" --disable-tcl && make sqlite3.c)
	sources=()
	for name in "$work"/sqlite/tsrc/*.c; do
		case $(basename "$name" .c) in
		fts* | rtree | geopoly | icu | json1 | shell | tclsqlite | test* | \
			userauth | sqlite3rbu | sqlite3session | stmt | dbstat | \
			dbpage | *_win | mem[0235] | os_kv | sqlite3expert | \
			sqlite3recover | dbdata | notify | vdbevtab | \
			mutex_w32 | mutex_noop | mutex_unix) ;;
		*) sources+=("$name") ;;
		esac
	done
	flags=(-I"$work/sqlite/tsrc" -I"$work/sqlite" -DSQLITE_THREADSAFE=0 -DSQLITE_CORE
		-DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_OMIT_SHARED_CACHE)
	semantic=(where wherecode whereexpr select expr resolve window insert update
		delete trigger build fkey upsert analyze func vdbe vdbeaux vdbemem
		vdbesort)
	bugs=(flattenSubquery multiSelectOrderBy windowFullScan
		sqlite3WindowRewrite constructAutomaticIndex fkActionTrigger)
}

library_c() {
	local from made=$work/tcc name
	from=$(sources_get "$work/cache" tcc)
	mkdir -p "$made"
	[ -e "$made/config.h" ] || (cd "$made" && "$from/configure")
	sources=()
	for name in libtcc tccpp tccgen tccelf tccasm tccrun i386-asm x86_64-gen \
		x86_64-link; do
		sources+=("$from/$name.c")
	done
	flags=(-I"$made" -I"$from" -DONE_SOURCE=0 -DTCC_TARGET_X86_64)
	semantic=(tccgen x86_64-gen tccelf)
	bugs=(struct_layout classify_x86_64_inner gen_opif type_decl decl_designator)
}

library_lua() {
	local from name
	from=$(sources_get "$work/cache" lua5.4)/src
	sources=()
	for name in "$from"/l*.c; do
		case $name in */lua.c | */luac.c | */linit.c | */loadlib.c | */liolib.c | \
			*/loslib.c | */ldblib.c) continue ;; esac
		sources+=("$name")
	done
	flags=(-I"$from")
	semantic=(lvm ldo lapi ltable lstring lobject ltm lfunc lauxlib lstrlib ltablib
		lmathlib lbaselib lutf8lib lcorolib lgc ldebug)
	bugs=(addliteral str_unpack tmove luaB_auxwrap partition luaB_close)
}
