import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { openSeenRows } from "../../figure/definition/people-store.ts";
import { TestClickhouse } from "../../tracking/clickhouse/test-clickhouse.ts";
import {
  allEvents,
  sampleEvent,
  sampleForm,
  sendForm,
  type SampleEvent,
} from "../../tracking/test-client.ts";
import { testApp, type TestApp } from "../app.ts";

const DAY = 86_400_000;
let clickhouse: TestClickhouse;
let app: TestApp;
beforeEach(async () => {
  clickhouse = new TestClickhouse();
  app = await testApp({ settings: { EVENTS_CLICKHOUSE_URL: await clickhouse.listen() } });
});
afterEach(async () => {
  await app.close();
  await clickhouse.close();
});

test("HA19 the funnels of the product are those of events in PostgreSQL", async () => {
  const beside = await testApp();
  try {
    const now = Date.now();
    const step = (event: string, id: string, over: SampleEvent = {}, properties = {}) =>
      sampleEvent({
        event,
        distinct_id: id,
        anonymous_id: id,
        ...over,
        properties: { platform_type: "pc", city_code: "310100", activity_id: "11", ...properties },
      });
    const member = { login_id: "o1", distinct_id: "o1" };
    const events = [
      ...["$pageview", "$pageview", "activity_viewed", "sign_up_tapped"].map((event) => step(event, "a1")),
      step("captcha_solved", "a1", {}, { action: "signup" }),
      step("captcha_solved", "a2", {}, { action: "login" }),
      step("$pageview", "a2", { time: now - DAY }, { utm_source: "feed" }),
      step("$pageview", "a2", {}, { $latest_utm_source: "sms", activity_id: "12" }),
      // Seen in the app, then on a computer, then in the app again.
      step("activity_viewed", "o1", { ...member, time: now - 3_000 }, { platform_type: "app" }),
      step("$WebClick", "o1", { ...member, time: now - 2_000 }),
      step("activity_viewed", "o1", { ...member, time: now - 1_000 }, { platform_type: "app" }),
      step("product_viewed", "o1", { ...member, time: now - 500 }, { product_id: "5", activity_id: "" }),
      step("page_error", "a3", {}, { message: "x" }),
    ];
    const results = [];
    for (const one of [app, beside]) {
      for (const event of events) await sendForm(one, sampleForm.list([event]));
      await allEvents(one);
      const funnels = [];
      for (const by of ["all", "activity", "channel", "host", "city", "day"] as const)
        funnels.push(await one.modules.tracking.funnel({ by, days: 3, activityId: "" }));
      const days = [toShanghaiDate(now), toShanghaiDate(now - 3_000)];
      const { rows: seen } = await sql`
        select to_jsonb(s) as shown from (${openSeenRows(days, new Date(now + 60_000))}) s
        order by s.step, s.activity_id`.execute(one.context.db);
      const { rows: mall } = await sql`
        select to_jsonb(m) as shown from mall_funnel m`.execute(one.context.db);
      results.push({ funnels, seen, mall });
    }
    expect(results[0]).toEqual(results[1]);
    expect(results[0]?.seen).toContainEqual({
      shown: expect.objectContaining({ step: "seen", host: "app", person: "o1" }),
    });
    expect(results[0]?.mall).toHaveLength(1);
  } finally {
    await beside.close();
  }
});
