import { setTimeout } from "node:timers/promises";
import pg from "pg";

/** Work of the database, each for a second. */
export type DatabaseWork = {
  readonly statements: number;
  /** Rows of content_change that were read. */
  readonly changesRead: number;
  /** Time of executing statements, ms. */
  readonly databaseMs: number;
};
type Counters = { statements: number; changes_read: number; database_ms: number };

/** Interval of looks for a new runner, ms. */
const LOOK_INTERVAL = 100;
const isRunner = async (origin: string): Promise<boolean> =>
  /^periodic_task_runner\{process="\d+"\} 1$/m.test(await (await fetch(`${origin}/metrics`)).text());

/** Reads the counters of a database with pg_stat_statements; its own statements are not counted. */
export class DatabaseWatcher {
  readonly #client: pg.Client;
  private constructor(client: pg.Client) {
    this.#client = client;
  }
  static async connect(url: string): Promise<DatabaseWatcher> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("create extension if not exists pg_stat_statements");
    return new DatabaseWatcher(client);
  }
  async close(): Promise<void> {
    await this.#client.end();
  }

  async measure(seconds: number): Promise<DatabaseWork> {
    const before = await this.#read();
    const began = performance.now();
    await setTimeout(seconds * 1_000);
    const after = await this.#read();
    const took = (performance.now() - began) / 1_000;
    const rate = (name: keyof Counters): number => (after[name] - before[name]) / took;
    return {
      statements: rate("statements"),
      changesRead: rate("changes_read"),
      databaseMs: rate("database_ms"),
    };
  }
  /** Kills the process that runs the periodic tasks. @returns time until another one does, s */
  async killRunner(processes: readonly { readonly pid: number; readonly origin: string }[]): Promise<number> {
    const are = await Promise.all(processes.map(({ origin }) => isRunner(origin)));
    const runner = processes[are.indexOf(true)];
    if (runner === undefined) throw new Error("no process runs the periodic tasks");
    const before = await this.#holder();
    const killed = performance.now();
    process.kill(runner.pid, "SIGKILL");
    while ((await this.#holder()) === before) await setTimeout(LOOK_INTERVAL);
    return (performance.now() - killed) / 1_000;
  }

  async #holder(): Promise<string | undefined> {
    const { rows } = await this.#client.query<{ holder: string }>("select holder::text from task_runner");
    return rows[0]?.holder;
  }
  async #read(): Promise<Counters> {
    const { rows } = await this.#client.query<Counters>(`
      select sum(calls)::float8 as statements, sum(total_exec_time)::float8 as database_ms,
        (select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_user_tables where relname = 'content_change')::float8
          as changes_read
      from pg_stat_statements where query not like '%pg_stat_statements%' and query not like 'insert into content_change (topic) values ($1)'`);
    const [row] = rows;
    if (row === undefined) throw new Error("pg_stat_statements has no rows");
    return row;
  }
}
