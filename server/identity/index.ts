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
import type { RequestingCaller } from "./requester.ts";
import { verifiedDeviceStore } from "./verified-device-store.ts";
import { mountExternalRedirects, type ExternalEndpoints } from "./external-idp-redirects.ts";
import { mountPathOf, mountProvider } from "./provider/mount-provider.ts";
import { createPasswordLogin } from "./password/password-login.ts";
import { payloadStore } from "./provider/payload-store.ts";
import { createProviderHolder } from "./provider/provider-holder.ts";
import { externalProviderCalls, builtInProviderCalls, type SessionGateway } from "./provider-calls.ts";
import { tokenLifetimes, issueAccessToken } from "./provider/oidc-provider.ts";
import type { WebOrigins } from "./provider/redirect-allow-list.ts";
import { interactionRoutes } from "./interaction/routes.ts";
import { identityRoutes, type ConsumeCaptcha } from "./routes.ts";
import { createOutboxSender } from "./sms/outbox-sender.ts";
import { smsOutboxStore, type SmsOutboxStore } from "./sms/outbox-store.ts";
import { smsStore } from "./sms/store.ts";
import { createSmsCodes } from "./sms/sms-codes.ts";
import type { SmsSender } from "./sms/sms-sender.ts";

export { hashPassword, verifyAccountPassword } from "./password/password-hash.ts";
export { requireStrongPassword } from "./password/weak-passwords.ts";
export { isRedirectAllowed, isWebOrigin } from "./provider/redirect-allow-list.ts";

/** Functions of other modules that the identity module needs. */
export type IdentityPorts = {
  readonly consumeCaptcha: ConsumeCaptcha;
  /** Endpoints of the external provider, if one is configured. */
  readonly endpoints: () => Promise<ExternalEndpoints>;
  readonly gateway: SessionGateway;
};

export type Identity = {
  /** Verifies an SMS code that the caller has requested for a scene; a correct code is consumed. */
  verifySms(
    mobile: string,
    scene: SmsScene,
    code: string,
    caller: RequestingCaller,
  ): Promise<"ok" | "wrong" | "locked">;
  /** Credentials of the only client, which is the gateway. */
  readonly client: { readonly clientId: string; clientSecret(): Promise<string> };
  /** Issuer without trailing slash; final once the server listens. */
  issuer(): string;
  /** Origins of the web app; final once the server listens. */
  webOrigins(): WebOrigins;
  /**
   * Issues an access token of the built-in provider, as the native app would hold one.
   * @param account an account, or a mobile whose account is created if there is none
   * @returns expiresIn in seconds
   */
  mintAccessToken(
    account: string | { readonly accountId: string },
  ): Promise<{ accessToken: string; expiresIn: number }>;
  /** Creates an account without verification, for demo data and tests; returns an existing one. */
  addAccount(account: ProvisionedAccount): Promise<{ accountId: string }>;
  /** Code of the last SMS to a mobile; null without simulators. */
  lastSmsCode(mobile: string): Promise<string | null>;
  /** Deletes expired rows and loads new keys; also runs every hour. */
  runMaintenance(): Promise<void>;
  /** Ends every session of an account at the built-in provider; does nothing for an unknown account. */
  endAccount(accountId: string): Promise<void>;
  close(): void;
};

const HOUR = 3_600_000;
const builtPages = new URL("../../build/pass/", import.meta.url);

/** Creates the configured SMS sender. */
const createSmsSender = (context: AppContext, outbox: SmsOutboxStore): SmsSender =>
  context.config.sms.provider === "aliyun"
    ? createAliyunSender(context.config.sms, context.clock)
    : createOutboxSender(context, outbox);

const createStores = ({ db, clock }: AppContext) => ({
  codes: smsStore(db),
  outbox: smsOutboxStore(db),
  accounts: accountStore(db),
  rateLimits: rateLimitStore(db),
  devices: verifiedDeviceStore(db),
  payloads: payloadStore(db, clock),
});

async function purgeExpired(stores: ReturnType<typeof createStores>, now: number): Promise<void> {
  await stores.payloads.purge();
  for (const store of [stores.codes, stores.outbox, stores.rateLimits, stores.devices])
    await store.purge(now);
}

/**
 * Creates the identity provider: OpenID Connect under /pass, the calls of its pages, SMS codes, accounts.
 * With an external provider, only the redirects to its pages and the SMS codes of our own scenes.
 * @param shell the provider's pages; by default those of the web build
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
  const stores = createStores(context);
  const { outbox, payloads } = stores;
  const sms = createSmsCodes(context, stores, createSmsSender(context, outbox));
  const accounts = createAccounts(context, stores.accounts);
  const holder = createProviderHolder(context, { payloads, accounts });

  const parts = { context, sms, accounts, holder, gateway: ports.gateway };
  if (config.oidc === null) {
    mountProvider(app, holder, context, shell);
    identityRoutes(calls, builtInProviderCalls(parts), ports.consumeCaptcha);
    interactionRoutes(calls, {
      ...parts,
      payloads,
      passwords: createPasswordLogin(context, stores),
    });
  } else {
    const webOrigins = () => holder.location().webOrigins;
    const options = { config, externalIdp: config.oidc, webOrigins, endpoints: ports.endpoints };
    mountExternalRedirects(app, mountPathOf(config), options);
    identityRoutes(calls, externalProviderCalls(config.oidc, clientId, sms), ports.consumeCaptcha);
  }

  const purge = (): Promise<void> => purgeExpired(stores, context.clock.now());
  const runMaintenance = (): Promise<void> => purge().then(() => holder.reloadKeys());
  const timers = [
    context.tasks.schedule("identity.purge", HOUR, purge),
    runPeriodically(HOUR, () => holder.reloadKeys(), context.log),
  ];
  return {
    verifySms: async (mobile, scene, code, caller) => (await sms.verify(mobile, scene, code, caller)).verdict,
    client: { clientId, clientSecret: () => holder.clientSecret() },
    issuer: () => holder.location().issuer,
    webOrigins: () => holder.location().webOrigins,
    async mintAccessToken(account) {
      if (config.oidc !== null) throw new Error("token login requires the built-in provider");
      const accountId =
        typeof account === "string" ? (await accounts.findOrCreate(account)).account_id : account.accountId;
      const accessToken = await issueAccessToken(await holder.get(), clientId, accountId);
      return { accessToken, expiresIn: tokenLifetimes.accessToken };
    },
    addAccount: async (account) => ({ accountId: (await accounts.provision(account)).account_id }),
    lastSmsCode: (mobile) => (config.simulators ? outbox.lastCode(mobile) : Promise.resolve(null)),
    runMaintenance,
    endAccount: (accountId) => payloads.endAccount(accountId, null),
    close: () => {
      for (const timer of timers) timer.stop();
    },
  };
}
