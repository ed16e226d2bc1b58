import { afterAll, beforeAll, expect, test } from "vitest";
import { actsForPerson } from "#contract/core/acting-call.ts";
import type { Call } from "#contract/core/call.ts";
import type { ForeignResources } from "../../testing/call-access-kinds.ts";
import { callAccess } from "../../testing/call-access.ts";
import { contractCalls } from "../../testing/contract-calls.ts";
import { testApp, type TestApp } from "../../testing/app.ts";

/** Any id: only the caller's role, which is checked before the arguments, decides here. */
const anyIds = new Proxy({} as ForeignResources, { get: () => "1" });
/** User agents of mini-programs, one for each host. */
const miniPrograms = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) MicroMessenger/8.0.50 miniProgram/wxabc123",
  "Mozilla/5.0 (Linux; Android 14) swan/2.57 swan-baiduboxapp/13",
  "Mozilla/5.0 (Linux; Android 14) ToutiaoMicroApp/2.1",
];
const others = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) MicroMessenger/8.0.50",
  "Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile",
];
/** Calls that need no mobile in a mini-program: reading, privacy, sessions, and taking back their own. */
const free = [
  "cancelSignUp",
  "checkGroupBlock",
  "checkJoinGroupNum",
  "countOrders",
  "deleteArticle",
  "deleteComment",
  "endSession",
  "endSessions",
  "erasePersonalData",
  "exportPersonalData",
  "getLastMaintenanceOrg",
  "leaveGroup",
  "leaveWaitlist",
  "linkVisitor",
  "listActivityUserSeries",
  "listAddresses",
  "listAfterSales",
  "listCoupons",
  "listHiddenContent",
  "listNotifications",
  "listOrders",
  "listOwnLeads",
  "listOwnSignUps",
  "listRelatedMembers",
  "listSessions",
  "listShareCredits",
  "listShares",
  "previewAfterSale",
  "previewCheckout",
  "readNotifications",
  "searchMembers",
  "seeMallNews",
  "showAfterSale",
  "showCart",
  "showKocStatus",
  "showLead",
  "showOrder",
  "showOwnContest",
  "showPayment",
  "showSignUp",
  "showUser",
  "trackShipment",
  "updateCarInfo",
  "withdrawContestEntry",
  "withdrawLead",
  "withdrawVote",
];
let app: TestApp;
let calls: readonly Call[];
beforeAll(async () => {
  app = await testApp({ settings: { RATE_LIMITS: "off" } });
  calls = (await contractCalls()).filter(({ audience }) => audience !== "anyone");
});
afterAll(() => app.close());

/** Calls that are refused for want of a mobile. A session each, since some calls end it. */
async function refusedCalls(mobile: string | null, userAgent: string): Promise<string[]> {
  const names: string[] = [];
  for (const call of calls) {
    const { token } = await app.login(mobile);
    const { status, code } = await app.call(call, callAccess[call.name]?.args(anyIds) as never, {
      token,
      headers: { "user-agent": userAgent },
      ...(call.body === "picture" && { picture: Buffer.from("none") }),
    });
    if (code === "MOBILE_REQUIRED" && status === 602) names.push(call.name);
  }
  return names;
}

test(
  "E16 in a mini-program every call that acts for a person needs a mobile",
  { timeout: 60_000 },
  async () => {
    const acting = calls.filter(({ name }) => !free.includes(name)).map(({ name }) => name);
    for (const name of [
      "sendBenefit",
      "enrollKoc",
      "applyJoinGroup",
      "signUp",
      "leaveLead",
      "addComment",
      "likeArticle",
    ])
      expect(acting).toContain(name);
    expect(calls.filter(actsForPerson).map(({ name }) => name)).toEqual(acting);
    for (const userAgent of miniPrograms) expect(await refusedCalls(null, userAgent)).toEqual(acting);
  },
);

test("E16 elsewhere, and with a mobile, a token suffices", { timeout: 60_000 }, async () => {
  const always = calls.filter(({ audience }) => audience === "userWithMobile").map(({ name }) => name);
  for (const userAgent of others) expect(await refusedCalls(null, userAgent)).toEqual(always);
  expect(await refusedCalls("13900003201", miniPrograms[0] ?? "")).toEqual([]);
});
