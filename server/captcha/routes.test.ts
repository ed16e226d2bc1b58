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
  captcha = client.app.modules.captcha;
  purpose = { verifyId: null, action: "signup", activityId: "12", userId: client.one.userId };
});
afterAll(() => client.app.close());
beforeEach(() => client.resetCounters());

describe("O01 O02 createCaptcha and checkCaptcha", () => {
  test("O07 the response does not contain the answer", async () => {
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
  test("U13 U14 O01 O02 a person's drag gives an id that a business call consumes once", async () => {
    const verifyId = await client.newPass();
    expect(verifyId).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await captcha.consume({ ...purpose, verifyId })).toBe(true);
    expect(await captcha.consume({ ...purpose, verifyId })).toBe(false);
  });
  test("a wrong position fails without a reason, and returns a new puzzle of the same purpose", async () => {
    const solution = await client.solve(await client.newPuzzle());
    const failed = await client.check({ ...solution, x: solution.x + 6 });
    expect([failed.status, failed.code]).toEqual([200, "CAPTCHA_FAILED"]);
    expect(client.nextPuzzle(failed).challengeId).not.toBe(solution.challengeId);
    const { data } = await client.check(await client.solve(client.nextPuzzle(failed)));
    expect(await captcha.consume({ ...purpose, verifyId: data.captchaVerifyId })).toBe(true);
  });
  test("every cause of failure has the same message", async () => {
    const causes: Partial<TestSolution>[] = [
      { nonces: [] },
      { track: scripts["constantSpeed"]!(150, random) },
      { x: 0 },
      { way: "work" },
      { challengeId: "unknown" },
    ];
    for (const changed of causes) {
      await client.resetCounters();
      const { code, message } = await client.check({
        ...(await client.solve(await client.newPuzzle())),
        ...changed,
      });
      expect([code, message]).toEqual(["CAPTCHA_FAILED", "验证未通过，请再试一次"]);
    }
  });
  test("O09 a drag at constant speed fails even at the right position", async () => {
    const solution = await client.solve(await client.newPuzzle());
    const track = scripts["constantSpeedWithJitter"]!(solution.x, random);
    expect((await client.check({ ...solution, track })).code).toBe("CAPTCHA_FAILED");
  });
  test("F19 a text message needs the mobile, and the id is valid for that mobile only", async () => {
    expect(await client.create({ action: "sms" }, {})).toMatchObject({
      status: 601,
      data: { fields: { mobile: "请填写手机号" } },
    });
    const verifyId = await client.newPass({ action: "sms", mobile: "138 0013 8000" }, {});
    expect(await captcha.consume({ verifyId, action: "sms", mobile: "13800138001" })).toBe(false);
    expect(await captcha.consume({ verifyId, action: "sms", mobile: "13800138000" })).toBe(true);
  });
});

describe("O07 single use, and bound", () => {
  test("concurrent requests with a right answer give one id, and later ones none", async () => {
    const solution = await client.solve(await client.newPuzzle());
    const answers = await Promise.all([1, 2, 3].map(() => client.check(solution)));
    expect(answers.map(({ code }) => code).toSorted()).toEqual(["00", "CAPTCHA_FAILED", "CAPTCHA_FAILED"]);
    expect((await client.check(solution)).code).toBe("CAPTCHA_FAILED");
  });
  test("a puzzle with a wrong answer is consumed too", async () => {
    const solution = await client.solve(await client.newPuzzle());
    await client.check({ ...solution, x: solution.x + 20 });
    expect((await client.check(solution)).code).toBe("CAPTCHA_FAILED");
  });
  test("a right answer is refused after two minutes", async () => {
    const solution = await client.solve(await client.newPuzzle());
    client.advance(2 * MINUTE);
    expect((await client.check(solution)).code).toBe("CAPTCHA_FAILED");
  });
  test("another user, a visitor and another address are refused without a new puzzle", async () => {
    const { one, other } = client;
    for (const options of [{ token: other.token }, {}, { token: one.token, address: "203.0.113.8" }]) {
      await client.resetCounters();
      const { code, data } = await client.check(await client.solve(await client.newPuzzle()), options);
      expect([code, data]).toEqual(["CAPTCHA_FAILED", null]);
    }
  });
  test("an id is refused for another action, activity or user", async () => {
    const verifyId = await client.newPass();
    expect(await captcha.consume({ ...purpose, verifyId, action: "lead" })).toBe(false);
    expect(await captcha.consume({ ...purpose, verifyId, activityId: "13" })).toBe(false);
    expect(await captcha.consume({ ...purpose, verifyId, userId: client.other.userId })).toBe(false);
    expect(await captcha.consume({ ...purpose, verifyId })).toBe(true);
  });
  test("an id is refused after five minutes by the server's clock", async () => {
    const verifyId = await client.newPass();
    client.advance(5 * MINUTE);
    expect(await captcha.consume({ ...purpose, verifyId })).toBe(false);
  });
  test("a visitor's id is refused for a user's action", async () => {
    const verifyId = await client.newPass(signup, {});
    expect(await captcha.consume({ ...purpose, verifyId })).toBe(false);
  });
  test("of many concurrent requests with one id one is accepted, and its repetition too", async () => {
    const verifyId = await client.newPass();
    const keys = ["a", "b", "c", "d", "e"];
    const granted = await Promise.all(
      keys.map((idempotencyKey) => captcha.consume({ ...purpose, verifyId, idempotencyKey })),
    );
    expect(granted.filter(Boolean)).toHaveLength(1);
    const winner = keys[granted.indexOf(true)] ?? "";
    expect(await captcha.consume({ ...purpose, verifyId, idempotencyKey: winner })).toBe(true);
  });
  test("a missing, an empty and an invented id are refused", async () => {
    for (const verifyId of [null, "", "x".repeat(43)])
      expect(await captcha.consume({ ...purpose, verifyId })).toBe(false);
  });
});

describe("O08 methods for people who cannot drag", () => {
  test("the keyboard needs no track, but more work", async () => {
    const made = await client.newPuzzle();
    const { seed, bits, keyboardBits } = made.proofOfWork;
    const solution: TestSolution = { ...(await client.solve(made)), track: [], way: "keyboard" };
    expect(keyboardBits).toBeGreaterThan(bits);
    expect((await client.check({ ...solution, nonces: solveWork(seed, keyboardBits) })).code).toBe("00");
  });
  test("without a picture only the work is needed, which is harder for a text message", async () => {
    const made = await client.newPuzzle({ ...signup, way: "work" });
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
    const sms = await client.newPuzzle({ action: "sms", mobile: "13800138000", way: "work" });
    expect(sms.proofOfWork.bits).toBe(16);
  });
});
