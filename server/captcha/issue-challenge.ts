import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { CaptchaMethod, CaptchaChallenge } from "#contract/captcha/captcha.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import type { AppContext } from "../core/app-context.ts";
import type { CaptchaRateLimiter } from "./rate-limiter.ts";
import { ANSWER_RANGE, PIECE_WIDTH, type PuzzlePictureSource } from "./picture/puzzle-picture.ts";
import { challengeOriginOf, type CaptchaPurpose } from "./rules.ts";
import type { CaptchaStore } from "./store.ts";
import { bitsFor, SUB_PUZZLES } from "./proof-of-work.ts";

/** Creates a puzzle for a caller. @throws Refusal "tooMany" */
export type IssueChallenge = (
  purpose: CaptchaPurpose,
  way: CaptchaMethod,
  caller: Caller,
) => Promise<CaptchaChallenge>;

/** Checks the limits first, because drawing the picture is expensive, and stores the answer last. */
export function createChallengeIssuer(
  context: AppContext,
  store: CaptchaStore,
  limiter: CaptchaRateLimiter,
  pictures: PuzzlePictureSource,
): IssueChallenge {
  const testX = context.config.captchaTestX;
  const { width, height, challengeSeconds } = callLimits.captcha;
  return async (purpose, way, caller) => {
    const grant = await limiter.admit(caller, purpose.action, way !== "work");
    const bits = bitsFor(grant.risk, purpose.action === "sms");
    const answer =
      grant.way === "work" ? null : (testX ?? randomInt(ANSWER_RANGE.least, ANSWER_RANGE.most + 1));
    const picture =
      answer === null
        ? null
        : await context.workQuota.run("captcha", caller.address, () => pictures.draw(answer));
    const now = context.clock.now();
    const puzzle = {
      ...purpose,
      ...challengeOriginOf(caller),
      challengeId: randomUUID(),
      way: grant.way,
      answer,
      seed: randomBytes(16).toString("base64url"),
      bits: grant.way === "work" ? bits.work : bits.pointer,
      keyboardBits: bits.keyboard,
      created: now,
      expires: now + challengeSeconds * 1000,
    };
    await store.addChallenge(puzzle);
    return {
      challengeId: puzzle.challengeId,
      way: puzzle.way,
      background: picture?.background ?? "",
      piece: picture?.piece ?? "",
      width,
      height,
      pieceY: picture?.pieceY ?? 0,
      pieceWidth: PIECE_WIDTH,
      proofOfWork: {
        seed: puzzle.seed,
        count: SUB_PUZZLES,
        bits: puzzle.bits,
        keyboardBits: puzzle.keyboardBits,
      },
      expiresIn: challengeSeconds,
    };
  };
}
