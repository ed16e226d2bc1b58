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

/** A product with its own database; a fault may kill and restart both. */
export type Testbed = {
  readonly origin: string;
  readonly cluster: PostgresCluster;
  readonly activity: ActivityDetail;
  readonly dataDir: string;
  product(): RunningProduct;
  /** Restarts the product on the same port, after it was killed. */
  restart(): Promise<void>;
  end(): Promise<void>;
};

/**
 * Starts a testbed. @param disk options of the database cluster and the disk for the database and the
 * pictures
 */
export async function startTestbed(
  over: Readonly<Record<string, string>> = {},
  disk: PostgresClusterOptions = {},
): Promise<Testbed> {
  const dataDir = mkdtempSync(join(disk.parent ?? tmpdir(), "marque-testbed-"));
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

/** Effects of a fault on the people who signed up meanwhile. */
export type FaultOutcome = {
  readonly people: number;
  /** Attempts that were refused or dropped, counted by message. */
  readonly said: ReadonlyMap<string, number>;
  /** The longest attempt, ms. */
  readonly longest: number;
  /** Time from the end of the fault to the first answer after it, ms; null: no attempt failed. */
  readonly recovery: number | null;
  /** Answers without a record; records or answers beyond one for each person. */
  readonly lost: number;
  readonly doubled: number;
};
/** A fault that starts, lasts, and is over when the promise resolves. */
export type SystemFault = (testbed: Testbed) => Promise<void>;

/** Pause between two requests of a lane, ms: a person does not send without a break. */
const PAUSE = 50;

/** Runs sign-ups one after another while a fault starts and ends; every client retries until answered. */
export async function runUnderFault(
  testbed: Testbed,
  fault: SystemFault,
  people: number,
): Promise<FaultOutcome> {
  const { origin, activity } = testbed;
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
  const happening = fault(testbed).then(() => {
    over = performance.now();
    isOver = true;
  });
  const waiting: SignUpClient[] = [...clients];
  const lane = async (): Promise<void> => {
    for (let client = waiting.shift(); client; client = waiting.shift()) {
      await submitUntilAnswered(origin, id, client, watch, () => isOver);
      // Keeps a third of the people for the time after the fault; until then answered clients send again.
      while (!isOver && waiting.length <= people / 3) {
        await sendSignUp(origin, id, client, watch);
        await setTimeout(PAUSE);
      }
      await setTimeout(PAUSE);
    }
  };
  await Promise.all([happening, lane(), lane(), lane()]);
  // Sends each form again, like a person who did not see the answer: it must be the same answer.
  for (const client of clients) await submitUntilAnswered(origin, id, client);
  const recovery = said.size > 0 ? answered - over : null;
  return { people, said, longest, recovery, ...(await verifySignUps(origin, clients)) };
}
