import {
  bridgeCodes,
  waitsForPerson,
  type BridgeData,
  type BridgeHandler,
  type BridgeResult,
} from "#contract/bridge.ts";
import { limits } from "#contract/limits.ts";
import { readers } from "./answers.ts";
import { BridgeError } from "./bridge-error.ts";
import { call, type CallOptions } from "./call.ts";

/**
 * A handler's answer as a promise. Share and login wait for the person, everything else ten seconds.
 * @throws BridgeError; E0004 also for an answer of another shape than the contract's
 */
export function callNative<H extends BridgeHandler>(
  handler: H,
  data: BridgeData<H>,
  { silence = waitsForPerson(handler, data) ? null : limits.bridgeSilence }: CallOptions = {},
): Promise<BridgeResult<H>> {
  return new Promise((resolve, reject) => {
    const take = (error: BridgeError | null, answer: unknown): void => {
      if (error) return reject(error);
      const read = readers[handler](answer);
      if (read === undefined) reject(new BridgeError(bridgeCodes.unreadableAnswer));
      else resolve(read);
    };
    call(handler, data, take, { silence });
  });
}
