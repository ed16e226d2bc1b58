import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as open, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leaveLead } from "#contract/lead/lead.ts";
import { signUp } from "#contract/signup/signup.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { addPasses, addPeople, type RacePerson } from "../../testing/races/race-people.ts";
import { buildCallRequest, signatureHeaders } from "../../testing/request.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";

/** The first one takes the fast path, if nothing else is unusual; the second one means the same to the framework. */
const contentTypes = ["application/json", "application/json; charset=utf-8"] as const;
const OWN_ORIGIN = "https://m.qinglan.example";

let app: TestApp;
let origin = "";
let cookie = "";
beforeAll(async () => {
  app = await testApp({ settings: { WEB_ORIGINS: OWN_ORIGIN, RATE_LIMITS: "off" } });
  origin = await app.listen();
  const { headers } = await send({
    path: "/mall-api/cop-marketing-activity/api/v1/activity/page/list-series?x=1",
    headers: { "x-access-token": "nobody's" },
  });
  cookie = headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? "";
  for (const pageOrigin of [undefined, OWN_ORIGIN])
    await send(await buildSignUp({}, pageOrigin === undefined ? {} : { origin: pageOrigin }));
});
afterAll(() => app.close());

type RawRequest = { method?: string; path: string; headers: Record<string, string>; body?: string | Buffer };
type RawResponse = { status: number; headers: IncomingHttpHeaders; body: string };
async function send({ method = "GET", path, headers, body }: RawRequest): Promise<RawResponse> {
  const request = open(`${origin}${path}`, { method, headers });
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

let activityCount = 0;
type Activity = Parameters<typeof sampleActivity>[1];
async function newActivity(over: Activity = {}): Promise<string> {
  const activityId = `100000000000001${String(1000 + activityCount++)}`;
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, ...over }),
  ]);
  return activityId;
}

type SignUpCase = {
  /** Fields of the activity that differ from the sample. */
  readonly activity?: Activity;
  readonly hasMobile?: boolean;
  /** Changes the valid request. */
  readonly change?: (request: RawRequest) => Partial<RawRequest>;
};
/** Builds a valid sign-up of a new person for a new activity, and applies the change of the case. */
async function buildSignUp(
  { activity, hasMobile, change }: SignUpCase,
  headers: Record<string, string> = {},
): Promise<RawRequest> {
  const id = await newActivity(activity);
  const [person] = (await addPeople(app.context.db, 1)) as [RacePerson];
  const [captchaVerifyId = ""] = await addPasses(app.context.db, [
    { action: "signup", activityId: id, userId: person.userId },
  ]);
  const token = hasMobile === false ? (await app.login(null)).token : person.token;
  const args = { id, name: "林晓岚", mobile: person.mobile, consent: true as const };
  const options = { token, captchaVerifyId, idempotencyKey: randomUUID(), now: app.context.clock.now() };
  const built = buildCallRequest(signUp, args, app.context.config.appKey, options);
  const callHeaders = built.headers as Record<string, string>;
  const request: RawRequest = {
    method: "POST",
    path: built.url as string,
    headers: { ...callHeaders, "content-type": contentTypes[0], cookie, ...headers },
    body: JSON.stringify(built.payload),
  };
  const changed = change?.(request) ?? {};
  return { ...request, ...changed, headers: { ...request.headers, ...changed.headers } };
}

/** Number of calls that the fast path has answered. */
const countFastCalls = async (): Promise<number> => {
  const metric = await app.context.metrics.getSingleMetric("http_hot_calls_total")?.get();
  return metric?.values[0]?.value ?? Number.NaN;
};
/** Replaces ids, dates and codes, so that two responses can be compared. */
const comparable = ({ status, headers, body }: RawResponse) => {
  const { date: _date, "x-request-id": id, ...rest } = headers;
  const cookies = rest["set-cookie"]?.map((one) => one.replace(/=[^;]*/, "=…"));
  return {
    status,
    headers: { ...rest, ...(cookies && { "set-cookie": cookies }) },
    hasId: /^[0-9a-f-]{36}$/.test(String(id)),
    body: body.replace(/"signUpId":"\d+","ticketCode":"[^"]+"/, '"signUpId":"…"'),
  };
};

const withFields = (fields: object) => (request: RawRequest) => ({
  body: JSON.stringify({ ...(JSON.parse(String(request.body)) as object), ...fields }),
});
const withHeaders = (headers: Record<string, string>) => () => ({ headers });
const usualCases: Record<string, SignUpCase> = {
  "is valid": {},
  "is valid and comes from the product's own origin": { change: withHeaders({ origin: OWN_ORIGIN }) },
  "has no captcha pass": { change: withHeaders({ "x-captcha-verify-id": "", "X-Captcha-Verify-Id": "" }) },
  "has a wrong signature": { change: withHeaders({ "MA-Activity-Signature": "0".repeat(64) }) },
  "has no session": { change: withHeaders({ "X-Access-Token": "nobody's" }) },
  "comes from a user without a mobile": { hasMobile: false },
  "comes from a user without a mobile and has a forged device cookie": {
    hasMobile: false,
    change: withHeaders({ cookie: "marque_device=a.b.c" }),
  },
  "has no name": { change: withFields({ name: "" }) },
  "has a name that is not a string": { change: withFields({ name: { first: "林" } }) },
  "has an answer to an unknown question": { change: withFields({ answers: { unasked: "x" } }) },
  "has an array as its body": { change: () => ({ body: "[1]" }) },
  "is for an unknown activity": { change: ({ path }) => ({ path: path.replace(/\d+$/, "999") }) },
  "has an id that is too long": { change: ({ path }) => ({ path: `${path}${"0".repeat(20)}` }) },
  "is for a full activity": { activity: { quota: 1, taken: 1 } },
  "is for an activity whose sign-up has closed": { activity: { signUpStartTime: 0, signUpEndTime: 1 } },
  "has another person's mobile": {
    change: (request) => ({
      ...withFields({ mobile: "13800000001" })(request),
      headers: signatureHeaders(app.context.config.appKey, "13800000001", app.context.clock.now()),
    }),
  },
};
const unusualCases: Record<string, SignUpCase> = {
  "has a NUL character": { change: withFields({ name: "林\u0000" }) },
  "comes from a foreign origin": {
    change: () => ({ headers: { origin: `https://${randomUUID()}.example` } }),
  },
  "has no device cookie": { change: withHeaders({ cookie: "a=b" }) },
  "has truncated JSON": { change: () => ({ body: '{"name":' }) },
  "has null as its body": { change: () => ({ body: "null" }) },
  "has a __proto__ field": { change: () => ({ body: '{"__proto__":{"a":1}}' }) },
  "has an escaped __proto__ field": { change: () => ({ body: String.raw`{"\u005f_proto__":{"a":1}}` }) },
  "has invalid UTF-8": { change: () => ({ body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }) },
  "has a long body": { change: withFields({ answers: { why: "长".repeat(9_000) } }) },
  "has a body over the limit": { change: withFields({ answers: { why: "长".repeat(200_000) } }) },
  "has an empty body": { change: () => ({ body: "" }) },
  "has no content length": { change: withHeaders({ "transfer-encoding": "chunked" }) },
  "has a query": { change: ({ path }) => ({ path: `${path}?id=1` }) },
  "has a percent-encoded id": { change: ({ path }) => ({ path: path.replace(/1(?=\d*$)/, "%31") }) },
  "has the method PUT": { change: () => ({ method: "PUT" }) },
};

/** Sends the case over the fast path and over the framework. @returns both responses, and the number of fast calls */
async function sendBothWays(signUpCase: SignUpCase) {
  const before = await countFastCalls();
  const responses: ReturnType<typeof comparable>[] = [];
  for (const type of contentTypes) {
    const request = await buildSignUp(signUpCase);
    const headers = { ...request.headers, "content-type": type };
    responses.push(comparable(await send({ ...request, headers })));
  }
  const [fast, framework] = responses;
  return { fast, framework, fastCalls: (await countFastCalls()) - before };
}

test.each(Object.entries(usualCases))(
  "L10 Z02 the fast path answers a sign-up that %s like the framework",
  async (_name, signUpCase) => {
    const { fast, framework, fastCalls } = await sendBothWays(signUpCase);
    expect(fast).toEqual(framework);
    expect(fast?.hasId).toBe(true);
    expect(fastCalls).toBe(1);
  },
);

test.each(Object.entries(unusualCases))(
  "T08 T10 the fast path leaves a sign-up that %s to the framework, unread",
  async (_name, signUpCase) => {
    const { fast, framework, fastCalls } = await sendBothWays(signUpCase);
    expect(fast).toEqual(framework);
    expect(fastCalls).toBe(0);
  },
);

test("L05 L09 on the fast path the same nonce is refused, the same key gets the same response, with another body a conflict", async () => {
  const request = await buildSignUp({});
  const resign = (body: string | Buffer = request.body ?? "") => {
    const { mobile } = JSON.parse(String(request.body)) as { mobile: string };
    const fresh = signatureHeaders(app.context.config.appKey, mobile, app.context.clock.now());
    return send({ ...request, headers: { ...request.headers, ...fresh }, body });
  };
  const before = await countFastCalls();
  const first = await send(request);
  expect([first.status, (await send(request)).status]).toEqual([200, 406]);
  expect((await resign()).body).toBe(first.body);
  expect((await resign(String(withFields({ name: "别人" })(request).body))).status).toBe(409);
  expect((await countFastCalls()) - before).toBe(4);
});

test("N02 the fast path answers a lead like the framework", async () => {
  const id = await newActivity({
    activityType: "online",
    pageType: "lead",
    startTime: app.context.clock.now() - 1_000,
  });
  const people = await addPeople(app.context.db, 3);
  const leads = await Promise.all(
    people.map(async ({ userId, token, mobile }, index): Promise<RawRequest> => {
      const [captchaVerifyId = ""] = await addPasses(app.context.db, [
        { action: "lead", activityId: id, userId },
      ]);
      const args = {
        id,
        name: "林晓岚",
        mobile,
        provinceCode: "310000",
        cityCode: "310100",
        consent: true as const,
      };
      const built = buildCallRequest(leaveLead, args, app.context.config.appKey, {
        token,
        captchaVerifyId,
        now: app.context.clock.now(),
      });
      const type = contentTypes[index === 1 ? 0 : 1] ?? "";
      const headers = { ...(built.headers as Record<string, string>), "content-type": type, cookie };
      return { method: "POST", path: built.url as string, headers, body: JSON.stringify(built.payload) };
    }),
  );
  const responses: RawResponse[] = [];
  const [first, second, third] = leads as [RawRequest, RawRequest, RawRequest];
  // The framework answers the first one, and its headers are stored.
  responses.push(await send(first));
  const before = await countFastCalls();
  responses.push(await send(second));
  expect((await countFastCalls()) - before).toBe(1);
  responses.push(await send(third));
  const [, fast, framework] = responses.map((response) => ({
    ...comparable(response),
    body: response.body.replaceAll(/\d{19}/g, "…"),
  }));
  expect(fast).toEqual(framework);
  expect(fast?.status).toBe(200);
});
