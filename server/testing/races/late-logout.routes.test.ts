import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endSession } from "#contract/session/session.ts";
import { openCachedPeople, type CachedPeople } from "./cached-people.ts";
import { delayLogouts } from "./delayed-logouts.ts";

let people: CachedPeople;
beforeAll(async () => {
  people = await openCachedPeople();
});
afterAll(() => people.close());

/** Duration of the delayed commit, ms; longer than the 10 s for which a statement may take, in the full suite. */
const HELD = process.env["TEST_SUITE"] === "quick" ? 2_000 : 15_000;

test("L10 a logout whose commit is delayed, or whose answer was an error, ends the session on every server", async () => {
  const person = await people.someone();
  const delayed = await delayLogouts((people.database as { readonly url: string }).url);
  try {
    const logout = people.field.call(0, endSession, {}, { token: person.token });
    const until = performance.now() + HELD;
    // Server 1 keeps the session in its cache meanwhile.
    while (performance.now() < until) {
      expect(await people.ask(1, person)).toBe(633);
      expect(await people.ask(0, person)).toBe(401);
      await setTimeout(100);
    }
    await delayed.release();
    const answered = (await logout).status;
    expect(answered).toBe(HELD > 10_000 ? 502 : 200);
    await setTimeout(1_000);
    for (const server of [0, 1]) expect(await people.ask(server, person)).toBe(401);
  } finally {
    await delayed.remove();
  }
});
