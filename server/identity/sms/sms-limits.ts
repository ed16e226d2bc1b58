import { Refusal } from "#contract/core/errors.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import { isLoopbackAddress, networkPrefix } from "../../http/network/ip-network.ts";
import type { AppContext } from "../../core/app-context.ts";
import { knownDeviceAge, smsPerAddress, smsPerKnownDevice, smsPerMobile } from "../rate-limit-rules.ts";
import type { RateLimitStore } from "../rate-limit-store.ts";

export type SmsRequester = Pick<Caller, "address" | "device">;

/**
 * Counts an SMS to a mobile that a caller asks for.
 * @returns a check that throws Refusal "tooMany" with the seconds to wait
 */
export function smsLimits(
  context: AppContext,
  counts: RateLimitStore,
): (mobile: string, caller: SmsRequester) => Promise<void> {
  const { config, clock } = context;
  const refuse = (retryAfterSeconds: number): never => {
    throw new Refusal("tooMany", { retryAfterSeconds });
  };
  return async (mobile, { address, device }) => {
    if (!config.rateLimits) return;
    const now = clock.now();
    // Outside production everybody sits on the machine's own address.
    if (config.isProduction || !isLoopbackAddress(address)) {
      const byAddress = await counts.take(`sms address ${networkPrefix(address)}`, smsPerAddress, now);
      if (!byAddress.isTaken) {
        if (now - device.since < knownDeviceAge) refuse(byAddress.retryAfterSeconds);
        const byDevice = await counts.take(`sms device ${device.id}`, smsPerKnownDevice, now);
        if (!byDevice.isTaken) refuse(byDevice.retryAfterSeconds);
      }
    }
    const byMobile = await counts.take(`sms mobile ${mobile}`, smsPerMobile, now);
    if (!byMobile.isTaken) refuse(byMobile.retryAfterSeconds);
  };
}
