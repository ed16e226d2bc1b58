// The database's work for one and for several processes of an installation: idle, and while content changes 100 times a
// second (requirements HA07–HA09); then how long a killed task runner is missing (HA06). Runs some six minutes after a build:
//   node bench/scale/index.ts
//   PROCESSES=4 SECONDS=20 node bench/scale/index.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startProduct, type RunningProduct } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings } from "../../server/testing/encryption/test-keyring.ts";
import { DatabaseWatcher, type DatabaseWork } from "./database-watcher.ts";
import { changeContent } from "./changes.ts";

const PROCESSES = Number(process.env["PROCESSES"] ?? 8);
const SECONDS = Number(process.env["SECONDS"] ?? 60);
const CHANGES_PER_SECOND = 100;
/** Time after a start, and after requests, until processes are idle, ms. */
const SETTLING = 30_000;
/** Interval of requests that keep a process from being idle, ms. */
const REQUEST_INTERVAL = 1_000;

const line = (cells: readonly (string | number)[]): void =>
  void process.stdout.write(`| ${cells.join(" | ")} |\n`);
const show = (name: string, work: DatabaseWork): void =>
  line([name, ...[work.statements, work.changesRead, work.databaseMs].map((value) => value.toFixed(1))]);

/** Sends a request to each process every second until ended. */
function requestFromAll(products: readonly RunningProduct[]): { end(): Promise<void> } {
  const over = new AbortController();
  const use = async ({ origin }: RunningProduct): Promise<void> => {
    while (!over.signal.aborted) {
      await (await fetch(`${origin}/mall-api/activity/series`)).arrayBuffer();
      await setTimeout(REQUEST_INTERVAL);
    }
  };
  const using = Promise.all(products.map(use));
  return {
    async end() {
      over.abort();
      await using;
    },
  };
}

const folder = mkdtempSync(join(tmpdir(), "marque-scale-"));
const settings = { shared_preload_libraries: "pg_stat_statements", max_connections: 200 };
const cluster = await startPostgres(findPostgres() ?? "", { settings });
const products: RunningProduct[] = [];
try {
  const url = cluster.url("postgres");
  const start = async (): Promise<void> => {
    const own = {
      PROCESSES: "1",
      SIMULATORS: "0",
      DEMO_DATA: "0",
      DATABASE_URL: url,
      DATA_DIR: folder,
    };
    products.push(await startProduct({ ...dataKeySettings, ...own }));
  };
  await start();
  const database = await DatabaseWatcher.connect(url);
  const measure = () => database.measure(SECONDS);
  line(["processes", "statements/s", "changes read/s", "ms of database time/s"]);
  line(["---", "---", "---", "---"]);
  await setTimeout(SETTLING);
  const one = await measure();
  show("1, idle", one);
  while (products.length < PROCESSES) await start();
  await setTimeout(SETTLING);
  const all = await measure();
  show(`${PROCESSES}, idle`, all);
  const using = requestFromAll(products);
  show(`${PROCESSES}, each with a request a second`, await measure());
  const changes = await changeContent(url, CHANGES_PER_SECOND);
  const busy = await measure();
  show(`the same, ${CHANGES_PER_SECOND} changes/s`, busy);
  await changes.holdTransaction();
  show("the same beside a long transaction", await measure());
  await changes.end();
  await using.end();
  const ratio = (all.statements / one.statements).toFixed(2);
  process.stdout.write(`\nidle statements of ${PROCESSES} processes by those of one: ${ratio} (at most 2)\n`);
  const killed = await database.killRunner(products.map(({ pid, origin }) => ({ pid, origin })));
  process.stdout.write(`seconds without a task runner after a kill -9: ${killed.toFixed(1)} (at most 15)\n`);
  await database.close();
} finally {
  for (const product of products) await product.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
