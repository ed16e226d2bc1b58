import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showCampaign } from "#contract/activity/activity.ts";
import { leaveLead, listOwnLeads } from "#contract/lead/lead.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { withdrawExpiredLeads } from "./withdrawal-store.ts";
import type { LeadRow } from "./tables.ts";

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Adds a lead of an activity that ends after some days. */
async function left(activityId: string, days: number, mobile: string) {
  const now = app.context.clock.now();
  const over = { activityId, activityType: "online", pageType: "lead", startTime: now - DAY } as const;
  await app.modules.activities.addActivities([sampleActivity(now, { ...over, endTime: now + days * DAY })]);
  const { token } = await app.login(mobile);
  const captchaVerifyId = await app.solveCaptcha({ action: "lead", activityId }, { token });
  const place = { provinceCode: "310000", cityCode: "310100" };
  const form = { id: activityId, name: "林晓岚", mobile, ...place, consent: true as const };
  const { leadId } = (await app.call(leaveLead, form, { token, captchaVerifyId })).data;
  return { token, leadId, activityId };
}
/** Reads the stored row without decryption. */
async function storedRow({ leadId }: { leadId: string }) {
  const { rows } = await sql<Pick<LeadRow, "withdrawn_time"> & { person_text: string; key: string }>`
    select person as person_text, mobile_key as key, withdrawn_time from lead where lead_id = ${leadId}`.execute(
    app.context.db,
  );
  return rows[0];
}

test("M18 personal data of a lead is deleted 180 days after the activity's end, and not before", async () => {
  const [soon, later] = [
    await left("1000000000000050001", 1, "13750000001"),
    await left("1000000000000050002", 30, "13750000002"),
  ];
  const end = app.context.clock.now() + DAY;
  app.context.clock.set(end + 180 * DAY - 60_000);
  await app.modules.leads.withdrawExpired();
  expect(await storedRow(soon)).toMatchObject({ withdrawn_time: null, key: expect.any(String) as string });
  app.context.clock.set(end + 180 * DAY + 60_000);
  await app.modules.leads.withdrawExpired();
  expect(await storedRow(soon)).toEqual({
    person_text: null,
    key: null,
    withdrawn_time: expect.any(Date) as Date,
  });
  expect(await storedRow(later)).toMatchObject({ withdrawn_time: null, key: expect.any(String) as string });
  app.context.clock.set(null);
  // A withdrawn lead belongs to no one and still counts as a participant.
  const { data } = await app.call(listOwnLeads, {}, { token: soon.token });
  expect(data).toEqual([]);
  const campaign = await app.call(showCampaign, { activityId: soon.activityId });
  expect(campaign.data.participants).toBe(1);
});

test("M18 one run deletes more than one batch, also in two concurrent processes", async () => {
  const { activityId } = await left("1000000000000050003", 1, "13750000003");
  const { db, clock } = app.context;
  await sql`
    insert into lead (activity_id, mobile_key, lead_id, user_id, person, province_code, city_code, consent_version,
      consent_time, first_touch, last_touch, created_time, updated_time)
    select activity_id, 'k' || at, (5000000 + at)::text, user_id, null, province_code, city_code, consent_version,
      consent_time, first_touch, last_touch, created_time, updated_time
    from lead, generate_series(1, 1200) as at where activity_id = ${activityId}`.execute(db);
  const then = clock.now() + 182 * DAY;
  await Promise.all([withdrawExpiredLeads(db, then, 1_095), withdrawExpiredLeads(db, then, 1_095)]);
  const { rows } = await sql<{ active: number }>`
    select count(*)::int as active from lead where activity_id = ${activityId} and withdrawn_time is null`.execute(
    db,
  );
  expect(rows).toEqual([{ active: 0 }]);
});
