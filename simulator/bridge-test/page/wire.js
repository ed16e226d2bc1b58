// Implements the bridge's protocol independently of the product, because this page checks the other side: it
// records everything that arrives, including what the product would tolerate.

const facts = JSON.parse(document.getElementById("facts").textContent);
export const { appMarker, bridgeKey, appSign, pages, limits } = facts;

const userAgent = navigator.userAgent;
const found = new RegExp(`(?:^|\\s)${appMarker}/(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?`, "i").exec(userAgent);
/** Client of this page. `version`: null outside the maker's app. */
export const client = {
  userAgent,
  version: found ? [1, 2, 3].map((place) => Number(found[place] ?? 0)) : null,
  system: /Android/i.test(userAgent) ? "Android" : /iPhone|iPad|iPod/i.test(userAgent) ? "iOS" : null,
};
const lookUp = () =>
  client.system === "iOS" ? window.webkit?.messageHandlers?.[bridgeKey] : window[bridgeKey];

/** All messages of the app in order: {text, at, callbackId, answer}. */
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
    // kept unparsed: the report shows it
  }
  if (one.callbackId !== null) waiting.get(one.callbackId)?.(one);
};
window[`${bridgeKey}Callback`] = listen;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits for the app's object. @returns it, and the waiting time, ms */
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
 * @param silence time limit for its answer, ms
 * @returns {callbackId, answer: first message or null, ms, strays: messages without callbackId in the
 * meantime}
 */
export async function callHandler(key, data = {}, silence = limits.silence) {
  const { port } = await findBridgePort();
  if (port === null) return { callbackId: "", answer: null, ms: 0, strays: [] };
  const callbackId = `test_${page}_${++count}`;
  const before = receivedMessages.length;
  const start = performance.now();
  const arrives = new Promise((resolve) => waiting.set(callbackId, resolve));
  port.postMessage(JSON.stringify({ key, data, callbackId, appSign }));
  const answer = await Promise.race([arrives, pause(silence).then(() => null)]);
  const strays = receivedMessages.slice(before).filter((other) => other.callbackId === null);
  return { callbackId, answer, ms: Math.round((answer?.at ?? performance.now()) - start), strays };
}
/** Posts any text, valid or not. */
export async function postToApp(text) {
  const { port } = await findBridgePort();
  port?.postMessage(text);
}
/** Number of answers to a callbackId. */
export function answerCountOf(callbackId) {
  return receivedMessages.filter((one) => one.callbackId === callbackId).length;
}

/** Replaces tokens by placeholders: only their presence is checked, and they never leave this page. */
const withoutTokens = (text) =>
  text.replace(
    /("sxToken"\s*:\s*")((?:[^"\\]|\\.)*)"/g,
    (_all, name, token) => `${name}${"x".repeat(Math.min(token.length, 8))}"`,
  );
export { withoutTokens };

/** Violations of the contract in an answer, validated by the server with the contract's own schemas. */
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
