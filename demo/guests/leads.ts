import type { NewActivity } from "../../server/activity/index.ts";
import type { SeededLead } from "../../server/lead/index.ts";
import { leadConsent } from "#contract/lead/consent.ts";
import { HOUR } from "../calendar.ts";
import { demoId } from "../ids.ts";
import { seededFraction, seededPick } from "../seeded-hash.ts";
import { answersTo } from "./answers.ts";
import { guestsOf, type DemoGuest } from "./people.ts";

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
        created_time: new Date(Math.floor(from + (to - from) * seededFraction(key) ** 0.7)),
      };
    });
    yield { activityId, leads };
  }
}
