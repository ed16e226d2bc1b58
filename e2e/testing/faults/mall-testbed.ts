import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findPostgres } from "../../../scripts/setup/find-tools.mjs";
import { freePort, startPostgres } from "../../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings } from "../../../server/testing/encryption/test-keyring.ts";
import { openShopDatabase, type Acknowledged } from "../../../server/testing/mall/shop-database.ts";
import { startProduct } from "../product.ts";
import { Desk } from "./desk.ts";
import type { ShopUnderFaults } from "./shopper.ts";
import { runShopper } from "./shoppers.ts";

/** Time between two kills, ms. */
const [MIN_PAUSE, RANDOM_PAUSE] = [300, 5_000];
/** Time within which all refunds and closings end after the last fault, ms. */
const DRAIN_TIMEOUT = 120_000;

export type MallTestbed = ShopUnderFaults & {
  /** Kills a server or the operators' process (SIGKILL) once it runs, and starts it again; resolves after the kill. */
  kill(at: number): Promise<void>;
  end(): Promise<void>;
};

/** A server that is killed and restarted on its port. */
async function startServer(settings: Readonly<Record<string, string>>) {
  const own = { ...settings, PORT: String(await freePort()) };
  let running = startProduct(own);
  await running;
  return {
    origin: `http://127.0.0.1:${own.PORT}`,
    async kill() {
      const product = await running;
      process.kill(product.pid, "SIGKILL");
      running = product.stop().then(() => startProduct(own));
      // A failed start is reported by the next kill, or at the end.
      running.catch(() => {});
    },
    stop: async () => (await running).stop(),
  };
}

/** Starts a shop of two servers and operators with simulated channels on a PostgreSQL of its own. */
export async function startMallTestbed(): Promise<MallTestbed> {
  const dataDir = mkdtempSync(join(tmpdir(), "marque-mall-"));
  const cluster = await startPostgres(findPostgres() ?? "");
  const url = cluster.url("postgres");
  const settings = {
    ...dataKeySettings,
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DEMO_DATA: "0",
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
  };
  const servers = [await startServer(settings), await startServer(settings)];
  const database = await openShopDatabase(url);
  const desk = new Desk(url);
  const killed = [...servers, desk];
  return {
    origins: servers.map(({ origin }) => origin),
    database,
    askDesk: (step) => desk.ask(step),
    kill: async (at) => killed[at % killed.length]?.kill(),
    async end() {
      await desk.stop();
      await database.close();
      await Promise.all(servers.map(({ stop }) => stop()));
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Result of one kill. */
export type MallKill = {
  /** Journeys under way at that moment. */
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
export async function readChannels(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/sim/pay/trades`);
  const { data } = (await answer.json()) as { data: TradeAnswer[] };
  return data.reduce((sum, { state, amountFen, refunds }) => {
    const back = refunds.filter(({ status }) => status === "success");
    return sum + (state === "paid" ? amountFen : 0) - back.reduce((all, { refundFen }) => all + refundFen, 0);
  }, 0);
}

/**
 * Lets shoppers order, pay, cancel, receive, pick up and return without a pause while its servers and its operators'
 * process are killed again and again; after each kill the properties are computed on the whole database.
 * @param lanes shoppers at a time
 * @param watch called after each kill
 */
export async function runUnderKills(
  testbed: MallTestbed,
  { kills, lanes }: { readonly kills: number; readonly lanes: number },
  watch: (kill: MallKill, at: number) => void = () => {},
): Promise<MallOutcome> {
  const { database, origins } = testbed;
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
    await setTimeout(MIN_PAUSE + Math.random() * RANDOM_PAUSE);
    const interrupted = running;
    await testbed.kill(at);
    const kill = {
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
    channelsOwnFen: await readChannels(origins[0] ?? ""),
    suspenseFen: suspense,
    failures,
  };
}
