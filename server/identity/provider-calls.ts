import type { Call, ResultOf } from "#contract/core/call.ts";
import { readRefusal, Refusal, type RefusalName } from "#contract/core/errors.ts";
import { bindMobile, quickLogin, sendSms, type SmsScene } from "#contract/identity/identity.ts";
import type { ExternalIdpSettings } from "../config.ts";
import type { AppContext } from "../core/app-context.ts";
import type { Accounts } from "./accounts.ts";
import { tokenLifetimes, issueAccessToken } from "./provider/oidc-provider.ts";
import type { ProviderHolder } from "./provider/provider-holder.ts";
import type { SmsRequester } from "./sms/sms-limits.ts";
import { smsTimings, type SmsCodes } from "./sms/sms-codes.ts";
import { identityMessages } from "./messages.ts";

/** All that differs between providers beside OpenID Connect itself: the three JSON calls (contract section 4). */
export type ProviderCalls = {
  sendSms(mobile: string, scene: SmsScene, caller: SmsRequester): Promise<ResultOf<typeof sendSms>>;
  quickLogin(mobile: string, smsCode: string): Promise<ResultOf<typeof quickLogin>>;
  bindMobile(accessToken: string, mobile: string, smsCode: string): Promise<ResultOf<typeof bindMobile>>;
};

/** The gateway's part in it: who is logged in there, and that a mobile proved to be theirs. */
export type SessionGateway = {
  /** idpId null: somebody whom WeChat alone knows. */
  subjectOf(sessionToken: string): Promise<{ readonly idpId: string | null } | null>;
  bind(sessionToken: string, person: { idpId: string; mobile: string; nickname: string }): Promise<void>;
  /** Ends every session there of somebody whom the provider knows. */
  endAll(idpId: string): Promise<void>;
};

type OwnParts = {
  context: AppContext;
  sms: SmsCodes;
  accounts: Accounts;
  holder: ProviderHolder;
  gateway: SessionGateway;
};

/**
 * Binds by a session token of the gateway, all that WeChat's pages hold. Somebody whom WeChat alone
 * knows becomes the person of that mobile; anybody else binds it to their own account.
 */
async function bindAtGateway(
  { gateway, sms, accounts }: OwnParts,
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

/** The built-in provider's. */
export function builtInProviderCalls(parts: OwnParts): ProviderCalls {
  const { context, sms, accounts, holder } = parts;
  return {
    async sendSms(mobile, scene, caller) {
      await sms.send(mobile, scene, caller);
      return smsTimings;
    },
    async quickLogin(mobile, smsCode) {
      await sms.require(mobile, "login", smsCode);
      const { account_id } = await accounts.ofMobile(mobile);
      return {
        access_token: await issueAccessToken(await holder.get(), context.config.brand.clientId, account_id),
        expires_in: tokenLifetimes.accessToken,
      };
    },
    async bindMobile(accessToken, mobile, smsCode) {
      const { AccessToken } = await holder.get();
      const token = await AccessToken.find(accessToken);
      if (!token) return bindAtGateway(parts, accessToken, mobile, smsCode);
      if (!(await accounts.find(token.accountId))) throw new Refusal("tokenInvalid");
      await sms.require(mobile, "bind", smsCode);
      await accounts.bind(token.accountId, mobile);
      return { mobile };
    },
  };
}

const TIMEOUT = 10_000;

/** Makes a call at another provider that answers it as the contract has it; the client's secret says who asks. */
async function forward<C extends Call>(
  call: C,
  base: string,
  credentials: string,
  { query = "", body }: { query?: string; body: Readonly<Record<string, unknown>> },
): Promise<ResultOf<C>> {
  const away = () => new Refusal("unreachable", { message: identityMessages.providerAway });
  const answer = await fetch(`${base}${call.paths[0]}${query}`, {
    method: call.method,
    headers: { "content-type": "application/json", authorization: `Basic ${credentials}` },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(() => {
    throw away();
  });
  const envelope = (await answer.json().catch(() => null)) as { code?: unknown; data?: unknown } | null;
  if (answer.status === 200 && envelope?.code === "00") {
    const result = call.result.safeParse(envelope.data);
    if (result.success) return result.data as ResultOf<C>;
    throw away();
  }
  const refusal = readRefusal(answer.status, envelope, (name) => answer.headers.get(name));
  const known: readonly RefusalName[] = [...call.refusals, "invalid", "tooMany"];
  throw known.includes(refusal.refusal) ? refusal : away();
}

/**
 * Another provider's: passed on to where it answers them itself. Codes for sign-ups are ours in any
 * case; without an address of its calls logging in and binding are for its pages alone.
 */
export function externalProviderCalls(
  { callsBase, clientSecret }: ExternalIdpSettings,
  clientId: string,
  sms: SmsCodes,
): ProviderCalls {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const credentials = Buffer.from(pair).toString("base64");
  const baseOrRefuse = (): string => {
    if (callsBase === null) throw new Refusal("forbidden", { message: identityMessages.providerPageOnly });
    return callsBase;
  };
  return {
    async sendSms(mobile, scene, caller) {
      // These are ours to judge, whoever the provider is.
      if (scene === "signup" || scene === "erase" || scene === "confirm") {
        await sms.send(mobile, scene, caller);
        return smsTimings;
      }
      const base = baseOrRefuse();
      await sms.count(mobile, caller);
      return forward(sendSms, base, credentials, { body: { mobile, scene } });
    },
    quickLogin: async (mobile, smsCode) =>
      forward(quickLogin, baseOrRefuse(), credentials, { body: { mobile, smsCode } }),
    bindMobile: async (accessToken, mobile, smsCode) =>
      forward(bindMobile, baseOrRefuse(), credentials, {
        query: `?access_token=${encodeURIComponent(accessToken)}`,
        body: { mobile, smsCode },
      }),
  };
}
