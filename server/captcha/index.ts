import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { newToken } from "../core/secrets.ts";
import { createChallengeIssuer } from "./issue-challenge.ts";
import { createCaptchaRateLimiter } from "./rate-limiter.ts";
import { createPuzzlePictureSource } from "./picture/puzzle-picture.ts";
import type { CaptchaPass } from "./pass-store.ts";
import { captchaRoutes } from "./routes.ts";
import { purposeOf } from "./rules.ts";
import { captchaStore } from "./store.ts";

export { passStatementParts, type CaptchaPass } from "./pass-store.ts";

/** A pass of a request, with the purpose that it is presented for. */
type PresentedPass = {
  verifyId: string | null;
  action: CaptchaAction;
  activityId?: string;
  userId?: string;
  mobile?: string;
  idempotencyKey?: string | null;
};
/** Consumes a pass for an action in an activity; see `Captcha.consume`. */
export type ConsumeForActivity = (
  pass: Required<Pick<PresentedPass, "verifyId" | "action" | "activityId" | "userId" | "idempotencyKey">>,
) => Promise<boolean>;
export type Captcha = {
  /**
   * Consumes a pass. A request with the same idempotency key may present it again within its lifetime, because it is
   * the same request.
   * @returns false: missing, consumed, expired, or bound to another purpose
   */
  consume(pass: PresentedPass): Promise<boolean>;
  /** The pass for a caller that consumes it in its own statement (`passStatementParts`); null: none presented. */
  passOf(pass: PresentedPass): CaptchaPass | null;
  /** Creates a pass without a solved slider, for simulated people. @param until ms since the epoch */
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

/** The slider (contract section 4, requirements O01–O09): its two calls, and the functions that consume passes. */
export function createCaptchaModule(context: AppContext, calls: RpcRouter): Captcha {
  const store = captchaStore(context.db);
  const pictures = createPuzzlePictureSource(context.log);
  const limiter = createCaptchaRateLimiter(context, store);
  captchaRoutes(context, calls, store, limiter, createChallengeIssuer(context, store, limiter, pictures));
  pictures.warm();
  const passOf: Captcha["passOf"] = ({ verifyId, idempotencyKey = null, ...purpose }) =>
    verifyId === null || verifyId === ""
      ? null
      : store.passOf(verifyId, purposeOf(purpose), idempotencyKey, context.clock.now());
  const cleanup = context.tasks.schedule("captcha.purge", 60_000, () =>
    store.deleteExpired(context.clock.now()),
  );
  return {
    consume: async (presented) => passOf(presented)?.consume() ?? false,
    passOf,
    async grant(purpose, until) {
      const pass = newToken();
      await store.addPass(pass, purposeOf(purpose), until);
      return pass;
    },
    close() {
      cleanup.stop();
      pictures.close();
    },
  };
}
