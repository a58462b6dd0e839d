/* SPDX-License-Identifier: MIT
 * SQL, and sqlite3: a script is valid if all its statements compile and run without an
 * error. The generator knows syntax and names, not which names there are where. */
#include <sqlite3.h>

#include "bench/generate/subject.h"

static const char *const tables[] = {"t", "u", "v", "w", "s", "pragma_table_info('t')"};
static const char *const columns[] = {"a", "b", "c", "d", "t.a", "u.b", "v.c", "rowid"};
static const char *const operators[] = {"+", "-", "*", "/", "%", "=", "<", ">=", "<>",
	"AND", "OR", "||", "LIKE", "IS", "IS NOT", "GLOB", "COLLATE", "->>",
	"<<", "&"};
static const char *const functions[] = {"abs", "max", "length", "coalesce", "nullif",
	"count", "sum", "group_concat", "substr", "typeof", "row_number", "lag",
	"first_value", "json_extract", "json_array", "printf", "date", "instr",
	"round", "hex", "unicode", "likely", "total", "ntile"};
static const char *const literals[] = {
	"0", "1", "-5", "2.5", "'x'", "'y%'", "NULL", "x'41'", "'[1,2]'", "CURRENT_DATE"};
static const char *const types[] = {
	"", " INT", " TEXT COLLATE NOCASE", " INTEGER PRIMARY KEY", " REAL UNIQUE",
	" NOT NULL DEFAULT 3", " CHECK (a > 0)", " REFERENCES t(a)", " AS (b + 1)"};

#define PICK(g, table) table[gen_pick(g, sizeof table / sizeof *table)]

static void make_select(struct gen *g);
static void make_expression(struct gen *g);

static void make_list(struct gen *g, size_t most)
{
	struct gen_list list = GEN_LIST(1, SUBJECT_MOST(most), 2);

	while (gen_more(g, &list)) {
		gen_put(g, list.count > 1 ? ", " : "");
		make_expression(g);
	}
}

static void make_call(struct gen *g)
{
	gen_put(g, "%s(%s", PICK(g, functions),
		gen_chance(g, 1, 8) ? "DISTINCT " : "");
	if (gen_chance(g, 1, 8))
		gen_put(g, "*");
	else
		make_list(g, 3);
	gen_put(g, ")");
	if (gen_chance(g, 1, 8)) {
		gen_put(g, " FILTER (WHERE ");
		make_expression(g);
		gen_put(g, ")");
	}
	if (gen_chance(g, 1, 5)) {
		gen_put(g, " OVER (PARTITION BY ");
		make_expression(g);
		gen_put(g, " ORDER BY ");
		make_expression(g);
		gen_put(g, gen_bool(g) ? ")" : " ROWS 1 PRECEDING)");
	}
}

static void make_expression(struct gen *g)
{
	gen_begin(g, "expression");
	switch (gen_pick(g, gen_small(g) ? 2 : 9)) {
	case 0:
		gen_put(g, "%s", PICK(g, literals));
		break;
	case 1:
		gen_put(g, "%s", PICK(g, columns));
		break;
	case 2:
	case 3:
		gen_put(g, "(");
		make_expression(g);
		gen_put(g, " %s ", PICK(g, operators));
		make_expression(g);
		gen_put(g, ")");
		break;
	case 4:
		make_call(g);
		break;
	case 5:
		gen_put(g, gen_bool(g) ? "EXISTS (" : "(");
		make_select(g);
		gen_put(g, ")");
		break;
	case 6:
		make_expression(g);
		gen_put(g, gen_bool(g) ? " IN (" : " NOT IN (");
		if (gen_bool(g))
			make_list(g, 4);
		else
			make_select(g);
		gen_put(g, ")");
		break;
	case 7:
		gen_put(g, "CASE WHEN ");
		make_expression(g);
		gen_put(g, " THEN ");
		make_expression(g);
		gen_put(g, " ELSE ");
		make_expression(g);
		gen_put(g, " END");
		break;
	default:
		make_expression(g);
		gen_put(g, " BETWEEN ");
		make_expression(g);
		gen_put(g, " AND ");
		make_expression(g);
	}
	gen_end(g);
}

static void make_source(struct gen *g)
{
	static const char *const joins[] = {
		", ", " JOIN ", " LEFT JOIN ", " NATURAL JOIN ", " CROSS JOIN "};
	struct gen_list list = GEN_LIST(1, SUBJECT_MOST(4), 1);

	while (gen_more(g, &list)) {
		if (list.count > 1)
			gen_put(g, "%s", PICK(g, joins));
		if (!gen_small(g) && gen_chance(g, 1, 6)) {
			gen_put(g, "(");
			make_select(g);
			gen_put(g, ") AS %s", PICK(g, tables));
		} else {
			gen_put(g, "%s", PICK(g, tables));
		}
		if (list.count > 1 && gen_bool(g)) {
			gen_put(g, " ON ");
			make_expression(g);
		}
	}
}

static void make_clause(struct gen *g, const char *name, unsigned chance)
{
	if (!gen_chance(g, 1, chance))
		return;
	gen_put(g, " %s ", name);
	make_expression(g);
}

static void make_select(struct gen *g)
{
	static const char *const sets[] = {
		" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT "};

	gen_begin(g, "select");
	gen_put(g, "SELECT %s", gen_chance(g, 1, 6) ? "DISTINCT " : "");
	if (gen_chance(g, 1, 4))
		gen_put(g, "*");
	else
		make_list(g, 4);
	gen_put(g, " FROM ");
	make_source(g);
	make_clause(g, "WHERE", 2);
	make_clause(g, "GROUP BY", 5);
	make_clause(g, "HAVING", 12);
	if (!gen_small(g) && gen_chance(g, 1, 8)) {
		gen_put(g, "%s", PICK(g, sets));
		make_select(g);
	}
	make_clause(g, "ORDER BY", 5);
	if (gen_chance(g, 1, 8))
		gen_put(g, " LIMIT %d", gen_int(g, 0, 9));
	gen_end(g);
}

static void make_create(struct gen *g)
{
	struct gen_list list = GEN_LIST(1, SUBJECT_MOST(4), 2);

	gen_put(g, gen_chance(g, 1, 4) ? "CREATE TEMP TABLE " : "CREATE TABLE ");
	gen_put(g, "%s (", PICK(g, tables));
	while (gen_more(g, &list)) {
		gen_put(g, list.count > 1 ? ", " : "");
		gen_put(g, "%s", PICK(g, columns));
		gen_put(g, "%s", PICK(g, types));
	}
	gen_put(g, gen_chance(g, 1, 4) ? ") WITHOUT ROWID" : ")");
}

static void make_statement(struct gen *g)
{
	gen_begin(g, "statement");
	switch (gen_pick(g, 9)) {
	case 0:
		gen_put(g, "INSERT %sINTO ", gen_bool(g) ? "OR IGNORE " : "");
		gen_put(g, "%s VALUES (", PICK(g, tables));
		make_list(g, 4);
		gen_put(g, ")");
		break;
	case 1:
		make_create(g);
		break;
	case 2:
		gen_put(g, "UPDATE %s SET ", PICK(g, tables));
		gen_put(g, "%s = ", PICK(g, columns));
		make_expression(g);
		make_clause(g, "WHERE", 2);
		break;
	case 3:
		gen_put(g, "DELETE FROM %s", PICK(g, tables));
		make_clause(g, "WHERE", 2);
		break;
	case 4:
		gen_put(g, "CREATE INDEX i%u ON ", gen_pick(g, 3));
		gen_put(g, "%s (", PICK(g, tables));
		make_list(g, 3);
		gen_put(g, ")");
		make_clause(g, "WHERE", 4);
		break;
	case 5:
		gen_put(g, "CREATE VIEW %s AS ", PICK(g, tables));
		make_select(g);
		break;
	case 6:
		gen_put(g, "CREATE TRIGGER r AFTER INSERT ON %s BEGIN DELETE FROM ",
			PICK(g, tables));
		gen_put(g, "%s; END", PICK(g, tables));
		break;
	default:
		make_select(g);
	}
	gen_put(g, ";");
	gen_end(g);
}

void subject_generate(struct gen *g)
{
	struct gen_list list = GEN_LIST(1, SUBJECT_MOST(8), 3);

	while (gen_more(g, &list))
		make_statement(g);
}

/* ---- the consumer ---- */

static int stop(void *database)
{
	(void)database;
	return 1;
}

bool subject_consume(const char *text, size_t length)
{
	sqlite3 *database;

	(void)length;
	sqlite3_open(":memory:", &database);
	sqlite3_exec(database,
		"CREATE TABLE t(a INTEGER PRIMARY KEY, b, c);"
		"CREATE TABLE u(a, b TEXT); CREATE INDEX i ON u(b);"
		"INSERT INTO t VALUES(1, 2, 'x'), (2, NULL, 'y');"
		"INSERT INTO u VALUES(1, 'one'), (2, 'two'), (2, 'b')",
		NULL, NULL, NULL);
	sqlite3_progress_handler(database, SUBJECT_STEPS, stop, NULL);
	int status = sqlite3_exec(database, text, NULL, NULL, NULL);
	sqlite3_close(database);
	return status == SQLITE_OK;
}
