import type { FastifyInstance } from "fastify";
import type { SmsScene } from "#contract/identity.ts";
import type { Calls } from "../http/calls.ts";
import { builtShell, type Shell } from "../http/shell.ts";
import type { Kit } from "../kit.ts";
import { every } from "../timers.ts";
import { accountStore } from "./account-store.ts";
import { createAccounts, type GivenAccount } from "./accounts.ts";
import { createAliyunSender } from "./aliyun.ts";
import { countStore } from "./count-store.ts";
import { mountFront, type Endpoints } from "./front.ts";
import { mountPathOf, mountProvider } from "./mount.ts";
import { passwordLogin } from "./password-login.ts";
import { payloadStore } from "./payload-store.ts";
import { createHolder } from "./provider-holder.ts";
import { foreignCalls, ownCalls, type Gateway } from "./provider-calls.ts";
import { lives, mintToken } from "./provider.ts";
import type { WebPlaces } from "./redirects.ts";
import { pageRoutes } from "./page-routes.ts";
import { identityRoutes, type SpendCaptcha } from "./routes.ts";
import { createOutboxSender, outboxStore } from "./sms-outbox.ts";
import { smsStore } from "./sms-store.ts";
import { createSms } from "./sms.ts";

export { isRedirectAllowed, isWebOrigin } from "./redirects.ts";

/** What the provider needs of other modules. */
export type IdentityDoors = {
  readonly consume: SpendCaptcha;
  /** Another provider's, where one is configured. */
  readonly endpoints: () => Promise<Endpoints>;
  readonly gateway: Gateway;
};

export type Identity = {
  /** Tries an SMS code of a scene; a right one is spent by it. */
  verifySms(mobile: string, scene: SmsScene, code: string): Promise<"ok" | "wrong" | "locked">;
  /** The one client, for the gateway. */
  readonly client: { readonly clientId: string; clientSecret(): Promise<string> };
  /** Without trailing slash; final once the server listens. */
  issuer(): string;
  /** Where the web app may be; final once the server listens. */
  places(): WebPlaces;
  /**
   * An access token of the built-in provider as the native app would hold one: of an account, or of a
   * mobile's, made where there is none.
   */
  mintAccessToken(
    who: string | { readonly accountId: string },
  ): Promise<{ accessToken: string; expiresIn: number }>;
  /** Makes an account without proof of the mobile, for demo data and tests; the existing one where the mobile or user name is known. */
  addAccount(account: GivenAccount): Promise<{ accountId: string }>;
  /** The code of the last SMS to a mobile; null without simulators. */
  lastSms(mobile: string): Promise<string | null>;
  /** Drops what is over and takes over new keys; runs every hour by itself. */
  upkeep(): Promise<void>;
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
  kit: Kit,
  calls: Calls,
  app: FastifyInstance,
  doors: IdentityDoors,
  shell: Shell = builtShell(builtPages),
): Identity {
  const { config } = kit;
  const clientId = config.brand.clientId;
  const codes = smsStore(kit.db);
  const outbox = outboxStore(kit.db);
  const accountRows = accountStore(kit.db);
  const counts = countStore(kit.db);
  const payloads = payloadStore(kit.db, kit.clock);
  const sender =
    config.sms.provider === "aliyun"
      ? createAliyunSender(config.sms, kit.clock)
      : createOutboxSender(kit, outbox);
  const sms = createSms(kit, codes, counts, sender);
  const accounts = createAccounts(kit, accountRows);
  const holder = createHolder(kit, { payloads, accounts });

  const parts = { kit, sms, accounts, holder, gateway: doors.gateway };
  if (config.oidc === null) {
    mountProvider(app, holder, kit, shell);
    identityRoutes(calls, ownCalls(parts), doors.consume);
    pageRoutes(calls, { ...parts, payloads, passwords: passwordLogin(kit, accountRows, counts) });
  } else {
    const places = () => holder.where().places;
    const front = { config, foreign: config.oidc, places, endpoints: doors.endpoints };
    mountFront(app, mountPathOf(config), front);
    identityRoutes(calls, foreignCalls(config.oidc, clientId, sms), doors.consume);
  }

  const upkeep = async (): Promise<void> => {
    const now = kit.clock.now();
    await payloads.purge();
    await codes.purge(now);
    await outbox.purge(now);
    await counts.purge(now);
    await holder.renewKeys();
  };
  const timer = every(HOUR, upkeep, kit.log);
  return {
    verifySms: async (mobile, scene, code) => (await sms.verify(mobile, scene, code)).verdict,
    client: { clientId, clientSecret: () => holder.clientSecret() },
    issuer: () => holder.where().issuer,
    places: () => holder.where().places,
    async mintAccessToken(who) {
      if (config.oidc !== null) throw new Error("another provider gives tokens of its own");
      const accountId = typeof who === "string" ? (await accounts.ofMobile(who)).account_id : who.accountId;
      const accessToken = await mintToken(await holder.get(), clientId, accountId);
      return { accessToken, expiresIn: lives.accessToken };
    },
    addAccount: async (account) => ({ accountId: (await accounts.add(account)).account_id }),
    lastSms: (mobile) => (config.simulators ? outbox.last(mobile) : Promise.resolve(null)),
    upkeep,
    endAccount: (accountId) => payloads.endAccount(accountId, null),
    close: () => timer.stop(),
  };
}
