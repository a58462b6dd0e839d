# SPDX-License-Identifier: MIT
# Turns text files into C strings: awk -f assets.awk style.css app.js icon.svg PAGE.html...
# Of a template, tabs that indent and line ends after a tag that stands alone, or after {{!}},
# are left out. A line {{<NAME}}, which a comment may follow, begins another template.
BEGIN {
	print "#include \"config.h\"\n\n#include \"viz/assets.h\"\n"
	print "#include <stddef.h>\n#include <string.h>"
	name["css"] = "style"
	name["js"] = "script"
	name["svg"] = "icon"
}
function begin(page)
{
	pages[++count] = page
	print "\nstatic const char page_" count "[] = \"\""
}
FNR == 1 {
	if (NR > 1)
		print "\t;"
	kind = FILENAME
	sub(/.*\./, "", kind)
	if (kind == "html") {
		page = FILENAME
		sub(/.*\//, "", page)
		sub(/\.html$/, "", page)
		begin(page)
	} else {
		print "\nconst char assets_" name[kind] "[] ="
	}
}
# What awks make of backslashes in replacements differs; joining does not.
function escape(text, character,    part, count, i, escaped)
{
	count = split(text, part, character)
	escaped = part[1]
	for (i = 2; i <= count; i++)
		escaped = escaped "\\" character part[i]
	return escaped
}
{
	text = $0
	line_end = "\\n"
	if (kind == "html") {
		sub(/^\t+/, "", text)
		if (text ~ /^[{][{][#^?+\/>!][^}]*[}][}]$/)
			line_end = ""
		if (sub(/[{][{]![}][}]$/, "", text))
			line_end = ""
		if (text ~ /^[{][{]! SPDX/)
			next
		if (text ~ /^[{][{]</) {
			print "\t;"
			begin(substr(text, 4, index(text, "}}") - 4))
			next
		}
	}
	print "\t\"" escape(escape(text, "\\"), "\"") line_end "\""
}
END {
	print "\t;\n\nconst char *assets_find_page(const char *name)\n{"
	for (i = 1; i <= count; i++)
		print "\tif (strcmp(name, \"" pages[i] "\") == 0)\n" \
			"\t\treturn page_" i ";"
	print "\treturn NULL;\n}"
}
