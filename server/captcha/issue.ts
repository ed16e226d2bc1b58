import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { CaptchaWay, Challenge } from "#contract/captcha.ts";
import { callLimits } from "#contract/call-limits.ts";
import type { Caller } from "../http/caller.ts";
import type { Kit } from "../kit.ts";
import type { Limiter } from "./limiter.ts";
import { ANSWERS, PIECE, type Gallery } from "./picture.ts";
import { originOf, type Purpose } from "./rules.ts";
import type { CaptchaStore } from "./store.ts";
import { bitsFor, PUZZLES } from "./work.ts";

/** Makes a puzzle for a caller. @throws Refusal "tooMany" */
export type Issue = (purpose: Purpose, way: CaptchaWay, caller: Caller) => Promise<Challenge>;

/** The maker of puzzles: limits first, then the picture, then the row with its answer. */
export function createIssue(kit: Kit, store: CaptchaStore, limiter: Limiter, gallery: Gallery): Issue {
  const testX = kit.config.captchaTestX;
  const { width, height, challengeSeconds } = callLimits.captcha;
  return async (purpose, way, caller) => {
    const grant = await limiter.admit(caller, purpose.action, way !== "work");
    const bits = bitsFor(grant.risk, purpose.action === "sms");
    const answer = grant.way === "work" ? null : (testX ?? randomInt(ANSWERS.least, ANSWERS.most + 1));
    const picture = answer === null ? null : await gallery.draw(answer);
    const now = kit.clock.now();
    const puzzle = {
      ...purpose,
      ...originOf(caller),
      challengeId: randomUUID(),
      way: grant.way,
      answer,
      seed: randomBytes(16).toString("base64url"),
      bits: grant.way === "work" ? bits.work : bits.pointer,
      keyboardBits: bits.keyboard,
      created: now,
      expires: now + challengeSeconds * 1000,
    };
    await store.keepChallenge(puzzle);
    return {
      challengeId: puzzle.challengeId,
      way: puzzle.way,
      background: picture?.background ?? "",
      piece: picture?.piece ?? "",
      width,
      height,
      pieceY: picture?.pieceY ?? 0,
      pieceWidth: PIECE,
      proofOfWork: {
        seed: puzzle.seed,
        count: PUZZLES,
        bits: puzzle.bits,
        keyboardBits: puzzle.keyboardBits,
      },
      expiresIn: challengeSeconds,
    };
  };
}
