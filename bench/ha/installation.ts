// A cluster with several processes of the product behind a load balancer, and the shop that people use.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startProduct, type RunningProduct } from "../../e2e/testing/product.ts";
import { connectDatabase, type Database } from "../../server/database/connection/database.ts";
import { dataKeySettings, testKeyring } from "../../server/testing/encryption/test-keyring.ts";
import { openShopDatabase, type ShopDatabase } from "../../server/testing/mall/shop-database.ts";
import { Cluster } from "./cluster.ts";
import { frontFile } from "./configuration.ts";
import { Part } from "./part.ts";

export type ClusterInstallation = {
  readonly cluster: Cluster;
  /** Address of the load balancer. */
  readonly origin: string;
  /** The primary's database. */
  readonly db: Database;
  readonly shop: ShopDatabase;
  /** Causes of errors that the product has logged, without duplicates. */
  problems(): readonly string[];
  stop(): Promise<void>;
};

const ERROR_LEVEL = 50;
/** Causes in the log of a process, one line of JSON each. */
const problemsIn = (output: string): string[] =>
  output.split("\n").flatMap((line) => {
    if (!line.startsWith("{")) return [];
    const { level, msg, err } = JSON.parse(line) as {
      level: number;
      msg?: string;
      err?: { message?: string; code?: string };
    };
    return level < ERROR_LEVEL ? [] : [[msg, err?.code, err?.message].filter(Boolean).join(", ")];
  });

/** Starts the cluster, so many processes of the product on it, and a load balancer. */
export async function startClusterInstallation(processes: number): Promise<ClusterInstallation> {
  const ended: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ended.toReversed()) await end();
  };
  const cluster = await Cluster.start(processes);
  ended.push(() => cluster.stop());
  try {
    const dataDir = join(cluster.layout.folder, "data");
    mkdirSync(dataDir);
    const settings = {
      ...dataKeySettings,
      DATA_DIR: dataDir,
      DATABASE_URL: cluster.pooledUrl,
      DEMO_DATA: "0",
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
    };
    const products: RunningProduct[] = [];
    const start = async (port: number): Promise<RunningProduct> => {
      const product = await startProduct({ ...settings, PORT: String(port) });
      products.push(product);
      ended.push(() => product.stop());
      return product;
    };
    const [first = 0, ...others] = cluster.layout.products;
    // The first process migrates the database.
    await start(first);
    await Promise.all(others.map(start));
    const options = { cwd: cluster.layout.folder };
    const args = ["-db", "-f", frontFile(cluster.layout)];
    const front = new Part("front", {
      file: "haproxy",
      args,
      options,
      log: join(cluster.layout.folder, "log/front.log"),
    });
    front.start();
    ended.push(() => front.stop());
    const { db } = await connectDatabase({ url: cluster.directUrl }, testKeyring());
    ended.push(() => db.destroy());
    const shop = await openShopDatabase(cluster.directUrl);
    ended.push(() => shop.close());
    return {
      cluster,
      origin: `http://127.0.0.1:${cluster.layout.ports.front}`,
      db,
      shop,
      problems: () => [...new Set(products.flatMap((product) => problemsIn(product.output())))],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
