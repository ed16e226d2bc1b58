import type { FastifyInstance } from "fastify";
import type { SmsScene } from "#contract/identity/identity.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { builtIdentityHtml, type IdentityHtml } from "../http/pages/identity-html.ts";
import type { AppContext } from "../core/app-context.ts";
import { runPeriodically } from "../core/run-periodically.ts";
import { accountStore } from "./account-store.ts";
import { createAccounts, type ProvisionedAccount } from "./accounts.ts";
import { createAliyunSender } from "./sms/aliyun-sms.ts";
import { rateLimitStore } from "./rate-limit-store.ts";
import { mountExternalRedirects, type ExternalEndpoints } from "./external-idp-redirects.ts";
import { mountPathOf, mountProvider } from "./provider/mount-provider.ts";
import { createPasswordLogin } from "./password/password-login.ts";
import { payloadStore } from "./provider/payload-store.ts";
import { createProviderHolder } from "./provider/provider-holder.ts";
import { externalProviderCalls, builtInProviderCalls, type SessionGateway } from "./provider-calls.ts";
import { tokenLifetimes, issueAccessToken } from "./provider/oidc-provider.ts";
import type { WebOrigins } from "./provider/redirect-allow-list.ts";
import { interactionRoutes } from "./interaction/routes.ts";
import { identityRoutes, type SpendCaptcha } from "./routes.ts";
import { createOutboxSender, smsOutboxStore } from "./sms/outbox-store.ts";
import { smsStore } from "./sms/store.ts";
import { createSmsCodes } from "./sms/sms-codes.ts";

export { isRedirectAllowed, isWebOrigin } from "./provider/redirect-allow-list.ts";

/** What the provider needs of other modules. */
export type IdentityPorts = {
  readonly consumeCaptcha: SpendCaptcha;
  /** Another provider's, where one is configured. */
  readonly endpoints: () => Promise<ExternalEndpoints>;
  readonly gateway: SessionGateway;
};

export type Identity = {
  /** Tries an SMS code of a scene; a right one is spent by it. */
  verifySms(mobile: string, scene: SmsScene, code: string): Promise<"ok" | "wrong" | "locked">;
  /** The one client, for the gateway. */
  readonly client: { readonly clientId: string; clientSecret(): Promise<string> };
  /** Without trailing slash; final once the server listens. */
  issuer(): string;
  /** Where the web app may be; final once the server listens. */
  webOrigins(): WebOrigins;
  /**
   * An access token of the built-in provider as the native app would hold one: of an account, or of a
   * mobile's, made where there is none.
   */
  mintAccessToken(
    who: string | { readonly accountId: string },
  ): Promise<{ accessToken: string; expiresIn: number }>;
  /** Makes an account without proof of the mobile, for demo data and tests; the existing one where the mobile or user name is known. */
  addAccount(account: ProvisionedAccount): Promise<{ accountId: string }>;
  /** The code of the last SMS to a mobile; null without simulators. */
  lastSms(mobile: string): Promise<string | null>;
  /** Drops what is over and takes over new keys; runs every hour by itself. */
  runMaintenance(): Promise<void>;
  /** Ends every session of an account at the built-in provider; nothing where it has no such account. */
  endAccount(accountId: string): Promise<void>;
  close(): void;
};

const HOUR = 3_600_000;
const builtPages = new URL("../../build/pass/", import.meta.url);

/**
 * The identity provider: OpenID Connect under /pass, its pages' calls, SMS codes, accounts. Where
 * another provider is configured: the way to its pages, and codes for sign-ups.
 * @param shell its pages; the built ones unless told
 */
export function createIdentity(
  context: AppContext,
  calls: RpcRouter,
  app: FastifyInstance,
  ports: IdentityPorts,
  shell: IdentityHtml = builtIdentityHtml(builtPages),
): Identity {
  const { config } = context;
  const clientId = config.brand.clientId;
  const codes = smsStore(context.db);
  const outbox = smsOutboxStore(context.db);
  const accountRows = accountStore(context.db);
  const counts = rateLimitStore(context.db);
  const payloads = payloadStore(context.db, context.clock);
  const sender =
    config.sms.provider === "aliyun"
      ? createAliyunSender(config.sms, context.clock)
      : createOutboxSender(context, outbox);
  const sms = createSmsCodes(context, codes, counts, sender);
  const accounts = createAccounts(context, accountRows);
  const holder = createProviderHolder(context, { payloads, accounts });

  const parts = { context, sms, accounts, holder, gateway: ports.gateway };
  if (config.oidc === null) {
    mountProvider(app, holder, context, shell);
    identityRoutes(calls, builtInProviderCalls(parts), ports.consumeCaptcha);
    interactionRoutes(calls, {
      ...parts,
      payloads,
      passwords: createPasswordLogin(context, accountRows, counts),
    });
  } else {
    const places = () => holder.where().places;
    const front = { config, foreign: config.oidc, places, endpoints: ports.endpoints };
    mountExternalRedirects(app, mountPathOf(config), front);
    identityRoutes(calls, externalProviderCalls(config.oidc, clientId, sms), ports.consumeCaptcha);
  }

  const upkeep = async (): Promise<void> => {
    const now = context.clock.now();
    await payloads.purge();
    await codes.purge(now);
    await outbox.purge(now);
    await counts.purge(now);
    await holder.renewKeys();
  };
  const timer = runPeriodically(HOUR, upkeep, context.log);
  return {
    verifySms: async (mobile, scene, code) => (await sms.verify(mobile, scene, code)).verdict,
    client: { clientId, clientSecret: () => holder.clientSecret() },
    issuer: () => holder.where().issuer,
    webOrigins: () => holder.where().places,
    async mintAccessToken(who) {
      if (config.oidc !== null) throw new Error("another provider gives tokens of its own");
      const accountId = typeof who === "string" ? (await accounts.ofMobile(who)).account_id : who.accountId;
      const accessToken = await issueAccessToken(await holder.get(), clientId, accountId);
      return { accessToken, expiresIn: tokenLifetimes.accessToken };
    },
    addAccount: async (account) => ({ accountId: (await accounts.add(account)).account_id }),
    lastSms: (mobile) => (config.simulators ? outbox.last(mobile) : Promise.resolve(null)),
    runMaintenance: upkeep,
    endAccount: (accountId) => payloads.endAccount(accountId, null),
    close: () => timer.stop(),
  };
}
