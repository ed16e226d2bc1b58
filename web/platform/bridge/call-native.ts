import {
  bridgeCodes,
  needsUserInteraction,
  type BridgeData,
  type BridgeHandler,
  type BridgeResult,
} from "#contract/host/bridge.ts";
import { limits } from "#contract/core/limits.ts";
import { answerParsers } from "./parse-answers.ts";
import { BridgeError } from "./bridge-error.ts";
import { callBridge, type BridgeCallOptions } from "./call.ts";

/**
 * Calls a handler of the app. Share and login wait for the person without a timeout, other calls for ten
 * seconds.
 * @throws BridgeError; E0004 also for an answer with a shape outside of the contract
 */
export function callNative<H extends BridgeHandler>(
  handler: H,
  data: BridgeData<H>,
  { silence = needsUserInteraction(handler, data) ? null : limits.bridgeTimeout }: BridgeCallOptions = {},
): Promise<BridgeResult<H>> {
  return new Promise((resolve, reject) => {
    const settle = (error: BridgeError | null, answer: unknown): void => {
      if (error) return reject(error);
      const parsed = answerParsers[handler](answer);
      if (parsed === undefined) reject(new BridgeError(bridgeCodes.unreadableAnswer));
      else resolve(parsed);
    };
    callBridge(handler, data, settle, { silence });
  });
}
