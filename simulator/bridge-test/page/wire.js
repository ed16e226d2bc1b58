// The bridge's wire, once more and independently of the product, since this page judges the other
// end: it notes everything that arrives, also what the product would forgive.

const facts = JSON.parse(document.getElementById("facts").textContent);
export const { appMarker, bridgeKey, appSign, pages, limits } = facts;

const userAgent = navigator.userAgent;
const found = new RegExp(`(?:^|\\s)${appMarker}/(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?`, "i").exec(userAgent);
/** What this page runs in. `version`: null outside of the maker's app. */
export const client = {
  userAgent,
  version: found ? [1, 2, 3].map((place) => Number(found[place] ?? 0)) : null,
  system: /Android/i.test(userAgent) ? "Android" : /iPhone|iPad|iPod/i.test(userAgent) ? "iOS" : null,
};
const lookUp = () =>
  client.system === "iOS" ? window.webkit?.messageHandlers?.[bridgeKey] : window[bridgeKey];

/** Everything the app said: {text, at, callbackId, answer}, in order. */
export const receivedMessages = [];
const waiting = new Map();
const listen = (text) => {
  const one = { text, at: performance.now(), callbackId: null, answer: null };
  receivedMessages.push(one);
  try {
    if (typeof text !== "string") return;
    one.answer = JSON.parse(text);
    one.callbackId = typeof one.answer?.callbackId === "string" ? one.answer.callbackId : null;
  } catch {
    // kept as it is: the report says so
  }
  if (one.callbackId !== null) waiting.get(one.callbackId)?.(one);
};
window[`${bridgeKey}Callback`] = listen;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits for the app's object. @returns it, and how long it took, ms */
export async function findBridgePort() {
  const start = performance.now();
  for (;;) {
    const port = lookUp();
    const ms = Math.round(performance.now() - start);
    if (port && typeof port.postMessage === "function") return { port, ms };
    if (ms > limits.injection) return { port: null, ms };
    await pause(25);
  }
}

let count = 0;
const page = Math.random().toString(16).slice(2, 10).padEnd(8, "0");
/**
 * Calls a handler.
 * @param silence how long its answer is waited for, ms
 * @returns {callbackId, one: what it said first or null, ms, strays: what arrived meanwhile without callbackId}
 */
export async function callHandler(key, data = {}, silence = limits.silence) {
  const { port } = await findBridgePort();
  if (port === null) return { callbackId: "", one: null, ms: 0, strays: [] };
  const callbackId = `test_${page}_${++count}`;
  const before = receivedMessages.length;
  const start = performance.now();
  const arrives = new Promise((resolve) => waiting.set(callbackId, resolve));
  port.postMessage(JSON.stringify({ key, data, callbackId, appSign }));
  const one = await Promise.race([arrives, pause(silence).then(() => null)]);
  const strays = receivedMessages.slice(before).filter((other) => other.callbackId === null);
  return { callbackId, one, ms: Math.round((one?.at ?? performance.now()) - start), strays };
}
/** Posts anything at all. */
export async function postToApp(text) {
  const { port } = await findBridgePort();
  port?.postMessage(text);
}
/** How often each callbackId was answered. */
export function answerCountOf(callbackId) {
  return receivedMessages.filter((one) => one.callbackId === callbackId).length;
}

/** A token is judged by being there: its letters never leave this page. */
const withoutTokens = (text) =>
  text.replace(
    /("sxToken"\s*:\s*")((?:[^"\\]|\\.)*)"/g,
    (_all, name, token) => `${name}${"x".repeat(Math.min(token.length, 8))}"`,
  );
export { withoutTokens };

/** What an answer breaks of the contract, as the server judges it by the contract's own schemas. */
export async function answerProblems(handler, text) {
  try {
    const response = await fetch("/lab/bridge/check", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ handler, text: withoutTokens(text) }),
    });
    return (await response.json()).data.problems;
  } catch {
    return ["无法连接自检服务，没有检查数据格式"];
  }
}
