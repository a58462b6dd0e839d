# SPDX-License-Identifier: MIT
# Turns text files into C strings: awk -f assets.awk style.css app.js icon.svg
BEGIN {
	print "#include \"config.h\"\n\n#include \"viz/assets.h\""
	name["css"] = "style"
	name["js"] = "script"
	name["svg"] = "icon"
}
FNR == 1 {
	if (NR > 1)
		print "\t;"
	kind = FILENAME
	sub(/.*\./, "", kind)
	print "\nconst char assets_" name[kind] "[] ="
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
	print "\t\"" escape(escape($0, "\\"), "\"") "\\n\""
}
END {
	print "\t;"
}
