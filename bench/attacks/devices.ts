// A6: device cookies that are minted at once and kept for a day, to lift the limits of their address.
import { createCaptcha } from "#contract/captcha/captcha.ts";
import { openCheckIn } from "#contract/check-in/check-in.ts";
import { newMobile } from "../../e2e/testing/people.ts";
import { requestLimits } from "../../server/http/rate-limit/rate-limit-rules.ts";
import { Stranger } from "./stranger.ts";
import { atMost, type AttackResult } from "./table.ts";
import type { Target } from "./target.ts";

const DEVICES = 60;
const DAY_AND_MORE = 26 * 3_600_000;
const WRITES = 3_600;
/** Requests at once. */
const AT_ONCE = 30;
const SENDS = 14;
const MOST_SENDS = 10;
const LINK = "x".repeat(43);

/** Browsers of one address that have received their device cookie. */
async function mint(target: Target, address: string): Promise<Stranger[]> {
  const devices = Array.from({ length: DEVICES }, () => new Stranger(target, address));
  for (const device of devices) {
    await device.browser.request(`${target.origin}/marketing/area/activity/`);
    if (device.browser.cookieLines.length === 0)
      await device.call(createCaptcha, { action: "sms", mobile: "13900000000", way: "work" });
  }
  return devices;
}

async function attackWrites(target: Target, devices: readonly Stranger[]): Promise<AttackResult> {
  const startedAt = performance.now();
  let served = 0;
  let sent = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sent < WRITES) {
        const device = devices[sent++ % devices.length];
        const answer = await device?.call(openCheckIn, { link: LINK });
        if (answer?.status !== 429 && answer?.status !== 503) served++;
      }
    }),
  );
  // A bucket of a minute refills meanwhile; nginx has a rate of its own.
  const seconds = (performance.now() - startedAt) / 1_000;
  const most = Math.ceil(requestLimits.addressWrites * (1 + seconds / 60));
  return atMost(
    `A6 of ${WRITES} writes by ${devices.length} day-old cookies of one address`,
    most,
    served,
    "served",
  );
}

async function attackSms(target: Target, devices: readonly Stranger[]): Promise<AttackResult> {
  let sent = 0;
  for (const device of devices.slice(0, SENDS)) {
    // A puzzle limit of ten minutes is another attack; the hour of the limit of messages is not over.
    if (sent === MOST_SENDS / 2) await target.advance(11 * 60_000);
    if ((await device.askForSms(newMobile(), "login")) === "200 00") sent++;
  }
  return atMost(
    `A6 messages of ${SENDS} day-old cookies of one address in an hour`,
    MOST_SENDS,
    sent,
    "sent",
  );
}

export async function attackDevices(target: Target): Promise<AttackResult[]> {
  const [writers, senders] = [await mint(target, "203.0.113.61"), await mint(target, "203.0.113.62")];
  await target.advance(DAY_AND_MORE);
  return [await attackWrites(target, writers), await attackSms(target, senders)];
}
