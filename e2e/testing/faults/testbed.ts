import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { findPostgres } from "../../../scripts/setup/find-tools.mjs";
import {
  freePort,
  startPostgres,
  type PostgresCluster,
  type PostgresClusterOptions,
} from "../../../server/testing/database/postgres-cluster.ts";
import { findActivity, activityFilters } from "../activities.ts";
import { startProduct, type RunningProduct } from "../product.ts";
import { verifySignUps, newClients, sendSignUp, submitUntilAnswered, type SignUpClient } from "./clients.ts";

/** The product with a database of its own, both of which a fault may kill and start again. */
export type Testbed = {
  readonly origin: string;
  readonly cluster: PostgresCluster;
  readonly activity: ActivityDetail;
  readonly dataDir: string;
  product(): RunningProduct;
  /** Starts the product again where it was, after it was killed. */
  restart(): Promise<void>;
  end(): Promise<void>;
};

/** @param disk how the database is run, and on which disk it and the pictures are */
export async function startTestbed(
  over: Readonly<Record<string, string>> = {},
  disk: PostgresClusterOptions = {},
): Promise<Testbed> {
  const dataDir = mkdtempSync(join(disk.parent ?? tmpdir(), "marque-stage-"));
  const cluster = await startPostgres(findPostgres() ?? "", disk);
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: cluster.url("postgres"),
    PORT: String(await freePort()),
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
    ...over,
  };
  try {
    let product = await startProduct(settings);
    const origin = `http://127.0.0.1:${settings.PORT}`;
    const activity = await findActivity(
      origin,
      (one) => activityFilters.plain(one) && one.remaining === null,
    );
    return {
      origin,
      cluster,
      activity,
      dataDir,
      product: () => product,
      async restart() {
        await product.stop();
        product = await startProduct(settings);
      },
      async end() {
        await product.stop();
        await cluster.stop();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** What a fault did to those who were signing up meanwhile. */
export type FaultOutcome = {
  readonly people: number;
  /** Attempts that were refused or broken off, by the words that were read. */
  readonly said: ReadonlyMap<string, number>;
  /** The longest attempt, ms. */
  readonly longest: number;
  /** From the end of the fault to the first answer after it, ms; null: it kept nobody from an answer. */
  readonly recovery: number | null;
  /** Answers that came and have no record; records or answers beyond one for each person. */
  readonly lost: number;
  readonly doubled: number;
};
/** A fault: comes, stays, and is gone when this resolves. */
export type SystemFault = (stage: Testbed) => Promise<void>;

/** Between two taps of a lane, ms. */
const PAUSE = 50;

/** People sign up one after another while a fault comes and goes; every one of them goes on until answered. */
export async function runUnderFault(
  stage: Testbed,
  fault: SystemFault,
  people: number,
): Promise<FaultOutcome> {
  const { origin, activity } = stage;
  const id = activity.activityId;
  const clients = await newClients(origin, activity, people);
  const said = new Map<string, number>();
  let longest = 0;
  let over = Infinity;
  let answered = Infinity;
  const watch = (words: string | null, took: number): void => {
    longest = Math.max(longest, took);
    if (words === null && performance.now() > over) answered = Math.min(answered, performance.now());
    if (words !== null) said.set(words, (said.get(words) ?? 0) + 1);
  };
  let isOver = false;
  const happening = fault(stage).then(() => {
    over = performance.now();
    isOver = true;
  });
  const waiting: SignUpClient[] = [...clients];
  const lane = async (): Promise<void> => {
    for (let client = waiting.shift(); client; client = waiting.shift()) {
      await submitUntilAnswered(origin, id, client, watch, () => isOver);
      // Some come after it; until then those who have an answer ask for it again.
      while (!isOver && waiting.length <= people / 3) {
        await sendSignUp(origin, id, client, watch);
        await setTimeout(PAUSE);
      }
      await setTimeout(PAUSE);
    }
  };
  await Promise.all([happening, lane(), lane(), lane()]);
  // Once more, as somebody who did not see the answer: it must be the same one.
  for (const client of clients) await submitUntilAnswered(origin, id, client);
  const recovery = said.size > 0 ? answered - over : null;
  return { people, said, longest, recovery, ...(await verifySignUps(origin, clients)) };
}
