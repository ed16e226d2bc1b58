import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { ActivityDetail } from "#contract/activity/activity.ts";
import { showSignUp } from "#contract/signup/signup.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startPostgres, type PostgresCluster } from "../../server/testing/database/postgres-cluster.ts";
import { findActivity, activityFilters } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { signUpOverHttp } from "../testing/http-actions.ts";
import { newPerson } from "../testing/people.ts";
import { startProduct } from "../testing/product.ts";

let cluster: PostgresCluster;
beforeAll(async () => {
  cluster = await startPostgres(findPostgres() ?? "");
});
afterAll(() => cluster.stop());

/** Signs a new person up, and waits for the answer. */
async function signUpOne(
  origin: string,
  activity: ActivityDetail,
): Promise<{ token: string; signUpId: string }> {
  const person = await newPerson(origin);
  const { signUpId } = await signUpOverHttp(origin, person, activity);
  return { token: person.token, signUpId };
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
      const activity = await findActivity(first.origin, activityFilters.plain);
      const { activityId } = activity;
      // The load continues while the process is killed: sign-ups answered before must be stored.
      const answered: { token: string; signUpId: string }[] = [];
      const load = Promise.allSettled(
        Array.from({ length: 24 }, async () => {
          answered.push(await signUpOne(first.origin, activity));
          if (answered.length === 8) process.kill(first.pid, "SIGKILL");
        }),
      );
      const failed = (await load).find(({ status }) => status === "rejected");
      // Fails if the requests failed for another reason than the kill.
      if (answered.length < 8) throw new Error("the sign-ups failed", { cause: failed });
      await first.stop();
      const second = await startProduct(settings);
      for (const { token, signUpId } of answered)
        expect((await contractClient(second.origin, { token })(showSignUp, { activityId })).signUpId).toBe(
          signUpId,
        );
      // The backup's signal to the process that owns the database (deploy/backup.sh); with a database server
      // it has no effect.
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
