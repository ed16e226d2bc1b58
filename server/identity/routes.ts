import type { InteractionResults } from "oidc-provider";
import { Refusal } from "#contract/errors.ts";
import {
  bindMobile,
  bindMobileOnPage,
  loginWithPassword,
  loginWithSms,
  quickLogin,
  register,
  sendSms,
  showInteraction,
} from "#contract/identity.ts";
import type { Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { Account } from "./account-store.ts";
import type { Accounts } from "./accounts.ts";
import {
  isForSomebodyNew,
  isPasswordLoginOffered,
  openInteraction,
  type OpenInteraction,
} from "./interactions.ts";
import { prompts } from "./prompts.ts";
import type { ProviderCalls } from "./provider-calls.ts";
import type { ProviderHolder } from "./provider-holder.ts";
import type { Sms } from "./sms.ts";
import { words } from "./words.ts";

/** The captcha module's part in it: spends the id of a solved slider. */
export type SpendCaptcha = (pass: { verifyId: string; action: "sms"; mobile: string }) => Promise<boolean>;

/** The prompts as the pages know them. */
const shownPrompts = { login: "login", create: "create", bind_mobile: "bindMobile" } as const;

type Parts = {
  kit: Kit;
  sms: Sms;
  accounts: Accounts;
  holder: ProviderHolder;
  /** The account of a mobile or user name and its password, from an address. */
  loginByPassword: (login: string, password: string, address: string) => Promise<Account>;
};

const loggedIn = (accountId: string, amr: "sms" | "pwd"): InteractionResults => ({
  login: { accountId, remember: true, amr: [amr] },
});

/** The JSON calls outside of a page, for whichever provider; the slider before an SMS is ours. */
export function identityRoutes(calls: Calls, provider: ProviderCalls, spendCaptcha: SpendCaptcha): void {
  calls.on(sendSms, async ({ mobile, scene, captchaVerifyId }, caller) => {
    const verifyId = captchaVerifyId || caller.captchaVerifyId;
    if (!verifyId || !(await spendCaptcha({ verifyId, action: "sms", mobile })))
      throw new Refusal("captchaRequired");
    return provider.sendSms(mobile, scene, caller);
  });
  calls.on(quickLogin, async ({ mobile, smsCode }) => provider.quickLogin(mobile, smsCode));
  calls.on(bindMobile, async ({ access_token, mobile, smsCode }) =>
    provider.bindMobile(access_token, mobile, smsCode),
  );
}

/** The calls of the provider's pages; each is about the interaction that the browser's cookie and the uid both name. */
export function pageRoutes(calls: Calls, { kit, sms, accounts, holder, loginByPassword }: Parts): void {
  const open = (uid: string, caller: Caller): Promise<OpenInteraction> =>
    openInteraction(holder, uid, caller.raw);
  /** Whoever logs in has answered a request to register as well: the page offers both ways. */
  const finishLogin = (interaction: OpenInteraction, accountId: string, amr: "sms" | "pwd") =>
    interaction.finish({
      ...loggedIn(accountId, amr),
      ...(interaction.prompt === prompts.create && { create: {} }),
    });

  calls.on(showInteraction, async ({ uid }, caller) => {
    const interaction = await open(uid, caller);
    const { prompt, params } = interaction;
    const joins = isForSomebodyNew(interaction);
    return {
      prompt: joins ? shownPrompts.bind_mobile : shownPrompts[prompt],
      joins,
      showPasswordLogin: isPasswordLoginOffered(params, kit.config),
      clientName: kit.config.brand.name,
    };
  });
  calls.on(loginWithSms, async ({ uid, mobile, smsCode }, caller) => {
    const interaction = await open(uid, caller);
    await sms.require(mobile, "login", smsCode);
    return finishLogin(interaction, (await accounts.ofMobile(mobile)).account_id, "sms");
  });
  calls.on(loginWithPassword, async ({ uid, account, password }, caller) => {
    const interaction = await open(uid, caller);
    if (!isPasswordLoginOffered(interaction.params, kit.config))
      throw new Refusal("forbidden", { message: words.passwordLoginOff });
    return finishLogin(
      interaction,
      (await loginByPassword(account, password, caller.address)).account_id,
      "pwd",
    );
  });
  calls.on(register, async ({ uid, mobile, smsCode, password }, caller) => {
    const interaction = await open(uid, caller);
    await sms.require(mobile, "login", smsCode);
    return finishLogin(interaction, (await accounts.register(mobile, password)).account_id, "sms");
  });
  calls.on(bindMobileOnPage, async ({ uid, mobile, smsCode }, caller) => {
    const interaction = await open(uid, caller);
    if (isForSomebodyNew(interaction)) {
      await sms.require(mobile, "bind", smsCode);
      return finishLogin(interaction, (await accounts.ofMobile(mobile)).account_id, "sms");
    }
    if (interaction.prompt !== prompts.bindMobile || interaction.accountId === null)
      throw new Refusal("notFound", { message: words.interactionGone });
    await sms.require(mobile, "bind", smsCode);
    await accounts.bind(interaction.accountId, mobile);
    return interaction.finish({ [prompts.bindMobile]: {} });
  });
}
