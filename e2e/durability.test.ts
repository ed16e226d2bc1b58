import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity.ts";
import { checkCaptcha, createCaptcha } from "#contract/captcha.ts";
import { showSignUp, signUp } from "#contract/signup.ts";
import { findPostgres } from "../scripts/tools.mjs";
import { startCluster, type Cluster } from "../server/testing/postgres.ts";
import { findActivity, wishes } from "./activities.ts";
import { over } from "./calls.ts";
import { newPerson } from "./people.ts";
import { startProduct, testSettings } from "./product.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(findPostgres() ?? "");
});
afterAll(() => cluster.stop());

/** Answers to what an activity asks beyond the fixed questions. */
const answersTo = ({ form }: ActivityDetail): Record<string, string> =>
  Object.fromEntries(
    form.map(({ key, kind, options }) => [key, kind === "number" ? "1" : (options[0] ?? "无")]),
  );

/** A person's sign-up, acknowledged. */
async function signUpOne(
  origin: string,
  activity: ActivityDetail,
): Promise<{ token: string; signUpId: string }> {
  const { activityId } = activity;
  const { mobile, token } = await newPerson(origin);
  const call = over(origin, { token });
  const { challengeId } = await call(createCaptcha, { action: "signup", activityId });
  const x = Number(testSettings.CAPTCHA_TEST_X);
  const { captchaVerifyId } = await call(checkCaptcha, { challengeId, x, track: [], nonces: [] });
  const signing = over(origin, { token, captchaVerifyId, idempotencyKey: randomUUID() });
  const form = { name: "参加者", mobile, answers: answersTo(activity), consent: true as const };
  const { signUpId } = await signing(signUp, { id: activityId, ...form });
  return { token, signUpId };
}

test.for(["PGlite", "PostgreSQL"])(
  "L16 Z02 Z05 kill -9 right after acknowledged sign-ups loses none: %s",
  async (kind) => {
    const dataDir = mkdtempSync(join(tmpdir(), "marque-kill-"));
    const settings = {
      DATA_DIR: dataDir,
      ...(kind === "PostgreSQL" && { DATABASE_URL: cluster.url("postgres") }),
    };
    try {
      const first = await startProduct(settings, kind === "PGlite" ? inject("filled") : undefined);
      const activity = await findActivity(first.origin, wishes.plain);
      const { activityId } = activity;
      // The load goes on while the process is killed: what was answered before must stand.
      const answered: { token: string; signUpId: string }[] = [];
      const load = Promise.allSettled(
        Array.from({ length: 24 }, async () => {
          answered.push(await signUpOne(first.origin, activity));
          if (answered.length === 8) process.kill(first.pid, "SIGKILL");
        }),
      );
      const failed = (await load).find(({ status }) => status === "rejected");
      // Nothing else than the kill may have stopped anybody.
      if (answered.length < 8) throw new Error("the sign-ups failed", { cause: failed });
      await first.stop();
      const second = await startProduct(settings);
      for (const { token, signUpId } of answered)
        expect((await over(second.origin, { token })(showSignUp, { activityId })).signUpId).toBe(signUpId);
      // What a backup asks of the process whose database it is (deploy/backup.sh); a server's goes on.
      process.kill(second.pid, "SIGUSR2");
      const copies = kind === "PGlite";
      const hasCopy = (): boolean => existsSync(join(dataDir, "backup/pglite.tar.gz"));
      await expect.poll(hasCopy).toBe(copies);
      expect((await fetch(`${second.origin}/readyz`)).status).toBe(200);
      await second.stop();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
