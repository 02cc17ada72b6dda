#!/usr/bin/env python3
"""Measures the CPU that PostgreSQL takes for what nodes ask about many users at once (docs/SCALING.md).

    echo secret of first | tickwire-server user add first --password-stdin --store ADDRESS
    Benchmarks/database.py ADDRESS

The address names a superuser and a database that was empty before. The script fills the database with 100,000 accounts. Then it runs the statements of
Sources/PushServer/Storage/Postgres by psql, for users at random, and reads the CPU from `log_statement_stats`.
"""
import argparse
import re
import statistics
import subprocess

ACCOUNTS, RECORDS, RUNS = 100_000, 20, 5

FILL = f"""
INSERT INTO account (id, name, password, created_ms, version)
    SELECT n + 1000, 'user' || n, 'x', 0, {RECORDS} FROM generate_series(1, {ACCOUNTS}) AS n;
INSERT INTO record (account_id, kind, key, value, version)
    SELECT n + 1000, 2, int4send(r), sha256(int4send(r)), r FROM generate_series(1, {ACCOUNTS}) AS n, generate_series(1, {RECORDS}) AS r;
INSERT INTO device (id, account_id, name, created_ms, used_ms)
    SELECT n + 1000, n + 1000, 'laptop', 0, 0 FROM generate_series(1, {ACCOUNTS}) AS n;
INSERT INTO token (hash, device_id, created_ms, used_ms)
    SELECT sha256(int4send(n)), n + 1000, 0, 0 FROM generate_series(1, {ACCOUNTS}) AS n;
INSERT INTO client (account_id, client_id, last_number, seen_ms, outcomes)
    SELECT n + 1000, decode(md5(n::text), 'hex'), 1, 0, '' FROM generate_series(1, {ACCOUNTS}) AS n;
VACUUM ANALYZE;
"""

# The functions hand over arrays that are ready, as nodes do.
PREPARE = f"""
CREATE TEMP TABLE asked AS
    SELECT size, array_agg(n + 1000::bigint) AS users, array_agg(sha256(int4send(n))) AS tokens,
        array_agg(decode(md5(n::text), 'hex')) AS clients
    FROM (VALUES (200), (2000), (20000), (100000)) AS sizes (size),
        (SELECT n, row_number() OVER (ORDER BY md5(n::text)) AS place FROM generate_series(1, {ACCOUNTS}) AS n) AS mixed
    WHERE place <= size GROUP BY size;
CREATE FUNCTION pg_temp.users(int) RETURNS bigint[] LANGUAGE sql STABLE AS 'SELECT users FROM asked WHERE size = $1';
CREATE FUNCTION pg_temp.tokens(int) RETURNS bytea[] LANGUAGE sql STABLE AS 'SELECT tokens FROM asked WHERE size = $1';
CREATE FUNCTION pg_temp.clients(int) RETURNS bytea[] LANGUAGE sql STABLE AS 'SELECT clients FROM asked WHERE size = $1';
SET plan_cache_mode = force_generic_plan;
PREPARE compared(bigint[], bigint[]) AS
    SELECT 0 AS what, identity AS number, 0::bigint AS version, 0::bigint AS floor FROM store
    UNION ALL SELECT 1, id, version, floor FROM account WHERE id = ANY($1)
    UNION ALL SELECT 2, id, 0, 0 FROM device WHERE id = ANY($2);
PREPARE connected(bigint[], bytea) AS
    WITH free AS (SELECT id FROM account WHERE id = ANY($1) FOR KEY SHARE SKIP LOCKED)
    INSERT INTO presence (account_id, node, lapses)
    SELECT id, $2, clock_timestamp() + interval '30 seconds' FROM free
    ON CONFLICT (account_id, node) DO UPDATE SET lapses = excluded.lapses;
PREPARE lapsed(bigint[]) AS
    DELETE FROM presence WHERE (account_id, node) IN (
        SELECT account_id, node FROM presence
        WHERE account_id = ANY($1) AND lapses < clock_timestamp() - interval '1 day' FOR UPDATE SKIP LOCKED);
PREPARE tokens(bytea[]) AS
    SELECT hash, account_id, device_id, token.used_ms AS used_ms, is_replaced, replaces, address
    FROM token JOIN device ON device.id = device_id WHERE hash = ANY($1);
PREPARE accounts(bigint[]) AS SELECT id, version, floor, forgotten_ms FROM account WHERE id = ANY($1);
PREPARE clients(bigint[], bytea[]) AS
    SELECT client.account_id, client.client_id, last_number, seen_ms
    FROM client JOIN unnest($1, $2) AS wanted (account_id, client_id)
    ON client.account_id = wanted.account_id AND client.client_id = wanted.client_id;
PREPARE records(bigint[]) AS SELECT account_id, kind, key, version, value FROM record WHERE account_id = ANY($1);
PREPARE removed(bigint[]) AS SELECT account_id, kind, key, version FROM removed_record WHERE account_id = ANY($1);
"""

# What is measured: the sizes, and the statements.
PARTS = {
    "the comparison": ([2_000, 20_000, 100_000], ["compared(pg_temp.users({0}), pg_temp.users({0}))"]),
    "presence": ([2_000, 20_000], ["connected(pg_temp.users({0}), 'node')", "lapsed(pg_temp.users({0}))"]),
    "terminals that connect": (
        [200, 2_000, 20_000],
        ["tokens(pg_temp.tokens({0}))", "accounts(pg_temp.users({0}))"]
        + ["clients(pg_temp.users({0}), pg_temp.clients({0}))", "records(pg_temp.users({0}))", "removed(pg_temp.users({0}))"],
    ),
}


def script():
    lines = [FILL, PREPARE, "SET client_min_messages = log;", r"\o /dev/null"]
    for part, (sizes, statements) in PARTS.items():
        for size in sizes:
            # The first run warms the caches.
            for _ in range(RUNS + 1):
                lines.append(rf"\warn run {size} {part}")
                lines.append("SET log_statement_stats = on;")
                lines += [f"EXECUTE {statement.format(size)};" for statement in statements]
                lines.append("SET log_statement_stats = off;")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    address = parser.parse_args().address
    command = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", address]
    done = subprocess.run(command, input=script(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    runs = {}
    for line in done.stderr.splitlines():
        if label := re.match(r"run (\d+) (.*)", line):
            times = runs.setdefault((label[2], int(label[1])), [])
            times.append(0)
        elif found := re.match(r"!\s+([\d.]+) s user, ([\d.]+) s system, [\d.]+ s elapsed", line):
            times[-1] += float(found[1]) + float(found[2])
    for (part, size), times in runs.items():
        times = times[1:]
        each = [1e6 * value / size for value in (statistics.median(times), min(times), max(times))]
        print(f"{part}, {size:,} at once: {each[0]:.1f} µs each ({each[1]:.1f} to {each[2]:.1f})")


if __name__ == "__main__":
    main()
