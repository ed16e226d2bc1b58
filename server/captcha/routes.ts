import { checkCaptcha, createCaptcha as createCaptchaCall } from "#contract/captcha.ts";
import { Refusal } from "#contract/errors.ts";
import { callLimits } from "#contract/call-limits.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { newToken } from "../secrets.ts";
import type { Issue } from "./issue.ts";
import type { Limiter } from "./limiter.ts";
import { judge, originOf, purposeOf } from "./rules.ts";
import type { CaptchaStore } from "./store.ts";

/** The two calls of the security host (contract section 4, requirements O01, O02, O07–O09). */
export function captchaRoutes(
  kit: Kit,
  calls: Calls,
  store: CaptchaStore,
  limiter: Limiter,
  issue: Issue,
): void {
  const isFixed = kit.config.captchaTestX !== null;
  const { passSeconds } = callLimits.captcha;

  calls.on(createCaptchaCall, async ({ action, activityId, mobile, way }, caller) => {
    return issue(purposeOf({ action, activityId, mobile, userId: caller.user?.userId }), way, caller);
  });

  calls.on(checkCaptcha, async ({ challengeId, ...solution }, caller) => {
    const puzzle = await store.takeChallenge(challengeId);
    if (puzzle === null) {
      await limiter.failed(caller);
      kit.log.info({ cause: "unknown" }, "captcha refused");
      throw new Refusal("captchaFailed");
    }
    const answerer = {
      ...originOf(caller),
      userId: caller.user?.userId ?? null,
      deviceSince: caller.device.since,
    };
    const { cause, track } = judge(puzzle, solution, answerer, kit.clock.now(), isFixed);
    kit.log.info(
      { cause, action: puzzle.action, way: solution.way, score: track?.score, signs: track?.signs },
      "captcha judged",
    );
    if (cause === null) {
      await limiter.passed(caller, puzzle.action);
      const captchaVerifyId = newToken();
      await store.keepPass(captchaVerifyId, puzzle, kit.clock.now() + passSeconds * 1000);
      return { captchaVerifyId, expiresIn: passSeconds };
    }
    // Somebody who only took long has guessed nothing.
    if (cause !== "expired") await limiter.failed(caller);
    const isSame = cause !== "otherCaller";
    throw new Refusal("captchaFailed", { data: isSame ? await issue(puzzle, puzzle.way, caller) : null });
  });
}
