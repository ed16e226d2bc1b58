import { Refusal } from "#contract/core/errors.ts";
import type { Caller, User } from "../../http/pipeline/caller.ts";
import type { Nonce } from "../../http/security/nonce.ts";
import { signUpMessages } from "../messages.ts";
import type { SignUpPorts } from "../ports.ts";
import type { OneTimeTokens } from "./bulk-insert-store.ts";
import type { SignUpArgs } from "./rules.ts";

/** The person who signs up and their request. */
export type SignUpRequest = {
  readonly user: User;
  readonly caller: Caller;
  /** null: spent already, or the request was not signed */
  readonly nonce: Nonce | null;
};

/**
 * Collects the captcha pass and the nonce, which the inserting statement spends. For a mobile other than the bound one
 * both are spent here, before its SMS code is checked, so that each guess of a code costs a captcha.
 * @returns null if the tokens are spent already
 * @throws Refusal "captchaRequired", "smsCodeWrong", "smsCodeLocked"
 */
export async function takeOneTimeTokens(
  ports: SignUpPorts,
  args: SignUpArgs,
  { user, caller, nonce }: SignUpRequest,
  now: number,
): Promise<OneTimeTokens | null> {
  const pass = ports.captchaPassOf({
    verifyId: caller.captchaVerifyId,
    action: "signup",
    activityId: args.id,
    userId: user.userId,
    idempotencyKey: caller.idempotencyKey,
  });
  if (pass === null) throw new Refusal("captchaRequired");
  // Another mobile without an SMS code has been refused before.
  if (args.smsCode === undefined || user.isMobile(args.mobile)) return { nonce, pass, presentedAt: now };
  await nonce?.spend();
  if (!(await pass.consume())) throw new Refusal("captchaRequired");
  const verdict = await ports.verifySms(args.mobile, "signup", args.smsCode, caller);
  if (verdict === "locked")
    throw new Refusal("smsCodeLocked", { fields: { smsCode: signUpMessages.smsCodeLocked } });
  if (verdict === "wrong")
    throw new Refusal("smsCodeWrong", { fields: { smsCode: signUpMessages.smsCodeWrong } });
  return null;
}
