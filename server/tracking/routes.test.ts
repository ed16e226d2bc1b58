import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedEvent, type StoredEvent } from "#contract/tracking/tracking.ts";
import { addSimulators } from "../../simulator/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { allEvents, visitorEvents, metricValue, sampleForm, sampleEvent, sendForm } from "./test-client.ts";
import { kilobytesOf } from "./collect/body-weight.ts";

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await testApp({
    settings: { WEB_ORIGINS: "https://m.qinglan.example", SIMULATORS: "1" },
    extend: addSimulators,
  });
  origin = await app.listen();
});
afterAll(() => app.close());

test("U41 X06 a beacon's form sent as text/plain is stored unchanged", async () => {
  const event = sampleEvent({
    properties: { $url: "http://a.example/x", price: 3.5, isNew: true, tags: ["a", "b"] },
  });
  const answer = await fetch(`${origin}/sa.gif?project=App`, {
    method: "POST",
    headers: { "content-type": "text/plain;charset=UTF-8" },
    body: sampleForm.data(event),
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/gif"]);
  expect((await answer.bytes()).length).toBe(42);
  const [stored] = await visitorEvents(app, event["distinct_id"]);
  expect(stored).toMatchObject({
    project: "App",
    type: "track",
    event: "$pageview",
    time: event["time"],
    anonymous_id: event["anonymous_id"],
    login_id: null,
    properties: { $url: "http://a.example/x", price: 3.5, isNew: true, tags: ["a", "b"] },
  });
});

test("U41 both paths accept forms, lists, compressed lists and GET requests, over the socket and by the framework", async () => {
  const form = "application/x-www-form-urlencoded";
  for (const path of ["/sa", "/sa.gif"]) {
    const events = Array.from({ length: 6 }, () => sampleEvent());
    const [one, two, three, four, five, six] = events;
    const post = (body: string) =>
      fetch(`${origin}${path}?project=dianshang`, {
        method: "POST",
        headers: { "content-type": form },
        body,
      });
    const answers = await Promise.all([
      post(sampleForm.data(one)),
      post(sampleForm.list([two, three])),
      post(sampleForm.packed([four])),
      fetch(`${origin}${path}?project=dianshang&${sampleForm.data(five)}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await sendForm(app, sampleForm.data(six), { path })).toBe(200);
    const stored = new Set((await allEvents(app)).map(({ distinct_id }) => distinct_id));
    expect(events.map((event) => stored.has(event["distinct_id"] as string))).toEqual(Array(6).fill(true));
  }
});

test("X15 an event that is sent again in any format is stored once", async () => {
  const event = sampleEvent();
  const before = await metricValue(app, "duplicate");
  await sendForm(app, sampleForm.data(event));
  await sendForm(app, sampleForm.list([event, { ...event, _flush_time: Date.now() + 5_000 }]));
  await sendForm(app, sampleForm.packed([event]));
  expect(await visitorEvents(app, event["distinct_id"])).toHaveLength(1);
  expect((await metricValue(app, "duplicate")) - before).toBe(3);
  // Another project or another number is another event.
  await sendForm(app, sampleForm.data(event), { project: "App" });
  await sendForm(app, sampleForm.data({ ...event, _track_id: 7 }));
  expect(await visitorEvents(app, event["distinct_id"])).toHaveLength(3);
});

test("X15 invalid events are dropped and counted, and no response is an error", async () => {
  const before = await Promise.all(
    ["malformed", "checksum", "bomb", "invalid", "excess"].map((name) => metricValue(app, name)),
  );
  const good = sampleEvent();
  const wrongSum = sampleForm.data(sampleEvent()).replace(/crc%3D-?\d+/, "crc%3D1");
  const bomb = gzipSync(Buffer.alloc(30_000_000, 32)).toString("base64");
  const forms = [
    "data=",
    "data=%%%",
    "data=!!!!",
    "something=else",
    `data=${encodeURIComponent(Buffer.from("{").toString("base64"))}`,
    `gzip=1&data_list=${encodeURIComponent(Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(30)]).toString("base64"))}`,
    wrongSum,
    `gzip=1&data_list=${encodeURIComponent(bomb)}`,
    sampleForm.data("text"),
    sampleForm.data(null),
    sampleForm.data({ ...good, type: "drop table" }),
    sampleForm.data({ ...good, distinct_id: "" }),
    sampleForm.data({ ...good, event: "a b" }),
    sampleForm.list(Array.from({ length: 600 }, () => 1)),
  ];
  for (const form of forms)
    expect([form.slice(0, 40), await sendForm(app, form)]).toEqual([form.slice(0, 40), 200]);
  await sendForm(app, sampleForm.data(good));
  expect(await visitorEvents(app, good["distinct_id"])).toHaveLength(1);
  const after = await Promise.all(
    ["malformed", "checksum", "bomb", "invalid", "excess"].map((name) => metricValue(app, name)),
  );
  expect(after.map((value, at) => value - (before[at] ?? 0))).toEqual([6, 1, 1, 505, 100]);
});

test("X15 a request without events is refused at once, and every request counts at least 1 KB", async () => {
  const before = await metricValue(app, "malformed");
  const ask = async (query: string, method = "GET"): Promise<unknown> => {
    const answer = await fetch(`${origin}/sa.gif?project=App${query}`, { method });
    return [answer.status, answer.ok ? null : await answer.json()];
  };
  const refused = [400, { code: "400", message: "没有数据", data: null }];
  for (const query of ["", "&data=", "&data_list=&ext=crc%3D1"]) expect(await ask(query)).toEqual(refused);
  expect(await ask("", "POST")).toEqual(refused);
  expect(await ask(`&${sampleForm.data(sampleEvent())}`)).toEqual([200, null]);
  expect((await metricValue(app, "malformed")) - before).toBe(4);
  expect([0, 1, 1_024, 1_025].map((bytes) => kilobytesOf(Buffer.alloc(bytes)))).toEqual([1, 1, 1, 2]);
});

test("X12 X13 only the two projects are known", async () => {
  for (const project of ["", "app", "other", "App'--"])
    expect(
      await sendForm(app, sampleForm.data(sampleEvent()), { project: encodeURIComponent(project) }),
    ).toBe(400);
  const answer = await fetch(`${origin}/sa?project=other`, {
    method: "POST",
    body: sampleForm.data(sampleEvent()),
  });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: "400", message: "未知的项目", data: null },
  ]);
  expect((await fetch(`${origin}/sa`)).status).toBe(400);
  expect((await fetch(`${origin}/sax?project=App`)).status).toBe(404);
});

test("X15 a body of 256 KB is accepted, a larger one is refused before it is complete", async () => {
  const events = Array.from({ length: 300 }, () => sampleEvent({ properties: { text: "x".repeat(300) } }));
  const form = sampleForm.list(events);
  const padded = `${form}&pad=${"x".repeat(256 * 1024 - form.length - 5)}`;
  expect(padded.length).toBe(256 * 1024);
  expect(await sendForm(app, padded)).toBe(200);
  expect(await visitorEvents(app, events[299]?.["distinct_id"])).toHaveLength(1);
  const large = await fetch(`${origin}/sa?project=App`, { method: "POST", body: `${padded}x` });
  expect([large.status, await large.json()]).toMatchObject([413, { code: "413" }]);
  // The stream has no Content-Length.
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(120)),
  });
  const endless = await fetch(`${origin}/sa?project=App`, {
    method: "POST",
    body: stream,
    duplex: "half",
  } as RequestInit).catch(() => null);
  expect([413, undefined]).toContain(endless?.status);
  await expect.poll(() => metricValue(app, "tooLarge")).toBe(2);
});

test("X15 a body that does not end is aborted", async () => {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write("POST /sa?project=App HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\ndata=");
  await once(socket, "close");
  expect(await metricValue(app, "unfinished")).toBe(1);
});

test("T09 our own pages can send cookies; pages of other origins cannot read a response", async () => {
  const ask = (method: string, from: string) =>
    fetch(`${origin}/sa?project=App`, {
      method,
      headers: { origin: from, "access-control-request-method": "POST", "content-type": "text/plain" },
      ...(method === "POST" && { body: sampleForm.data(sampleEvent()) }),
    });
  for (const method of ["OPTIONS", "POST"]) {
    const own = await ask(method, "https://m.qinglan.example");
    expect(own.headers.get("access-control-allow-origin")).toBe("https://m.qinglan.example");
    expect(own.headers.get("access-control-allow-credentials")).toBe("true");
    expect(own.headers.get("vary")).toContain("rigin");
    expect((await ask(method, origin)).headers.get("access-control-allow-origin")).toBe(origin);
    const foreign = await ask(method, "https://evil.example");
    expect([foreign.ok, foreign.headers.get("access-control-allow-origin")]).toEqual([true, null]);
  }
  const put = await fetch(`${origin}/sa?project=App`, { method: "PUT", body: "x" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST, OPTIONS"]);
});

test("X05 an event has the client's time; with a wrong clock its delay is subtracted from ours, else ours is used", async () => {
  const now = Date.now();
  const hour = 3_600_000;
  const stored = async (over: object) => {
    const event = sampleEvent(over as Record<string, unknown>);
    await sendForm(app, sampleForm.list([event]));
    return (await visitorEvents(app, event["distinct_id"]))[0]?.time ?? 0;
  };
  expect(await stored({ time: now - 5 * hour })).toBe(now - 5 * hour);
  expect(await stored({ time: now - 6 * 24 * hour })).toBe(now - 6 * 24 * hour);
  // The clock is ten years off; the event was sent an hour after it happened.
  const wrong = now - 10 * 365 * 24 * hour;
  const corrected = await stored({ time: wrong, _flush_time: wrong + hour });
  expect(Math.abs(corrected - (now - hour))).toBeLessThan(60_000);
  for (const time of [wrong, now + 48 * hour, "yesterday", null, 1e300])
    expect(Math.abs((await stored({ time, _flush_time: null })) - now)).toBeLessThan(60_000);
});

test("X16 personal data and secrets are not stored", async () => {
  const event = sampleEvent({
    event: "clicked",
    properties: {
      $url: "https://m.example/a/offline/1000000000000000007?code=SECRET1&utm_source=x&state=SECRET2&tk=SECRET3#h",
      $referrer: "https://id.example/auth?redirect_uri=https%3A%2F%2Fm.example%2F%3Ftk%3DSECRET3%26a%3D1",
      $element_content: "拨打 138 0013 8000",
      note: "13800138000 / +8613800138000 / 11010519491231002X / a.b@example.com / Bearer SECRET4abcdef",
      mobile: "13800138000",
      number: 13_800_138_000,
      accessToken: "SECRET5",
      jwt: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJTRUNSRVQifQ.SECRET6",
      nothing: "a\0b\ud800c",
    },
  });
  await sendForm(app, sampleForm.data(event));
  const [stored] = await visitorEvents(app, event["distinct_id"]);
  expect(stored?.properties).toEqual({
    $url: "https://m.example/a/offline/1000000000000000007?utm_source=x#h",
    $referrer: "https://id.example/auth?redirect_uri=https%3A%2F%2Fm.example%2F%3Fa%3D1",
    $element_content: "拨打 [mobile]",
    note: "[mobile] / [mobile] / [id] / [mail] / Bearer [token]",
    jwt: "[token]",
    nothing: "ab\ufffdc",
  });
  expect(stored?.activity_id).toBe("1000000000000000007");
});

test("the simulator's /sim/events returns the last events of the contract's shape, the newest first", async () => {
  const events = [sampleEvent(), sampleEvent()];
  for (const event of events) await sendForm(app, sampleForm.list([event]));
  const answer = await fetch(`${origin}/sim/events?limit=2`);
  const { code, data } = (await answer.json()) as { code: string; data: StoredEvent[] };
  expect(code).toBe("00");
  expect(data.map((event) => storedEvent.parse(event).distinct_id)).toEqual(
    events.map((event) => event["distinct_id"]).toReversed(),
  );
  expect((await fetch(`${origin}/sim/events?limit=0`)).status).toBe(601);
});
