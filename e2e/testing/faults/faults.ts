import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { Refusal } from "#contract/core/errors.ts";
import { headers as names } from "#contract/core/headers.ts";
import { solveCaptcha } from "../captcha.ts";
import { newPerson } from "../people.ts";
import { simulator } from "../simulator.ts";
import { newClient } from "./clients.ts";
import type { SystemFault, Testbed } from "./testbed.ts";

/**
 * Waits for a random time up to `maxMs`: faults strike at any point of a request, so that there is no event
 * to wait for.
 */
const randomPause = (maxMs: number): Promise<void> => setTimeout(Math.random() * maxMs);
const HOUR = 3_600_000;

/** Kills and restarts the server. */
export const appKilled: SystemFault = async (testbed) => {
  await randomPause(400);
  process.kill(testbed.product().pid, "SIGKILL");
  await testbed.restart();
};
/** Kills the database with all its processes, and restarts it shortly after. */
export const databaseKilled: SystemFault = async ({ cluster }) => {
  await randomPause(400);
  await cluster.kill();
  await randomPause(600);
  await cluster.restart();
};
/** Suspends the database for this time, and resumes it. */
export const databaseFrozen =
  (ms: number): SystemFault =>
  async ({ cluster }) => {
    await cluster.signal("SIGSTOP");
    await setTimeout(ms);
    await cluster.signal("SIGCONT");
  };
/** Suspends the server for this time, and resumes it. */
export const appFrozen =
  (ms: number): SystemFault =>
  async (testbed) => {
    const { pid } = testbed.product();
    process.kill(pid, "SIGSTOP");
    await setTimeout(ms);
    process.kill(pid, "SIGCONT");
  };
/** Delays each commit by 100 ms, like a worn-out disk. */
export const diskSlow =
  (ms: number): SystemFault =>
  async ({ cluster }) => {
    await cluster.execute("alter system set commit_delay = 100000");
    await cluster.execute("alter system set commit_siblings = 0");
    await cluster.execute("select pg_reload_conf()");
    await setTimeout(ms);
    await cluster.execute("alter system reset all");
    await cluster.execute("select pg_reload_conf()");
  };
/** Moves the clock forward and back, by hours and by days. */
export const clockJumps =
  (ms: number): SystemFault =>
  async ({ origin }) => {
    const { setClock } = simulator(origin);
    for (const jump of [6 * HOUR, -6 * HOUR, 9 * 24 * HOUR, -2 * HOUR]) {
      await setClock(Date.now() + jump);
      await setTimeout(ms / 4);
    }
    await setClock(null);
  };

/**
 * Sends the beginning of a request and drops the connection after a random time of up to 20 ms, in the middle
 * of the server's work.
 */
const cut = (origin: string, head: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => {
      socket.write(head, () => void setTimeout(Math.random() * 20).then(() => socket.destroy()));
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
/** Drops the connection in the middle of this many sign-up bodies: none of them may be stored. */
export const connectionsCut =
  (times: number): SystemFault =>
  async (testbed) => {
    const { origin, activity } = testbed;
    const client = await newClient(origin, activity);
    const body = JSON.stringify({ ...client.form, consent: true });
    for (let at = 0; at < times; at++) {
      const part = body.slice(0, Math.floor(Math.random() * body.length));
      const head = [
        `POST /mall-api/cop-marketing-activity/api/v1/activity/page/signup/${activity.activityId} HTTP/1.1`,
        "host: x",
        "content-type: application/json",
        `${names.accessToken}: ${client.token}`,
        `${names.captchaVerifyId}: ${client.pass}`,
        `${names.idempotencyKey}: ${client.key}`,
        `content-length: ${Buffer.byteLength(body)}`,
      ];
      await cut(origin, `${head.join("\r\n")}\r\n\r\n${part}`);
    }
  };

/** Returns the message of a refused attempt, or null for success. */
async function refusalMessageOf(attempt: () => Promise<unknown>): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
/** Answers of a failing upstream: an error, a late error, a proxy's page. */
const errors = [{ status: 503 }, { delayMs: 300, status: 504 }] as const;
const proxyPage = { status: 502, body: "<html>bad gateway</html>" } as const;
type OutageAnswer = (typeof errors)[number] | typeof proxyPage;

/**
 * Makes a path fail with each of these answers, and then restores it.
 * @returns messages during the outage, and the one after it
 */
async function whileDown(
  { origin }: Testbed,
  path: string,
  answers: readonly OutageAnswer[],
  attempt: () => Promise<unknown>,
): Promise<{ meanwhile: (string | null)[]; after: string | null }> {
  const { fail } = simulator(origin);
  const meanwhile: (string | null)[] = [];
  for (const answer of answers) {
    await fail({ path, ...answer, times: 1_000 });
    meanwhile.push(await refusalMessageOf(attempt));
    await fail();
  }
  return { meanwhile, after: await refusalMessageOf(attempt) };
}
/** The identity provider is down while a new person logs in. */
export const providerDown = (testbed: Testbed) =>
  whileDown(testbed, "/pass/*", [...errors, proxyPage], () => newPerson(testbed.origin));
/** The captcha is down while a person requests one. */
export const captchaDown = async (testbed: Testbed) => {
  const { token } = await newPerson(testbed.origin);
  return whileDown(testbed, "/security/api/v1/captcha/*", errors, () =>
    solveCaptcha(testbed.origin, { action: "signup", activityId: testbed.activity.activityId }, token),
  );
};
