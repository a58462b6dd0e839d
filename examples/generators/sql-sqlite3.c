/* SPDX-License-Identifier: MIT
 * SQL, and sqlite3: a statement is valid if it compiles; then it ends without an
 * error of sqlite3's own. */
#include <sqlite3.h>
#include <string.h>

#include <retread/gen.h>

static const char *const columns[] = {"a", "b", "c", "rowid", NULL};
static const char *const tables[] = {"t", "u", "missing", NULL};

static void make_select(struct gen *g);

static void make_expression(struct gen *g)
{
	static const char *const operators[] = {"+", "-", "*", "/", "%", "=",
		"<", ">=", "AND", "OR", "||", "LIKE", "IS", NULL};
	static const char *const functions[] = {
		"abs", "max", "length", "coalesce", "nullif", NULL};

	gen_begin(g, "expression");
	switch (gen_pick(g, gen_small(g) ? 3 : 7)) {
	case 0:
		gen_put(g, "%d", gen_int(g, -1000, 1000));
		break;
	case 1:
		gen_put(g, "%s", columns[gen_pick(g, 4)]);
		break;
	case 2:
		gen_put(g, "'%s'", gen_string(g, "ab%_", 6));
		break;
	case 3:
	case 4:
		gen_put(g, "(");
		make_expression(g);
		gen_put(g, " %s ", operators[gen_pick(g, 13)]);
		make_expression(g);
		gen_put(g, ")");
		break;
	case 5:
		gen_put(g, "%s(", functions[gen_pick(g, 5)]);
		make_expression(g);
		gen_put(g, gen_bool(g) ? ", 1)" : ")");
		break;
	default:
		gen_put(g, "(");
		make_select(g);
		gen_put(g, ")");
	}
	gen_end(g);
}

static void make_select(struct gen *g)
{
	struct gen_list results = GEN_LIST(1, 4, 2);

	gen_begin(g, "select");
	gen_put(g, "SELECT %s", gen_chance(g, 1, 8) ? "DISTINCT " : "");
	while (gen_more(g, &results)) {
		gen_put(g, results.count > 1 ? ", " : "");
		make_expression(g);
	}
	gen_put(g, " FROM %s", tables[gen_pick(g, 3)]);
	if (gen_chance(g, 1, 4))
		gen_put(g, " JOIN %s USING (a)", tables[gen_pick(g, 3)]);
	if (gen_bool(g)) {
		gen_put(g, " WHERE ");
		make_expression(g);
	}
	if (gen_chance(g, 1, 4)) {
		gen_put(g, " GROUP BY ");
		make_expression(g);
	}
	if (gen_chance(g, 1, 4)) {
		gen_put(g, " ORDER BY ");
		make_expression(g);
	}
	if (gen_chance(g, 1, 8))
		gen_put(g, " LIMIT %d", gen_int(g, 0, 9));
	gen_end(g);
}

static sqlite3 *open_tables(void)
{
	static sqlite3 *database;

	if (!database && sqlite3_open(":memory:", &database) == SQLITE_OK)
		sqlite3_exec(database,
			"CREATE TABLE t(a INTEGER PRIMARY KEY, b, c);"
			"CREATE TABLE u(a, b TEXT); CREATE INDEX i ON u(b);"
			"INSERT INTO t VALUES(1, 2, 'x'), (2, NULL, 'y');"
			"INSERT INTO u VALUES(1, 'one'), (2, 'two'), (2, 'b')",
			NULL, NULL, NULL);
	return database;
}

int retread_generate(struct gen *g)
{
	sqlite3 *database = open_tables();
	sqlite3_stmt *statement = NULL;
	int steps = 0, status;

	make_select(g);
	if (sqlite3_prepare_v2(database, gen_text(g, NULL), -1, &statement,
		    NULL) != SQLITE_OK) {
		sqlite3_finalize(statement);
		gen_reject(g, "it does not compile");
	}
	do
		status = sqlite3_step(statement);
	while (status == SQLITE_ROW && ++steps < 100);
	sqlite3_finalize(statement);
	if (status == SQLITE_INTERNAL || status == SQLITE_CORRUPT)
		gen_fail(g, "sqlite3 ends with %d", status);
	return GEN_VALID;
}
