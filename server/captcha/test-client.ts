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

/** A server whose puzzles have answers of their own, unless told, and who solves them. */
export async function captchaClient(settings: Record<string, string> = {}) {
  const it: TestApp = await testApp({ settings: { CAPTCHA_TEST_X: "", ...settings } });
  const { db, clock } = it.context;
  const one = await it.login("13800138000");
  const other = await it.login("13800138001");
  const asOne: TestCallOptions = { token: one.token };
  const create = (asked: ArgsOf<typeof createCaptcha> = signup, options: TestCallOptions = asOne) =>
    it.call(createCaptcha, asked, options);
  return {
    it,
    one,
    other,
    create,
    /** A puzzle, where one must be made. */
    async made(
      asked: ArgsOf<typeof createCaptcha> = signup,
      options: TestCallOptions = asOne,
    ): Promise<CaptchaChallenge> {
      const { code, data } = await create(asked, options);
      if (code !== "00") throw new Error(`no puzzle: ${code}`);
      return challengeSchema.parse(data);
    },
    check: (solution: TestSolution, options: TestCallOptions = asOne): Promise<CheckAnswer> =>
      it.call(checkCaptcha, solution, options),
    /** The puzzle that came with a failure. */
    next: ({ data }: CheckAnswer): CaptchaChallenge => challengeSchema.parse(data),
    async answerOf({ challengeId }: CaptchaChallenge): Promise<number> {
      const { rows } = await sql<{ answer: number }>`
        SELECT answer FROM captcha_challenge WHERE challenge_id = ${challengeId}`.execute(db);
      return rows[0]?.answer ?? Number.NaN;
    },
    /** What a person would send who sees the picture; 20 s pass meanwhile. */
    async solved(challenge: CaptchaChallenge): Promise<TestSolution> {
      const { seed, bits } = challenge.proofOfWork;
      const x = await this.answerOf(challenge);
      const track = personDrag(people["mouse"]!, x, random);
      this.later(20_000);
      return { challengeId: challenge.challengeId, x, track, nonces: solveWork(seed, bits) };
    },
    /** A pass for what was asked. */
    async pass(
      asked: ArgsOf<typeof createCaptcha> = signup,
      options: TestCallOptions = asOne,
    ): Promise<string> {
      const { code, data } = await this.check(await this.solved(await this.made(asked, options)), options);
      if (code !== "00") throw new Error(`not passed: ${code}`);
      return data.captchaVerifyId;
    },
    later: (ms: number) => clock.set(clock.now() + ms),
    /** Nobody has done anything yet. */
    forget: () => sql`TRUNCATE captcha_count`.execute(db),
  };
}
export type CaptchaClient = Awaited<ReturnType<typeof captchaClient>>;
