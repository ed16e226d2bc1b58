import { bridgeCallbackName, bridgeCodes } from "#contract/host/bridge.ts";
import { isApp } from "#contract/host/hosts.ts";
import { limits } from "#contract/core/limits.ts";
import { currentClient } from "../environment/host-detection.ts";
import { randomHex } from "../http/random-id.ts";
import { currentSite } from "../environment/site.ts";
import { appSignatureOf } from "./app-signature.ts";
import { BridgeError } from "./bridge-error.ts";
import { findNativePort } from "./native-port.ts";

/** Gets an error, or the answer's data; once, and never from within `call` or the app's own call. */
export type BridgeCallback = (error: BridgeError | null, data: unknown) => void;
export type BridgeCallOptions = {
  /** How long the app may be silent, ms; null: as long as it likes. */
  readonly silence?: number | null;
};

type Pending = { readonly key: string; readonly timer: number | null; readonly callback: BridgeCallback };
const pending = new Map<string, Pending>();
/** Tells this page's calls from those of the page before, whose answers may still come. */
const page = randomHex(4);
const OUR_ID = /cb_[0-9a-f]{8}_\d+/;
let count = 0;

const tell = (callback: BridgeCallback, error: string | BridgeError | null, data: unknown = null): void =>
  queueMicrotask(() => callback(typeof error === "string" ? new BridgeError(error) : error, data));

/** Gives a call its outcome, if it still waits for one: late and repeated answers find nobody (requirement R25). */
function settle(callbackId: string, error: string | BridgeError | null, data: unknown = null): void {
  const waiting = pending.get(callbackId);
  if (!waiting) return;
  pending.delete(callbackId);
  if (waiting.timer !== null) clearTimeout(waiting.timer);
  tell(waiting.callback, error, data);
}

/**
 * An answer that is no JSON text, or without callbackId (requirement R22), fails the call that it
 * names, or the only one there is. Where it could be for several, none is failed for another's
 * answer: the one concerned fails by its silence.
 */
function receiveUnreadable(answer: unknown): void {
  const named = typeof answer === "string" ? answer : (answer as { callbackId?: unknown } | null)?.callbackId;
  const found = typeof named === "string" ? OUR_ID.exec(named)?.[0] : undefined;
  const [first, ...others] = pending.keys();
  const meant = found ?? (others.length === 0 ? first : undefined);
  if (meant !== undefined) settle(meant, bridgeCodes.unreadableAnswer);
}

type Answer = { callbackId: string; error: unknown; data: unknown };
function readAnswer(text: unknown): Answer | null {
  if (typeof text !== "string") return null;
  try {
    const read = JSON.parse(text) as Partial<Answer> | null;
    if (typeof read?.callbackId !== "string") return null;
    return { callbackId: read.callbackId, error: read.error ?? null, data: read.data ?? null };
  } catch {
    return null;
  }
}
/** What the app calls. */
function receive(text: unknown): void {
  const answer = readAnswer(text);
  if (answer === null) return receiveUnreadable(text);
  if (answer.error === null) return settle(answer.callbackId, null, answer.data);
  const { code, message } = answer.error as { code?: unknown; message?: unknown };
  if (typeof code !== "string") return settle(answer.callbackId, bridgeCodes.unreadableAnswer);
  settle(answer.callbackId, new BridgeError(code, typeof message === "string" ? message : code));
}

const isPlainObject = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  const above: unknown = Object.getPrototypeOf(value);
  // Object.prototype has none itself, also that of another frame.
  return above === null || Object.getPrototypeOf(above) === null;
};
const textOf = (request: unknown): string | null => {
  try {
    return JSON.stringify(request);
  } catch {
    return null;
  }
};
/** What is wrong with a call before it is made, in the contract's order; null: nothing. */
function faultOf(key: unknown, data: unknown): string | null {
  if (typeof key !== "string" || key === "" || !isPlainObject(data) || currentSite().brand.bridgeKey === "")
    return bridgeCodes.badParameters;
  const client = currentClient();
  if (!isApp(client)) return bridgeCodes.notOurApp;
  return client === "appOther" ? bridgeCodes.unsupportedSystem : null;
}

/** Puts our function there for the app to call. */
function listen(bridgeKey: string): void {
  (window as unknown as Record<string, unknown>)[bridgeCallbackName(bridgeKey)] = receive;
}

/** A person has one sheet or screen of the app open at a time: the one before it will not be answered. */
function giveUpBefore(key: string): void {
  for (const [id, waiting] of pending)
    if (waiting.key === key && waiting.timer === null) settle(id, bridgeCodes.unreadableAnswer);
}
type Posted = { readonly key: string; readonly callbackId: string; readonly text: string };
async function post(
  { key, callbackId, text }: Posted,
  silence: number | null,
  callback: BridgeCallback,
): Promise<void> {
  const port = await findNativePort(currentClient(), currentSite().brand.bridgeKey);
  if (port === null) return tell(callback, bridgeCodes.missingMethod);
  if (silence === null) giveUpBefore(key);
  const timer =
    silence === null ? null : setTimeout(() => settle(callbackId, bridgeCodes.unreadableAnswer), silence);
  pending.set(callbackId, { key, timer, callback });
  try {
    port.postMessage(text);
  } catch {
    settle(callbackId, bridgeCodes.missingMethod);
  }
}

/**
 * Calls a handler of the maker's native app (contract section 8, requirements R14–R26). What stands
 * in the way is told by code: E0001 arguments or bridge key, E0005 not the maker's app, E0002
 * neither Android nor iOS, E0003 no such handler, E0004 an unreadable answer or none.
 * @param key the handler's name
 * @param data a plain object that JSON can carry
 * @throws BridgeError E0001 without a callback, which nothing else could be told to
 */
export function callBridge(
  key: string,
  data: Readonly<Record<string, unknown>>,
  callback: BridgeCallback,
  { silence = limits.bridgeTimeout }: BridgeCallOptions = {},
): void {
  if (typeof callback !== "function") throw new BridgeError(bridgeCodes.badParameters);
  const fault = faultOf(key, data);
  if (fault !== null) return tell(callback, fault);
  const { brand, appKey } = currentSite();
  const callbackId = `cb_${page}_${++count}`;
  const text = textOf({ key, data, callbackId, appSign: appSignatureOf(appKey) });
  if (text === null) return tell(callback, bridgeCodes.badParameters);
  listen(brand.bridgeKey);
  void post({ key, callbackId, text }, silence, callback);
}
/** How many calls wait for an answer. */
export const pendingCallCount = (): number => pending.size;
