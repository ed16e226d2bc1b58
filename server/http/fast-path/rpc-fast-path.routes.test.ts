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

/** Takes the short way where nothing else is unusual; the framework means the same by the other one. */
const ways = ["application/json", "application/json; charset=utf-8"] as const;
const OWN = "https://m.qinglan.example";

let app: TestApp;
let origin = "";
let cookie = "";
beforeAll(async () => {
  app = await testApp({ settings: { WEB_ORIGINS: OWN, RATE_LIMITS: "off" } });
  origin = await app.listen();
  const { headers } = await send({
    path: "/mall-api/cop-marketing-activity/api/v1/activity/page/list-series?x=1",
    headers: { "x-access-token": "nobody's" },
  });
  cookie = headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? "";
  for (const asking of [undefined, OWN])
    await send(await ordinary({}, asking === undefined ? {} : { origin: asking }));
});
afterAll(() => app.close());

type Sent = { method?: string; path: string; headers: Record<string, string>; body?: string | Buffer };
type Got = { status: number; headers: IncomingHttpHeaders; body: string };
async function send({ method = "GET", path, headers, body }: Sent): Promise<Got> {
  const sending = open(`${origin}${path}`, { method, headers });
  sending.end(body);
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

let made = 0;
type Activity = Parameters<typeof sampleActivity>[1];
async function newActivity(over: Activity = {}): Promise<string> {
  const activityId = `100000000000001${String(1000 + made++)}`;
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, ...over }),
  ]);
  return activityId;
}

type Made = {
  id: string;
  person: RacePerson;
  args: Record<string, unknown>;
  headers: Record<string, string>;
};
type Kind = {
  /** Of the activity; of a person who has signed up already. */
  readonly activity?: Activity;
  readonly isTwice?: boolean;
  readonly hasMobile?: boolean;
  /** Bends the request from what is ordinary. */
  readonly bend?: (sent: Sent, made: Made) => Partial<Sent>;
};
/** A sign-up of a new person for a new activity, with everything it needs. */
async function ordinary(kind: Kind, headers: Record<string, string> = {}): Promise<Sent> {
  const id = await newActivity(kind.activity);
  const [person] = (await addPeople(app.context.db, 1)) as [RacePerson];
  const [captchaVerifyId = ""] = await addPasses(app.context.db, [
    { action: "signup", activityId: id, userId: person.userId },
  ]);
  const token = kind.hasMobile === false ? (await app.login(null)).token : person.token;
  const args = { id, name: "林晓岚", mobile: person.mobile, consent: true as const };
  const options = { token, captchaVerifyId, idempotencyKey: randomUUID(), now: app.context.clock.now() };
  const asked = buildCallRequest(signUp, args, app.context.config.appKey, options);
  const sent: Sent = {
    method: "POST",
    path: asked.url as string,
    headers: { ...(asked.headers as Record<string, string>), "content-type": ways[0], cookie, ...headers },
    body: JSON.stringify(asked.payload),
  };
  const bent = kind.bend?.(sent, { id, person, args, headers: sent.headers }) ?? {};
  return { ...sent, ...bent, headers: { ...sent.headers, ...bent.headers } };
}

const taken = async (): Promise<number> => {
  const metric = await app.context.metrics.getSingleMetric("http_hot_calls_total")?.get();
  return metric?.values[0]?.value ?? Number.NaN;
};
/** What an answer is beside ids, dates and codes of its own. */
const comparable = ({ status, headers, body }: Got) => {
  const { date: _date, "x-request-id": id, ...rest } = headers;
  const cookies = rest["set-cookie"]?.map((one) => one.replace(/=[^;]*/, "=…"));
  return {
    status,
    headers: { ...rest, ...(cookies && { "set-cookie": cookies }) },
    hasId: /^[0-9a-f-]{36}$/.test(String(id)),
    body: body.replace(/"signUpId":"\d+","ticketCode":"[^"]+"/, '"signUpId":"…"'),
  };
};

const field = (over: object) => (sent: Sent) => ({
  body: JSON.stringify({ ...(JSON.parse(String(sent.body)) as object), ...over }),
});
const header = (over: Record<string, string>) => () => ({ headers: over });
const whole: Record<string, Kind> = {
  "is right": {},
  "is right, of our own page": { bend: header({ origin: OWN }) },
  "has no pass": { bend: header({ "x-captcha-verify-id": "", "X-Captcha-Verify-Id": "" }) },
  "has another's signature": { bend: header({ "MA-Activity-Signature": "0".repeat(64) }) },
  "has no session": { bend: header({ "X-Access-Token": "nobody's" }) },
  "is of somebody without a mobile": { hasMobile: false },
  "is of somebody without a mobile, whose device is forged": {
    hasMobile: false,
    bend: header({ cookie: "marque_device=a.b.c" }),
  },
  "has no name": { bend: field({ name: "" }) },
  "has a name that is no text": { bend: field({ name: { first: "林" } }) },
  "has an answer that nobody asked for": { bend: field({ answers: { unasked: "x" } }) },
  "is a list": { bend: () => ({ body: "[1]" }) },
  "is for nothing": { bend: ({ path }) => ({ path: path.replace(/\d+$/, "999") }) },
  "has a number too long": { bend: ({ path }) => ({ path: `${path}${"0".repeat(20)}` }) },
  "is for what is full": { activity: { quota: 1, taken: 1 } },
  "is for what is over": { activity: { signUpStartTime: 0, signUpEndTime: 1 } },
  "is for another's number": {
    bend: (sent) => ({
      ...field({ mobile: "13800000001" })(sent),
      headers: signatureHeaders(app.context.config.appKey, "13800000001", app.context.clock.now()),
    }),
  },
};
const unusual: Record<string, Kind> = {
  "has a letter that cannot be kept": { bend: field({ name: "林\u0000" }) },
  "is of another's page": { bend: () => ({ headers: { origin: `https://${randomUUID()}.example` } }) },
  "comes without a device": { bend: header({ cookie: "a=b" }) },
  "is broken": { bend: () => ({ body: '{"name":' }) },
  "is a word": { bend: () => ({ body: "null" }) },
  "reaches into objects": { bend: () => ({ body: '{"__proto__":{"a":1}}' }) },
  "reaches into objects, in disguise": { bend: () => ({ body: String.raw`{"\u005f_proto__":{"a":1}}` }) },
  "is no text": { bend: () => ({ body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }) },
  "is long": { bend: field({ answers: { why: "长".repeat(9_000) } }) },
  "is too long": { bend: field({ answers: { why: "长".repeat(200_000) } }) },
  "is empty": { bend: () => ({ body: "" }) },
  "has its length untold": { bend: header({ "transfer-encoding": "chunked" }) },
  "has a query": { bend: ({ path }) => ({ path: `${path}?id=1` }) },
  "has a number in other signs": { bend: ({ path }) => ({ path: path.replace(/1(?=\d*$)/, "%31") }) },
  "is written over": { bend: () => ({ method: "PUT" }) },
};

async function bothWays(kind: Kind) {
  const before = await taken();
  const answers: ReturnType<typeof comparable>[] = [];
  for (const type of ways) {
    const sent = await ordinary(kind);
    answers.push(comparable(await send({ ...sent, headers: { ...sent.headers, "content-type": type } })));
  }
  const [short, long] = answers;
  return { short, long, taken: (await taken()) - before };
}

test.each(Object.entries(whole))(
  "L10 Z02 a sign-up that %s is answered before the framework as by it",
  async (_name, kind) => {
    const { short, long, taken: count } = await bothWays(kind);
    expect(short).toEqual(long);
    expect(short?.hasId).toBe(true);
    expect(count).toBe(1);
  },
);

test.each(Object.entries(unusual))(
  "T08 T10 a sign-up that %s is left to the framework, as nobody had read it",
  async (_name, kind) => {
    const { short, long, taken: count } = await bothWays(kind);
    expect(short).toEqual(long);
    expect(count).toBe(0);
  },
);

test("L05 L09 before the framework too the same request is a nonce used twice, the same key the same answer, and with another body a conflict", async () => {
  const sent = await ordinary({});
  const again = (body: string | Buffer = sent.body ?? "") => {
    const { mobile } = JSON.parse(String(sent.body)) as { mobile: string };
    const fresh = signatureHeaders(app.context.config.appKey, mobile, app.context.clock.now());
    return send({ ...sent, headers: { ...sent.headers, ...fresh }, body });
  };
  const before = await taken();
  const first = await send(sent);
  expect([first.status, (await send(sent)).status]).toEqual([200, 406]);
  expect((await again()).body).toBe(first.body);
  expect((await again(String(field({ name: "别人" })(sent).body))).status).toBe(409);
  expect((await taken()) - before).toBe(4);
});

test("N02 what somebody leaves goes the same way, and a number that nobody has heard of is no lead", async () => {
  const id = await newActivity({
    activityType: "online",
    pageType: "lead",
    startTime: app.context.clock.now() - 1_000,
  });
  const people = await addPeople(app.context.db, 3);
  const leads = await Promise.all(
    people.map(async ({ userId, token, mobile }, at): Promise<Sent> => {
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
      const asked = buildCallRequest(leaveLead, args, app.context.config.appKey, {
        token,
        captchaVerifyId,
        now: app.context.clock.now(),
      });
      const type = ways[at === 1 ? 0 : 1] ?? "";
      const headers = { ...(asked.headers as Record<string, string>), "content-type": type, cookie };
      return { method: "POST", path: asked.url as string, headers, body: JSON.stringify(asked.payload) };
    }),
  );
  const answers: Got[] = [];
  const [first, second, third] = leads as [Sent, Sent, Sent];
  // The framework answers the first, and its headers are learnt.
  answers.push(await send(first));
  const before = await taken();
  answers.push(await send(second));
  expect((await taken()) - before).toBe(1);
  answers.push(await send(third));
  const [, short, long] = answers.map((one) => ({
    ...comparable(one),
    body: one.body.replaceAll(/\d{19}/g, "…"),
  }));
  expect(short).toEqual(long);
  expect(short?.status).toBe(200);
});
