import { Refusal } from "#contract/errors.ts";
import type { Caller } from "../http/caller.ts";
import { isLoopback, networkOf } from "../http/network.ts";
import type { Kit } from "../kit.ts";
import { knownDeviceAge, smsPerAddress, smsPerKnownDevice, smsPerMobile } from "./count-rules.ts";
import type { CountStore } from "./count-store.ts";

export type Sender = Pick<Caller, "address" | "device">;

/**
 * Counts an SMS to a mobile that a caller asks for.
 * @returns a check that throws Refusal "tooMany" with the seconds to wait
 */
export function smsLimits(kit: Kit, counts: CountStore): (mobile: string, caller: Sender) => Promise<void> {
  const { config, clock } = kit;
  const refuse = (retryAfterSeconds: number): never => {
    throw new Refusal("tooMany", { retryAfterSeconds });
  };
  return async (mobile, { address, device }) => {
    if (!config.rateLimits) return;
    const now = clock.now();
    // Outside production everybody sits on the machine's own address.
    if (config.isProduction || !isLoopback(address)) {
      const byAddress = await counts.take(`sms address ${networkOf(address)}`, smsPerAddress, now);
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
