import { Refusal } from "#contract/core/errors.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import { isLoopbackAddress, networkPrefix } from "../../http/network/ip-network.ts";
import type { AppContext } from "../../core/app-context.ts";
import { isLoginDevice } from "../../http/security/device-proof.ts";
import {
  smsPerAddress,
  smsPerDay,
  smsPerKnownDevice,
  smsPerMobile,
  STRANGERS_SMS_SHARE,
} from "../rate-limit-rules.ts";
import type { RateLimitStore } from "../rate-limit-store.ts";

export type SmsRequester = Pick<Caller, "address" | "device">;

/** Shortest time between two log lines about the budget, ms. */
const LOG_INTERVAL = 600_000;

/**
 * Creates the budget of codes that all people together may ask for in a day.
 * @returns a function that counts an SMS and returns the seconds to wait if the budget is used up; else 0
 */
function dailyBudget({ config, clock, log }: AppContext, rateLimits: RateLimitStore) {
  let loggedAt = -Infinity;
  return async ({ device }: SmsRequester): Promise<number> => {
    const now = clock.now();
    const share = isLoginDevice(device, now) ? 1 : STRANGERS_SMS_SHARE;
    const max = Math.ceil(config.smsBudget.perDay * share);
    const counted = await rateLimits.take("sms all", smsPerDay(max), now);
    if (counted.isAllowed) return 0;
    if (Math.abs(now - loggedAt) >= LOG_INTERVAL) {
      loggedAt = now;
      log.error({ max }, "daily SMS budget used up");
    }
    return counted.retryAfterSeconds;
  };
}

/**
 * Creates the rate limits of SMS for mobile, network and device, and for all together.
 * @returns a function that counts an SMS and throws Refusal "tooMany" with the seconds to wait
 */
export function smsLimits(
  context: AppContext,
  rateLimits: RateLimitStore,
): (mobile: string, caller: SmsRequester) => Promise<void> {
  const { config, clock } = context;
  const takeFromBudget = dailyBudget(context, rateLimits);
  const refuse = (retryAfterSeconds: number): never => {
    throw new Refusal("tooMany", { retryAfterSeconds });
  };
  return async (mobile, { address, device }) => {
    if (!config.rateLimits) return;
    const now = clock.now();
    // In development all requests come from the loopback address.
    if (config.isProduction || !isLoopbackAddress(address)) {
      const network = networkPrefix(address);
      const byDay = await rateLimits.take(`sms day ${network}`, smsPerDay(config.smsBudget.perAddress), now);
      if (!byDay.isAllowed) refuse(byDay.retryAfterSeconds);
      const byAddress = await rateLimits.take(`sms address ${network}`, smsPerAddress, now);
      if (!byAddress.isAllowed) {
        if (!isLoginDevice(device, now)) refuse(byAddress.retryAfterSeconds);
        const byDevice = await rateLimits.take(`sms device ${device.id}`, smsPerKnownDevice, now);
        if (!byDevice.isAllowed) refuse(byDevice.retryAfterSeconds);
      }
    }
    const byMobile = await rateLimits.take(`sms mobile ${mobile}`, smsPerMobile, now);
    if (!byMobile.isAllowed) refuse(byMobile.retryAfterSeconds);
    // Taken last, so that refused requests use up nothing of what belongs to all.
    const wait = await takeFromBudget({ address, device });
    if (wait > 0) refuse(wait);
  };
}
