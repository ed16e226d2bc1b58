import { checkCaptcha, createCaptcha } from "#contract/captcha/captcha.ts";
import { Refusal } from "#contract/core/errors.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { newToken } from "../core/secrets.ts";
import type { IssueChallenge } from "./issue-challenge.ts";
import type { CaptchaRateLimiter } from "./rate-limiter.ts";
import { evaluateSolution, challengeOriginOf, purposeOf } from "./rules.ts";
import type { CaptchaStore } from "./store.ts";

/** The two calls of the security host (contract section 4, requirements O01, O02, O07–O09). */
export function captchaRoutes(
  context: AppContext,
  calls: RpcRouter,
  store: CaptchaStore,
  limiter: CaptchaRateLimiter,
  issue: IssueChallenge,
): void {
  const isFixed = context.config.captchaTestX !== null;
  const { passSeconds } = callLimits.captcha;

  calls.on(createCaptcha, async ({ action, activityId, mobile, way }, caller) => {
    return issue(purposeOf({ action, activityId, mobile, userId: caller.user?.userId }), way, caller);
  });

  calls.on(checkCaptcha, async ({ challengeId, ...solution }, caller) => {
    const puzzle = await store.takeChallenge(challengeId);
    // Counted as a failure before it is evaluated, so that parallel guesses cannot exceed the limit.
    const attempt = await limiter.attempt(caller, puzzle?.action ?? null);
    if (puzzle === null) {
      context.log.info({ cause: "unknown" }, "captcha challenge unknown");
      throw new Refusal("captchaFailed");
    }
    const answerer = {
      ...challengeOriginOf(caller),
      userId: caller.user?.userId ?? null,
      deviceSince: caller.device.since,
    };
    const { cause, track } = evaluateSolution(puzzle, solution, answerer, context.clock.now(), isFixed);
    context.log.info(
      { cause, action: puzzle.action, way: solution.way, score: track?.score, signs: track?.signs },
      "captcha evaluated",
    );
    if (cause === null) {
      const captchaVerifyId = newToken();
      // At the same time, since nobody knows the pass until it is answered.
      await Promise.all([
        attempt.passed(),
        store.addPass(captchaVerifyId, puzzle, context.clock.now() + passSeconds * 1000),
      ]);
      caller.proveDevice("slider");
      return { captchaVerifyId, expiresIn: passSeconds };
    }
    // An expired puzzle is no failure, because the caller has not guessed.
    if (cause === "expired") await attempt.giveBack();
    const isSame = cause !== "otherCaller";
    throw new Refusal("captchaFailed", { data: isSame ? await issue(puzzle, puzzle.way, caller) : null });
  });
}
