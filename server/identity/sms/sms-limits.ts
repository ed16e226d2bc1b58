import { Refusal } from "#contract/core/errors.ts";
import { isLoopbackAddress, networkPrefix } from "../../http/network/ip-network.ts";
import type { AppContext } from "../../core/app-context.ts";
import { isLoginDevice } from "../../http/security/device-proof.ts";
import {
  smsPerAddress,
  smsPerAddressAndMobile,
  smsPerDay,
  smsPerKnownDevice,
  smsPerMobile,
  smsPerMobileBesideLogin,
  smsPerOwnDevices,
  STRANGERS_SMS_SHARE,
  type RateLimitRule,
} from "../rate-limit-rules.ts";
import type { RateLimitStore } from "../rate-limit-store.ts";
import { requesterOf, type RequestingCaller } from "../requester.ts";
import type { VerifiedDeviceStore } from "../verified-device-store.ts";
import type { SmsPurpose } from "./store.ts";

/** Shortest time between two log lines about the budget, ms. */
const LOG_INTERVAL = 600_000;

/**
 * Creates the budget of codes that all people together may ask for in a day.
 * @returns a function that counts an SMS and returns the seconds to wait if the budget is used up; else 0
 */
function dailyBudget({ config, clock, log }: AppContext, rateLimits: RateLimitStore) {
  let loggedAt = -Infinity;
  return async ({ device }: Pick<RequestingCaller, "device">): Promise<number> => {
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

const refuse = (retryAfterSeconds: number): never => {
  throw new Refusal("tooMany", { retryAfterSeconds });
};

/** A counter, and its rule. */
type SmsLimit = readonly [subject: string, rule: RateLimitRule];

/**
 * Creates the limits for callers who cannot be told from strangers: first of their address and device, then of the
 * mobile, so that one of them cannot use up what the mobile gets.
 */
function strangerLimits({ config }: AppContext, rateLimits: RateLimitStore) {
  const take = async ([subject, rule]: SmsLimit, now: number): Promise<number> => {
    const counted = await rateLimits.take(subject, rule, now);
    return counted.isAllowed ? 0 : counted.retryAfterSeconds;
  };
  const takeOrRefuse = async (limit: SmsLimit, now: number): Promise<void> => {
    const wait = await take(limit, now);
    if (wait > 0) refuse(wait);
  };
  const takeOfAddress = async (network: string, { device }: RequestingCaller, now: number) => {
    await takeOrRefuse([`sms day ${network}`, smsPerDay(config.smsBudget.perAddress)], now);
    const wait = await take([`sms address ${network}`, smsPerAddress], now);
    if (wait === 0) return;
    if (!isLoginDevice(device, now)) refuse(wait);
    await takeOrRefuse([`sms device ${device.id}`, smsPerKnownDevice], now);
  };
  return async ({ mobile, scene }: SmsPurpose, caller: RequestingCaller, now: number): Promise<void> => {
    const network = networkPrefix(caller.address);
    // In development all requests come from the loopback address.
    const isAddressCounted = config.isProduction || !isLoopbackAddress(caller.address);
    if (isAddressCounted) await takeOfAddress(network, caller, now);
    const limits: SmsLimit[] = [
      ...(isAddressCounted ? [[`sms mobile ${mobile} ${network}`, smsPerAddressAndMobile] as const] : []),
      ...(scene === "login" ? [] : [[`sms mobile beside login ${mobile}`, smsPerMobileBesideLogin] as const]),
      [`sms mobile ${mobile}`, smsPerMobile],
    ];
    for (const [index, limit] of limits.entries()) {
      const wait = await take(limit, now);
      if (wait === 0) continue;
      // Somebody who asks again too early has used up nothing of the mobile's.
      for (const [subject] of limits.slice(0, index)) await rateLimits.giveBack(subject);
      refuse(wait);
    }
  };
}

/**
 * Creates the rate limits of SMS for mobile, network and device, and for all together. The mobile's holder has limits of
 * their own: on a device that has logged in with the mobile, or in a session of it.
 * @returns a function that counts an SMS and throws Refusal "tooMany" with the seconds to wait
 */
export function smsLimits(
  context: AppContext,
  rateLimits: RateLimitStore,
  devices: Pick<VerifiedDeviceStore, "find">,
): (purpose: SmsPurpose, caller: RequestingCaller) => Promise<void> {
  const { config, clock } = context;
  const takeFromBudget = dailyBudget(context, rateLimits);
  const takeAsStranger = strangerLimits(context, rateLimits);
  const isHolder = async (mobile: string, caller: RequestingCaller, now: number): Promise<boolean> =>
    caller.user?.isMobile(mobile) === true ||
    (await devices.find([mobile], requesterOf(caller).deviceKeys, now)) !== null;
  return async (purpose, caller) => {
    if (!config.rateLimits) return;
    const { mobile } = purpose;
    const now = clock.now();
    if (await isHolder(mobile, caller, now)) {
      const counted = await rateLimits.take(`sms own ${mobile}`, smsPerOwnDevices, now);
      if (!counted.isAllowed) refuse(counted.retryAfterSeconds);
    } else await takeAsStranger(purpose, caller, now);
    // Taken last, so that refused requests use up nothing of what belongs to all.
    const wait = await takeFromBudget(caller);
    if (wait > 0) refuse(wait);
  };
}
