import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import type { Clock } from "../core/clock.ts";
import { CredentialInvalid, type IssuedCredential, type WechatApi } from "./api.ts";
import { credentialState } from "./rules.ts";
import type { CredentialKind, CredentialStore } from "./store.ts";

/** Whoever renews has this long for it; then another one may, ms. */
const LEASE = 15_000;
/** How often those look who wait for another's renewal, ms. */
const LOOK = 50;

/** For the test that shows what the lease is good for: false lets everybody renew. */
export type CredentialRenewalOptions = { readonly isGuarded: boolean };

export type Credentials = { jsapiTicket(): Promise<string> };

/**
 * WeChat's access token and jsapi ticket. WeChat gives few a day, and a new token makes the old one
 * void, so all processes share one of each: it is renewed before its end by one of them, while the
 * others go on with the old one or wait.
 */
export function createCredentials(
  { clock, log }: { readonly clock: Clock; readonly log: Pick<FastifyBaseLogger, "warn"> },
  store: CredentialStore,
  api: Pick<WechatApi, "accessToken" | "jsapiTicket">,
  { isGuarded }: CredentialRenewalOptions = { isGuarded: true },
): Credentials {
  async function renew(
    kind: CredentialKind,
    lease: string,
    issue: () => Promise<IssuedCredential>,
  ): Promise<string> {
    try {
      const { value, expiresIn } = await issue();
      await store.keep(kind, value, clock.now() + expiresIn * 1000);
      return value;
    } catch (error) {
      await store.release(kind, lease);
      throw error;
    }
  }
  async function get(kind: CredentialKind, issue: () => Promise<IssuedCredential>): Promise<string> {
    // Real time, whatever the server's clock is set to: this is about waiting.
    for (const giveUp = performance.now() + 2 * LEASE; performance.now() < giveUp; await setTimeout(LOOK)) {
      const { value, expires } = await store.find(kind);
      const now = clock.now();
      const age = value === null ? "over" : credentialState(expires, now);
      if (value !== null && age === "fresh") return value;
      const lease = randomUUID();
      if (!isGuarded || (await store.lease(kind, value, lease, now, now + LEASE)))
        try {
          return await renew(kind, lease, issue);
        } catch (error) {
          if (value === null || age === "over") throw error;
          log.warn({ kind }, "WeChat gave no new one; the old one is still good");
          return value;
        }
      if (value !== null && age === "ageing") return value;
    }
    throw new Refusal("unreachable");
  }
  const underWay = new Map<CredentialKind, Promise<string>>();
  /** Those of one process who ask at once share the outcome: what failed is not tried once for each. */
  function share(kind: CredentialKind, issue: () => Promise<IssuedCredential>): Promise<string> {
    const running = underWay.get(kind);
    if (running) return running;
    const asked = get(kind, issue).finally(() => underWay.delete(kind));
    underWay.set(kind, asked);
    return asked;
  }
  const accessToken = (): Promise<string> => share("access_token", () => api.accessToken());
  const ticketOf = async (): Promise<IssuedCredential> => {
    const token = await accessToken();
    try {
      return await api.jsapiTicket(token);
    } catch (error) {
      if (!(error instanceof CredentialInvalid)) throw error;
      // Somebody else asked WeChat for a token of this account: ours is void (40001).
      await store.drop("access_token", token);
      return api.jsapiTicket(await accessToken()).catch((again: unknown) => {
        throw again instanceof CredentialInvalid ? new Refusal("unreachable") : again;
      });
    }
  };
  return { jsapiTicket: () => share("jsapi_ticket", ticketOf) };
}
