import { sql } from "kysely";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import type { TestApp } from "../app.ts";
import { addPastEvents } from "./past-events.ts";
import { addPeople } from "../races/race-people.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { sampleBenefit } from "../samples/sample-benefit.ts";
import { addCoupon } from "../samples/sample-coupon.ts";
import { sampleDealers } from "../samples/sample-dealers.ts";
import { sampleKocProgram } from "../samples/sample-koc.ts";
import { sampleSignUp } from "../samples/sample-sign-up.ts";

const DAY = 86_400_000;
/** Activities of headquarters, of 华东 and of 华南, each at its dealer. */
export const sceneActivities = [
  {
    activityId: "1966000000000000001",
    sponsorLevel1: "107001",
    sponsorLevel2: null,
    dealerId: "2001",
    businessType: 1,
  },
  {
    activityId: "1966000000000000002",
    sponsorLevel1: "107002",
    sponsorLevel2: "VWSA400000",
    dealerId: "2001",
    businessType: 2,
  },
  {
    activityId: "1966000000000000003",
    sponsorLevel1: "107002",
    sponsorLevel2: "VWSA500000",
    dealerId: "2002",
    businessType: 1,
  },
] as const;
const channels = [{}, { utm_source: "feed" }, { utm_source: "抖音", from: "S1" }] as const;

/** A day of the scene, which is that many days ago. */
export const sceneDay = (app: TestApp, daysAgo: number): string =>
  toShanghaiDate(new Date(app.context.clock.now() - daysAgo * DAY));
const timeOf = (app: TestApp, daysAgo: number, minute: number): Date =>
  // An hour ago at least, since tests set the clock back to where it began.
  new Date(app.context.clock.now() - daysAgo * DAY - (60 + minute) * 60_000);

/** Adds the dealers and activities, whose sessions began three days ago. */
export async function addSceneActivities(app: TestApp): Promise<void> {
  const now = app.context.clock.now();
  const [own, other] = sampleDealers("2001", "2002");
  if (!own || !other) throw new Error("two dealers");
  await app.modules.organisations.add([own, { ...other, provinceCode: "440000", cityCode: "440100" }]);
  for (const { dealerId, ...activity } of sceneActivities) {
    await app.modules.activities.addActivities([
      sampleActivity(now, {
        ...activity,
        title: `活动 ${activity.activityId.slice(-1)}`,
        dealerId,
        dealerIds: [dealerId],
      }),
    ]);
    await sql`update activity set start_time = ${timeOf(app, 3, 0)}, end_time = ${timeOf(app, -9, 0)}
      where activity_id = ${activity.activityId}`.execute(app.context.db);
    await app.modules.benefits.add([sampleBenefit(now, { activity_id: activity.activityId })]);
    await app.modules.kocs.add([sampleKocProgram(now, { activity_id: activity.activityId, places: 99 })]);
  }
}

type Guest = { readonly userId: string; readonly openId: string; readonly number: number };
async function addSignUp(app: TestApp, { userId, number }: Guest, daysAgo: number): Promise<void> {
  const { activityId, dealerId } = sceneActivities[number % 3] ?? sceneActivities[0];
  const created = timeOf(app, daysAgo, number);
  const signUp = sampleSignUp(userId, {
    mobile: `138${String(10_000_000 + number)}`,
    // One in four chose no dealer: unknown.
    dealer_id: number % 4 === 0 ? null : dealerId,
    channel: channels[number % channels.length] ?? {},
    created_time: created,
  });
  const hasCome = number % 3 !== 1;
  await app.modules.signUps.seed(
    [
      {
        ...signUp,
        activity_id: activityId,
        checked_in_time: hasCome ? timeOf(app, Math.max(0, daysAgo - 2), number) : null,
        checked_in_by: null,
      },
    ],
    [],
  );
}
async function addLead(app: TestApp, { userId, number }: Guest, daysAgo: number): Promise<void> {
  const { activityId, dealerId } = sceneActivities[number % 3] ?? sceneActivities[0];
  const leadId = `1977000000000${String(100_000 + number)}`;
  const created = timeOf(app, daysAgo, number);
  await app.modules.leads.seed(activityId, [
    {
      lead_id: leadId,
      user_id: userId,
      name: "林晓岚",
      mobile: `138${String(10_000_000 + number)}`,
      province_code: "310000",
      city_code: "310100",
      dealer_id: number % 4 === 0 ? null : dealerId,
      series_code: null,
      answers: {},
      consent_version: "1",
      created_time: created,
    },
  ]);
  const called = number % 2 === 0 ? new Date(created.getTime() + (number + 1) * 3_600_000) : null;
  await sql`update lead set created_time = ${created}, last_touch = ${JSON.stringify(channels[number % 3])}::jsonb,
    contact_result = ${called && "reached"}, contacted_time = ${called} where lead_id = ${leadId}`.execute(
    app.context.db,
  );
}
async function addBenefits(app: TestApp, { userId, number }: Guest, daysAgo: number): Promise<void> {
  const { activityId } = sceneActivities[number % 3] ?? sceneActivities[0];
  const { db } = app.context;
  const { coupon_id } = await addCoupon(app, `9${activityId.slice(1)}`, userId);
  await sql`update coupon set created_time = ${timeOf(app, daysAgo, number)},
    used_time = ${number % 2 === 0 ? timeOf(app, Math.max(0, daysAgo - 1), number) : null}
    where coupon_id = ${coupon_id}`.execute(db);
  await sql`insert into koc (activity_id, user_id, status, applied_time, reviewed_time)
    values (${activityId}, ${userId}, ${(number % 3) + 1}, ${timeOf(app, daysAgo, number)},
      ${number % 3 === 0 ? null : timeOf(app, Math.max(0, daysAgo - 1), number)})`.execute(db);
}
async function addVisit(app: TestApp, { openId, number }: Guest, daysAgo: number): Promise<void> {
  const { activityId } = sceneActivities[number % 3] ?? sceneActivities[0];
  const steps = ["$pageview", "activity_viewed", "sign_up_tapped", "captcha_solved"].slice(
    0,
    (number % 4) + 1,
  );
  await addPastEvents(
    app,
    steps.map((event) => ({
      event,
      distinctId: openId,
      loginId: openId,
      activityId,
      time: timeOf(app, daysAgo, number),
      properties: {
        platform_type: number % 2 === 0 ? "wechat" : "appIos",
        city_code: number % 3 === 0 ? "310100" : "440100",
        ...channels[number % 3],
        ...(event === "captcha_solved" && { action: "signup" }),
      },
    })),
  );
}

/** Adds people who did something of each kind in the last days, spread over activities, channels, hosts and cities. */
export async function addScenePeople(app: TestApp, count = 18): Promise<readonly Guest[]> {
  const people = await addPeople(app.context.db, count);
  const guests = people.map(({ userId }, number) => ({ userId, number, openId: `o${userId}` }));
  for (const guest of guests) {
    const daysAgo = guest.number % 6;
    await addSignUp(app, guest, daysAgo);
    await addLead(app, guest, daysAgo);
    await addBenefits(app, guest, daysAgo);
    for (const before of new Set([daysAgo, 1, 3])) await addVisit(app, guest, before);
  }
  await sql`insert into signup_cancelled (signup_id, activity_id, user_id, dealer_id, channel, created_time, cancelled_time)
    select '19880000000000000' || (10 + n), ${sceneActivities[0].activityId}, ${guests[0]?.userId ?? ""}, '2001', '{}'::jsonb,
      ${timeOf(app, 4, 0)}::timestamptz, ${timeOf(app, 1, 0)}::timestamptz from generate_series(1, 3) n`.execute(
    app.context.db,
  );
  return guests;
}
