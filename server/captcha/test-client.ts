import { sql } from "kysely";
import {
  captchaChallenge as challengeSchema,
  checkCaptcha,
  createCaptcha,
  type CaptchaChallenge,
  type CaptchaMethod,
} from "#contract/captcha/captcha.ts";
import type { ArgsOf } from "#contract/core/call.ts";
import { testApp, type TestCallOptions, type TestApp } from "../testing/app.ts";
import type { CallResponse } from "../testing/request.ts";
import { solveWork } from "./test-solver.ts";
import { people, personDrag, randomFrom } from "./synthetic-drags.ts";
import type { TrackStep } from "./drag-track.ts";

export const MINUTE = 60_000;
export const signup = { action: "signup", activityId: "12" } as const;
export const random = randomFrom(9);
export type TestSolution = {
  challengeId: string;
  x: number;
  track: TrackStep[];
  nonces: number[];
  way?: CaptchaMethod;
};
type CheckAnswer = CallResponse<{ captchaVerifyId: string; expiresIn: number }>;

/** A server with random answers, unless `settings` fix them, and a client that solves its puzzles. */
export async function captchaClient(settings: Record<string, string> = {}) {
  const app: TestApp = await testApp({ settings: { CAPTCHA_TEST_X: "", ...settings } });
  const { db, clock } = app.context;
  const one = await app.login("13800138000");
  const other = await app.login("13800138001");
  const asUser: TestCallOptions = { token: one.token };
  const create = (asked: ArgsOf<typeof createCaptcha> = signup, options: TestCallOptions = asUser) =>
    app.call(createCaptcha, asked, options);
  return {
    app,
    one,
    other,
    create,
    /** A new puzzle. @throws Error if it is refused */
    async newPuzzle(
      asked: ArgsOf<typeof createCaptcha> = signup,
      options: TestCallOptions = asUser,
    ): Promise<CaptchaChallenge> {
      const { code, data } = await create(asked, options);
      if (code !== "00") throw new Error(`no puzzle: ${code}`);
      return challengeSchema.parse(data);
    },
    check: (solution: TestSolution, options: TestCallOptions = asUser): Promise<CheckAnswer> =>
      app.call(checkCaptcha, solution, options),
    /** The puzzle that came with a failure. */
    nextPuzzle: ({ data }: CheckAnswer): CaptchaChallenge => challengeSchema.parse(data),
    async answerOf({ challengeId }: CaptchaChallenge): Promise<number> {
      const { rows } = await sql<{ answer: number }>`
        SELECT answer FROM captcha_challenge WHERE challenge_id = ${challengeId}`.execute(db);
      return rows[0]?.answer ?? Number.NaN;
    },
    /** The solution of a person who sees the picture; advances the clock by 20 s. */
    async solve(challenge: CaptchaChallenge): Promise<TestSolution> {
      const { seed, bits } = challenge.proofOfWork;
      const x = await this.answerOf(challenge);
      const track = personDrag(people["mouse"]!, x, random);
      this.advance(20_000);
      return { challengeId: challenge.challengeId, x, track, nonces: solveWork(seed, bits) };
    },
    /** A pass for the requested purpose. */
    async newPass(
      asked: ArgsOf<typeof createCaptcha> = signup,
      options: TestCallOptions = asUser,
    ): Promise<string> {
      const { code, data } = await this.check(
        await this.solve(await this.newPuzzle(asked, options)),
        options,
      );
      if (code !== "00") throw new Error(`not passed: ${code}`);
      return data.captchaVerifyId;
    },
    advance: (ms: number) => clock.set(clock.now() + ms),
    /** Resets all counters. */
    resetCounters: () => sql`TRUNCATE captcha_count`.execute(db),
  };
}
export type CaptchaClient = Awaited<ReturnType<typeof captchaClient>>;
