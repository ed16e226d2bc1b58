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
 * A handler's answer as a promise. Share and login wait for the person, everything else ten seconds.
 * @throws BridgeError; E0004 also for an answer of another shape than the contract's
 */
export function callNative<H extends BridgeHandler>(
  handler: H,
  data: BridgeData<H>,
  { silence = needsUserInteraction(handler, data) ? null : limits.bridgeTimeout }: BridgeCallOptions = {},
): Promise<BridgeResult<H>> {
  return new Promise((resolve, reject) => {
    const take = (error: BridgeError | null, answer: unknown): void => {
      if (error) return reject(error);
      const read = answerParsers[handler](answer);
      if (read === undefined) reject(new BridgeError(bridgeCodes.unreadableAnswer));
      else resolve(read);
    };
    callBridge(handler, data, take, { silence });
  });
}
