import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findPostgres } from "../../../scripts/setup/find-tools.mjs";
import { activitySeed } from "../../../server/activity/import/seed-store.ts";
import { newId } from "../../../server/core/ids.ts";
import { connectDatabase } from "../../../server/database/connection/database.ts";
import { freePort, startPostgres } from "../../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings, testKeyring } from "../../../server/testing/encryption/test-keyring.ts";
import { sampleActivity } from "../../../server/testing/samples/sample-activity.ts";
import { addSampleProduct } from "../../../server/testing/samples/sample-mall.ts";
import { startProduct } from "../product.ts";
import { countUnfinished, findBrokenProperties, readBalances } from "./mall-properties.ts";
import { findLost, runShopper, type Acknowledged, type ShopUnderFaults } from "./shoppers.ts";

/** Units of each SKU: some sell out. */
const STOCK = [4_000, 60, 2_000];
/** Time within which all refunds and closings end after the last fault, ms. */
const DRAIN_TIMEOUT = 120_000;

export type MallTestbed = ShopUnderFaults & {
  /** Kills the server (SIGKILL) and starts it again on the same port. @returns duration of the start, ms */
  killAndRestart(): Promise<number>;
  end(): Promise<void>;
};

/** Starts a shop with simulated channels on a PostgreSQL of its own. */
export async function startMallTestbed(): Promise<MallTestbed> {
  const dataDir = mkdtempSync(join(tmpdir(), "marque-mall-"));
  const cluster = await startPostgres(findPostgres() ?? "");
  const url = cluster.url("postgres");
  const settings = {
    ...dataKeySettings,
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    PORT: String(await freePort()),
    DEMO_DATA: "0",
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
  };
  let product = await startProduct(settings);
  const { db } = await connectDatabase({ url }, testKeyring());
  const activityId = newId();
  await activitySeed(db).addActivities([sampleActivity(Date.now(), { activityId })]);
  const skus = await addSampleProduct(db, { stock: STOCK });
  const [rushSku] = await addSampleProduct(db, {
    stock: [3_000],
    rush: { priceFen: 4_900, quota: 2_000, buyMost: 2 },
  });
  if (!rushSku) throw new Error("no SKU");
  return {
    origin: `http://127.0.0.1:${settings.PORT}`,
    db,
    skus,
    rushSku,
    activityId,
    async killAndRestart() {
      process.kill(product.pid, "SIGKILL");
      await product.stop();
      const started = performance.now();
      product = await startProduct(settings);
      return performance.now() - started;
    },
    async end() {
      await db.destroy();
      await product.stop();
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Result of one kill. */
export type MallKill = {
  readonly restart: number;
  /** Shoppers whose journeys were interrupted. */
  readonly interrupted: number;
  readonly broken: readonly string[];
  readonly lost: readonly string[];
};
/** Result of all kills, after the last journey has ended. */
export type MallOutcome = {
  readonly shoppers: number;
  readonly acknowledged: number;
  readonly broken: readonly string[];
  readonly lost: readonly string[];
  /** Money of the ledger at the channels, and what the channels themselves have, fen. */
  readonly channelFen: number;
  readonly channelsOwnFen: number;
  readonly suspenseFen: number;
  /** Errors that ended a journey. */
  readonly failures: readonly string[];
};

type TradeAnswer = {
  readonly state: string;
  readonly amountFen: number;
  readonly refunds: readonly { readonly status: string; readonly refundFen: number }[];
};
/** What the simulated channels have received and not paid back (property P14 of a day, over all days). */
async function readChannels(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/sim/pay/trades`);
  const { data } = (await answer.json()) as { data: TradeAnswer[] };
  return data.reduce((sum, { state, amountFen, refunds }) => {
    const back = refunds.filter(({ status }) => status === "success");
    return sum + (state === "paid" ? amountFen : 0) - back.reduce((all, { refundFen }) => all + refundFen, 0);
  }, 0);
}

/**
 * Lets shoppers order, pay and cancel without a pause while the server is killed again and again; after each restart the
 * properties are computed on the whole database.
 * @param lanes shoppers at a time
 * @param watch called after each kill
 */
export async function runUnderKills(
  testbed: MallTestbed,
  { kills, lanes }: { readonly kills: number; readonly lanes: number },
  watch: (kill: MallKill, at: number) => void = () => {},
): Promise<MallOutcome> {
  const { db, origin } = testbed;
  const acknowledged: Acknowledged[] = [];
  const failures: string[] = [];
  let [isOver, shoppers, running] = [false, 0, 0];
  const lane = async (): Promise<void> => {
    while (!isOver) {
      shoppers++;
      running++;
      try {
        acknowledged.push(...(await runShopper(testbed)));
      } catch (error) {
        failures.push(String(error));
      }
      running--;
    }
  };
  const crowd = Promise.all(Array.from({ length: lanes }, lane));
  const [broken, lost]: [string[], string[]] = [[], []];
  for (let at = 1; at <= kills; at++) {
    // A random moment: the subject of the test.
    await setTimeout(200 + Math.random() * 1_800);
    const interrupted = running;
    const restart = await testbed.killAndRestart();
    const kill = {
      restart,
      interrupted,
      broken: await findBrokenProperties(db),
      lost: await findLost(db, acknowledged),
    };
    broken.push(...kill.broken);
    lost.push(...kill.lost);
    watch(kill, at);
  }
  isOver = true;
  await crowd;
  for (const until = Date.now() + DRAIN_TIMEOUT; (await countUnfinished(db)) > 0; await setTimeout(500))
    if (Date.now() > until) {
      failures.push(`${await countUnfinished(db)} refunds or closings have not ended`);
      break;
    }
  const { channel, suspense } = await readBalances(db);
  return {
    shoppers,
    acknowledged: acknowledged.length,
    broken: [...new Set([...broken, ...(await findBrokenProperties(db))])],
    lost: [...new Set([...lost, ...(await findLost(db, acknowledged))])],
    channelFen: channel,
    channelsOwnFen: await readChannels(origin),
    suspenseFen: suspense,
    failures,
  };
}
