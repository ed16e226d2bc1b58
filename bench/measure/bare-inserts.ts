// The baseline of all benchmarks of durable writes: pgbench's single-row INSERT into a bare table.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import type { Database } from "../../server/database/connection/database.ts";
import { cpuSecondsOfChildren, cpuSecondsOfEnded, parentOf } from "./cpu-time.ts";

const BARE_SECONDS = Number(process.env["BARE_SECONDS"] ?? 4);
/** Debian installs it in the folder of the PostgreSQL version. */
const [pgbench = "pgbench"] = [
  join(findPostgres() ?? "", "pgbench"),
  ...globSync("/usr/lib/postgresql/*/bin/pgbench"),
].filter((path) => existsSync(path));

export type BareInserts = {
  /** Inserts per second. */
  readonly rate: number;
  /** CPU time of clients and database, µs per insert. */
  readonly cpu: number;
};

/** Process id of the PostgreSQL server, the parent of all its connections. */
export async function postmaster(db: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return parentOf(rows[0]?.pid ?? 0);
}

function runPgbench(url: string, script: string, clients: number): { rate: number; count: number } {
  const options = ["-n", "-M", "prepared", "-f", script, "-c", String(clients), "-j", "2"];
  const text = execFileSync(pgbench, [...options, "-T", String(BARE_SECONDS), url], {
    encoding: "utf8",
    stdio: "pipe",
  });
  const rate = Number(/tps = ([\d.]+)/.exec(text)?.[1]);
  return { rate, count: Number(/actually processed: (\d+)/.exec(text)?.[1]) };
}

/** Creates the bare table. `measure` gives the better rate of 20 and 64 clients. */
export async function bareInserter(db: Database, url: string): Promise<{ measure(): BareInserts }> {
  await sql`create table bare (id uuid primary key, text text not null)`.execute(db);
  const database = await postmaster(db);
  const used = (): number => cpuSecondsOfChildren(database) + cpuSecondsOfEnded();
  return {
    measure() {
      const folder = mkdtempSync(join(tmpdir(), "marque-pgbench-"));
      const script = join(folder, "insert.sql");
      writeFileSync(script, "insert into bare values (gen_random_uuid(), 'one row');\n");
      const all = [20, 64].map((clients): BareInserts => {
        const before = used();
        const { rate, count } = runPgbench(url, script, clients);
        return { rate, cpu: ((used() - before) * 1e6) / count };
      });
      rmSync(folder, { recursive: true });
      return all.reduce((best, one) => (one.rate > best.rate ? one : best));
    },
  };
}
