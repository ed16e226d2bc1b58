import { sql } from "kysely";
import { everyScope, type GrantScope } from "#contract/console/scope.ts";
import type { TestApp } from "../app.ts";
import { addPaidOrder } from "../samples/paid-order.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { sampleBenefit } from "../samples/sample-benefit.ts";
import { addKocApplication, sampleKocProgram } from "../samples/sample-koc.ts";
import { addCoupon } from "../samples/sample-coupon.ts";
import { sampleDealers } from "../samples/sample-dealers.ts";
import { sampleSignUp } from "../samples/sample-sign-up.ts";

/**
 * Places of things: activities of the own region (华东, 107002 VWSA400000) and of another one (华南), and of
 * headquarters, with a sign-up, a lead and a benefit each; at the dealer of the own region and at the other one.
 */
export const places = ["ownRegion", "otherRegion", "ownDealer", "otherDealer"] as const;
export type Place = (typeof places)[number];
type PlacedThings = {
  readonly activityId: string;
  readonly dealerId: string;
  readonly signUpId: string;
  readonly leadId: string;
  readonly benefitId: string;
  /** Redeemed coupon of the guest, whose delivery failed three times. */
  readonly couponId: string;
  readonly couponCode: string;
  /** Accepted application of the guest. */
  readonly kocId: string;
  readonly userId: string;
  readonly mobile: string;
  /** Link to the check-in desk of the dealer. */
  readonly staffLinkId: string;
  /** An order of the mall that the dealer hands over. */
  readonly orderId: string;
  readonly orderNo: string;
};
export type ConsoleThings = Readonly<Record<Place, PlacedThings>>;

/** Scopes of the generated tests. */
export const testScopes = {
  ownRegion: { ...everyScope, sponsorLevel1: ["107002"], sponsorLevel2: ["VWSA400000"] },
  otherRegion: { ...everyScope, sponsorLevel1: ["107002"], sponsorLevel2: ["VWSA500000"] },
  ownDealer: { ...everyScope, dealers: ["2001"] },
  otherDealer: { ...everyScope, dealers: ["2002"] },
} as const satisfies Readonly<Record<Place, GrantScope>>;

const kinds = {
  ownRegion: { sponsorLevel1: "107002", sponsorLevel2: "VWSA400000", dealerId: "2001" },
  otherRegion: { sponsorLevel1: "107002", sponsorLevel2: "VWSA500000", dealerId: "2002" },
  ownDealer: { sponsorLevel1: "107001", sponsorLevel2: "VWSA400000", dealerId: "2001" },
  otherDealer: { sponsorLevel1: "107001", sponsorLevel2: "VWSA500000", dealerId: "2002" },
} as const;

async function addRedeemedCoupon(app: TestApp, benefitId: string, userId: string) {
  const { coupon_id, code } = await addCoupon(app, benefitId, userId);
  const now = new Date(app.context.clock.now());
  await sql`update coupon set used_time = ${now} where coupon_id = ${coupon_id}`.execute(app.context.db);
  await sql`insert into coupon_delivery (coupon_id, due_time, tries, failed_time, failed_cause)
    values (${coupon_id}, ${new Date(now.getTime() + 3_600_000)}, 3, ${now}, 'timeout')`.execute(
    app.context.db,
  );
  return { couponId: coupon_id, couponCode: code };
}

async function addAcceptedKoc(app: TestApp, activityId: string, mobile: string): Promise<string> {
  await app.modules.kocs.add([sampleKocProgram(app.context.clock.now(), { activity_id: activityId })]);
  const kocId = await addKocApplication(app, activityId, mobile);
  await sql`update koc set status = 2 where activity_id = ${activityId}`.execute(app.context.db);
  return kocId;
}

async function addThings(app: TestApp, place: Place, number: number): Promise<PlacedThings> {
  const now = app.context.clock.now();
  const { sponsorLevel1, sponsorLevel2, dealerId } = kinds[place];
  const activityId = `180000000000000000${number}`;
  const mobile = `1350000000${number}`;
  await app.modules.activities.addActivities([
    sampleActivity(now, {
      activityId,
      title: `活动 ${place}`,
      sponsorLevel1,
      sponsorLevel2,
      dealerId,
      dealerIds: [dealerId],
    }),
  ]);
  const benefit = sampleBenefit(now, { activity_id: activityId });
  await app.modules.benefits.add([benefit]);
  const { userId } = await app.login(mobile);
  const signUp = sampleSignUp(userId, { mobile, dealer_id: dealerId, created_time: new Date(now) });
  await app.modules.signUps.seed(
    [{ ...signUp, activity_id: activityId, checked_in_time: null, checked_in_by: null }],
    [],
  );
  const invited = { activityId, name: "林晓岚", seriesCode: null, dealerId, sessionId: null };
  await app.modules.invitations.issue(invited, now + 3_600_000);
  const leadId = `190000000000000000${number}`;
  await app.modules.leads.seed(activityId, [
    {
      lead_id: leadId,
      user_id: userId,
      name: "林晓岚",
      mobile,
      province_code: "310000",
      city_code: "310100",
      dealer_id: dealerId,
      series_code: null,
      answers: {},
      consent_version: "1",
      created_time: new Date(now),
    },
  ]);
  return {
    activityId,
    dealerId,
    signUpId: signUp.signup_id,
    leadId,
    benefitId: benefit.benefit_id,
    kocId: await addAcceptedKoc(app, activityId, mobile),
    ...(await addRedeemedCoupon(app, benefit.benefit_id, userId)),
    userId,
    mobile,
    staffLinkId: await addDeskLink(app, activityId, dealerId),
    ...(await addPickupOrder(app, dealerId)),
  };
}

/** Adds a link to the check-in desk of a dealer. @returns its id */
export async function addDeskLink(app: TestApp, activityId: string, dealerId: string): Promise<string> {
  await app.modules.checkIns.addLink({ activityId, dealerId });
  const [link] = await app.modules.checkIns.listLinks();
  if (link?.activityId !== activityId) throw new Error("no link was added");
  return link.linkId;
}

/** Adds a paid order that a dealer hands over. */
async function addPickupOrder(app: TestApp, dealerId: string): Promise<{ orderId: string; orderNo: string }> {
  const { orderId } = await addPaidOrder(app);
  const { rows } = await sql<{ orderNo: string }>`
    update mall_order set delivery = 'pickup', dealer_id = ${dealerId} where order_id = ${orderId}
    returning order_no as "orderNo"`.execute(app.context.db);
  return { orderId, orderNo: rows[0]?.orderNo ?? "" };
}

/** Adds the things of all places. */
export async function addConsoleThings(app: TestApp): Promise<ConsoleThings> {
  const [own, other] = sampleDealers("2001", "2002");
  if (!own || !other) throw new Error("two dealers");
  await app.modules.organisations.add([own, { ...other, provinceCode: "440000", cityCode: "440100" }]);
  const added: Partial<Record<Place, PlacedThings>> = {};
  for (const [number, place] of places.entries()) added[place] = await addThings(app, place, number);
  return added as ConsoleThings;
}
