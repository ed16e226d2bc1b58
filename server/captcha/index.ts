import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { newToken } from "../core/secrets.ts";
import { runPeriodically } from "../core/run-periodically.ts";
import { createChallengeIssuer } from "./issue-challenge.ts";
import { createCaptchaRateLimiter } from "./rate-limiter.ts";
import { createPuzzlePictureSource } from "./picture/puzzle-picture.ts";
import type { CaptchaPass } from "./pass-store.ts";
import { captchaRoutes } from "./routes.ts";
import { purposeOf } from "./rules.ts";
import { captchaStore } from "./store.ts";

export { passStatementParts, type CaptchaPass } from "./pass-store.ts";

/** A pass as a request brings it, and what it is presented for. */
type PresentedPass = {
  verifyId: string | null;
  action: CaptchaAction;
  activityId?: string;
  userId?: string;
  mobile?: string;
  idempotencyKey?: string | null;
};
/** Spends a pass that was made for what a person does in an activity; see `Captcha.consume`. */
export type ConsumeForActivity = (
  pass: Required<Pick<PresentedPass, "verifyId" | "action" | "activityId" | "userId" | "idempotencyKey">>,
) => Promise<boolean>;
export type Captcha = {
  /**
   * Spends a pass; false: missing, spent, expired, or bound to something else. The same
   * idempotencyKey may present the same pass again within its life (a repeated request is the
   * same request).
   */
  consume(pass: PresentedPass): Promise<boolean>;
  /** The same for whoever spends it with what is written (`passParts`); null: there is none. */
  passOf(pass: PresentedPass): CaptchaPass | null;
  /** A pass as if its slider had been solved: for virtual people, who have no eyes. @param until ms since the epoch */
  grant(
    purpose: {
      readonly action: CaptchaAction;
      readonly activityId?: string;
      readonly userId?: string;
      readonly mobile?: string;
    },
    until: number,
  ): Promise<string>;
  close(): void;
};

/** The slider (contract section 4, requirements O01–O09): its two calls, and the door that spends its passes. */
export function createCaptchaModule(context: AppContext, calls: RpcRouter): Captcha {
  const store = captchaStore(context.db);
  const gallery = createPuzzlePictureSource(context.log);
  const limiter = createCaptchaRateLimiter(context, store);
  captchaRoutes(context, calls, store, limiter, createChallengeIssuer(context, store, limiter, gallery));
  gallery.warm();
  const passOf: Captcha["passOf"] = ({ verifyId, idempotencyKey = null, ...named }) =>
    verifyId === null || verifyId === ""
      ? null
      : store.passOf(verifyId, purposeOf(named), idempotencyKey, context.clock.now());
  const purging = runPeriodically(60_000, () => store.purge(context.clock.now()), context.log);
  return {
    consume: async (brought) => passOf(brought)?.consume() ?? false,
    passOf,
    async grant(purpose, until) {
      const pass = newToken();
      await store.keepPass(pass, purposeOf(purpose), until);
      return pass;
    },
    close() {
      purging.stop();
      gallery.close();
    },
  };
}
