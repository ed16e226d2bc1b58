import { Refusal } from "#contract/core/errors.ts";
import { bindMobileOnPage, register, switchAccount } from "#contract/identity/identity.ts";
import { serverSecret } from "../../database/shared-tables/server-secret.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Accounts } from "../accounts.ts";
import { finishLogin, isBindingForUnknownUser, type FindInteraction } from "./interactions.ts";
import { prompts } from "../provider/prompts.ts";
import type { SmsCodes } from "../sms/sms-codes.ts";
import { createVerifiedMobileToken, readVerifiedMobileToken } from "./verified-mobile-token.ts";
import { requireStrongPassword } from "../password/weak-passwords.ts";
import { identityMessages } from "../messages.ts";

export type MobileParts = {
  readonly context: AppContext;
  readonly sms: SmsCodes;
  readonly accounts: Accounts;
};

/**
 * Issues and reads verified mobile tokens: a person who has verified a mobile of another account gets one
 * with the refusal "mobileTaken" and can log in to that account with it.
 */
function verifiedMobiles({ context }: Pick<MobileParts, "context">) {
  const secret = () => serverSecret(context.db, context.clock, "pass-ticket");
  return {
    async withToken<T>(uid: string, mobile: string, run: () => Promise<T>): Promise<T> {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof Refusal) || error.refusal !== "mobileTaken") throw error;
        const ticket = createVerifiedMobileToken(await secret(), uid, mobile, context.clock.now());
        throw new Refusal("mobileTaken", { message: error.message, data: { ticket } });
      }
    },
    read: async (uid: string, token: string) =>
      readVerifiedMobileToken(await secret(), uid, token, context.clock.now()),
  };
}

/**
 * Registers the calls that give an account its mobile: registration, binding, switching to the mobile's
 * account.
 */
export function mobileRoutes(calls: RpcRouter, parts: MobileParts, find: FindInteraction): void {
  const { context, sms, accounts } = parts;
  const verified = verifiedMobiles(parts);
  calls.on(register, async ({ uid, mobile, smsCode, password }, caller) => {
    const interaction = await find(uid, caller);
    const asksPassword = context.config.passwordLogin !== "never";
    if (asksPassword && password === undefined)
      throw new Refusal("invalid", { fields: { password: identityMessages.passwordMissing } });
    if (asksPassword && password !== undefined) requireStrongPassword(password, mobile, context.config.brand);
    await sms.require(mobile, "login", smsCode, caller);
    const account = await verified.withToken(uid, mobile, () =>
      // A password that can never be used is not stored.
      accounts.register(mobile, asksPassword ? (password ?? null) : null),
    );
    return finishLogin(interaction, account.account_id, "sms");
  });
  calls.on(bindMobileOnPage, async ({ uid, mobile, smsCode }, caller) => {
    const interaction = await find(uid, caller);
    if (isBindingForUnknownUser(interaction)) {
      await sms.require(mobile, "bind", smsCode, caller);
      return finishLogin(interaction, (await accounts.findOrCreate(mobile)).account_id, "sms");
    }
    const { accountId } = interaction;
    if (interaction.prompt !== prompts.bindMobile || accountId === null)
      throw new Refusal("notFound", { message: identityMessages.interactionGone });
    await sms.require(mobile, "bind", smsCode, caller);
    await verified.withToken(uid, mobile, () => accounts.bind(accountId, mobile));
    return interaction.finish({ [prompts.bindMobile]: {} });
  });
  calls.on(switchAccount, async ({ uid, ticket }, caller) => {
    const interaction = await find(uid, caller);
    const mobile = await verified.read(uid, ticket);
    if (mobile === null) throw new Refusal("smsCodeWrong", { message: identityMessages.codeGone });
    return finishLogin(interaction, (await accounts.findOrCreate(mobile)).account_id, "sms");
  });
}
