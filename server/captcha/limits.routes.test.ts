import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCallOptions } from "../testing/app.ts";
import { captchaLimits } from "./limits.ts";
import { captchaClient, MINUTE, signup, type CaptchaClient } from "./test-client.ts";

const visitor: TestCallOptions = {};
async function failOnce(client: CaptchaClient, options?: TestCallOptions) {
  const { challengeId } = await client.made(signup, options);
  return client.check({ challengeId, x: -100, track: [], nonces: [] }, options);
}

/** An address's strangers have had all of their pictures but the last; each of them takes a third of a second. */
const allButOne = (client: CaptchaClient) =>
  sql`update captcha_count set count = ${captchaLimits.strangersByAddress.most - 1}
    where bucket like 'strangersByAddress%'`.execute(client.it.context.db);

describe("limits", () => {
  let client: CaptchaClient;
  beforeAll(async () => {
    client = await captchaClient();
  });
  afterAll(() => client.it.close());
  beforeEach(() => client.forget());

  test("the fifth failure closes the door for its time, then it opens again", async () => {
    const answers = [];
    for (let at = 0; at < captchaLimits.failsByUser.most; at++) answers.push(await failOnce(client));
    expect(answers.map(({ code }) => code)).toEqual([...Array<string>(4).fill("CAPTCHA_FAILED"), "429"]);
    const wait = Number(answers.at(-1)?.headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(captchaLimits.failsByUser.minutes * 60);
    expect((await client.create()).code).toBe("429");
    client.later(captchaLimits.failsByUser.minutes * MINUTE);
    expect((await client.create()).code).toBe("00");
  });
  test("past its count an address leaves strangers the way without a picture, users their own", async () => {
    for (let at = 0; at < 2; at++) {
      expect((await client.made(signup, visitor)).way).toBe("pointer");
      if (at === 0) await allButOne(client);
    }
    expect((await client.made(signup, visitor)).way).toBe("work");
    expect((await client.made()).way).toBe("pointer");
    expect((await client.made(signup, { address: "203.0.113.8" })).way).toBe("pointer");
  });
  test("a device that solved one a day ago goes on in its own count", async () => {
    const first = await client.create(signup, visitor);
    const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
    const known: TestCallOptions = { headers: { cookie } };
    expect((await client.check(await client.solved(first.data), known)).code).toBe("00");
    client.later(25 * 60 * MINUTE);
    await client.made(signup, visitor);
    await allButOne(client);
    expect((await client.made(signup, visitor)).way).toBe("pointer");
    expect((await client.made(signup, visitor)).way).toBe("work");
    expect((await client.made(signup, known)).way).toBe("pointer");
  });
  test("strangers of an address pass 60 times, with cookies of their own and puzzles made before too; known devices and users go on", async () => {
    const strange = async (): Promise<TestCallOptions> => {
      const first = await client.create(signup, visitor);
      return { headers: { cookie: String(first.headers["set-cookie"]).split(";")[0] ?? "" } };
    };
    const pass = async (options?: TestCallOptions) =>
      client.check(await client.solved(await client.made(signup, options)), options);
    const known = await strange();
    expect((await pass(known)).code).toBe("00");
    client.later(25 * 60 * MINUTE);
    const [one, other] = [await strange(), await strange()];
    client.later(1);
    expect((await pass(one)).code).toBe("00");
    const before = await client.solved(await client.made(signup, other));
    await sql`update captcha_count set count = ${captchaLimits.passesByAddress.most}
      where bucket like 'passesByAddress%'`.execute(client.it.context.db);
    const late = await client.check(before, other);
    expect(late.code).toBe("429");
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    expect((await client.create(signup, one)).code).toBe("429");
    expect((await pass(known)).code).toBe("00");
    expect((await pass()).code).toBe("00");
    client.later(captchaLimits.passesByAddress.minutes * MINUTE);
    expect((await pass(one)).code).toBe("00");
  });
  test("a puzzle that became too old is no failure", async () => {
    for (let at = 0; at < captchaLimits.failsByUser.most; at++) {
      const solution = await client.solved(await client.made());
      client.later(2 * MINUTE);
      expect((await client.check(solution)).code).toBe("CAPTCHA_FAILED");
    }
    expect((await client.create()).code).toBe("00");
  });
});

test("with RATE_LIMITS off there are none", async () => {
  const client = await captchaClient({ RATE_LIMITS: "off" });
  try {
    for (let at = 0; at < 12; at++) expect((await failOnce(client)).code).toBe("CAPTCHA_FAILED");
    const { rows } = await sql`SELECT 1 FROM captcha_count`.execute(client.it.context.db);
    expect(rows).toEqual([]);
  } finally {
    await client.it.close();
  }
});

describe("CAPTCHA_TEST_X", () => {
  let client: CaptchaClient;
  beforeAll(async () => {
    client = await captchaClient({ CAPTCHA_TEST_X: "150" });
  });
  afterAll(() => client.it.close());
  const bare = { track: [], nonces: [] };

  test("is every answer; track and nonces are not judged", async () => {
    const { challengeId } = await client.made();
    const { code, data } = await client.check({ challengeId, x: 150, ...bare });
    expect(code).toBe("00");
    const { userId } = client.one;
    const { captcha } = client.it.modules;
    expect(
      await captcha.consume({ verifyId: data.captchaVerifyId, action: "signup", activityId: "12", userId }),
    ).toBe(true);
  });
  test("another place still fails, and a right answer still counts once", async () => {
    const { challengeId } = await client.made();
    const failed = await client.check({ challengeId, x: 200, ...bare });
    expect(failed.code).toBe("CAPTCHA_FAILED");
    const next = { challengeId: client.next(failed).challengeId, x: 150, ...bare };
    expect((await client.check(next)).code).toBe("00");
    expect((await client.check(next)).code).toBe("CAPTCHA_FAILED");
  });
});
