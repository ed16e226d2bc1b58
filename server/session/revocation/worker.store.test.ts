import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { AppContext } from "../../core/app-context.ts";
import { openTestDatabase } from "../../testing/database/test-database.ts";
import { revocationWorker } from "./worker.ts";

test("HA06 one run works off all tokens that are due, since one process does it for the installation", async () => {
  const { db, close } = await openTestDatabase();
  await sql`
    insert into token_revocation (provider_token_hash, provider_token, due_time, until_time)
    select 'hash ' || n, 'token ' || n, now(), now() + interval '1 day' from generate_series(1, 25) n`.execute(
    db,
  );
  const revoked = new Set<string>();
  const context = { db, clock: { now: () => Date.now() }, log: {} as FastifyBaseLogger };
  const work = revocationWorker(context as unknown as AppContext, {
    revoke(token) {
      revoked.add(token);
      return Promise.resolve({ state: "done" as const });
    },
  });
  await work();
  expect(revoked.size).toBe(25);
  await close();
});
