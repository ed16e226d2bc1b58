import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { Refusal } from "#contract/core/errors.ts";
import { endSession } from "#contract/session/session.ts";
import { signUp } from "#contract/signup/signup.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startPostgres, type PostgresCluster } from "../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings } from "../../server/testing/encryption/test-keyring.ts";
import { delayLogouts, type DelayedLogouts } from "../../server/testing/races/delayed-logouts.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { answersTo } from "../testing/http-actions.ts";
import { newPerson, type LoggedInPerson } from "../testing/people.ts";
import { startProduct, type RunningProduct } from "../testing/product.ts";

/** Duration of the delay, ms: longer than the 10 s for which a statement may take. */
const DELAY = 14_000;

let cluster: PostgresCluster;
const servers: RunningProduct[] = [];
let activity: ActivityDetail;
beforeAll(async () => {
  cluster = await startPostgres(findPostgres() ?? "");
  const settings = { ...dataKeySettings, DATABASE_URL: cluster.url("postgres") };
  while (servers.length < 2) servers.push(await startProduct(settings));
  activity = await findActivity(servers[0]?.origin ?? "", activityFilters.plain);
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await cluster.stop();
});

/** Outcome of a sign-up without a pass, which changes nothing: captchaRequired in a session, else unauthenticated. */
async function outcomeAt({ origin }: RunningProduct, { token, mobile }: LoggedInPerson): Promise<string> {
  const client = contractClient(origin, {
    token,
    captchaVerifyId: "none",
    idempotencyKey: randomUUID(),
  });
  const form = {
    id: activity.activityId,
    name: "林晓岚",
    mobile,
    consent: true as const,
    answers: answersTo(activity),
  };
  return client(signUp, form).then(
    () => "signed up",
    (error: unknown) => (error instanceof Refusal ? error.refusal : String(error)),
  );
}
const outcomes = async (person: LoggedInPerson): Promise<string[]> => {
  const all = [];
  for (const server of servers) all.push(await outcomeAt(server, person));
  return all;
};

test("L10 a logout whose commit is late ends the session in a second server process too", async () => {
  const [first, second] = servers as [RunningProduct, RunningProduct];
  const person = await newPerson(first.origin);
  expect(await outcomes(person)).toEqual(["captchaRequired", "captchaRequired"]);
  const delayed: DelayedLogouts = await delayLogouts(cluster.url("postgres"));
  try {
    const logout = contractClient(first.origin, { token: person.token })(endSession, {}).catch(
      (error: unknown) => error,
    );
    // The first process has received the logout, whose commit waits.
    await expect.poll(() => outcomeAt(first, person), { timeout: 10_000 }).toBe("unauthenticated");
    const until = performance.now() + DELAY;
    // Both keep asking, so that the session stays in the second process's cache.
    while (performance.now() < until) {
      expect(await outcomeAt(second, person)).toBe("captchaRequired");
      expect(await outcomeAt(first, person)).toBe("unauthenticated");
      await setTimeout(200);
    }
    await delayed.release();
    expect(await logout).toBeInstanceOf(Refusal);
    await expect
      .poll(() => outcomes(person), { timeout: 10_000 })
      .toEqual(["unauthenticated", "unauthenticated"]);
  } finally {
    await delayed.remove();
  }
});
