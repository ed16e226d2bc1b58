import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listBenefits } from "#contract/benefit/benefit.ts";
import { showNearby, type showCampaign } from "#contract/activity/activity.ts";
import type { ArgsOf } from "#contract/core/call.ts";
import { createPreviewLink, revokePreviewLinks } from "#contract/compose/preview-link.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

let made = 0;
/** Adds a draft and a link to compose its page. */
async function draft(days = 30) {
  const activityId: ArgsOf<typeof showCampaign>["activityId"] = `151000000000000${String(1000 + made++)}`;
  const keys = { processKey: `PRE${made}`, nodeKey: "landing" };
  const given = { activityId, activityType: "online" as const, isDraft: true, ...keys };
  await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), given)]);
  return { activityId, link: await app.modules.compose.addLink({ activityId, days }) };
}
/** Asks for the draft as the page at an address does. */
function show(url: string) {
  const { searchParams } = new URL(url);
  const args = Object.fromEntries(searchParams) as Omit<ArgsOf<typeof showNearby>, "id">;
  return app.call(showNearby, { id: "00", ...args });
}

test("C17 W10 a composer creates an address that shows the draft to anybody, and revokes it", async () => {
  const { activityId, link } = await draft();
  const { data } = await app.call(createPreviewLink, { link });
  const { pathname, searchParams } = new URL(data.url);
  expect([pathname.endsWith("/online/00"), searchParams.get("preview")]).toEqual([true, "1"]);
  expect(Date.parse(data.expiresTime) - app.context.clock.now()).toBeGreaterThan(6.9 * 86_400_000);
  expect((await show(data.url)).data.activityId).toBe(activityId);
  const couponArgs = { activityId: "00", ...Object.fromEntries(searchParams) };
  expect((await app.call(listBenefits, couponArgs)).data).toEqual([]);
  const { url } = (await app.call(createPreviewLink, { link })).data;
  expect(url).not.toBe(data.url);
  expect((await app.call(revokePreviewLinks, { link })).data.revoked).toBe(2);
  expect([(await show(url)).status, (await show(data.url)).status]).toEqual([404, 404]);
  expect((await app.call(revokePreviewLinks, { link })).data.revoked).toBe(0);
});

test("C17 T08 a preview does not outlive the link that created it, and is not the page of another link", async () => {
  const [one, other] = [await draft(1), await draft()];
  const { url, expiresTime } = (await app.call(createPreviewLink, { link: one.link })).data;
  const { clock, db } = app.context;
  expect(Date.parse(expiresTime)).toBeLessThanOrEqual(clock.now() + 86_400_000);
  expect((await app.call(revokePreviewLinks, { link: other.link })).data.revoked).toBe(0);
  expect((await show(url)).status).toBe(200);
  clock.set(clock.now() + 86_400_000 + 2_000);
  expect((await show(url)).status).toBe(404);
  expect((await app.call(createPreviewLink, { link: one.link })).status).toBe(404);
  clock.set(null);
  const { rows } = await sql<{ line: string }>`
    select action || ' ' || outcome || ' ' || actor_kind as line from audit_entry
    where outcome = 'preview' order by at_time desc limit 1`.execute(db);
  expect(rows.map(({ line }) => line)).toEqual(["staff-link.make preview staff"]);
});
