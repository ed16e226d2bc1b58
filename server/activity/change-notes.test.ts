import { expect, test } from "vitest";
import { compareActivities, type NotedActivity, type NotedSession } from "./change-notes.ts";

const [start, later] = [new Date("2026-03-10T04:00:00Z"), new Date("2026-03-10T05:00:00Z")];
const session = (session_id: string, over: Partial<NotedSession> = {}): NotedSession => ({
  session_id,
  dealer_id: null,
  quota: 2,
  start_time: start,
  end_time: later,
  ...over,
});
const activity = (over: Partial<NotedActivity> = {}): NotedActivity => ({
  title: "莫干山晨雾试驾",
  address: "龙腾大道",
  dealer_id: null,
  activity_type: "localoffline",
  business_type: null,
  sponsor_level1: null,
  sponsor_level2: null,
  called_off_time: null,
  called_off_reason: null,
  quota: 4,
  start_time: start,
  end_time: later,
  sessions: [session("1"), session("2")],
  ...over,
});
const nothing = { rescheduled: [], recounted: null, isScopeChanged: false, isRaised: false };

test.each<[string, Partial<NotedActivity>, Partial<ReturnType<typeof compareActivities>>]>([
  ["nothing", {}, {}],
  ["an equal time", { start_time: new Date(start) }, {}],
  ["the title", { title: "换了名字" }, { rescheduled: [{ sessionId: "", former: null }] }],
  [
    "the start",
    { start_time: later },
    {
      rescheduled: [{ sessionId: "", former: { start_time: start, end_time: later } }],
      recounted: [start, later],
    },
  ],
  ["fewer seats", { quota: 3 }, {}],
  ["more seats", { quota: 5 }, { isRaised: true }],
  ["seats without limit", { quota: null }, { isRaised: true }],
  ["the sponsor", { sponsor_level2: "VWSA400000" }, { isScopeChanged: true }],
  ["a session fewer and a new one", { sessions: [session("1"), session("3")] }, {}],
  ["seats of a session", { sessions: [session("1"), session("2", { quota: 3 })] }, { isRaised: true }],
  [
    "the dealer of a session",
    { sessions: [session("1", { dealer_id: "2001" }), session("2")] },
    { rescheduled: [{ sessionId: "1", former: null }], recounted: [start, start] },
  ],
])("HA43 consequences of a changed activity: %s", (_what, over, expected) => {
  expect(compareActivities(activity(), activity(over))).toEqual({ ...nothing, ...expected });
});

test("HA43 a new activity changes what figures are counted of", () => {
  expect(compareActivities(null, activity())).toEqual({ ...nothing, isScopeChanged: true });
});
