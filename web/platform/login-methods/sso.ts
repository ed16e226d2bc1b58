import { marketingSessionsCode, sessionsCode, type Session } from "#contract/session/session.ts";
import { isInWechat } from "../environment/host-detection.ts";
import { currentEnvironment, refreshEnvironment } from "../environment/environment.ts";
import { send } from "../http/send.ts";
import { replaceLocation } from "../navigation/leave-page.ts";
import { safeSessionStorage } from "../storage/safe-storage.ts";
import { loginValues } from "../storage/session-storage-keys.ts";
import { isInShop } from "./shop.ts";
import { buildAuthorizeUrl, buildReturnUrl, loginTypeOf } from "./authorize-url.ts";
import { clearPendingLogin, verifierKey } from "../login/pending-login.ts";
import type { LoginEvent, LoginPurpose, RedirectRound } from "../login/login-state.ts";

/** Longest wait for the provider's answer, ms. */
const PROVIDER_TIMEOUT = 5_000;

/**
 * Checks that the provider answers before this page is left for one that may be empty. Any answer but a
 * server error counts: other providers may refuse a request without parameters. For another origin only the
 * existence of an answer is visible. An address that an earlier visit stored and that fails is replaced by the page's, which is tried once.
 */
export async function checkProvider(): Promise<LoginEvent> {
  let status = await providerStatus();
  if ((isDown(status) || status === 404) && refreshEnvironment()) status = await providerStatus();
  return { type: isDown(status) ? "providerDown" : "providerUp" };
}

/** @param status null: no answer */
const isDown = (status: number | null): boolean => status === null || status >= 500;

async function providerStatus(): Promise<number | null> {
  const { oneIdCustomeUaa } = currentEnvironment().configuration;
  const isSameOrigin = new URL(oneIdCustomeUaa).origin === location.origin;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PROVIDER_TIMEOUT);
  try {
    const { status } = await fetch(oneIdCustomeUaa, {
      method: "HEAD",
      mode: isSameOrigin ? "same-origin" : "no-cors",
      credentials: "omit",
      cache: "no-store",
      signal: controller.signal,
    });
    return status;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Replaces this page by the provider's login, registration or binding page (requirements F01–F05, I01, I02).
 * The person returns to exactly this address.
 */
export async function redirectToProvider(purpose: LoginPurpose, round: RedirectRound): Promise<void> {
  const { createPkcePair } = await import("./pkce.ts");
  const { verifier, challenge } = createPkcePair();
  const state = String(Date.now());
  const redirectUri = buildReturnUrl(location.href, purpose);
  const request = { purpose, redirectUri, state, challenge, isInWechat: isInWechat() };
  const address = buildAuthorizeUrl(currentEnvironment(), request);
  clearPendingLogin();
  safeSessionStorage.set(verifierKey(state), verifier);
  loginValues.set("state", state);
  loginValues.set("redirect_uri", redirectUri);
  loginValues.set("redirect_SSO", new URL(address).origin + new URL(address).pathname);
  loginValues.set("goBackUrl", location.href);
  loginValues.set("toSSO", purpose);
  loginValues.set("SSOLoginFlag", String(round));
  replaceLocation(address);
}

/**
 * Exchanges the code that the provider returned with this tab's state for a session (requirements F07, F12, F13,
 * G05). Mobiles are bound by the marketing app's call alone.
 * @throws Refusal
 */
export function exchangeCode(code: string, purpose: LoginPurpose): Promise<Session> {
  const codeVerifier = safeSessionStorage.get(verifierKey(loginValues.get("state") ?? ""));
  const { clientId } = currentEnvironment().configuration;
  const redirectUri = loginValues.get("redirect_uri") ?? "";
  const loginType = loginTypeOf(purpose);
  const exchange = { code, redirectUri, ...(codeVerifier !== null && { codeVerifier }) };
  const options = { isSilent: true };
  return loginType === "SSO" && isInShop()
    ? send(sessionsCode, exchange, options)
    : send(marketingSessionsCode, { ...exchange, clientId, loginType }, options);
}
