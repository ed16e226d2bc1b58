import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "#contract/core/call.ts";
import { updateCarInfo } from "#contract/owner/owner.ts";
import type { ForeignResources } from "../testing/call-access-kinds.ts";
import { callAccess } from "../testing/call-access.ts";
import { testApp, type TestCallOptions, type TestApp } from "../testing/app.ts";
import { contractCalls } from "../testing/contract-calls.ts";
import { communitySignatureHeaders } from "../testing/request.ts";
import { testVin } from "../testing/samples/sample-vin.ts";

/** Ids that do not exist: only the signature check before the handler is tested here. */
const unknownIds: ForeignResources = {
  ...(Object.fromEntries(
    ["activityId", "fullActivityId", "benefitId", "signUpId", "pictureId", "challengeId"].map((name) => [
      name,
      "1",
    ]),
  ) as Record<string, string> as ForeignResources),
  groupId: "1",
  articleId: "1",
  commentId: "1",
  memberId: "1",
  mobile: "13700000001",
  vin: testVin("5T11"),
  uid: "x",
  link: "A".repeat(43),
};
let app: TestApp;
let calls: readonly Call[];
let token: string;
let other: string;
beforeAll(async () => {
  app = await testApp({ settings: { RATE_LIMITS: "off" } });
  calls = (await contractCalls()).filter(({ signature }) => signature === "community");
  ({ token } = await app.login("13700000101", { owner: true }));
  ({ token: other } = await app.login("13700000102"));
});
afterAll(() => app.close());

const statusOf = async (call: Call, options: TestCallOptions = {}): Promise<number> => {
  const args = callAccess[call.name]?.args(unknownIds);
  return (await app.call(call, args as never, { token, ...options })).status;
};
/** Names of the calls whose signature is accepted. */
async function acceptedCalls(options: () => TestCallOptions): Promise<string[]> {
  const found: string[] = [];
  for (const call of calls) if ((await statusOf(call, options())) !== 406) found.push(call.name);
  return found;
}

test("P16 P17 every signed call is accepted with its signature headers, and none without them or with those of another session", async () => {
  const names = calls.map(({ name }) => name);
  // Includes the calls that were added to the maker's contract.
  expect(names.length).toBeGreaterThan(30);
  expect(await acceptedCalls(() => ({}))).toEqual(names);
  expect(await acceptedCalls(() => ({ isUnsigned: true }))).toEqual([]);
  expect(await acceptedCalls(() => ({ headers: { "X-COP-Signature": "0".repeat(64) } }))).toEqual([]);
  expect(await acceptedCalls(() => ({ headers: { "X-COP-accessToken": other } }))).toEqual([]);
});

test("P18 no call is accepted more than five minutes early or late, or twice with the same nonce", async () => {
  for (const by of [-301_000, 310_000])
    expect(await acceptedCalls(() => ({ now: app.context.clock.now() + by }))).toEqual([]);
  const twice: string[] = [];
  for (const call of calls) {
    const headers = communitySignatureHeaders(app.context.config.appKey, token, app.context.clock.now());
    const first = await statusOf(call, { headers });
    if (first === 406 || (await statusOf(call, { headers })) !== 406) twice.push(call.name);
  }
  expect(twice).toEqual([]);
});

test("P11 P24 updateUserCarInfo is a GET that a cookie or a link alone cannot trigger", async () => {
  const url = "/mall-api/community/user/updateUserCarInfo";
  for (const headers of [{}, { cookie: `X-Access-Token=${token}` }, { "x-access-token": token }])
    expect((await app.app.inject({ url, headers })).statusCode).not.toBe(200);
  const signed = communitySignatureHeaders(app.context.config.appKey, "", app.context.clock.now());
  const byCookie = { cookie: `X-Access-Token=${token}; sxToken=${token}`, ...signed };
  expect((await app.app.inject({ url, headers: byCookie })).statusCode).toBe(401);
  const answer = await app.call(updateCarInfo, {}, { token, idempotencyKey: randomUUID() });
  expect([answer.status, answer.code]).toEqual([200, "00"]);
});
