import { Refusal } from "#contract/core/errors.ts";
import { loginWithPassword, loginWithSms, resetPassword } from "#contract/identity/identity.ts";
import { auditHost } from "../../http/security/audit-actor.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Accounts } from "../accounts.ts";
import {
  finishLogin,
  isPasswordLoginOffered,
  type FindInteraction,
  type LoginInteraction,
} from "./interactions.ts";
import type { PasswordLogin } from "../password/password-login.ts";
import type { PayloadStore } from "../provider/payload-store.ts";
import type { SessionGateway } from "../provider-calls.ts";
import type { SmsCodes } from "../sms/sms-codes.ts";
import { requireStrongPassword } from "../password/weak-passwords.ts";
import { identityMessages } from "../messages.ts";

export type LoginParts = {
  readonly context: AppContext;
  readonly sms: SmsCodes;
  readonly accounts: Accounts;
  readonly passwords: PasswordLogin;
  readonly payloads: PayloadStore;
  readonly gateway: Pick<SessionGateway, "endAll">;
};

/** Registers the logins by SMS code and by password, and the password reset. */
export function loginRoutes(calls: RpcRouter, parts: LoginParts, find: FindInteraction): void {
  const { context, sms, accounts, passwords, payloads, gateway } = parts;
  const requirePasswordLogin = ({ params }: LoginInteraction): void => {
    if (!isPasswordLoginOffered(params, context.config))
      throw new Refusal("forbidden", { message: identityMessages.passwordLoginOff });
  };
  calls.on(loginWithSms, async ({ uid, mobile, smsCode }, caller) => {
    const interaction = await find(uid, caller);
    await sms.require(mobile, "login", smsCode, caller);
    caller.proveDevice("login");
    return finishLogin(interaction, (await accounts.findOrCreate(mobile)).account_id, "sms");
  });
  calls.on(loginWithPassword, async ({ uid, account, password }, caller) => {
    const interaction = await find(uid, caller);
    requirePasswordLogin(interaction);
    const { account_id } = await passwords.logIn(account, password, caller);
    return finishLogin(interaction, account_id, "pwd");
  });
  calls.on(resetPassword, async ({ uid, mobile, smsCode, password }, caller) => {
    const interaction = await find(uid, caller);
    requirePasswordLogin(interaction);
    // Checked before the SMS code, so that a weak password does not consume it.
    requireStrongPassword(password, mobile, context.config.brand);
    await sms.require(mobile, "reset", smsCode, caller);
    const { account_id } = await accounts.setPassword(
      mobile,
      password,
      auditHost(caller, context.config.brand),
    );
    await passwords.forgive(mobile, caller);
    // Ends all other sessions of the account: someone who knows the old password may be logged in.
    await payloads.endAccount(account_id, interaction.sessionUid);
    await gateway.endAll(account_id);
    return finishLogin(interaction, account_id, "sms");
  });
}
