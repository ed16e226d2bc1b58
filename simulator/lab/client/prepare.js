// @ts-check
// Runs in a frame before the app's page: deletes the data of the previous user, registers the
// scenario's person with the provider and the host, and continues to the page.
import { callLab, errorText } from "./dom.js";

/** Accounts of demo/accounts.ts; the account without a mobile number is created at its first use. */
const accounts = {
  mobile: { mobile: "13900001234", password: "Qinglan-2026" },
  owner: { mobile: "13800005678", password: "Qinglan-2026" },
};
const accountWithoutMobile = { userName: "lab-no-mobile", password: "Qinglan-2026", nickname: "还没绑定" };
/** Keys under which the app stores a session (contract section 9). */
const storageKeys = { token: "marque.session-token", user: "marque.mall-user-info" };
const TOKEN_LOGIN = "/mall-api/cop-marketing-base/api/v1/cop/token-login";

/** @typedef {{marque: "lab", scenario: Record<string, any>, prepare: {person: string, session: string, target: string, clientId: string}, walk: boolean}} Setup */

/** Deletes everything that a page of this origin could have stored. */
async function deleteStoredData() {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases())
    await new Promise((resolve) => {
      const request = indexedDB.deleteDatabase(name ?? "");
      for (const event of ["success", "error", "blocked"]) request.addEventListener(event, resolve);
    });
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  await fetch("/lab/forget", { method: "POST" });
}

/**
 * Login of the person in the native app, with its access token; null for a visitor.
 * @param {string} person
 * @returns {Promise<{mobile: string | null, token: string} | null>}
 */
async function logInToApp(person) {
  if (person === "visitor") return null;
  const mobile = person === "mobile" || person === "owner" ? accounts[person].mobile : null;
  const identity =
    mobile === null
      ? { accountId: (await callLab("/sim/account", accountWithoutMobile)).accountId }
      : { mobile };
  return { mobile, token: (await callLab("/sim/native-token", identity)).accessToken };
}

/**
 * Logs the person in at the provider's own page, so that the next login asks for no password.
 * @param {string} person
 * @param {string} clientId
 */
async function logInAtProvider(person, clientId) {
  const { password } = accountWithoutMobile;
  const account =
    person === "mobile" || person === "owner" ? accounts[person].mobile : accountWithoutMobile.userName;
  const request = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    scope: "openid",
    redirect_uri: `${location.origin}/marketing/area/activity/`,
    state: "lab",
    showPwdLogin: "true",
  });
  const page = await fetch(`/pass/auth?${request}`);
  const uid = /\/interaction\/([\w-]+)/.exec(page.url)?.[1];
  if (uid === undefined) return;
  const { redirectTo } = await callLab(`/pass/interaction/${uid}/password`, {
    account,
    password,
    consent: true,
  });
  await fetch(redirectTo);
}

/** @param {Setup} setup */
async function prepare(setup) {
  const { person, session, target, clientId } = setup.prepare;
  await deleteStoredData();
  // The simulated WeChat identifies its user as this person without asking; as a visitor, the user is asked.
  await callLab("/sim/wechat/person", { person: person === "visitor" ? null : person });
  const appLogin = await logInToApp(person);
  if (appLogin !== null) {
    const { sxToken, userInfo } = await callLab(TOKEN_LOGIN, { accessToken: appLogin.token });
    if (person === "owner") await callLab("/sim/owner", { mobile: accounts.owner.mobile, verified: true });
    await logInAtProvider(person, clientId);
    if (session !== "fresh") {
      localStorage.setItem(storageKeys.token, session === "valid" ? sxToken : "lab-expired-token");
      localStorage.setItem(storageKeys.user, JSON.stringify({ ...userInfo, owner: person === "owner" }));
    }
  }
  // A visitor who logs in to the host becomes the user with a mobile number.
  const native = { ...setup.scenario.native, ...appLogin, loginAs: accounts.mobile.mobile };
  const scenario = { ...setup.scenario, native };
  window.name = JSON.stringify({ ...setup, scenario });
  location.replace(target);
}

const state = /** @type {HTMLElement} */ (document.getElementById("state"));
/** @param {unknown} error */
const fail = (error) => {
  state.textContent = `没有准备好：${errorText(error)}`;
};
try {
  prepare(JSON.parse(window.name)).catch(fail);
} catch (error) {
  fail(error);
}
