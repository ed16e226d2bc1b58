import { everyScope, type GrantScope } from "#contract/console/scope.ts";

import type { NewActivity } from "../../activity/index.ts";
import type { TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { sampleSignUp } from "../../testing/samples/sample-sign-up.ts";
import { signUpWriter, type NewSignUp } from "../register/writer.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Dealers of tests: two of the eastern region, one of the southern one. */
export const dealerIds = { east: "601", east2: "602", south: "603" } as const;
const dealer = (id: string, provinceCode: string, cityCode: string) => ({
  id,
  code: `D${id}`,
  name: `青岚中心 ${id}`,
  status: "BC500001",
  address: "路 1 号",
  phone: "021-00000000",
  provinceCode,
  cityCode,
  longitude: 121.4,
  latitude: 31.2,
});
/** Scopes of operators of tests. */
export const testScopes = {
  hq: everyScope,
  east: { ...everyScope, sponsorLevel1: ["107002"], sponsorLevel2: ["VWSA400000"] },
  south: { ...everyScope, sponsorLevel1: ["107002"], sponsorLevel2: ["VWSA500000"] },
  eastDealer: { ...everyScope, dealers: [dealerIds.east] },
  southDealer: { ...everyScope, dealers: [dealerIds.south] },
} satisfies Record<string, GrantScope>;

let activityCount = 0;
let mobileCount = 0;
/** A mobile that no other person of the test file has. */
export const nextTestMobile = (): string => `137${String(30_000_000 + mobileCount++)}`;

/** Adds dealers, and prepares activities and guests for tests of the console. */
export async function testGuests(app: TestApp) {
  await app.modules.organisations.add([
    dealer(dealerIds.east, "310000", "310100"),
    dealer(dealerIds.east2, "320000", "320100"),
    dealer(dealerIds.south, "440000", "440100"),
  ]);
  return {
    /** Adds headquarters' activity with a session tomorrow at each dealer ("1", "2", "3"), and a second one of the first ("4"). */
    async addActivity(over: Partial<NewActivity> = {}): Promise<string> {
      const activityId = `12100000000000${String(10_000 + activityCount++)}`;
      const now = app.context.clock.now();
      const session = (sessionId: string, dealerId: string | null, startTime: number, quota = 20) => ({
        sessionId,
        dealerId,
        startTime,
        endTime: startTime + HOUR,
        quota,
        taken: 0,
      });
      await app.modules.activities.addActivities([
        sampleActivity(now, {
          activityId,
          sponsorLevel1: "107001",
          sponsorLevel2: null,
          dealerIds: Object.values(dealerIds),
          asks: { series: false, dealer: false, session: true },
          sessions: [
            session("1", dealerIds.east, now + DAY),
            session("2", dealerIds.east2, now + DAY),
            session("3", dealerIds.south, now + DAY),
            session("4", dealerIds.east, now + 2 * DAY),
          ],
          ...over,
        }),
      ]);
      return activityId;
    },
    /** Logs a new person in and signs them up. */
    async addGuest(activityId: string, sessionId: string | null, over: Partial<NewSignUp> = {}) {
      const mobile = over.mobile ?? nextTestMobile();
      const { userId, token } = await app.login(mobile);
      const entry = sampleSignUp(userId, {
        session_id: sessionId,
        mobile,
        created_time: new Date(app.context.clock.now()),
        ...over,
      });
      const { row } = await signUpWriter(app.context.db).add(activityId, entry);
      if (row === null) throw new Error("no seat");
      return { userId, token, mobile, signUpId: row.signup_id, ticketCode: row.ticket_code };
    },
  };
}
export type TestGuests = Awaited<ReturnType<typeof testGuests>>;
