import type { CaptchaAction } from "#contract/captcha-action.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { newToken } from "../secrets.ts";
import { every } from "../timers.ts";
import { createIssue } from "./issue.ts";
import { createLimiter } from "./limiter.ts";
import { createGallery } from "./picture.ts";
import type { Pass } from "./passes.ts";
import { captchaRoutes } from "./routes.ts";
import { purposeOf } from "./rules.ts";
import { captchaStore } from "./store.ts";

export { passParts, type Pass } from "./passes.ts";

/** A pass as a request brings it, and what it is presented for. */
type Brought = {
  verifyId: string | null;
  action: CaptchaAction;
  activityId?: string;
  userId?: string;
  mobile?: string;
  idempotencyKey?: string | null;
};
/** Spends a pass that was made for what a person does in an activity; see `Captcha.consume`. */
export type ConsumeForActivity = (
  pass: Required<Pick<Brought, "verifyId" | "action" | "activityId" | "userId" | "idempotencyKey">>,
) => Promise<boolean>;
export type Captcha = {
  /**
   * Spends a pass; false: missing, spent, expired, or bound to something else. The same
   * idempotencyKey may present the same pass again within its life (a repeated request is the
   * same request).
   */
  consume(pass: Brought): Promise<boolean>;
  /** The same for whoever spends it with what is written (`passParts`); null: there is none. */
  passOf(pass: Brought): Pass | null;
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
export function createCaptcha(kit: Kit, calls: Calls): Captcha {
  const store = captchaStore(kit.db);
  const gallery = createGallery(kit.log);
  const limiter = createLimiter(kit, store);
  captchaRoutes(kit, calls, store, limiter, createIssue(kit, store, limiter, gallery));
  gallery.warm();
  const passOf: Captcha["passOf"] = ({ verifyId, idempotencyKey = null, ...named }) =>
    verifyId === null || verifyId === ""
      ? null
      : store.passOf(verifyId, purposeOf(named), idempotencyKey, kit.clock.now());
  const purging = every(60_000, () => store.purge(kit.clock.now()), kit.log);
  return {
    consume: async (brought) => passOf(brought)?.spend() ?? false,
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
