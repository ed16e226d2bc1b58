import { Refusal } from "#contract/core/errors.ts";
import { requireUser, type Caller } from "../../http/pipeline/caller.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { SessionPorts } from "../ports.ts";
import { isRecentlyAuthenticated } from "../rules.ts";
import { sessionMessages } from "../messages.ts";
import type { OwnSessionsStore } from "./store.ts";

/**
 * Requires that the person at the device is the account's (ASVS 7.5.2): by a recent login or by an SMS code
 * of the scene "confirm", which counts as long as a login does.
 * @throws Refusal "invalid" with the field `smsCode` if a code is required, "smsCodeWrong", "smsCodeLocked",
 * "conflict" if there is no mobile for a code
 */
export async function requireReauthentication(
  { store, clock }: Pick<AppContext, "clock"> & { readonly store: OwnSessionsStore },
  { identity }: Pick<SessionPorts, "identity">,
  caller: Caller,
  smsCode: string | undefined,
): Promise<void> {
  const token = caller.token ?? "";
  if (isRecentlyAuthenticated(await store.lastAuthenticationTime(token), clock.now())) return;
  const { mobile } = requireUser(caller);
  if (mobile === null) throw new Refusal("conflict", { message: sessionMessages.logInAgain });
  if (smsCode === undefined)
    throw new Refusal("invalid", { fields: { smsCode: sessionMessages.codeMissing } });
  const verdict = await identity.verifySms(mobile, "confirm", smsCode, caller);
  if (verdict === "locked") throw new Refusal("smsCodeLocked");
  if (verdict === "wrong") throw new Refusal("smsCodeWrong");
  await store.setAuthenticationTime(token, new Date(clock.now()));
}
