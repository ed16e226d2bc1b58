import type { InteractionResults } from "oidc-provider";
import { Refusal } from "#contract/core/errors.ts";
import {
  bindMobileOnPage,
  cancelLogin,
  loginWithPassword,
  loginWithSms,
  register,
  resetPassword,
  showInteraction,
  switchAccount,
} from "#contract/identity/identity.ts";
import { serverSecret } from "../../database/shared-tables/server-secret.ts";
import { auditHost } from "../../http/security/audit-actor.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Accounts } from "../accounts.ts";
import {
  isBindingForUnknownUser,
  isPasswordLoginOffered,
  findInteraction,
  type LoginInteraction,
} from "./interactions.ts";
import type { PasswordLogin } from "../password/password-login.ts";
import type { PayloadStore } from "../provider/payload-store.ts";
import { prompts } from "../provider/prompts.ts";
import type { SessionGateway } from "../provider-calls.ts";
import type { ProviderHolder } from "../provider/provider-holder.ts";
import type { SmsCodes } from "../sms/sms-codes.ts";
import { createVerifiedMobileToken, readVerifiedMobileToken } from "./verified-mobile-token.ts";
import { requireStrongPassword } from "../password/weak-passwords.ts";
import { identityMessages } from "../messages.ts";

/** The prompts as the pages know them. */
const shownPrompts = { login: "login", create: "create", bind_mobile: "bindMobile" } as const;

type Parts = {
  context: AppContext;
  sms: SmsCodes;
  accounts: Accounts;
  holder: ProviderHolder;
  passwords: PasswordLogin;
  payloads: PayloadStore;
  gateway: Pick<SessionGateway, "endAll">;
};
type Open = (uid: string, caller: Caller) => Promise<LoginInteraction>;

const opener =
  ({ holder }: Parts): Open =>
  (uid, caller) =>
    findInteraction(holder, uid, caller.raw);
const interactionNotFound = () => new Refusal("notFound", { message: identityMessages.interactionGone });

/** Whoever logs in has answered a request to register as well: the page offers both ways. */
const finishLogin = (interaction: LoginInteraction, accountId: string, amr: "sms" | "pwd") => {
  const login: InteractionResults["login"] = { accountId, remember: true, amr: [amr] };
  return interaction.finish({ login, ...(interaction.prompt === prompts.create && { create: {} }) });
};

/** A number that is another account's, proved by the person: told with a ticket to go on with that account. */
function withVerifiedMobileToken({ context }: Parts) {
  const secret = () => serverSecret(context.db, context.clock, "pass-ticket");
  return {
    async orTicket<T>(uid: string, mobile: string, run: () => Promise<T>): Promise<T> {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof Refusal) || error.refusal !== "mobileTaken") throw error;
        const ticket = createVerifiedMobileToken(await secret(), uid, mobile, context.clock.now());
        throw new Refusal("mobileTaken", { message: error.message, data: { ticket } });
      }
    },
    mobileOf: async (uid: string, ticket: string) =>
      readVerifiedMobileToken(await secret(), uid, ticket, context.clock.now()),
  };
}

/** What is under way, and giving it up. */
function interactionInfoRoutes(calls: RpcRouter, { context }: Parts, open: Open): void {
  calls.on(showInteraction, async ({ uid }, caller) => {
    const interaction = await open(uid, caller);
    const { prompt, params } = interaction;
    const joins = isBindingForUnknownUser(interaction);
    return {
      prompt: joins ? shownPrompts.bind_mobile : shownPrompts[prompt],
      joins,
      showPasswordLogin: isPasswordLoginOffered(params, context.config),
      asksPassword: context.config.passwordLogin !== "never",
      clientName: context.config.brand.name,
    };
  });
  calls.on(cancelLogin, async ({ uid }, caller) => {
    const interaction = await open(uid, caller);
    return interaction.finish({ error: "access_denied", error_description: "the person went back" });
  });
}

/** Logging in to an account that there is, or that is made by it. */
function loginRoutes(calls: RpcRouter, parts: Parts, open: Open): void {
  const { context, sms, accounts, passwords, payloads, gateway } = parts;
  const mustOfferPasswords = ({ params }: LoginInteraction): void => {
    if (!isPasswordLoginOffered(params, context.config))
      throw new Refusal("forbidden", { message: identityMessages.passwordLoginOff });
  };
  calls.on(loginWithSms, async ({ uid, mobile, smsCode }, caller) => {
    const interaction = await open(uid, caller);
    await sms.require(mobile, "login", smsCode);
    return finishLogin(interaction, (await accounts.ofMobile(mobile)).account_id, "sms");
  });
  calls.on(loginWithPassword, async ({ uid, account, password }, caller) => {
    const interaction = await open(uid, caller);
    mustOfferPasswords(interaction);
    const { account_id } = await passwords.logIn(account, password, caller.address);
    return finishLogin(interaction, account_id, "pwd");
  });
  calls.on(resetPassword, async ({ uid, mobile, smsCode, password }, caller) => {
    const interaction = await open(uid, caller);
    mustOfferPasswords(interaction);
    // Before the code is judged: another password may be chosen with the same one.
    requireStrongPassword(password, mobile, context.config.brand);
    await sms.require(mobile, "reset", smsCode);
    const { account_id } = await accounts.setPassword(
      mobile,
      password,
      auditHost(caller, context.config.brand),
    );
    await passwords.forgive(mobile, caller.address);
    // Whatever else is open of the account: whoever has the old password may be in there.
    await payloads.endAccount(account_id, interaction.sessionUid);
    await gateway.endAll(account_id);
    return finishLogin(interaction, account_id, "sms");
  });
}

/** Numbers that become somebody's: registering and binding. */
function mobileRoutes(calls: RpcRouter, parts: Parts, open: Open): void {
  const { context, sms, accounts } = parts;
  const { orTicket, mobileOf } = withVerifiedMobileToken(parts);
  calls.on(register, async ({ uid, mobile, smsCode, password }, caller) => {
    const interaction = await open(uid, caller);
    const asksPassword = context.config.passwordLogin !== "never";
    if (asksPassword && password === undefined)
      throw new Refusal("invalid", { fields: { password: identityMessages.passwordMissing } });
    if (asksPassword && password !== undefined) requireStrongPassword(password, mobile, context.config.brand);
    await sms.require(mobile, "login", smsCode);
    const account = await orTicket(uid, mobile, () =>
      // One that could never be used is not kept.
      accounts.register(mobile, asksPassword ? (password ?? null) : null),
    );
    return finishLogin(interaction, account.account_id, "sms");
  });
  calls.on(bindMobileOnPage, async ({ uid, mobile, smsCode }, caller) => {
    const interaction = await open(uid, caller);
    if (isBindingForUnknownUser(interaction)) {
      await sms.require(mobile, "bind", smsCode);
      return finishLogin(interaction, (await accounts.ofMobile(mobile)).account_id, "sms");
    }
    const { accountId } = interaction;
    if (interaction.prompt !== prompts.bindMobile || accountId === null) throw interactionNotFound();
    await sms.require(mobile, "bind", smsCode);
    await orTicket(uid, mobile, () => accounts.bind(accountId, mobile));
    return interaction.finish({ [prompts.bindMobile]: {} });
  });
  calls.on(switchAccount, async ({ uid, ticket }, caller) => {
    const interaction = await open(uid, caller);
    const mobile = await mobileOf(uid, ticket);
    if (mobile === null) throw new Refusal("smsCodeWrong", { message: identityMessages.codeGone });
    return finishLogin(interaction, (await accounts.ofMobile(mobile)).account_id, "sms");
  });
}

/** The calls of the provider's pages; each is about the interaction that the browser's cookie and the uid both name. */
export function interactionRoutes(calls: RpcRouter, parts: Parts): void {
  const open = opener(parts);
  interactionInfoRoutes(calls, parts, open);
  loginRoutes(calls, parts, open);
  mobileRoutes(calls, parts, open);
}
