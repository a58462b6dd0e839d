# SPDX-License-Identifier: MIT
# Turns rows "level program tool user system wall resident user system resident"
# (seconds, KiB) into tables of slowdowns, geometric means and the bars that are
# promised. The last three are of all processes, resident of the largest; the others
# of the tracer, but wall. Set levels, programs and tools.

{
	key = $1 SUBSEP $2 SUBSEP $3
	count[key]++
	value[key, "cpu", count[key]] = $4 + $5
	value[key, "wall", count[key]] = $6 + 0
	value[key, "memory", count[key]] = $7 / 1024
	value[key, "all", count[key]] = $8 + $9
}

# The median of column COLUMN of what was measured; -1: nothing was.
function median(level, program, tool, column,    key, n, i, j, swap, sorted)
{
	key = level SUBSEP program SUBSEP tool
	n = count[key]
	if (!n)
		return -1
	for (i = 1; i <= n; i++) {
		sorted[i] = value[key, column, i]
		for (j = i; j > 1 && sorted[j] < sorted[j - 1]; j--) {
			swap = sorted[j]
			sorted[j] = sorted[j - 1]
			sorted[j - 1] = swap
		}
	}
	return n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
}

# How many times as long as plainly, start-up taken off; -1: not known.
function slowdown(level, program, tool, column,    plain, traced)
{
	plain = median(level, program, "native", column)
	traced = median(level, program, tool, column)
	if (plain <= 0 || traced < 0)
		return -1
	traced -= median(level, "empty", tool, column)
	plain -= median(level, "empty", "native", column)
	return plain > 0 && traced > 0 ? traced / plain : -1
}

function show(number)
{
	return number < 0 ? "-" : sprintf(number < 9.95 ? "%.1f" : "%.0f", number)
}

function print_row(cells, n,    i, line)
{
	line = "|"
	for (i = 1; i <= n; i++)
		line = line " " cells[i] " |"
	print line
}

function print_head(first, n,    i, rule, cells)
{
	cells[1] = first
	rule = "|---|"
	for (i = 1; i <= tool_count; i++) {
		cells[i + 1] = tool[i]
		rule = rule "---|"
	}
	print_row(cells, tool_count + 1)
	print rule
}

# Slowdowns of all programs; leaves geometric means in mean[level, tool, column].
# Only programs that every tool ran are in the means.
function print_slowdowns(level, column, title,    p, t, cells, ratio, all, n, sum)
{
	printf "\n### %s, %s\n\n", title, level
	print_head("program")
	n = 0
	for (p = 2; p <= program_count; p++) {
		cells[1] = program[p]
		all = 1
		for (t = 1; t <= tool_count; t++) {
			ratio[t] = slowdown(level, program[p], tool[t], column)
			cells[t + 1] = show(ratio[t])
			all = all && ratio[t] > 0
		}
		print_row(cells, tool_count + 1)
		if (!all)
			continue
		n++
		for (t = 1; t <= tool_count; t++)
			sum[t] += log(ratio[t])
	}
	cells[1] = "**geo-mean** (n=" n ")"
	for (t = 1; t <= tool_count; t++) {
		mean[level, tool[t], column] = n ? exp(sum[t] / n) : -1
		cells[t + 1] = "**" show(mean[level, tool[t], column]) "**"
	}
	print_row(cells, tool_count + 1)
}

function print_memory(level,    p, t, cells)
{
	printf "\n### Peak resident memory of the tracer, MiB, %s\n\n", level
	print_head("program")
	for (p = 1; p <= program_count; p++) {
		cells[1] = program[p]
		for (t = 1; t <= tool_count; t++)
			cells[t + 1] = show(median(level, program[p], tool[t], "memory"))
		print_row(cells, tool_count + 1)
	}
}

function print_start(level,    t, cells)
{
	printf "\n### An empty program, seconds, %s\n\n", level
	print_head("")
	cells[1] = "CPU"
	for (t = 1; t <= tool_count; t++)
		cells[t + 1] = sprintf("%.3f", median(level, "empty", tool[t], "cpu"))
	print_row(cells, tool_count + 1)
	cells[1] = "wall"
	for (t = 1; t <= tool_count; t++)
		cells[t + 1] = sprintf("%.3f", median(level, "empty", tool[t], "wall"))
	print_row(cells, tool_count + 1)
}

function print_bar(what, actual, bar)
{
	if (actual <= 0)
		return
	printf "| %s | %.2f | %.2f | %s |\n", what, actual, bar,
		actual <= bar + 1e-6 ? "yes" : "no"
}

# The most that a program takes under retread, over what it takes under memcheck.
function worst_wall(level,    p, ratio, most)
{
	most = -1
	for (p = 2; p <= program_count; p++) {
		ratio = over(median(level, program[p], "retread", "wall"), \
			median(level, program[p], "memcheck", "wall"))
		if (ratio > most)
			most = ratio
	}
	return most
}

# How many programs take longer under retread than under callgrind.
function count_slower(level,    p, n)
{
	n = 0
	for (p = 2; p <= program_count; p++)
		n += median(level, program[p], "retread", "wall") > \
			median(level, program[p], "callgrind", "wall")
	return n
}

function over(one, other)
{
	return one > 0 && other > 0 ? one / other : -1
}

function print_bars(    l, level)
{
	print "\n### Bars\n\n| what | measured | at most | met |\n|---|---|---|---|"
	for (l = 1; l <= level_count; l++) {
		level = level_name[l]
		print_bar("CPU, geo-mean, over memcheck's, " level,
			over(mean[level, "retread", "cpu"], mean[level, "memcheck", "cpu"]), 0.75)
		print_bar("CPU with the analyzer, geo-mean, over memcheck's, " level,
			over(mean[level, "retread", "all"], mean[level, "memcheck", "all"]), 1.2)
		print_bar("wall, geo-mean, over memcheck's, " level,
			over(mean[level, "retread", "wall"], mean[level, "memcheck", "wall"]), 1)
		print_bar("wall, the worst program, over memcheck's, " level,
			worst_wall(level), 1.5)
		if (mean[level, "callgrind", "wall"] > 0)
			print_bar("programs slower than under callgrind, " level,
				count_slower(level) + 1e-9, 1)
		print_bar("start-up, CPU, over memcheck's, " level,
			over(median(level, "empty", "retread", "cpu"),
				median(level, "empty", "memcheck", "cpu")), 0.35)
		print_bar("start-up, CPU, over none's, " level,
			over(median(level, "empty", "retread", "cpu"),
				median(level, "empty", "none", "cpu")), 0.7)
		print_bar("a test of 3 ms, all CPU, over memcheck's, " level,
			over(median(level, "unit", "retread", "all"),
				median(level, "unit", "memcheck", "all")), 0.45)
		print_bar("a test of 3 ms, all CPU, over none's, " level,
			over(median(level, "unit", "retread", "all"),
				median(level, "unit", "none", "all")), 1)
	}
}

END {
	level_count = split(levels, level_name, " ")
	program_count = split(programs, program, " ")
	tool_count = split(tools, tool, " ")
	for (l = 1; l <= level_count; l++) {
		print_slowdowns(level_name[l], "cpu", "CPU time of the tracer over plain")
		print_slowdowns(level_name[l], "all", "CPU time of all processes over plain")
		print_slowdowns(level_name[l], "wall", "Wall time over plain")
		print_start(level_name[l])
		print_memory(level_name[l])
	}
	print_bars()
}
