import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../testing/app.ts";

let app: TestApp;
const printed: string[] = [];
beforeAll(async () => {
  app = await testApp({ settings: { WEB_ORIGINS: "https://m.qinglan.example" } });
});
afterAll(() => app.close());

const open = (url: string | null, more: Readonly<Record<string, string>> = {}) =>
  app.app.inject({ url: "/official/redirect", query: { ...(url !== null && { url }), ...more } });
const base = () => `${app.context.origin()}/marketing/area/activity/`;
const given = { code: "CODE0123", state: "1763700000000" };

test("E02 the requesting page gets code and state, with its own query unchanged, Chinese too", async () => {
  for (const [page, shown] of [
    [`${base()}offline/101?utm_source=a&x=%26`, `${base()}offline/101?utm_source=a&x=%26&`],
    [`${base()}list?keyword=试驾`, `${base()}list?keyword=%E8%AF%95%E9%A9%BE&`],
    [
      "https://m.qinglan.example/marketing/area/activity/",
      "https://m.qinglan.example/marketing/area/activity/?",
    ],
  ] as const) {
    const answer = await open(page, given);
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe(`${shown}code=CODE0123&state=1763700000000`);
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    expect(answer.headers["cache-control"]).toBe("no-store");
  }
});

test("E03 any other target is 400 with an own page and no redirect", async () => {
  const { host } = new URL(base());
  const path = "/marketing/area/activity/";
  for (const url of [
    "https://evil.example",
    `https://evil.example${path}`,
    `//evil.example${path}`,
    `/\\evil.example${path}`,
    `http:\\\\evil.example${path}`,
    `http://${host}@evil.example${path}`,
    `http://evil.example\\@${host}${path}`,
    `http://user:pass@${host}${path}`,
    `http://${host}.evil.example${path}`,
    `http://evil.example#@${host}${path}`,
    `http://evil.example?@${host}${path}`,
    `https://${host}${path}`,
    `http://${host}:1${path}`,
    `http://${host}/`,
    `http://${host}${path}../../../pass/`,
    `http://${host}${path}\u0000`,
    `http://${host}${path}\r\nset-cookie: a=b`,
    `http://${host}${path}#fragment`,
    "http://ｍ.qinglan.example/marketing/area/activity/",
    "https://м.qinglan.example/marketing/area/activity/",
    "https://m.qinglan.example。evil.example/marketing/area/activity/",
    "https://M.QINGLAN.EXAMPLE/marketing/area/activity/",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    " ",
    path,
  ]) {
    const answer = await open(url, given);
    expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 400, undefined]);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.body).toContain("链接要去的地址不属于本站");
    expect(answer.body).not.toContain("evil");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
  }
  expect((await open(null, given)).statusCode).toBe(400);
  const twice = `/official/redirect?url=${encodeURIComponent(base())}&url=https://evil.example`;
  expect((await app.app.inject(twice)).statusCode).toBe(400);
});

test("a repeated code or state is omitted", async () => {
  const answer = await app.app.inject(
    `/official/redirect?url=${encodeURIComponent(base())}&code=a&code=b&state=${encodeURIComponent("1&code=c#x")}`,
  );
  expect(answer.headers.location).toBe(`${base()}?state=1%26code%3Dc%23x`);
});

test("I07 the request is not logged at any level", async () => {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string) => printed.push(String(text)) > 0) as typeof process.stdout.write;
  const loud = await testApp({ settings: { LOG_LEVEL: "debug" } });
  try {
    const page = `${loud.context.origin()}/marketing/area/activity/`;
    const answer = await loud.app.inject({
      url: "/official/redirect",
      query: { url: page, code: "CODE0123" },
    });
    expect(answer.statusCode).toBe(302);
  } finally {
    process.stdout.write = write;
    await loud.close();
  }
  expect(printed.join("")).not.toContain("CODE0123");
});
