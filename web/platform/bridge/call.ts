import { bridgeCallbackName, bridgeCodes } from "#contract/host/bridge.ts";
import { isApp } from "#contract/host/hosts.ts";
import { limits } from "#contract/core/limits.ts";
import { currentClient } from "../environment/host-detection.ts";
import { randomHex } from "../http/random-ids.ts";
import { currentSite } from "../environment/site.ts";
import { appSignatureOf } from "./app-signature.ts";
import { BridgeError } from "./bridge-error.ts";
import { findNativePort } from "./native-port.ts";

/**
 * Receives an error or the answer's data; called once, and never from within `callBridge` or the app's own
 * call.
 */
export type BridgeCallback = (error: BridgeError | null, data: unknown) => void;
export type BridgeCallOptions = {
  /** Timeout of the app's answer, ms; null: none. */
  readonly silence?: number | null;
};

type Pending = { readonly key: string; readonly timer: number | null; readonly callback: BridgeCallback };
const pending = new Map<string, Pending>();
/** Distinguishes this page's calls from those of the previous page, whose answers may still arrive. */
const pageId = randomHex(4);
const OUR_ID = /cb_[0-9a-f]{8}_\d+/;
let count = 0;

const notify = (callback: BridgeCallback, error: string | BridgeError | null, data: unknown = null): void =>
  queueMicrotask(() => callback(typeof error === "string" ? new BridgeError(error) : error, data));

/** Settles a pending call. Late and repeated answers find no pending call (requirement R25). */
function settle(callbackId: string, error: string | BridgeError | null, data: unknown = null): void {
  const call = pending.get(callbackId);
  if (!call) return;
  pending.delete(callbackId);
  if (call.timer !== null) clearTimeout(call.timer);
  notify(call.callback, error, data);
}

/**
 * Handles an answer that is no JSON text or has no callbackId (requirement R22): fails the call that it
 * names, or the only pending one. With several pending calls none is failed for another's answer: the one
 * concerned ends by its timeout.
 */
function receiveUnreadable(answer: unknown): void {
  const named = typeof answer === "string" ? answer : (answer as { callbackId?: unknown } | null)?.callbackId;
  const found = typeof named === "string" ? OUR_ID.exec(named)?.[0] : undefined;
  const [first, ...others] = pending.keys();
  const callbackId = found ?? (others.length === 0 ? first : undefined);
  if (callbackId !== undefined) settle(callbackId, bridgeCodes.unreadableAnswer);
}

type Answer = { callbackId: string; error: unknown; data: unknown };
function parseAnswer(text: unknown): Answer | null {
  if (typeof text !== "string") return null;
  try {
    const parsed = JSON.parse(text) as Partial<Answer> | null;
    if (typeof parsed?.callbackId !== "string") return null;
    return { callbackId: parsed.callbackId, error: parsed.error ?? null, data: parsed.data ?? null };
  } catch {
    return null;
  }
}
/** The function that the app calls. */
function receive(text: unknown): void {
  const answer = parseAnswer(text);
  if (answer === null) return receiveUnreadable(text);
  if (answer.error === null) return settle(answer.callbackId, null, answer.data);
  const { code, message } = answer.error as { code?: unknown; message?: unknown };
  if (typeof code !== "string") return settle(answer.callbackId, bridgeCodes.unreadableAnswer);
  settle(answer.callbackId, new BridgeError(code, typeof message === "string" ? message : code));
}

const isPlainObject = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Object.prototype has no prototype itself, which is also true for that of another frame.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};
const textOf = (request: unknown): string | null => {
  try {
    return JSON.stringify(request);
  } catch {
    return null;
  }
};
/** Error code of an invalid call, in the contract's order; null for a valid one. */
function validate(key: unknown, data: unknown): string | null {
  if (typeof key !== "string" || key === "" || !isPlainObject(data) || currentSite().brand.bridgeKey === "")
    return bridgeCodes.badParameters;
  const client = currentClient();
  if (!isApp(client)) return bridgeCodes.notOurApp;
  return client === "appOther" ? bridgeCodes.unsupportedSystem : null;
}

/** Defines the function for the app's answers. */
function defineCallback(bridgeKey: string): void {
  (window as unknown as Record<string, unknown>)[bridgeCallbackName(bridgeKey)] = receive;
}

/**
 * Ends a previous call of the same handler without a timeout: the person has only one sheet or screen of the
 * app open, so the previous one will not be answered.
 */
function endPreviousCall(key: string): void {
  for (const [id, call] of pending)
    if (call.key === key && call.timer === null) settle(id, bridgeCodes.unreadableAnswer);
}
type Posted = { readonly key: string; readonly callbackId: string; readonly text: string };
async function post(
  { key, callbackId, text }: Posted,
  silence: number | null,
  callback: BridgeCallback,
): Promise<void> {
  const port = await findNativePort(currentClient(), currentSite().brand.bridgeKey);
  if (port === null) return notify(callback, bridgeCodes.missingMethod);
  if (silence === null) endPreviousCall(key);
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
 * Calls a handler of the maker's native app (contract section 8, requirements R14–R26). Errors: E0001 invalid
 * arguments or bridge key, E0005 not the maker's app, E0002 neither Android nor iOS, E0003 no such handler,
 * E0004 an unreadable answer or none.
 * @param key the handler's name
 * @param data a plain object that JSON can represent
 * @throws BridgeError E0001 without a callback, since there is no other way to report it
 */
export function callBridge(
  key: string,
  data: Readonly<Record<string, unknown>>,
  callback: BridgeCallback,
  { silence = limits.bridgeTimeout }: BridgeCallOptions = {},
): void {
  if (typeof callback !== "function") throw new BridgeError(bridgeCodes.badParameters);
  const error = validate(key, data);
  if (error !== null) return notify(callback, error);
  const { brand, appKey } = currentSite();
  const callbackId = `cb_${pageId}_${++count}`;
  const text = textOf({ key, data, callbackId, appSign: appSignatureOf(appKey) });
  if (text === null) return notify(callback, bridgeCodes.badParameters);
  defineCallback(brand.bridgeKey);
  void post({ key, callbackId, text }, silence, callback);
}
/** Number of pending calls. */
export const pendingCallCount = (): number => pending.size;
