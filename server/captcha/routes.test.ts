import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { captchaChallenge as challengeSchema } from "#contract/captcha/captcha.ts";
import type { Captcha } from "./index.ts";
import { solveWork } from "./test-solver.ts";
import { scripts } from "./synthetic-drags.ts";
import {
  captchaClient,
  MINUTE,
  random,
  signup,
  type CaptchaClient,
  type TestSolution,
} from "./test-client.ts";

let client: CaptchaClient;
let captcha: Captcha;
let purpose: Parameters<Captcha["consume"]>[0];
beforeAll(async () => {
  client = await captchaClient();
  captcha = client.it.modules.captcha;
  purpose = { verifyId: null, action: "signup", activityId: "12", userId: client.one.userId };
});
afterAll(() => client.it.close());
beforeEach(() => client.forget());

describe("O01 O02 making and checking", () => {
  test("O07 the answer is nowhere in what is sent", async () => {
    const { data } = await client.create();
    const made = challengeSchema.parse(data);
    const x = await client.answerOf(made);
    expect(data).toEqual(made);
    expect(made.background).toMatch(/^data:image\/webp;base64,/);
    expect(made.piece).toMatch(/^data:image\/webp;base64,/);
    const {
      background: _background,
      piece: _piece,
      pieceY: _pieceY,
      challengeId: _id,
      proofOfWork,
      ...rest
    } = made;
    expect(rest).toEqual({ way: "pointer", width: 320, height: 160, pieceWidth: 70, expiresIn: 120 });
    expect(proofOfWork).toEqual({ seed: expect.any(String), count: 16, bits: 12, keyboardBits: 14 });
    expect(x).toBeGreaterThanOrEqual(80);
    expect(x).toBeLessThanOrEqual(250);
  });
  test("U13 U14 O01 O02 a person's drag gives an id that the business call spends once", async () => {
    const verifyId = await client.pass();
    expect(verifyId).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await captcha.consume({ ...purpose, verifyId })).toBe(true);
    expect(await captcha.consume({ ...purpose, verifyId })).toBe(false);
  });
  test("a wrong place fails without a reason, with a new puzzle of the same purpose", async () => {
    const solution = await client.solved(await client.made());
    const failed = await client.check({ ...solution, x: solution.x + 6 });
    expect([failed.status, failed.code]).toEqual([200, "CAPTCHA_FAILED"]);
    expect(client.next(failed).challengeId).not.toBe(solution.challengeId);
    const { data } = await client.check(await client.solved(client.next(failed)));
    expect(await captcha.consume({ ...purpose, verifyId: data.captchaVerifyId })).toBe(true);
  });
  test("every cause of failure gets the same words", async () => {
    const causes: Partial<TestSolution>[] = [
      { nonces: [] },
      { track: scripts["constantSpeed"]!(150, random) },
      { x: 0 },
      { way: "work" },
      { challengeId: "unknown" },
    ];
    for (const changed of causes) {
      await client.forget();
      const { code, message } = await client.check({
        ...(await client.solved(await client.made())),
        ...changed,
      });
      expect([code, message]).toEqual(["CAPTCHA_FAILED", "验证未通过，请再试一次"]);
    }
  });
  test("O09 a drag at constant speed fails at the right place too", async () => {
    const solution = await client.solved(await client.made());
    const track = scripts["constantSpeedWithJitter"]!(solution.x, random);
    expect((await client.check({ ...solution, track })).code).toBe("CAPTCHA_FAILED");
  });
  test("F19 for a text message the mobile is needed, and the id good for that mobile only", async () => {
    expect(await client.create({ action: "sms" }, {})).toMatchObject({
      status: 601,
      data: { fields: { mobile: "请填写手机号" } },
    });
    const verifyId = await client.pass({ action: "sms", mobile: "138 0013 8000" }, {});
    expect(await captcha.consume({ verifyId, action: "sms", mobile: "13800138001" })).toBe(false);
    expect(await captcha.consume({ verifyId, action: "sms", mobile: "13800138000" })).toBe(true);
  });
});

describe("O07 single use, and bound", () => {
  test("a right answer sent several times at once gives one id, and none later", async () => {
    const solution = await client.solved(await client.made());
    const answers = await Promise.all([1, 2, 3].map(() => client.check(solution)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(["00", "CAPTCHA_FAILED", "CAPTCHA_FAILED"]);
    expect((await client.check(solution)).code).toBe("CAPTCHA_FAILED");
  });
  test("a puzzle answered wrong is spent too", async () => {
    const solution = await client.solved(await client.made());
    await client.check({ ...solution, x: solution.x + 20 });
    expect((await client.check(solution)).code).toBe("CAPTCHA_FAILED");
  });
  test("after its two minutes a right answer is too late", async () => {
    const solution = await client.solved(await client.made());
    client.later(2 * MINUTE);
    expect((await client.check(solution)).code).toBe("CAPTCHA_FAILED");
  });
  test("another user, a visitor and another address do not answer it, and get no new one from it", async () => {
    const { one, other } = client;
    for (const options of [{ token: other.token }, {}, { token: one.token, address: "203.0.113.8" }]) {
      await client.forget();
      const { code, data } = await client.check(await client.solved(await client.made()), options);
      expect([code, data]).toEqual(["CAPTCHA_FAILED", null]);
    }
  });
  test("an id is no good for another action, activity or user", async () => {
    const verifyId = await client.pass();
    expect(await captcha.consume({ ...purpose, verifyId, action: "lead" })).toBe(false);
    expect(await captcha.consume({ ...purpose, verifyId, activityId: "13" })).toBe(false);
    expect(await captcha.consume({ ...purpose, verifyId, userId: client.other.userId })).toBe(false);
    expect(await captcha.consume({ ...purpose, verifyId })).toBe(true);
  });
  test("an id is no good after five minutes by the server's clock", async () => {
    const verifyId = await client.pass();
    client.later(5 * MINUTE);
    expect(await captcha.consume({ ...purpose, verifyId })).toBe(false);
  });
  test("a visitor's id is no good for a user's action", async () => {
    const verifyId = await client.pass(signup, {});
    expect(await captcha.consume({ ...purpose, verifyId })).toBe(false);
  });
  test("of many requests that present one id at once, one goes on; its own repetition too", async () => {
    const verifyId = await client.pass();
    const keys = ["a", "b", "c", "d", "e"];
    const granted = await Promise.all(
      keys.map((idempotencyKey) => captcha.consume({ ...purpose, verifyId, idempotencyKey })),
    );
    expect(granted.filter(Boolean)).toHaveLength(1);
    const winner = keys[granted.indexOf(true)] ?? "";
    expect(await captcha.consume({ ...purpose, verifyId, idempotencyKey: winner })).toBe(true);
  });
  test("no id, an empty one and a made-up one are no good", async () => {
    for (const verifyId of [null, "", "x".repeat(43)])
      expect(await captcha.consume({ ...purpose, verifyId })).toBe(false);
  });
});

describe("O08 ways for those who cannot drag", () => {
  test("the keyboard passes without a track, with more work", async () => {
    const made = await client.made();
    const { seed, bits, keyboardBits } = made.proofOfWork;
    const solution: TestSolution = { ...(await client.solved(made)), track: [], way: "keyboard" };
    expect(keyboardBits).toBeGreaterThan(bits);
    expect((await client.check({ ...solution, nonces: solveWork(seed, keyboardBits) })).code).toBe("00");
  });
  test("without a picture the work alone passes, and is more for a text message", async () => {
    const made = await client.made({ ...signup, way: "work" });
    expect(made).toMatchObject({ way: "work", background: "", piece: "", proofOfWork: { bits: 14 } });
    const { seed, bits } = made.proofOfWork;
    const solution: TestSolution = {
      challengeId: made.challengeId,
      x: 0,
      track: [],
      nonces: solveWork(seed, bits),
      way: "work",
    };
    expect((await client.check(solution)).code).toBe("00");
    const sms = await client.made({ action: "sms", mobile: "13800138000", way: "work" });
    expect(sms.proofOfWork.bits).toBe(16);
  });
});
