import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../database/connection/database.ts";
import { sha256 } from "../core/secrets.ts";
import { openTestDatabase } from "../testing/database/test-database.ts";
import { challengeOriginOf, purposeOf, type StoredPuzzle } from "./rules.ts";
import { captchaStore, type CaptchaStore } from "./store.ts";

const NOW = Date.UTC(2026, 10, 21, 4);
const MINUTE = 60_000;
const purpose = purposeOf({ action: "signup", activityId: "12", userId: "7" });
let made = 0;
const newPuzzle = (): StoredPuzzle => ({
  ...purpose,
  ...challengeOriginOf({ address: "203.0.113.7", userAgent: "a browser", device: { id: "device" } }),
  challengeId: `challenge-${++made}`,
  way: "pointer",
  answer: 150,
  seed: "seed",
  bits: 12,
  keyboardBits: 14,
  created: NOW,
  expires: NOW + 2 * MINUTE,
});

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let store: CaptchaStore;
beforeAll(async () => {
  opened = await openTestDatabase();
  store = captchaStore(opened.db);
});
afterAll(() => opened.close());

/** Runs several attempts at once. @returns the number of successful ones */
const winnersOf = async (attempt: () => Promise<boolean>): Promise<number> =>
  (await Promise.all(Array.from({ length: 8 }, attempt))).filter(Boolean).length;

/** Consumes a pass without the guard: reads first, then writes. */
async function consumeUnguarded(db: Database, id: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM captcha_pass WHERE pass_hash = ${sha256(id)} AND spent_by IS NULL`.execute(db);
  // Lets another process do the same.
  await setTimeout(20);
  await sql`UPDATE captcha_pass SET spent_by = '' WHERE pass_hash = ${sha256(id)}`.execute(db);
  return rows.length === 1;
}
async function newPass(id: string): Promise<string> {
  await store.addPass(id, purpose, NOW + 5 * MINUTE);
  return id;
}

describe("O07 single use", () => {
  test("a puzzle is stored completely and taken once", async () => {
    const puzzle = newPuzzle();
    await store.addChallenge(puzzle);
    expect(await store.takeChallenge(puzzle.challengeId)).toEqual(puzzle);
    expect(await store.takeChallenge(puzzle.challengeId)).toBeNull();
  });
  test("of several concurrent requests for a puzzle, one gets it", async () => {
    const puzzle = newPuzzle();
    await store.addChallenge(puzzle);
    expect(await winnersOf(async () => (await store.takeChallenge(puzzle.challengeId)) !== null)).toBe(1);
  });
  test("of several concurrent requests with a pass, one succeeds", async () => {
    const id = await newPass("parallel");
    expect(await winnersOf(() => store.passOf(id, purpose, null, NOW).consume())).toBe(1);
  });
  test("without the guard more succeed, so that the test above can fail", async () => {
    const id = await newPass("unguarded");
    expect(await winnersOf(() => consumeUnguarded(opened.db, id))).toBeGreaterThan(1);
  });
  test("only the hash of the id is in the database", async () => {
    const id = await newPass("kept-as-hash");
    const { rows } = await sql<{ pass_hash: string }>`SELECT * FROM captcha_pass`.execute(opened.db);
    expect(rows.map(({ pass_hash }) => pass_hash)).toContain(sha256(id));
    expect(JSON.stringify(rows)).not.toContain(id);
  });
});

describe("O07 a pass is bound to its purpose and lifetime", () => {
  test("refused for another action, activity or user, and still valid for its own", async () => {
    const id = await newPass("bound");
    for (const other of [
      { action: "lead", activityId: "12", userId: "7" },
      { action: "signup", activityId: "13", userId: "7" },
      { action: "signup", activityId: "12", userId: "8" },
      { action: "signup", activityId: "12" },
      { action: "signup", userId: "7" },
    ] as const)
      expect(await store.passOf(id, purposeOf(other), null, NOW).consume()).toBe(false);
    expect(await store.passOf(id, purpose, null, NOW).consume()).toBe(true);
  });
  test("the pass of a text message is valid for its mobile only", async () => {
    const own = purposeOf({ action: "sms", mobile: "13800138000" });
    await store.addPass("sms", own, NOW + MINUTE);
    expect(
      await store.passOf("sms", purposeOf({ action: "sms", mobile: "13800138001" }), null, NOW).consume(),
    ).toBe(false);
    expect(await store.passOf("sms", purposeOf({ action: "sms" }), null, NOW).consume()).toBe(false);
    expect(await store.passOf("sms", own, null, NOW).consume()).toBe(true);
  });
  test("refused after its lifetime", async () => {
    const id = await newPass("late");
    expect(await store.passOf(id, purpose, null, NOW + 5 * MINUTE).consume()).toBe(false);
    expect(await store.passOf(id, purpose, null, NOW + 5 * MINUTE - 1).consume()).toBe(true);
  });
  test("accepted again with the same idempotency key, refused with another", async () => {
    const id = await newPass("repeated");
    expect(await store.passOf(id, purpose, "key-1", NOW).consume()).toBe(true);
    expect(await store.passOf(id, purpose, "key-1", NOW + MINUTE).consume()).toBe(true);
    expect(await store.passOf(id, purpose, "key-2", NOW).consume()).toBe(false);
    expect(await store.passOf(id, purpose, null, NOW).consume()).toBe(false);
    expect(await store.passOf(id, purpose, "key-1", NOW + 5 * MINUTE).consume()).toBe(false);
  });
  test("a pass consumed without a key is refused with an empty key", async () => {
    const id = await newPass("no-key");
    expect(await store.passOf(id, purpose, null, NOW).consume()).toBe(true);
    expect(await store.passOf(id, purpose, "", NOW).consume()).toBe(false);
  });
});

describe("counters", () => {
  const bucket = (name: string, restartAt: number | null = null) => ({ name, minutes: 10, restartAt });
  test("count within a period and restart after it", async () => {
    const counts = async (now: number) => (await store.count([bucket("period")], [], now)).get("period");
    expect(await counts(NOW)).toEqual({ count: 1, until: NOW + 10 * MINUTE });
    expect(await counts(NOW + 9 * MINUTE)).toEqual({ count: 2, until: NOW + 10 * MINUTE });
    expect(await counts(NOW + 10 * MINUTE)).toEqual({ count: 1, until: NOW + 20 * MINUTE });
  });
  test("a lock lasts its full period from the moment it is reached", async () => {
    const add = async (now: number) => (await store.count([bucket("lock", 3)], [], now)).get("lock");
    await add(NOW);
    await add(NOW + 5 * MINUTE);
    expect(await add(NOW + 9 * MINUTE)).toEqual({ count: 3, until: NOW + 19 * MINUTE });
    expect(await add(NOW + 18 * MINUTE)).toEqual({ count: 4, until: NOW + 19 * MINUTE });
  });
  test("concurrent additions to many counters lose nothing; only current periods are read", async () => {
    const names = ["many-c", "many-a", "many-b"];
    const orders = [names, names.toReversed()];
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        store.count(
          (orders[at % 2] ?? []).map((name) => bucket(name)),
          [],
          NOW,
        ),
      ),
    );
    const found = await store.count([bucket("other")], [...names, "nobody"], NOW + MINUTE);
    expect(names.map((name) => found.get(name)?.count)).toEqual([20, 20, 20]);
    expect([...found.keys()].toSorted()).toEqual(["many-a", "many-b", "many-c", "other"]);
    expect((await store.count([bucket("other")], names, NOW + 10 * MINUTE)).size).toBe(1);
  });
});

test("deleteExpired deletes expired rows only", async () => {
  const [over, open] = [newPuzzle(), { ...newPuzzle(), expires: NOW + 60 * MINUTE }];
  await store.addChallenge(over);
  await store.addChallenge(open);
  await store.deleteExpired(NOW + 30 * MINUTE);
  expect(await store.takeChallenge(over.challengeId)).toBeNull();
  expect(await store.takeChallenge(open.challengeId)).toEqual(open);
});
