import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenLogin } from "#contract/session/session.ts";
import { addSimulators } from "../../../simulator/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";

const tokenLoginUrl = `/mall-api/${tokenLogin.paths[0]}`;
const seriesUrl = "/mall-api/cop-marketing-activity/api/v1/activity/page/list-series";
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { WEB_ORIGINS: "https://m.qinglan.example" }, extend: addSimulators });
});
afterAll(() => app.close());
let origin: Promise<string> | null = null;
const listening = () => (origin ??= app.listen());
const json = { "content-type": "application/json" };

test("T10 refusals of the framework have our envelope and are never 500", async () => {
  const requests = [
    [{ method: "GET", url: "/mall-api/nothing/here" }, 404, "404"],
    [{ method: "PUT", url: seriesUrl }, 405, "405"],
    [
      {
        method: "POST",
        url: tokenLoginUrl,
        payload: "a=b",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      },
      415,
      "415",
    ],
    [
      { method: "POST", url: tokenLoginUrl, payload: "text", headers: { "content-type": "text/plain" } },
      415,
      "415",
    ],
    [
      {
        method: "POST",
        url: tokenLoginUrl,
        payload: `{"accessToken":"${"x".repeat(300_000)}"}`,
        headers: json,
      },
      413,
      "413",
    ],
    [{ method: "POST", url: tokenLoginUrl, payload: "{", headers: json }, 400, "400"],
    [{ method: "POST", url: tokenLoginUrl, payload: "[1]", headers: json }, 400, "400"],
    [{ method: "POST", url: tokenLoginUrl, payload: '{"__proto__":{"a":1}}', headers: json }, 400, "400"],
    [{ method: "POST", url: tokenLoginUrl, payload: "{}", headers: json }, 601, "601"],
    [{ method: "GET", url: `${seriesUrl}/%ff` }, 400, "400"],
    [{ method: "GET", url: `/mall-api/${"a".repeat(5_000)}` }, 404, "404"],
  ] as const;
  for (const [request, status, code] of requests) {
    const answer = await app.app.inject(request as never);
    expect([request.url.slice(0, 60), answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      request.url.slice(0, 60),
      status,
      code,
    ]);
  }
});

test("T09 only the product's own origins may read responses, with credentials and its headers exposed", async () => {
  const preflight = {
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type,x-access-token",
  };
  const ours = await app.app.inject({
    method: "OPTIONS",
    url: tokenLoginUrl,
    headers: { origin: "https://m.qinglan.example", ...preflight },
  });
  expect(ours.headers).toMatchObject({
    "access-control-allow-origin": "https://m.qinglan.example",
    "access-control-allow-credentials": "true",
    "access-control-max-age": "7200",
  });
  const answer = await app.app.inject({ url: seriesUrl, headers: { origin: "https://m.qinglan.example" } });
  for (const name of ["captcha_verify", "flow_branch_remark", "task_link"])
    expect(String(answer.headers["access-control-expose-headers"])).toContain(name);
  for (const origin of [
    "https://evil.example",
    "https://m.qinglan.example.evil.example",
    "null",
    "http://m.qinglan.example",
  ]) {
    const theirs = await app.app.inject({ url: seriesUrl, headers: { origin } });
    expect(theirs.headers["access-control-allow-origin"]).toBeUndefined();
  }
});

test("Z09 responses have nosniff, HSTS, a policy and a request id", async () => {
  const { headers } = await app.app.inject(seriesUrl);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  });
  expect(headers["strict-transport-security"]).toContain("max-age=31536000");
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("Z09 responses of all kinds have the same security headers", async () => {
  const policies = {
    "content-security-policy": "default-src 'none';frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-site",
    "referrer-policy": "strict-origin-when-cross-origin",
    "strict-transport-security": "max-age=31536000",
    "x-content-type-options": "nosniff",
  };
  const kinds = [
    { url: seriesUrl },
    { url: "/healthz" },
    { url: "/mall-api/nothing/here" },
    { method: "PUT", url: seriesUrl },
    { method: "POST", url: tokenLoginUrl, payload: "{}", headers: json },
    { method: "POST", url: tokenLoginUrl, payload: "{", headers: json },
    { method: "POST", url: tokenLoginUrl, payload: "a", headers: { "content-type": "text/plain" } },
  ] as const;
  for (const kind of kinds) {
    const { headers } = await app.app.inject(kind as never);
    expect(headers).toMatchObject(policies);
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("Z06 the server has health, readiness and metrics endpoints", async () => {
  expect((await app.app.inject("/healthz")).statusCode).toBe(200);
  expect((await app.app.inject("/readyz")).json()).toEqual({ status: "ready" });
  const metrics = await app.app.inject("/metrics");
  expect(metrics.body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/healthz",status="200",process="1"}',
  );
});

test("ASVS 13.4.5 these endpoints answer private networks only, and no requests through an untrusted proxy", async () => {
  const behindProxy = await testApp({ settings: { TRUST_PROXY: "1" } });
  const statusesOf = (server: TestApp, remoteAddress: string, headers: Record<string, string> = {}) =>
    Promise.all(
      ["/healthz", "/readyz", "/metrics"].map(
        async (url) => (await server.app.inject({ url, remoteAddress, headers })).statusCode,
      ),
    );
  const [found, notFound] = [
    [200, 200, 200],
    [404, 404, 404],
  ];
  for (const local of ["127.0.0.1", "::1", "::ffff:10.0.0.8", "172.31.255.9", "192.168.1.5", "fd00::7"])
    expect(await statusesOf(app, local)).toEqual(found);
  for (const remote of ["203.0.113.9", "172.32.0.1", "2001:db8::7", "::ffff:203.0.113.9"])
    expect(await statusesOf(app, remote)).toEqual(notFound);
  const forVisitor = { "x-forwarded-for": "203.0.113.9" };
  const forOperator = { "x-forwarded-for": "127.0.0.1" };
  expect(await statusesOf(behindProxy, "127.0.0.1", forVisitor)).toEqual(notFound);
  expect(await statusesOf(behindProxy, "127.0.0.1", forOperator)).toEqual(found);
  expect(await statusesOf(behindProxy, "127.0.0.1")).toEqual(found);
  // Headers of an untrusted proxy may be forged.
  expect(await statusesOf(app, "127.0.0.1", forOperator)).toEqual(notFound);
  expect(await statusesOf(app, "127.0.0.1", { forwarded: "for=203.0.113.9" })).toEqual(notFound);
  await behindProxy.close();
});

test("/sim/faults makes the next responses of a path fail, a number of times", async () => {
  const fault = {
    path: seriesUrl,
    status: 611,
    code: "611",
    message: "x",
    headers: { task_link: "a" },
    times: 2,
  };
  await app.app.inject({ method: "POST", url: "/sim/faults", payload: [fault] });
  const answers = [
    await app.app.inject(seriesUrl),
    await app.app.inject(seriesUrl),
    await app.app.inject(seriesUrl),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([611, 611, 200]);
  expect(answers[0]?.headers["task_link"]).toBe("a");
});

test("/sim/clock sets and resets the server's time, and refuses an invalid time with 601", async () => {
  const set = (now: unknown) => app.app.inject({ method: "POST", url: "/sim/clock", payload: { now } });
  const time = Date.parse("2030-05-01T00:00:00Z");
  expect((await set(time)).statusCode).toBe(200);
  expect(Math.abs(app.context.clock.now() - time)).toBeLessThan(5_000);
  expect((await set("no time")).statusCode).toBe(601);
  await set(null);
  expect(Math.abs(app.context.clock.now() - Date.now())).toBeLessThan(1_000);
});

test("without simulators their paths do not exist", async () => {
  const withoutSimulators = await testApp();
  const { app: server } = withoutSimulators;
  for (const url of ["/sim/faults", "/sim/clock", "/sim/native-token", "/sim/owner"])
    expect((await server.inject({ method: "POST", url, payload: {} })).statusCode).toBe(404);
  expect((await server.inject("/sim/sms?mobile=13800138000")).statusCode).toBe(404);
  await withoutSimulators.close();
});

test("a cached response has the same body and headers as the first one, and a request id of its own", async () => {
  const base = await listening();
  const url = `${base}${seriesUrl}?hot=1`;
  const answers = [];
  for (let count = 0; count < 3; count++) {
    const answer = await fetch(url);
    const { date: _date, connection: _connection, ...headers } = Object.fromEntries(answer.headers);
    answers.push({ body: await answer.text(), headers, id: answer.headers.get("x-request-id") });
  }
  const metrics = await (await fetch(`${base}/metrics`)).text();
  expect(Number(/http_hot_answers_total\{process="1"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(0);
  const plain = answers.map(({ body, headers: { "x-request-id": _id, ...rest } }) => ({ body, rest }));
  expect(plain[2]).toEqual(plain[0]);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(3);
  // The framework answers signed-in callers, other origins, and injected faults.
  const signedIn = await fetch(url, { headers: { "x-access-token": "x" } });
  expect(signedIn.headers.get("cache-control")).toBe("no-store");
  const other = await fetch(url, { headers: { origin: "https://m.qinglan.example" } });
  expect(other.headers.get("access-control-allow-origin")).toBe("https://m.qinglan.example");
  await app.app.inject({
    method: "POST",
    url: "/sim/faults",
    payload: [{ path: seriesUrl, status: 503, times: 1 }],
  });
  expect((await fetch(url)).status).toBe(503);
});

test("T10 refusals of Node's HTTP parser have our envelope and close the connection", async () => {
  const { port } = new URL(await listening());
  const sendRaw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
      let received = "";
      socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
      socket.on("end", () => resolve(received));
      socket.on("error", reject);
    });
  for (const [text, status] of [
    [`GET /${"a".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ["GET / HTTP/9.9\r\n\r\n", 400],
    ["POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0", 400],
  ] as const) {
    const [head = "", body = ""] = (await sendRaw(text)).split("\r\n\r\n");
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain("x-content-type-options: nosniff");
    expect(JSON.parse(body)).toMatchObject({ code: String(status), data: null });
  }
});

test("T09 only the product's own origins may read responses of the identity provider, errors too", async () => {
  const allowedOrigin = async (origin: string) => {
    const { headers } = await app.app.inject({
      method: "POST",
      url: "/pass/token",
      headers: { origin, "content-type": "application/x-www-form-urlencoded" },
      payload: "grant_type=authorization_code",
    });
    return headers["access-control-allow-origin"];
  };
  expect(await allowedOrigin("https://foreign.example")).toBeUndefined();
  expect(await allowedOrigin("https://m.qinglan.example")).toBe("https://m.qinglan.example");
});
