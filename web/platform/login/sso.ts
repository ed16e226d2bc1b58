import { loginMessages, Refusal } from "#contract/errors.ts";
import { replaceAddress, type Landing } from "../address.ts";
import { isInWechat } from "../client.ts";
import { goInstead } from "../leave.ts";
import { environmentNow } from "../environment.ts";
import { toast } from "../http/challenges.ts";
import { send } from "../http/send.ts";
import { sessionStore } from "../storage/safe-storage.ts";
import { loginValues, sessionKey } from "../storage/session-values.ts";
import { authorizeAddress, loginTypeOf, purposes, returnAddress, type Purpose } from "./authorize-address.ts";
import { enter } from "./enter.ts";
import { session } from "./session.ts";
import { holdLogin } from "./settled.ts";
import { nextLogin, type LoginEvent, type LoginState } from "./state.ts";

/** Verifiers are kept by state, so that a return finds its own. */
const verifierKey = (state: string): string => sessionKey(`verifier.${state}`);

const purposeNow = (): Purpose | null =>
  purposes.find((purpose) => purpose === loginValues.get("toSSO")) ?? null;
/** The state of this tab's login, read from what outlives a redirect. */
function stateNow(): LoginState {
  if (purposeNow() !== null) return { at: "redirecting", isSecond: loginValues.get("SSOLoginFlag") === "2" };
  return { at: session.user() === null ? "visitor" : "loggedIn" };
}
/** The login is over, one way or the other (requirements F11, D09, D14). */
function forgetLogin(): void {
  sessionStore.remove(verifierKey(loginValues.get("state") ?? ""));
  loginValues.remove("state", "SSOLoginFlag", "redirect_SSO", "redirect_uri", "toSSO", "goBackUrl");
}

async function leave(purpose: Purpose, { isSecond }: { isSecond: boolean }): Promise<void> {
  forgetLogin();
  const { newProof } = await import("./pkce.ts");
  const { verifier, challenge } = newProof();
  const state = String(Date.now());
  const redirectUri = returnAddress(location.href, purpose);
  const request = { purpose, redirectUri, state, challenge, isInWechat: isInWechat() };
  const address = authorizeAddress(environmentNow(), request);
  sessionStore.set(verifierKey(state), verifier);
  loginValues.set("state", state);
  loginValues.set("redirect_uri", redirectUri);
  loginValues.set("redirect_SSO", new URL(address).origin + new URL(address).pathname);
  loginValues.set("goBackUrl", location.href);
  loginValues.set("toSSO", purpose);
  loginValues.set("SSOLoginFlag", isSecond ? "2" : "1");
  goInstead(address);
}

/**
 * Leaves for the provider's login, registration or binding page, in this page's place
 * (requirements F01–F05, I01, I02). The person comes back to exactly this address.
 * @throws Refusal "offline": this page would be lost for an empty one
 */
export async function goToProvider(purpose: Purpose): Promise<void> {
  if (navigator.onLine === false) throw new Refusal("offline");
  const next = nextLogin(stateNow(), "asked");
  if (next.at === "redirecting") await leave(purpose, next);
}

type Return = { readonly landing: Landing; readonly isOurs: boolean };
let returned: Return | null = null;
let settle: () => void = () => {};

/**
 * Looks at what the address brought, before anything else runs: a return from the provider puts
 * the deep link back on show, letter for letter with its hash (requirement F23). A code that this
 * tab did not ask for is dropped (requirement F26).
 */
export function receiveReturn(landing: Landing): void {
  if ((landing.code === null && landing.error === null) || purposeNow() === null) return;
  const isOurs = landing.state !== null && landing.state === loginValues.get("state");
  // An error without our state is somebody else's parameter.
  if (landing.code === null && !isOurs) return;
  const goBack = URL.parse(loginValues.get("goBackUrl") ?? "");
  if (isOurs && goBack?.origin === location.origin && goBack.pathname === location.pathname)
    replaceAddress(goBack.pathname + goBack.search + goBack.hash);
  returned = { landing, isOurs };
  settle = holdLogin();
}

/** Exchanges the code; what came of it. */
async function exchange(code: string, loginType: "SSO" | "bindMobile"): Promise<LoginEvent> {
  const codeVerifier = sessionStore.get(verifierKey(loginValues.get("state") ?? ""));
  const { clientId } = environmentNow().configuration;
  const redirectUri = loginValues.get("redirect_uri") ?? "";
  try {
    const args = { code, clientId, redirectUri, loginType, ...(codeVerifier !== null && { codeVerifier }) };
    const { marketingSessionsCode } = await import("#contract/session.ts");
    enter(await send(marketingSessionsCode, args, { isSilent: true }));
    return "codeAccepted";
  } catch (error) {
    return error instanceof Refusal && error.refusal === "offline" ? "networkLost" : "codeRefused";
  }
}

async function work({ landing, isOurs }: Return): Promise<LoginState> {
  const purpose = purposeNow() ?? "login";
  if (landing.code === null) return nextLogin(stateNow(), "givenUp");
  const state = nextLogin(stateNow(), isOurs ? "returned" : "returnedForeign");
  if (state.at !== "exchanging") return state;
  return nextLogin(state, await exchange(landing.code, loginTypeOf(purpose)));
}

/** Whether the page is being left: what it needs for that may not load. */
const leaves = (purpose: Purpose, next: { isSecond: boolean }): Promise<boolean> =>
  leave(purpose, next).then(
    () => true,
    () => false,
  );

/**
 * Ends a login whose return was received: exchanges the code for a session, asks the provider
 * once more after a mismatch or a failure, and says so when that fails too (requirements F07–F11).
 */
export async function finishReturn(): Promise<void> {
  if (returned === null) return;
  const purpose = purposeNow() ?? "login";
  const current = returned;
  returned = null;
  const next = await work(current);
  // Leaving: nobody is told that it is settled, since this page is about to go.
  if (next.at === "redirecting" && (await leaves(purpose, next))) return;
  forgetLogin();
  if (next.at === "failed" || next.at === "redirecting") toast(loginMessages.ssoFailed);
  settle();
}
