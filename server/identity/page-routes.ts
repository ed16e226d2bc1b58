import type { InteractionResults } from "oidc-provider";
import { Refusal } from "#contract/errors.ts";
import {
  bindMobileOnPage,
  cancelLogin,
  loginWithPassword,
  loginWithSms,
  register,
  resetPassword,
  showInteraction,
  switchAccount,
} from "#contract/identity.ts";
import { serverSecret } from "../database/server-secret.ts";
import { hostOf } from "../http/acting.ts";
import type { Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { Accounts } from "./accounts.ts";
import {
  isForSomebodyNew,
  isPasswordLoginOffered,
  openInteraction,
  type OpenInteraction,
} from "./interactions.ts";
import type { PasswordLogin } from "./password-login.ts";
import type { PayloadStore } from "./payload-store.ts";
import { prompts } from "./prompts.ts";
import type { Gateway } from "./provider-calls.ts";
import type { ProviderHolder } from "./provider-holder.ts";
import type { Sms } from "./sms.ts";
import { makeTicket, readTicket } from "./tickets.ts";
import { mustBeStrong } from "./weak-passwords.ts";
import { words } from "./words.ts";

/** The prompts as the pages know them. */
const shownPrompts = { login: "login", create: "create", bind_mobile: "bindMobile" } as const;

type Parts = {
  kit: Kit;
  sms: Sms;
  accounts: Accounts;
  holder: ProviderHolder;
  passwords: PasswordLogin;
  payloads: PayloadStore;
  gateway: Pick<Gateway, "endAll">;
};
type Open = (uid: string, caller: Caller) => Promise<OpenInteraction>;

const opener =
  ({ holder }: Parts): Open =>
  (uid, caller) =>
    openInteraction(holder, uid, caller.raw);
const gone = () => new Refusal("notFound", { message: words.interactionGone });

/** Whoever logs in has answered a request to register as well: the page offers both ways. */
const finishLogin = (interaction: OpenInteraction, accountId: string, amr: "sms" | "pwd") => {
  const login: InteractionResults["login"] = { accountId, remember: true, amr: [amr] };
  return interaction.finish({ login, ...(interaction.prompt === prompts.create && { create: {} }) });
};

/** A number that is another account's, proved by the person: told with a ticket to go on with that account. */
function withTicket({ kit }: Parts) {
  const secret = () => serverSecret(kit.db, kit.clock, "pass-ticket");
  return {
    async orTicket<T>(uid: string, mobile: string, run: () => Promise<T>): Promise<T> {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof Refusal) || error.refusal !== "mobileTaken") throw error;
        const ticket = makeTicket(await secret(), uid, mobile, kit.clock.now());
        throw new Refusal("mobileTaken", { message: error.message, data: { ticket } });
      }
    },
    mobileOf: async (uid: string, ticket: string) => readTicket(await secret(), uid, ticket, kit.clock.now()),
  };
}

/** What is under way, and giving it up. */
function showing(calls: Calls, { kit }: Parts, open: Open): void {
  calls.on(showInteraction, async ({ uid }, caller) => {
    const interaction = await open(uid, caller);
    const { prompt, params } = interaction;
    const joins = isForSomebodyNew(interaction);
    return {
      prompt: joins ? shownPrompts.bind_mobile : shownPrompts[prompt],
      joins,
      showPasswordLogin: isPasswordLoginOffered(params, kit.config),
      asksPassword: kit.config.passwordLogin !== "never",
      clientName: kit.config.brand.name,
    };
  });
  calls.on(cancelLogin, async ({ uid }, caller) => {
    const interaction = await open(uid, caller);
    return interaction.finish({ error: "access_denied", error_description: "the person went back" });
  });
}

/** Logging in to an account that there is, or that is made by it. */
function loggingIn(calls: Calls, parts: Parts, open: Open): void {
  const { kit, sms, accounts, passwords, payloads, gateway } = parts;
  const mustOfferPasswords = ({ params }: OpenInteraction): void => {
    if (!isPasswordLoginOffered(params, kit.config))
      throw new Refusal("forbidden", { message: words.passwordLoginOff });
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
    mustBeStrong(password, mobile, kit.config.brand);
    await sms.require(mobile, "reset", smsCode);
    const { account_id } = await accounts.setPassword(mobile, password, hostOf(caller, kit.config.brand));
    await passwords.forgive(mobile, caller.address);
    // Whatever else is open of the account: whoever has the old password may be in there.
    await payloads.endAccount(account_id, interaction.sessionUid);
    await gateway.endAll(account_id);
    return finishLogin(interaction, account_id, "sms");
  });
}

/** Numbers that become somebody's: registering and binding. */
function takingNumbers(calls: Calls, parts: Parts, open: Open): void {
  const { kit, sms, accounts } = parts;
  const { orTicket, mobileOf } = withTicket(parts);
  calls.on(register, async ({ uid, mobile, smsCode, password }, caller) => {
    const interaction = await open(uid, caller);
    const asksPassword = kit.config.passwordLogin !== "never";
    if (asksPassword && password === undefined)
      throw new Refusal("invalid", { fields: { password: words.passwordMissing } });
    if (asksPassword && password !== undefined) mustBeStrong(password, mobile, kit.config.brand);
    await sms.require(mobile, "login", smsCode);
    const account = await orTicket(uid, mobile, () =>
      // One that could never be used is not kept.
      accounts.register(mobile, asksPassword ? (password ?? null) : null),
    );
    return finishLogin(interaction, account.account_id, "sms");
  });
  calls.on(bindMobileOnPage, async ({ uid, mobile, smsCode }, caller) => {
    const interaction = await open(uid, caller);
    if (isForSomebodyNew(interaction)) {
      await sms.require(mobile, "bind", smsCode);
      return finishLogin(interaction, (await accounts.ofMobile(mobile)).account_id, "sms");
    }
    const { accountId } = interaction;
    if (interaction.prompt !== prompts.bindMobile || accountId === null) throw gone();
    await sms.require(mobile, "bind", smsCode);
    await orTicket(uid, mobile, () => accounts.bind(accountId, mobile));
    return interaction.finish({ [prompts.bindMobile]: {} });
  });
  calls.on(switchAccount, async ({ uid, ticket }, caller) => {
    const interaction = await open(uid, caller);
    const mobile = await mobileOf(uid, ticket);
    if (mobile === null) throw new Refusal("smsCodeWrong", { message: words.codeGone });
    return finishLogin(interaction, (await accounts.ofMobile(mobile)).account_id, "sms");
  });
}

/** The calls of the provider's pages; each is about the interaction that the browser's cookie and the uid both name. */
export function pageRoutes(calls: Calls, parts: Parts): void {
  const open = opener(parts);
  showing(calls, parts, open);
  loggingIn(calls, parts, open);
  takingNumbers(calls, parts, open);
}
