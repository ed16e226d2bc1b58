import type { NewActivity } from "../../server/activity/index.ts";
import type { SeededLead } from "../../server/lead/index.ts";
import { leadConsent } from "#contract/lead/consent.ts";
import { DAY, HOUR } from "../calendar.ts";
import { demoId } from "../ids.ts";
import { seededFraction, seededPick } from "../seeded-hash.ts";
import { answersTo } from "./answers.ts";
import { guestsOf, type DemoGuest } from "./people.ts";

/** Staff of dealers who call. */
const callers = ["陆小满", "韩知秋", "周亦舟", "沈予安"] as const;
/** Share of the leads of the last days that nobody has called in time. */
const FORGOTTEN = 0.03;

/** Call of a lead on its day or the next; null: nobody has called yet. @param created ms @param now ms */
function contactOf(key: string, created: number, now: number): NonNullable<SeededLead["contact"]> | null {
  const age = now - created;
  if (age < 6 * DAY && seededFraction(`forgotten${key}`) < FORGOTTEN) return null;
  const time = created + HOUR * (0.5 + 16 * seededFraction(`called${key}`));
  if (time > now) return null;
  const mood = seededFraction(`mood${key}`);
  const isMissed = age < DAY && mood < 0.25;
  return {
    result: isMissed ? "missed" : mood < 0.4 ? "declined" : "reached",
    by: seededPick(callers, key),
    time: new Date(time),
  };
}

/** Creates the leads of all activities that take leads, one activity at a time. */
export function* demoLeads(
  activities: readonly NewActivity[],
  countOf: (activityId: string) => number,
  guests: readonly DemoGuest[],
  now: number,
): Generator<{ activityId: string; leads: SeededLead[] }> {
  let number = 0;
  for (const activity of activities) {
    const { activityId, startTime, signUpStartTime, activityType, seriesCodes, dealerIds, form } = activity;
    const from = activityType === "online" ? startTime : signUpStartTime;
    const to = Math.max(from + HOUR, Math.min(now - HOUR / 2, activity.endTime));
    const people = guestsOf(guests, `lead${activityId}`, countOf(activityId));
    if (people.length === 0) continue;
    const leads = people.map(({ userId, name, mobile }): SeededLead => {
      const key = `${activityId}${userId}`;
      const created = Math.floor(from + (to - from) * seededFraction(key) ** 0.7);
      return {
        lead_id: demoId("lead", number++),
        user_id: userId,
        name,
        mobile,
        province_code: activity.provinceCode,
        city_code: activity.cityCode,
        dealer_id: dealerIds.length === 0 ? null : seededPick(dealerIds, key),
        series_code: seriesCodes.length === 0 ? null : seededPick(seriesCodes, key),
        answers: answersTo(form, key),
        consent_version: leadConsent.version,
        created_time: new Date(created),
        contact: contactOf(key, created, now),
      };
    });
    yield { activityId, leads };
  }
}
