import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findPostgres } from "../../../scripts/setup/find-tools.mjs";
import { freePort, startPostgres } from "../../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings } from "../../../server/testing/encryption/test-keyring.ts";
import { openShopDatabase, type Acknowledged } from "../../../server/testing/mall/shop-database.ts";
import { startProduct } from "../product.ts";
import { runShopper, type ShopUnderFaults } from "./shoppers.ts";

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
  const database = await openShopDatabase(url);
  return {
    origin: `http://127.0.0.1:${settings.PORT}`,
    database,
    async killAndRestart() {
      process.kill(product.pid, "SIGKILL");
      await product.stop();
      const started = performance.now();
      product = await startProduct(settings);
      return performance.now() - started;
    },
    async end() {
      await database.close();
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
  /** Money at the channels by the ledger, and by the channels themselves, fen. */
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
/** Money that the simulated channels have received and not paid back, fen (property P14 of a day, over all days). */
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
  const { database, origin } = testbed;
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
      broken: await database.findBroken(),
      lost: await database.findLost(acknowledged),
    };
    broken.push(...kill.broken);
    lost.push(...kill.lost);
    watch(kill, at);
  }
  isOver = true;
  await crowd;
  for (
    const until = Date.now() + DRAIN_TIMEOUT;
    (await database.countUnfinished()) > 0;
    await setTimeout(500)
  )
    if (Date.now() > until) {
      failures.push(`${await database.countUnfinished()} refunds or closings have not ended`);
      break;
    }
  const { channel, suspense } = await database.readBalances();
  return {
    shoppers,
    acknowledged: acknowledged.length,
    broken: [...new Set([...broken, ...(await database.findBroken())])],
    lost: [...new Set([...lost, ...(await database.findLost(acknowledged))])],
    channelFen: channel,
    channelsOwnFen: await readChannels(origin),
    suspenseFen: suspense,
    failures,
  };
}
