import { Refusal } from "#contract/core/errors.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import { isLoopbackAddress, networkPrefix } from "../../http/network/ip-network.ts";
import type { AppContext } from "../../core/app-context.ts";
import { knownDeviceAge, smsPerAddress, smsPerKnownDevice, smsPerMobile } from "../rate-limit-rules.ts";
import type { RateLimitStore } from "../rate-limit-store.ts";

export type SmsRequester = Pick<Caller, "address" | "device">;

/**
 * Creates the rate limits of SMS for mobile, network and device.
 * @returns a function that counts an SMS and throws Refusal "tooMany" with the seconds to wait
 */
export function smsLimits(
  context: AppContext,
  rateLimits: RateLimitStore,
): (mobile: string, caller: SmsRequester) => Promise<void> {
  const { config, clock } = context;
  const refuse = (retryAfterSeconds: number): never => {
    throw new Refusal("tooMany", { retryAfterSeconds });
  };
  return async (mobile, { address, device }) => {
    if (!config.rateLimits) return;
    const now = clock.now();
    // In development all requests come from the loopback address.
    if (config.isProduction || !isLoopbackAddress(address)) {
      const byAddress = await rateLimits.take(`sms address ${networkPrefix(address)}`, smsPerAddress, now);
      if (!byAddress.isAllowed) {
        if (now - device.since < knownDeviceAge) refuse(byAddress.retryAfterSeconds);
        const byDevice = await rateLimits.take(`sms device ${device.id}`, smsPerKnownDevice, now);
        if (!byDevice.isAllowed) refuse(byDevice.retryAfterSeconds);
      }
    }
    const byMobile = await rateLimits.take(`sms mobile ${mobile}`, smsPerMobile, now);
    if (!byMobile.isAllowed) refuse(byMobile.retryAfterSeconds);
  };
}
