// The product of the mall's benchmarks: a release build on PostgreSQL with the default settings, without limits.
import { startProduct, type RunningProduct } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { connectDatabase, type Database } from "../../server/database/connection/database.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings, testKeyring } from "../../server/testing/encryption/test-keyring.ts";

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export type Shop = {
  readonly origin: string;
  /** Process id of the server; with several processes, of the one that supervises them. */
  readonly pid: number;
  readonly db: Database;
  /** Address of the database. */
  readonly url: string;
  /** Log of the product so far. */
  output(): string;
  /** Starts the server again, with other settings. */
  restart(settings: Readonly<Record<string, string>>): Promise<void>;
};

/** Runs a benchmark against a product, and stops it afterwards. @param settings beside those of all benchmarks */
export async function withShop(
  settings: Readonly<Record<string, string>>,
  run: (shop: Shop) => Promise<void>,
): Promise<void> {
  const cluster = await startPostgres(findPostgres() ?? "");
  const url = cluster.url("postgres");
  const common = {
    ...dataKeySettings,
    DATABASE_URL: url,
    DEMO_DATA: "0",
    SIMULATORS: "0",
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
  };
  let product: RunningProduct | null = null;
  let db: Database | null = null;
  try {
    let running = (product = await startProduct({ ...common, ...settings }));
    ({ db } = await connectDatabase({ url }, testKeyring()));
    await run({
      get origin() {
        return running.origin;
      },
      get pid() {
        return running.pid;
      },
      db,
      url,
      output: () => running.output(),
      async restart(over) {
        await running.stop();
        running = product = await startProduct({ ...common, ...over });
      },
    });
  } finally {
    await db?.destroy();
    await product?.stop();
    await cluster.stop();
  }
}
