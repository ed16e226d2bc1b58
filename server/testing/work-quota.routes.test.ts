import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import sharp from "sharp";
import { testApp, type TestApp } from "./app.ts";
import { sampleActivity } from "./samples/sample-activity.ts";
import { metricValue, sampleForm, sampleEvent } from "../tracking/test-client.ts";
import { standardSides } from "../picture/delivery/standard-sizes.ts";
import { workQueues, workQuotas, type WorkKind } from "../http/rate-limit/work-quota-rules.ts";

const [CROWDED, NEXT_DOOR, ELSEWHERE] = ["2001:db8:1:2::7", "2001:db8:1:2:ffff::1", "2001:db8:1:3::7"];
let app: TestApp;
let free: TestApp;
let media: string;
beforeAll(async () => {
  // The production limits, not those of automated tests.
  app = await testApp({ settings: { CAPTCHA_TEST_X: "", PUBLIC_ORIGIN: "https://m.example.com" } });
  free = await testApp({
    beside: app,
    settings: { RATE_LIMITS: "off", CAPTCHA_TEST_X: "", PUBLIC_ORIGIN: "https://m.example.com" },
  });
  const colour = { width: 900, height: 600, channels: 3, background: "#2060a0" } as const;
  const photo = await sharp({ create: colour }).jpeg().toBuffer();
  media = (await app.modules.pictures.put(photo, "cover.jpg")).url;
  await free.modules.pictures.put(photo, "cover.jpg");
});
beforeEach(() => {
  // Moves on to another minute.
  app.context.clock.set(app.context.clock.now() + 2 * 60_000);
});
afterAll(async () => {
  await free.close();
  await app.close();
});

type Asking = { readonly url: string; readonly method?: "GET" | "POST"; readonly payload?: string };
async function statusFrom(at: TestApp, remoteAddress: string, asking: Asking) {
  const { statusCode, headers } = await at.app.inject({ method: "GET", remoteAddress, ...asking });
  return { status: statusCode, isTold: Number(headers["retry-after"]) > 0 };
}
/** Uses up a minute's quota of the network. */
const crowd = (at: TestApp, work: WorkKind): number =>
  at.context.workQuota.take(work, CROWDED, () => workQuotas[work]);

let odd = 0;
/** A size of the list that was not made yet. */
const cut = (at = odd++): Asking => {
  const [width, height] = [at % standardSides.length, Math.floor(at / standardSides.length)];
  return {
    url: `${media}?x-oss-process=image/resize,m_fill,w_${standardSides[width]},h_${standardSides[height]}`,
  };
};
const beginning = (state = "1790000000000"): Asking => ({
  url: `/pass/auth?${String(
    new URLSearchParams({
      client_id: app.context.config.brand.clientId,
      redirect_uri: "https://m.example.com/marketing/area/activity/",
      response_type: "code",
      scope: "openid",
      state,
    }),
  )}`,
});
const event = (): Asking => ({
  method: "POST",
  url: "/sa?project=App",
  payload: sampleForm.data(sampleEvent()),
});
async function poster(): Promise<Asking> {
  const activityId = `100000000000000${String(3000 + odd++)}`;
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, coverUrl: media }),
  ]);
  return { url: `/poster/${activityId}` };
}

const works: [WorkKind, () => Asking | Promise<Asking>, number][] = [
  ["picture", cut, 200],
  ["poster", poster, 200],
  ["login", beginning, 303],
  ["behaviour", event, 200],
];
test.each(works)(
  "T10 a network beyond its quota is refused at all its addresses, and no other network is: %s",
  async (work, ask, good) => {
    expect((await statusFrom(app, CROWDED, await ask())).status).toBe(good);
    expect(crowd(app, work)).toBe(0);
    expect(await statusFrom(app, CROWDED, await ask())).toEqual({ status: 429, isTold: true });
    expect((await statusFrom(app, NEXT_DOOR, await ask())).status).toBe(429);
    expect((await statusFrom(app, ELSEWHERE, await ask())).status).toBe(good);
    // The quota renews after a minute.
    app.context.clock.set(app.context.clock.now() + 61_000);
    expect((await statusFrom(app, CROWDED, await ask())).status).toBe(good);
  },
);

test("T10 finished work is served to everybody, even beyond the quota of their network", async () => {
  const [picture, drawn] = [cut(2_000), await poster()];
  for (const asking of [picture, drawn]) await statusFrom(app, ELSEWHERE, asking);
  crowd(app, "picture");
  crowd(app, "poster");
  for (const asking of [picture, drawn]) expect((await statusFrom(app, CROWDED, asking)).status).toBe(200);
});

/** Sends many requests of one network and one of another at once. @returns statuses, the other's first, and its place among them */
async function sendBeside(asking: () => Asking, many: number) {
  const answered: string[] = [];
  const ask = (address: string) =>
    statusFrom(app, address, asking()).then(({ status }) => {
      answered.push(address);
      return status;
    });
  const greedy = Array.from({ length: many }, () => ask(CROWDED));
  const [other, ...theirs] = await Promise.all([ask(ELSEWHERE), ...greedy]);
  const served = theirs.filter((status) => status === 200).length;
  return {
    other,
    served,
    refused: theirs.filter((status) => status === 429).length,
    place: answered.indexOf(ELSEWHERE),
  };
}
test("T10 a network that requests odd sizes at once has its share of the queue, and others do not wait for it", async () => {
  const { waiting } = workQueues.picture;
  const { other, served, refused, place } = await sendBeside(() => cut(), waiting);
  expect([other, served + refused]).toEqual([200, waiting]);
  expect(served).toBeGreaterThan(0);
  expect(served).toBeLessThan(waiting / 2);
  // Refusals are delayed, so that only finished work is answered before it.
  expect(place).toBeLessThan(served / 2);
  expect((await statusFrom(app, CROWDED, cut())).status).toBe(200);
});

test("F22 a login's state parameter is limited: a longer one is refused, and nothing of it is stored", async () => {
  const kept = async () => (await sql`select 1 from oidc_payload`.execute(app.context.db)).rows.length;
  const before = await kept();
  const refused = [
    beginning("s".repeat(1_025)),
    { url: `${beginning().url}&login_hint=${"h".repeat(9_000)}` },
  ];
  for (const asking of refused) {
    const { statusCode, headers } = await app.app.inject({ ...asking, remoteAddress: ELSEWHERE });
    const { searchParams } = new URL(String(headers.location));
    expect([statusCode, searchParams.get("error"), await kept()]).toEqual([303, "invalid_request", before]);
  }
  expect((await statusFrom(app, ELSEWHERE, beginning("s".repeat(1_024)))).status).toBe(303);
  expect(await kept()).toBe(before + 1);
});

test("X15 compressed events count by their possible size, and dropped events are counted", async () => {
  const events = Array.from({ length: 500 }, () => sampleEvent());
  const packed = { ...event(), payload: sampleForm.packed(events) };
  const most = Math.ceil(workQuotas.behaviour / (16 * (packed.payload.length / 1_024)));
  const statuses = [];
  for (let at = 0; at < most + 1; at++) statuses.push((await statusFrom(app, CROWDED, packed)).status);
  expect([statuses.indexOf(429) > 0, statuses.at(-1)]).toEqual([true, 429]);
  expect(await metricValue(app, "tooMany")).toBeGreaterThan(0);
});

test("T10 RATE_LIMITS=off and the loopback address are not limited", async () => {
  for (const [work] of works) crowd(free, work);
  for (const asking of [cut(), beginning(), event()])
    expect((await statusFrom(free, CROWDED, asking)).status).toBeLessThan(400);
  expect(app.context.workQuota.take("login", "127.0.0.1", () => 1_000_000)).toBe(0);
  expect((await statusFrom(app, "127.0.0.1", beginning())).status).toBe(303);
});
