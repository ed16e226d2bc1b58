import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endSession } from "#contract/session/session.ts";
import { signUp } from "#contract/signup/signup.ts";
import { sha256 } from "../../core/secrets.ts";
import { testDatabase, type TestDatabaseSource } from "../database/test-database.ts";
import { delayLogouts } from "./delayed-logouts.ts";
import { openRaceEnvironment, type RaceEnvironment } from "./race-environment.ts";
import type { RacePerson } from "./race-people.ts";
import type { RaceDatabaseSource } from "./guard-removal.ts";

let database: TestDatabaseSource;
let field: RaceEnvironment;
let id: string;
let url: string;
beforeAll(async () => {
  database = await testDatabase();
  url = (database.source as { readonly url: string }).url;
  field = await openRaceEnvironment(database.source as RaceDatabaseSource, true);
  id = await field.open();
});
afterAll(async () => {
  await field.close();
  await database.remove();
});
const patiently = { timeout: 60_000 };

/** A request of a crowd; without a pass it is refused and changes nothing. */
async function ask(server: number, { token, mobile }: RacePerson): Promise<number> {
  const options = { token, captchaVerifyId: "none", idempotencyKey: randomUUID() };
  return (await field.call(server, signUp, { id, name: "林晓岚", mobile, consent: true }, options)).status;
}
const known = (server: 0 | 1, { token }: RacePerson) =>
  field.servers[server].modules.sessions.cache.get(sha256(token));
/** A person whose session both servers have cached. */
async function someone(): Promise<RacePerson> {
  const [person] = (await field.people(1)) as [RacePerson];
  for (const server of [0, 1] as const)
    await expect
      .poll(async () => [await ask(server, person), known(server, person)?.user_id], patiently)
      .toEqual([633, person.userId]);
  return person;
}

/** Duration of the delayed commit, ms; longer than the 10 s for which a statement may take, in the full suite. */
const HELD = process.env["TEST_SUITE"] === "quick" ? 2_000 : 15_000;

test("L10 a logout whose commit is delayed, or whose answer was an error, ends the session on every server", async () => {
  const person = await someone();
  const delayed = await delayLogouts(url);
  try {
    const logout = field.call(0, endSession, {}, { token: person.token });
    const until = performance.now() + HELD;
    // Server 1 keeps the session in its cache meanwhile.
    while (performance.now() < until) {
      expect(await ask(1, person)).toBe(633);
      expect(await ask(0, person)).toBe(401);
      await setTimeout(100);
    }
    await delayed.release();
    const answered = (await logout).status;
    expect(answered).toBe(HELD > 10_000 ? 502 : 200);
    await setTimeout(1_000);
    for (const server of [0, 1]) expect(await ask(server, person)).toBe(401);
  } finally {
    await delayed.remove();
  }
});
