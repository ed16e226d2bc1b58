// @ts-check
// In a frame, before the app's page: leaves nothing of whoever was here before, makes the person of
// the scenario known to provider and host, and goes on to the page.
import { callLab, errorText } from "./dom.js";

/** As demo/accounts.ts has them; an account without a mobile is made at first use. */
const people = {
  mobile: { mobile: "13900001234", password: "Qinglan-2026" },
  owner: { mobile: "13800005678", password: "Qinglan-2026" },
};
const without = { userName: "lab-no-mobile", password: "Qinglan-2026", nickname: "还没绑定" };
/** Where the app keeps a session (contract section 9). */
const keys = { token: "marque.session-token", user: "marque.mall-user-info" };
const TOKEN_LOGIN = "/mall-api/cop-marketing-base/api/v1/cop/token-login";

/** @typedef {{marque: "lab", scenario: Record<string, any>, prepare: {person: string, session: string, target: string, clientId: string}, walk: boolean}} Order */

/** Everything that a page of this origin could have kept. */
async function forget() {
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
 * Whoever is logged in to the native app, and the access token that it holds; null: nobody.
 * @param {string} person
 * @returns {Promise<{mobile: string | null, token: string} | null>}
 */
async function heldBy(person) {
  if (person === "visitor") return null;
  const mobile = person === "mobile" || person === "owner" ? people[person].mobile : null;
  const who =
    mobile === null ? { accountId: (await callLab("/sim/account", without)).accountId } : { mobile };
  return { mobile, token: (await callLab("/sim/native-token", who)).accessToken };
}

/**
 * Logs the person in at the provider, as its own page does: the next login asks nothing.
 * @param {string} person
 * @param {string} clientId
 */
async function logInAtProvider(person, clientId) {
  const { password } = without;
  const account = person === "mobile" || person === "owner" ? people[person].mobile : without.userName;
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

/** @param {Order} order */
async function prepare(order) {
  const { person, session, target, clientId } = order.prepare;
  await forget();
  // Whoever WeChat's stand-in takes the person for, without asking; it asks a visitor.
  await callLab("/sim/wechat/person", { person: person === "visitor" ? null : person });
  const held = await heldBy(person);
  if (held !== null) {
    const { sxToken, userInfo } = await callLab(TOKEN_LOGIN, { accessToken: held.token });
    if (person === "owner") await callLab("/sim/owner", { mobile: people.owner.mobile, verified: true });
    await logInAtProvider(person, clientId);
    if (session !== "fresh") {
      localStorage.setItem(keys.token, session === "valid" ? sxToken : "lab-outlived-token");
      localStorage.setItem(keys.user, JSON.stringify({ ...userInfo, owner: person === "owner" }));
    }
  }
  // Whoever the host does not know yet logs in there as somebody with a number.
  const native = { ...order.scenario.native, ...held, loginAs: people.mobile.mobile };
  const scenario = { ...order.scenario, native };
  window.name = JSON.stringify({ ...order, scenario });
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
