import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import type { Clock } from "../core/clock.ts";
import { CredentialInvalid, type IssuedCredential, type WechatApi } from "./api.ts";
import { credentialState } from "./rules.ts";
import type { CredentialKind, CredentialStore } from "./store.ts";

/** Duration of the exclusive right to renew, ms; afterwards another process may. */
const LEASE = 15_000;
/** Polling interval while another process renews, ms. */
const POLL_INTERVAL = 50;

/** false: without the lease, for the test that proves that it is needed. */
export type CredentialRenewalOptions = { readonly isGuarded: boolean };

export type Credentials = {
  jsapiTicket(): Promise<string>;
  accessToken(): Promise<string>;
  /** Deletes a token that WeChat no longer accepts, because another system has requested one. */
  forgetAccessToken(token: string): Promise<void>;
};

/** Shares one result among concurrent callers of a process, so that a failure is not repeated for each. */
function createSharing() {
  const pending = new Map<CredentialKind, Promise<string>>();
  return (kind: CredentialKind, start: () => Promise<string>): Promise<string> => {
    const running = pending.get(kind);
    if (running) return running;
    const started = start().finally(() => pending.delete(kind));
    pending.set(kind, started);
    return started;
  };
}

type CredentialContext = { readonly clock: Clock; readonly log: Pick<FastifyBaseLogger, "warn"> };
/** Creates the function that reads a credential, and renews it before its expiry in one process. */
function credentialReader(
  { clock, log }: CredentialContext,
  store: CredentialStore,
  { isGuarded }: CredentialRenewalOptions,
) {
  async function renew(
    kind: CredentialKind,
    lease: string,
    issue: () => Promise<IssuedCredential>,
  ): Promise<string> {
    try {
      const { value, expiresIn } = await issue();
      await store.save(kind, value, clock.now() + expiresIn * 1000);
      return value;
    } catch (error) {
      await store.releaseLease(kind, lease);
      throw error;
    }
  }
  async function get(kind: CredentialKind, issue: () => Promise<IssuedCredential>): Promise<string> {
    // Measures real time, because the server's clock can be set in tests.
    const deadline = performance.now() + 2 * LEASE;
    for (; performance.now() < deadline; await setTimeout(POLL_INTERVAL)) {
      const { value, expires } = await store.find(kind);
      const now = clock.now();
      const state = value === null ? "expired" : credentialState(expires, now);
      if (value !== null && state === "fresh") return value;
      const lease = randomUUID();
      if (!isGuarded || (await store.acquireLease(kind, value, lease, now, now + LEASE)))
        try {
          return await renew(kind, lease, issue);
        } catch (error) {
          if (value === null || state === "expired") throw error;
          log.warn({ kind }, "WeChat credential refresh failed, using the current one");
          return value;
        }
      if (value !== null && state === "expiring") return value;
    }
    throw new Refusal("unreachable");
  }
  return get;
}

/**
 * WeChat's access token and jsapi ticket. WeChat issues few a day, and a new token invalidates the old one, so all
 * processes share one of each. One process renews it before its expiry, while the others use the old one or wait.
 */
export function createCredentials(
  context: CredentialContext,
  store: CredentialStore,
  api: Pick<WechatApi, "accessToken" | "jsapiTicket">,
  options: CredentialRenewalOptions = { isGuarded: true },
): Credentials {
  const get = credentialReader(context, store, options);
  const share = createSharing();
  const accessToken = (): Promise<string> =>
    share("access_token", () => get("access_token", () => api.accessToken()));
  const forgetAccessToken = (token: string): Promise<void> => store.invalidate("access_token", token);
  const issueTicket = async (): Promise<IssuedCredential> => {
    const token = await accessToken();
    try {
      return await api.jsapiTicket(token);
    } catch (error) {
      if (!(error instanceof CredentialInvalid)) throw error;
      // Another system has requested a token of this account, which has invalidated this one (40001).
      await forgetAccessToken(token);
      return api.jsapiTicket(await accessToken()).catch((second: unknown) => {
        throw second instanceof CredentialInvalid ? new Refusal("unreachable") : second;
      });
    }
  };
  return {
    jsapiTicket: () => share("jsapi_ticket", () => get("jsapi_ticket", issueTicket)),
    accessToken,
    forgetAccessToken,
  };
}
