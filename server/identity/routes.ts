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
import { lives, mintToken } from "./provider.ts";
import type { ProviderHolder } from "./provider-holder.ts";
import { smsTerms, type Sms } from "./sms.ts";
import { words } from "./words.ts";

/** The captcha module's part in it: spends the id of a solved slider. */
export type SpendCaptcha = (pass: { verifyId: string; action: "sms"; mobile: string }) => Promise<boolean>;

/** The gateway's part in it: who is logged in there, and that a mobile proved to be theirs. */
export type Gateway = {
  /** idpId null: somebody whom WeChat alone knows. */
  subjectOf(sessionToken: string): Promise<{ readonly idpId: string | null } | null>;
  bind(sessionToken: string, person: { idpId: string; mobile: string; nickname: string }): Promise<void>;
};

/** The prompts as the pages know them. */
const shownPrompts = { login: "login", create: "create", bind_mobile: "bindMobile" } as const;

type Parts = {
  kit: Kit;
  sms: Sms;
  accounts: Accounts;
  holder: ProviderHolder;
  spendCaptcha: SpendCaptcha;
  gateway: Gateway;
  /** The account of a mobile or user name and its password, from an address. */
  loginByPassword: (login: string, password: string, address: string) => Promise<Account>;
};

const loggedIn = (accountId: string, amr: "sms" | "pwd"): InteractionResults => ({
  login: { accountId, remember: true, amr: [amr] },
});

/** The JSON calls outside of a page. */
export function identityRoutes(calls: Calls, parts: Parts): void {
  const { kit, sms, accounts, holder, spendCaptcha } = parts;
  const clientId = kit.config.brand.clientId;
  calls.on(sendSms, async ({ mobile, scene, captchaVerifyId }, caller) => {
    const verifyId = captchaVerifyId || caller.captchaVerifyId;
    if (!verifyId || !(await spendCaptcha({ verifyId, action: "sms", mobile })))
      throw new Refusal("captchaRequired");
    await sms.send(mobile, scene, caller);
    return smsTerms;
  });
  calls.on(quickLogin, async ({ mobile, smsCode }) => {
    await sms.require(mobile, "login", smsCode);
    const { account_id } = await accounts.ofMobile(mobile);
    return {
      access_token: await mintToken(await holder.get(), clientId, account_id),
      expires_in: lives.accessToken,
    };
  });
  calls.on(bindMobile, async ({ access_token, mobile, smsCode }) => {
    const { AccessToken } = await holder.get();
    const token = await AccessToken.find(access_token);
    if (!token) return bindAtGateway(parts, access_token, mobile, smsCode);
    if (!(await accounts.find(token.accountId))) throw new Refusal("tokenInvalid");
    await sms.require(mobile, "bind", smsCode);
    await accounts.bind(token.accountId, mobile);
    return { mobile };
  });
}

/**
 * Binds by a session token of the gateway, all that WeChat's pages hold. Somebody whom WeChat alone
 * knows becomes the person of that mobile; anybody else binds it to their own account.
 */
async function bindAtGateway(
  { gateway, sms, accounts }: Parts,
  sessionToken: string,
  mobile: string,
  smsCode: string,
): Promise<{ mobile: string }> {
  const subject = await gateway.subjectOf(sessionToken);
  const own = subject?.idpId ?? null;
  if (!subject || (own !== null && !(await accounts.find(own)))) throw new Refusal("tokenInvalid");
  await sms.require(mobile, "bind", smsCode);
  if (own !== null) await accounts.bind(own, mobile);
  const { account_id, nickname } = await accounts.ofMobile(mobile);
  await gateway.bind(sessionToken, { idpId: account_id, mobile, nickname });
  return { mobile };
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
