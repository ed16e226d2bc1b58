import type { Call, ResultOf } from "#contract/core/call.ts";
import { readRefusal, Refusal, type RefusalName } from "#contract/core/errors.ts";
import { bindMobile, quickLogin, sendSms, type SmsScene } from "#contract/identity/identity.ts";
import type { ExternalIdpSettings } from "../config.ts";
import type { AppContext } from "../core/app-context.ts";
import type { Accounts } from "./accounts.ts";
import { tokenLifetimes, issueAccessToken } from "./provider/oidc-provider.ts";
import type { ProviderHolder } from "./provider/provider-holder.ts";
import type { RequestingCaller } from "./requester.ts";
import { smsTimings, type SmsCodes } from "./sms/sms-codes.ts";
import { identityMessages } from "./messages.ts";

/** The three JSON calls in which providers differ (contract section 4); the rest is OpenID Connect. */
export type ProviderCalls = {
  sendSms(mobile: string, scene: SmsScene, caller: RequestingCaller): Promise<ResultOf<typeof sendSms>>;
  quickLogin(mobile: string, smsCode: string, caller: RequestingCaller): Promise<ResultOf<typeof quickLogin>>;
  bindMobile(
    accessToken: string,
    mobile: string,
    smsCode: string,
    caller: RequestingCaller,
  ): Promise<ResultOf<typeof bindMobile>>;
};

/** Functions of the gateway's sessions that the provider needs. */
export type SessionGateway = {
  /** Returns the user of a session token; idpId null: a WeChat user without an account at the provider. */
  subjectOf(sessionToken: string): Promise<{ readonly idpId: string | null } | null>;
  /** Records a verified mobile for the user of a session token. */
  bind(sessionToken: string, person: { idpId: string; mobile: string; nickname: string }): Promise<void>;
  /** Ends every session of an account at the gateway. */
  endAll(idpId: string): Promise<void>;
};

type BuiltInParts = {
  context: AppContext;
  sms: SmsCodes;
  accounts: Accounts;
  holder: ProviderHolder;
  gateway: SessionGateway;
};

/**
 * Binds by a session token of the gateway, the only token that pages in WeChat have. A WeChat user without an
 * account is merged with the person of that mobile; anybody else binds the mobile to their own account.
 */
async function bindAtGateway(
  { gateway, sms, accounts }: BuiltInParts,
  sessionToken: string,
  { mobile, smsCode, caller }: { mobile: string; smsCode: string; caller: RequestingCaller },
): Promise<{ mobile: string }> {
  const subject = await gateway.subjectOf(sessionToken);
  const accountId = subject?.idpId ?? null;
  if (!subject || (accountId !== null && !(await accounts.find(accountId))))
    throw new Refusal("tokenInvalid");
  await sms.require(mobile, "bind", smsCode, caller);
  if (accountId !== null) await accounts.bind(accountId, mobile);
  const { account_id, nickname } = await accounts.findOrCreate(mobile);
  await gateway.bind(sessionToken, { idpId: account_id, mobile, nickname });
  return { mobile };
}

/** Creates the calls of the built-in provider. */
export function builtInProviderCalls(parts: BuiltInParts): ProviderCalls {
  const { context, sms, accounts, holder } = parts;
  return {
    async sendSms(mobile, scene, caller) {
      await sms.send(mobile, scene, caller);
      return smsTimings;
    },
    async quickLogin(mobile, smsCode, caller) {
      await sms.require(mobile, "login", smsCode, caller);
      const { account_id } = await accounts.findOrCreate(mobile);
      return {
        access_token: await issueAccessToken(await holder.get(), context.config.brand.clientId, account_id),
        expires_in: tokenLifetimes.accessToken,
      };
    },
    async bindMobile(accessToken, mobile, smsCode, caller) {
      const { AccessToken } = await holder.get();
      const token = await AccessToken.find(accessToken);
      if (!token) return bindAtGateway(parts, accessToken, { mobile, smsCode, caller });
      if (!(await accounts.find(token.accountId))) throw new Refusal("tokenInvalid");
      await sms.require(mobile, "bind", smsCode, caller);
      await accounts.bind(token.accountId, mobile);
      return { mobile };
    },
  };
}

/** Timeout of a forwarded call, ms. */
const TIMEOUT = 10_000;

/**
 * Forwards a call to an external provider that implements it as the contract describes.
 * @param base address before the call's path
 * @param credentials base64 of the client's id and secret, for HTTP Basic
 * @throws Refusal as the call declares, "unreachable" for anything else
 */
async function forward<C extends Call>(
  call: C,
  base: string,
  credentials: string,
  { query = "", body }: { query?: string; body: Readonly<Record<string, unknown>> },
): Promise<ResultOf<C>> {
  const unavailable = () => new Refusal("unreachable", { message: identityMessages.providerAway });
  const answer = await fetch(`${base}${call.paths[0]}${query}`, {
    method: call.method,
    headers: { "content-type": "application/json", authorization: `Basic ${credentials}` },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(() => {
    throw unavailable();
  });
  const envelope = (await answer.json().catch(() => null)) as { code?: unknown; data?: unknown } | null;
  if (answer.status === 200 && envelope?.code === "00") {
    const result = call.result.safeParse(envelope.data);
    if (result.success) return result.data as ResultOf<C>;
    throw unavailable();
  }
  const refusal = readRefusal(answer.status, envelope, (name) => answer.headers.get(name));
  const declared: readonly RefusalName[] = [...call.refusals, "invalid", "tooMany"];
  throw declared.includes(refusal.refusal) ? refusal : unavailable();
}

/**
 * Creates the calls for an external provider, which are forwarded to it. SMS codes of our own scenes are sent
 * by us; without `OIDC_CALLS_BASE` login and binding work only on the provider's pages.
 */
export function externalProviderCalls(
  { callsBase, clientSecret }: ExternalIdpSettings,
  clientId: string,
  sms: SmsCodes,
): ProviderCalls {
  const idAndSecret = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const credentials = Buffer.from(idAndSecret).toString("base64");
  const baseOrRefuse = (): string => {
    if (callsBase === null) throw new Refusal("forbidden", { message: identityMessages.providerPageOnly });
    return callsBase;
  };
  return {
    async sendSms(mobile, scene, caller) {
      // Codes of these scenes are verified by us with any provider.
      if (scene === "signup" || scene === "erase" || scene === "confirm") {
        await sms.send(mobile, scene, caller);
        return smsTimings;
      }
      const base = baseOrRefuse();
      await sms.external.request(mobile, scene, caller);
      return forward(sendSms, base, credentials, { body: { mobile, scene } });
    },
    async quickLogin(mobile, smsCode, caller) {
      const base = baseOrRefuse();
      await sms.external.countTry(mobile, "login", caller);
      const result = await forward(quickLogin, base, credentials, { body: { mobile, smsCode } });
      await sms.external.accepted(mobile, caller);
      return result;
    },
    bindMobile: async (accessToken, mobile, smsCode) =>
      forward(bindMobile, baseOrRefuse(), credentials, {
        query: `?access_token=${encodeURIComponent(accessToken)}`,
        body: { mobile, smsCode },
      }),
  };
}
