import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCallOptions } from "../testing/app.ts";
import { captchaLimits } from "./limits.ts";
import { captchaClient, MINUTE, signup, type CaptchaClient } from "./test-client.ts";

const visitor: TestCallOptions = {};
async function failOnce(client: CaptchaClient, options?: TestCallOptions) {
  const { challengeId } = await client.newPuzzle(signup, options);
  return client.check({ challengeId, x: -100, track: [], nonces: [] }, options);
}

/** Sets the counter of an address's strangers to one below the limit, because drawing that many pictures is slow. */
const allButOne = (client: CaptchaClient) =>
  sql`update captcha_count set count = ${captchaLimits.strangersByAddress.most - 1}
    where bucket like 'strangersByAddress%'`.execute(client.app.context.db);

describe("limits", () => {
  let client: CaptchaClient;
  beforeAll(async () => {
    client = await captchaClient();
  });
  afterAll(() => client.app.close());
  beforeEach(() => client.resetCounters());

  test("the fifth failure refuses further puzzles until its period ends", async () => {
    const answers = [];
    for (let at = 0; at < captchaLimits.failsByUser.most; at++) answers.push(await failOnce(client));
    expect(answers.map(({ code }) => code)).toEqual([...Array<string>(4).fill("CAPTCHA_FAILED"), "429"]);
    const wait = Number(answers.at(-1)?.headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(captchaLimits.failsByUser.minutes * 60);
    expect((await client.create()).code).toBe("429");
    client.advance(captchaLimits.failsByUser.minutes * MINUTE);
    expect((await client.create()).code).toBe("00");
  });
  test("strangers above the limit of an address get puzzles without a picture; users have their own count", async () => {
    for (let at = 0; at < 2; at++) {
      expect((await client.newPuzzle(signup, visitor)).way).toBe("pointer");
      if (at === 0) await allButOne(client);
    }
    expect((await client.newPuzzle(signup, visitor)).way).toBe("work");
    expect((await client.newPuzzle()).way).toBe("pointer");
    expect((await client.newPuzzle(signup, { address: "203.0.113.8" })).way).toBe("pointer");
  });
  test("a device that has solved a puzzle a day ago has its own count", async () => {
    const first = await client.create(signup, visitor);
    const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
    const known: TestCallOptions = { headers: { cookie } };
    expect((await client.check(await client.solve(first.data), known)).code).toBe("00");
    client.advance(25 * 60 * MINUTE);
    await client.newPuzzle(signup, visitor);
    await allButOne(client);
    expect((await client.newPuzzle(signup, visitor)).way).toBe("pointer");
    expect((await client.newPuzzle(signup, visitor)).way).toBe("work");
    expect((await client.newPuzzle(signup, known)).way).toBe("pointer");
  });
  test("strangers of an address get at most 60 passes, also with own cookies and earlier puzzles; known devices and users are not limited by it", async () => {
    const strange = async (): Promise<TestCallOptions> => {
      const first = await client.create(signup, visitor);
      return { headers: { cookie: String(first.headers["set-cookie"]).split(";")[0] ?? "" } };
    };
    const pass = async (options?: TestCallOptions) =>
      client.check(await client.solve(await client.newPuzzle(signup, options)), options);
    const known = await strange();
    expect((await pass(known)).code).toBe("00");
    client.advance(25 * 60 * MINUTE);
    const [one, other] = [await strange(), await strange()];
    client.advance(1);
    expect((await pass(one)).code).toBe("00");
    const before = await client.solve(await client.newPuzzle(signup, other));
    await sql`update captcha_count set count = ${captchaLimits.passesByAddress.most}
      where bucket like 'passesByAddress%'`.execute(client.app.context.db);
    const late = await client.check(before, other);
    expect(late.code).toBe("429");
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    expect((await client.create(signup, one)).code).toBe("429");
    expect((await pass(known)).code).toBe("00");
    expect((await pass()).code).toBe("00");
    client.advance(captchaLimits.passesByAddress.minutes * MINUTE);
    expect((await pass(one)).code).toBe("00");
  });
  test("a solved slider makes the device a known one, a failure does not", async () => {
    const first = await client.create(signup, visitor);
    const headers = { cookie: String(first.headers["set-cookie"]).split(";")[0] ?? "" };
    expect((await failOnce(client, { headers })).headers["set-cookie"]).toBeUndefined();
    const passed = await client.check(await client.solve(await client.newPuzzle(signup, { headers })), {
      headers,
    });
    expect(String(passed.headers["set-cookie"])).toMatch(/^marque_device=[\w-]+\.\w+\.s\w+\.[\w-]+;/);
  });
  test("of twenty guesses at once five are evaluated, and a right one among them does not count", async () => {
    const puzzles = [];
    for (let at = 0; at < captchaLimits.createsByUser.most; at++) puzzles.push(await client.newPuzzle());
    const guesses = puzzles.map(({ challengeId }) => ({ challengeId, x: -100, track: [], nonces: [] }));
    const answers = await Promise.all([...guesses, ...guesses].map((guess) => client.check(guess)));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === "CAPTCHA_FAILED").length).toBeLessThanOrEqual(
      captchaLimits.failsByUser.most,
    );
    await client.resetCounters();
    const right = await client.solve(await client.newPuzzle());
    expect((await client.check(right)).code).toBe("00");
    const { rows } = await sql<{ count: number }>`
      select count from captcha_count where bucket like 'fails%'`.execute(client.app.context.db);
    expect(rows.map(({ count }) => count)).toEqual([0, 0, 0]);
  });
  test("an expired puzzle is not counted as a failure", async () => {
    for (let at = 0; at < captchaLimits.failsByUser.most; at++) {
      const solution = await client.solve(await client.newPuzzle());
      client.advance(2 * MINUTE);
      expect((await client.check(solution)).code).toBe("CAPTCHA_FAILED");
    }
    expect((await client.create()).code).toBe("00");
  });
});

test("without RATE_LIMITS nothing is limited or counted", async () => {
  const client = await captchaClient({ RATE_LIMITS: "off" });
  try {
    for (let at = 0; at < 12; at++) expect((await failOnce(client)).code).toBe("CAPTCHA_FAILED");
    const { rows } = await sql`SELECT 1 FROM captcha_count`.execute(client.app.context.db);
    expect(rows).toEqual([]);
  } finally {
    await client.app.close();
  }
});

describe("CAPTCHA_TEST_X", () => {
  let client: CaptchaClient;
  beforeAll(async () => {
    client = await captchaClient({ CAPTCHA_TEST_X: "150" });
  });
  afterAll(() => client.app.close());
  const bare = { track: [], nonces: [] };

  test("is the answer of every puzzle; track and nonces are not checked", async () => {
    const { challengeId } = await client.newPuzzle();
    const { code, data } = await client.check({ challengeId, x: 150, ...bare });
    expect(code).toBe("00");
    const { userId } = client.one;
    const { captcha } = client.app.modules;
    expect(
      await captcha.consume({ verifyId: data.captchaVerifyId, action: "signup", activityId: "12", userId }),
    ).toBe(true);
  });
  test("another position fails, and a right answer is accepted once", async () => {
    const { challengeId } = await client.newPuzzle();
    const failed = await client.check({ challengeId, x: 200, ...bare });
    expect(failed.code).toBe("CAPTCHA_FAILED");
    const next = { challengeId: client.nextPuzzle(failed).challengeId, x: 150, ...bare };
    expect((await client.check(next)).code).toBe("00");
    expect((await client.check(next)).code).toBe("CAPTCHA_FAILED");
  });
});
